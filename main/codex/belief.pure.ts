import type { AssertedBy, Bucket } from '../contract/codex.ts';
import type { LedgerKey } from './fence.pure.ts';
import { type ClaimRow, type ClaimValue, claimValue, standingAt, UNFENCED } from './fence.pure.ts';
import type { Settled } from './ledger.pure.ts';
import { settle } from './settle.pure.ts';
import { rankOf } from './statements.pure.ts';

/** A settled belief with what its claims say of it. */
export type Belief = Settled & {
  readonly subjectId: string;
  readonly relation: string;
  readonly value: ClaimValue;
  readonly generation: number;
  readonly confidence: number;
  readonly assertedBy: AssertedBy;
  readonly lastMentionedAt: number;
};

/** The beliefs of one subject and relation, from claims that are all in `rows`. */
export function toBeliefs(
  key: LedgerKey,
  bucket: Bucket,
  look: { readonly rows: ReadonlyMap<string, ClaimRow>; readonly root: (id: string) => string },
): readonly Belief[] {
  return settle(key.claims, bucket).flatMap((settled) => {
    const claims = settled.claimIds.flatMap((id) => look.rows.get(id) ?? []);
    const [first] = claims;
    const state = first === undefined ? null : standingAt(first, UNFENCED);
    const value = first === undefined ? null : claimValue(first, state ?? { objectId: null });
    if (first === undefined || value === null) return [];
    return [
      {
        ...settled,
        subjectId: key.subjectId,
        relation: key.relation,
        value: value.kind === 'entity' ? { ...value, id: look.root(value.id) } : value,
        generation: Math.max(...claims.map(({ seq }) => seq)),
        confidence: Math.max(...claims.map(({ confidence }) => confidence)),
        assertedBy: claims.reduce((best, next) => (rankOf(next) > rankOf(best) ? next : best)).assertedBy,
        lastMentionedAt: Math.max(...claims.map(({ observedAt }) => observedAt)),
      },
    ];
  });
}
