import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNameCover } from '../../../main/audit/names.pure.ts';
import { fromBase64, fromHex, toHex, utf8 } from '../../../main/audit/verify/bytes.pure.ts';
import { canonical } from '../../../main/audit/verify/canonical.pure.ts';
import { isSignedBy } from '../../../main/audit/verify/ed25519.pure.ts';
import { isIn, type Manifest, readManifest, toRanges } from '../../../main/audit/verify/manifest.pure.ts';
import { sha256, sha512 } from '../../../main/audit/verify/sha2.pure.ts';
import { verifyBundle } from '../../../main/audit/verify/verify.pure.ts';
import { buildZip, crc32, readZip } from '../../../main/audit/verify/zip.pure.ts';
import { nodePlatform } from '../../../main/audit/verify-file.ts';
import { canonicalJson } from '../../../main/journal/record.pure.ts';
import { createKey, createRandom, makeBundle, makeJournal } from '../../builders/audit.ts';
import { repack, unpack } from '../../builders/forge.ts';

const platform = nodePlatform({ signal: new AbortController().signal });

describe('audit/verify/sha2', () => {
  it('agrees with Node at every length around a block', () => {
    for (const size of [0, 1, 3, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 1_000]) {
      const bytes = randomBytes(size);
      expect(toHex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(toHex(sha512(bytes))).toBe(createHash('sha512').update(bytes).digest('hex'));
    }
  });
});

describe('audit/verify/ed25519', () => {
  it('accepts the first test of RFC 8032', () => {
    const key = fromHex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a') ?? new Uint8Array();
    const signature = fromHex(
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    );
    expect(isSignedBy(key, new Uint8Array(), signature ?? new Uint8Array())).toBe(true);
  });

  it('agrees with Node on signatures and on every kind of change of them', () => {
    for (let n = 0; n < 8; n += 1) {
      const { publicKey, privateKey } = generateKeyPairSync('ed25519');
      const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
      const message = randomBytes(n * 40);
      const signature = sign(null, message, privateKey);
      expect(isSignedBy(key, message, signature)).toBe(true);
      const changed = Uint8Array.from(signature);
      changed[n * 8] = (changed[n * 8] ?? 0) ^ 1;
      expect(isSignedBy(key, message, changed)).toBe(false);
      expect(isSignedBy(key, Buffer.concat([message, Buffer.from([0])]), signature)).toBe(false);
    }
  });

  it('refuses a key of small order, which would sign everything', () => {
    const neutral = new Uint8Array(32);
    neutral[0] = 1;
    const signature = new Uint8Array(64);
    signature[0] = 1;
    expect(isSignedBy(neutral, utf8('anything'), signature)).toBe(false);
  });
});

describe('audit/verify/bytes and canonical', () => {
  it('reads base64 as Node does, and one spelling only', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(fromBase64(Buffer.from(bytes).toString('base64'))).toEqual(Uint8Array.from(bytes));
      }),
    );
    for (const text of ['A', 'AAA', 'AB==', 'A===', 'AA=A', '====', 'AA==AA==', 'ÄÄÄÄ'])
      expect(fromBase64(text), text).toBeNull();
  });

  it('writes the same canonical JSON as the journal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        let expected: string | null;
        try {
          expected = canonicalJson(JSON.parse(JSON.stringify(value)));
        } catch {
          expected = null; // what the journal cannot carry is no canonical JSON here either
        }
        expect(canonical(JSON.parse(JSON.stringify(value)))).toBe(expected);
      }),
    );
  });

  it('finds numbers in ranges', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), (seqs) => {
        const ranges = toRanges(seqs.toSorted((a, b) => a - b));
        for (let seq = 0; seq <= 61; seq += 1) expect(isIn(ranges, seq)).toBe(seqs.includes(seq));
      }),
    );
  });
});

describe('audit/verify/zip', () => {
  const entry = (name: string, text: string) => ({
    name,
    method: 0,
    crc: crc32(utf8(text)),
    size: utf8(text).length,
    packed: utf8(text),
  });

  it('reads what it builds, and refuses a bomb before it unpacks it', () => {
    const bytes = buildZip([entry('a.txt', 'one'), entry('b/c.txt', 'two')]);
    expect(readZip(bytes).faults).toEqual([]);
    const bomb = buildZip([{ ...entry('a.txt', 'one'), method: 8, size: 900_000_000 }]);
    expect(readZip(bomb).faults.map(({ check }) => check)).toEqual(['zip.bomb']);
  });

  it('never throws on bytes of any kind', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        const report = await verifyBundle(platform, { bytes, expectedKey: null, isEmbedded: false });
        expect(report.ok).toBe(false);
      }),
    );
  });
});

describe('audit/verify on hostile contents', () => {
  it('never throws on a manifest or a state of any kind, and finds each', async () => {
    const random = createRandom(11);
    const bytes = await makeBundle(makeJournal(random, 6), { key: createKey(), random });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('state.json', 'head.json', 'manifest.json', 'traces/00001.jsonl', 'journal/00000001.jsonl'),
        fc.jsonValue(),
        async (name, value) => {
          const files = unpack(bytes).set(name, utf8(`${JSON.stringify(value)}\n`));
          const forged = await repack(files, { keepsManifest: name === 'manifest.json' }).catch(() => null);
          if (forged === null) return; // what canonical JSON cannot carry cannot be written either
          const report = await verifyBundle(platform, { bytes: forged, expectedKey: null, isEmbedded: false });
          expect(report.ok).toBe(false);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('tells a bundle of a newer version from a broken one', async () => {
    const random = createRandom(12);
    const bytes = await makeBundle(makeJournal(random, 3), { key: null, random });
    const newer = await repack(unpack(bytes), {
      edit: (manifest) => ({ ...manifest, version: 2 }) as unknown as Manifest,
    });
    const report = await verifyBundle(platform, { bytes: newer, expectedKey: null, isEmbedded: false });
    expect(report.problems.map(({ check }) => check)).toEqual(['manifest.newer']);
    expect(readManifest('{}').kind).toBe('wrong-shape');
  });
});

describe('audit/names', () => {
  const cover = createNameCover([
    { name: 'Annegret Sonne', pseudonym: 'Person 1', isPerson: true },
    { name: 'Al', pseudonym: 'Person 2', isPerson: true },
    { name: '千春', pseudonym: 'Person 3', isPerson: true },
    { name: 'Zürich', pseudonym: 'Place 1', isPerson: false },
  ]);

  it('covers a name in any case, with and without accents, whole or a part of it', () => {
    expect(cover.cover('ANNEGRET sonne met Annegret in Zurich, Zürich')).toBe(
      'Person 1 met Person 1 in Place 1, Place 1',
    );
    expect(cover.cover('千春さん')).toBe('Person 3さん');
    expect(cover.cover('Annegrets Hut')).toBe('Person 1s Hut');
    expect(cover.holds('zürichsee')).toBe(true);
  });

  it('takes a short name as a whole word only', () => {
    expect(cover.cover('Al also called')).toBe('Person 2 also called');
  });
});
