import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../../main/audit/verify/keys.pure.ts';
import { verifyBundle } from '../../../main/audit/verify/verify.pure.ts';
import { nodePlatform } from '../../../main/audit/verify-file.ts';
import { sha256Hex } from '../../../main/audit/zip-writer.ts';
import { createKey, createRandom, makeBundle, makeJournal } from '../../builders/audit.ts';
import { FORGERIES } from '../../builders/forge.ts';

/** PALIMPSEST_FORGERIES=10000 runs as many as the project promises. */
const TOTAL = Number(process.env.PALIMPSEST_FORGERIES ?? 230);
const HONEST = Math.ceil(TOTAL / 10);
const EACH = Math.ceil(TOTAL / Object.keys(FORGERIES).length);
const LIMIT_MS = 60_000 + TOTAL * 200;

const platform = nodePlatform({ signal: new AbortController().signal });
const key = createKey();
const expectedKey = fingerprintOf(key.publicKey, sha256Hex);

const check = (bytes: Uint8Array, expected: string | null = expectedKey) =>
  verifyBundle(platform, { bytes, expectedKey: expected, isEmbedded: false });

async function makeOne(seed: number, isSigned = true): Promise<Uint8Array> {
  const random = createRandom(seed);
  const made = makeJournal(random, 3 + random(12));
  return makeBundle(made, { key: isSigned ? key : null, random, isCovering: random(2) === 0 });
}

describe('audit/verify', () => {
  it(
    'finds nothing wrong with honest bundles, signed or not, covered or not, with and without what was forgotten',
    async () => {
      for (let seed = 1; seed <= HONEST; seed += 1) {
        const isSigned = seed % 4 !== 0;
        const report = await check(await makeOne(seed, isSigned), isSigned ? expectedKey : null);
        expect(report.problems, `seed ${seed}`).toEqual([]);
        expect(report.isSigned).toBe(isSigned);
      }
    },
    LIMIT_MS,
  );

  for (const [name, forge] of Object.entries(FORGERIES)) {
    it(
      `finds and names ${name}`,
      async () => {
        for (let seed = 1; seed <= EACH; seed += 1) {
          const random = createRandom(seed * 7919);
          const forgery = await forge({ bytes: await makeOne(seed), other: await makeOne(seed + 100_000), random });
          const report = await check(forgery.bytes);
          expect(report.ok, `seed ${seed}`).toBe(false);
          expect(report.problems.some(forgery.names), `seed ${seed}: ${JSON.stringify(report.problems)}`).toBe(true);
        }
      },
      LIMIT_MS,
    );
  }

  it(
    'finds every changed bit of one bundle that is not signed either',
    async () => {
      const bytes = await makeOne(3, false);
      const step = TOTAL > 1_000 ? 1 : 97;
      for (let place = 0; place < bytes.length; place += step) {
        const out = Uint8Array.from(bytes);
        out[place] = (out[place] ?? 0) ^ (1 << (place % 8));
        expect((await check(out, null)).ok, `byte ${place}`).toBe(false);
      }
    },
    LIMIT_MS,
  );
});
