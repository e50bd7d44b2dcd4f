import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClaimRow, groupClaims, rootsAt } from '../../../main/codex/fence.pure.ts';
import type { LedgerClaim } from '../../../main/codex/ledger.pure.ts';
import { resolve, settle } from '../../../main/codex/settle.pure.ts';
import type { Bucket } from '../../../main/contract/codex.ts';
import { askNaively } from './naive-ledger.ts';
import { anyHistory, DAY, HISTORY_DAYS, ORIGIN, type RandomHistory } from './random-history.ts';

const RUNS = Number(process.env.PALIMPSEST_HISTORIES ?? 1000);

function answersOf(claims: readonly LedgerClaim[], bucket: Bucket) {
  const settled = settle(claims, bucket);
  const keys = (list: readonly { readonly key: string }[]) => [...new Set(list.map(({ key }) => key))].sort();
  return INSTANTS.map((at) => {
    const resolved = resolve(settled, at);
    if (resolved.kind === 'missing') return { held: [], disputed: [] };
    return { held: keys(resolved.admitted), disputed: keys(resolved.conflicts) };
  });
}

/** Instants at which something could be decided otherwise: each day's beginning, and just after the odd ones. */
const INSTANTS = Array.from({ length: HISTORY_DAYS + 4 }, (_, day) => ORIGIN + (day - 1) * DAY).flatMap((at) => [
  at,
  at + DAY / 2 + 1,
]);

const claimsAt = ({ rows, links }: RandomHistory, knownAt: number, generation: number) => {
  const fence = { knownAt, generation };
  const root = rootsAt(links, fence);
  return groupClaims(rows, fence, root);
};

describe('codex/settle', () => {
  it(
    'answers as a reader who replays every claim, at every valid time, known time and generation',
    () => {
      fc.assert(
        fc.property(anyHistory(), fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }), (history, k, g) => {
          for (const [knownAt, generation] of [
            [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
            [history.recordedAt(k), Number.POSITIVE_INFINITY],
            [Number.POSITIVE_INFINITY, g],
            [history.recordedAt(k), g],
          ] as const)
            for (const { claims } of claimsAt(history, knownAt, generation))
              expect(answersOf(claims, history.bucket)).toEqual(
                INSTANTS.map((at) => askNaively(claims, history.bucket, at)),
              );
        }),
        { numRuns: RUNS },
      );
      // Eight thousand answers a history: longer for those who ask for ten thousand histories.
    },
    30_000 + RUNS * 400,
  );

  it('makes the same ledger whatever the order in which the claims are handed over', () => {
    fc.assert(
      fc.property(anyHistory(), (history) => {
        const shuffled: readonly ClaimRow[] = [...history.rows].reverse();
        const of = (rows: readonly ClaimRow[]) =>
          claimsAt({ ...history, rows }, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
            .map(({ subjectId, claims }) => [subjectId, [...settle(claims, history.bucket)].sort(byId)] as const)
            .sort(([a], [b]) => (a < b ? -1 : 1));
        expect(of(shuffled)).toEqual(of(history.rows));
      }),
      { numRuns: 200 },
    );
  });

  it('gives every claim that states a value to exactly one belief', () => {
    fc.assert(
      fc.property(anyHistory(), (history) => {
        for (const { claims } of claimsAt(history, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)) {
          const settled = settle(claims, history.bucket);
          const given = settled.flatMap(({ claimIds }) => claimIds);
          expect(new Set(given).size).toBe(given.length);
          // "Used to" of a value that is there only says when it was over.
          for (const { id, act, key, isPast } of claims)
            if ((act === 'state' || act === 'correct') && key !== null && !isPast) expect(given).toContain(id);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('never lets two values of a single-valued relation stand at once without calling it a conflict', () => {
    fc.assert(
      fc.property(anyHistory('single-valued'), (history) => {
        for (const { claims } of claimsAt(history, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY))
          for (const at of INSTANTS) {
            const dated = settle(claims, 'single-valued').filter(({ from }) => from !== null);
            const resolved = resolve(dated, at);
            if (resolved.kind === 'found') expect(resolved.admitted.length).toBeLessThanOrEqual(1);
          }
      }),
      { numRuns: 200 },
    );
  });
});

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);
