import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyBundle } from '../../../main/audit/verify/verify.pure.ts';
import { nodePlatform } from '../../../main/audit/verify-file.ts';
import { createRandom, type Key, makeBundle, makeJournal } from '../../builders/audit.ts';
import { FORGERIES } from '../../builders/forge.ts';

/** PALIMPSEST_WRITE_VECTORS=1 makes the files of docs/audit-test-vectors anew. */
const FOLDER = join(import.meta.dirname, '../../../docs/audit-test-vectors');
const FORGED = [
  'a body changed',
  'a record removed',
  're-chained without the key',
  'the manifest of another bundle',
  'a file added',
] as const;

/** The seed of bytes 0 to 31: anybody can make the same signatures. */
function knownKey(): Key {
  const seed = Buffer.from(Array.from({ length: 32 }, (_, n) => n));
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
  return { publicKey, privateKey };
}

type Expected = { readonly ok: boolean; readonly checks: readonly string[]; readonly fingerprint: string | null };

const look = async (bytes: Uint8Array): Promise<Expected> => {
  const platform = nodePlatform({ signal: new AbortController().signal });
  const { ok, problems, fingerprint } = await verifyBundle(platform, { bytes, expectedKey: null, isEmbedded: false });
  return { ok, checks: [...new Set(problems.map(({ check }) => check))].sort(), fingerprint };
};

async function makeVectors(): Promise<void> {
  const key = knownKey();
  const make = (seed: number, isSigned: boolean, isCovering = false) => {
    const random = createRandom(seed);
    return makeBundle(makeJournal(random, 4), { key: isSigned ? key : null, random, isCovering });
  };
  const [signed, other] = [await make(1, true), await make(2, true)];
  const files = new Map([
    ['signed', signed],
    ['unsigned', await make(1, false)],
    ['covered', await make(7, true, true)],
  ]);
  for (const name of FORGED) {
    const forged = await FORGERIES[name]?.({ bytes: signed, other, random: createRandom(5) });
    if (forged !== undefined) files.set(name.replaceAll(' ', '-'), forged.bytes);
  }
  await mkdir(FOLDER, { recursive: true });
  const expected: Record<string, Expected> = {};
  for (const [name, bytes] of files) {
    await writeFile(join(FOLDER, `${name}.zip`), bytes);
    expected[`${name}.zip`] = await look(bytes);
  }
  await writeFile(join(FOLDER, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
}

describe('docs/audit-test-vectors', () => {
  beforeAll(async () => {
    if (process.env.PALIMPSEST_WRITE_VECTORS === '1') await makeVectors();
  });

  it('are judged as the document says', async () => {
    const text = await readFile(join(FOLDER, 'expected.json'), 'utf8');
    const expected = JSON.parse(text) as Readonly<Record<string, Expected>>; // made above
    expect(Object.keys(expected)).toHaveLength(3 + FORGED.length);
    for (const [name, wanted] of Object.entries(expected))
      expect(await look(await readFile(join(FOLDER, name))), name).toEqual(wanted);
  });
});
