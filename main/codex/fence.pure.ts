import type { AssertedBy, ClaimAct, HeldFor, Precision } from '../contract/codex.ts';
import type { LedgerClaim } from './ledger.pure.ts';

/** A reader sees what was known at `knownAt` (ms) in records up to `generation`, both inclusive, and nothing of later ones. */
export type Fence = { readonly knownAt: number; readonly generation: number };

export const UNFENCED: Fence = { knownAt: Number.POSITIVE_INFINITY, generation: Number.POSITIVE_INFINITY };

export type Undone = { readonly undoneSeq: number | null; readonly undoneAt: number | null };

export type Standing = 'admitted' | 'held' | 'rejected' | 'withdrawn';

/** Whether a claim counts and about whom it is, from record `seq` on. */
export type StandingRow = Undone & {
  readonly seq: number;
  readonly at: number;
  readonly standing: Standing;
  readonly subjectId: string;
  readonly objectId: string | null;
};

/** From record `seq` on, `fromId` is another name of `intoId`. */
export type LinkRow = Undone & {
  readonly seq: number;
  readonly at: number;
  readonly fromId: string;
  readonly intoId: string;
};

export type ClaimValue =
  | { readonly kind: 'entity'; readonly id: string }
  | { readonly kind: 'literal'; readonly text: string; readonly value: string };

/** A claim as stored; times in milliseconds since 1970. */
export type ClaimRow = {
  readonly id: string;
  readonly spaceId: string;
  readonly seq: number;
  readonly ordinal: number;
  readonly act: ClaimAct;
  readonly relation: string;
  readonly objectText: string | null;
  readonly objectValue: string | null;
  readonly replaces: ClaimValue | null;
  readonly replacesIds: readonly string[];
  readonly from: number | null;
  readonly precision: Precision | null;
  readonly to: number | null;
  readonly toPrecision: Precision | null;
  readonly isPast: boolean;
  readonly isImplied: boolean;
  readonly observedAt: number;
  readonly assertedBy: AssertedBy;
  readonly source: string;
  readonly confidence: number;
  readonly turnId: string | null;
  readonly quote: string | null;
  readonly quoteFrom: number | null;
  readonly extractor: string;
  readonly heldFor: HeldFor | null;
  readonly mayMean: readonly string[];
  readonly standings: readonly StandingRow[];
};

type Recorded = Undone & { readonly seq: number; readonly at: number };

const isSeen = ({ seq, at, undoneSeq, undoneAt }: Recorded, { knownAt, generation }: Fence): boolean => {
  if (seq > generation || at > knownAt) return false;
  return undoneSeq === null || undoneSeq > generation || (undoneAt ?? 0) > knownAt;
};

export type State = {
  readonly standing: Standing;
  readonly subjectId: string;
  readonly objectId: string | null;
  /** Since when it has had this standing without a break. */
  readonly since: number;
};

/** How a claim stood inside the fence; null where it was not there, or was taken back. */
export function standingAt(claim: Pick<ClaimRow, 'standings'>, fence: Fence): State | null {
  const seen = claim.standings.filter((row) => isSeen(row, fence)).sort((a, b) => a.seq - b.seq);
  const last = seen.at(-1);
  if (!last) return null;
  let since = last.at;
  for (const row of seen.reverse()) {
    if (row.standing !== last.standing) break;
    since = row.at;
  }
  return { standing: last.standing, subjectId: last.subjectId, objectId: last.objectId, since };
}

/** The entity that an id meant inside the fence. */
export function rootsAt(links: readonly LinkRow[], fence: Fence): (id: string) => string {
  const into = new Map<string, string>();
  for (const link of [...links].sort((a, b) => a.seq - b.seq))
    if (isSeen(link, fence)) into.set(link.fromId, link.intoId);
  return (id) => {
    let at = id;
    // A chain longer than the links there are would be a circle; merges are refused before they make one.
    for (let steps = 0; steps <= into.size; steps += 1) {
      const next = into.get(at);
      if (next === undefined) break;
      at = next;
    }
    return at;
  };
}

const keyOf = (value: ClaimValue, root: (id: string) => string): string =>
  value.kind === 'entity' ? `e:${root(value.id)}` : `l:${value.value}`;

/** The value that a claim states, as the entity that it means inside the fence. */
export function claimValue(claim: ClaimRow, state: Pick<State, 'objectId'>): ClaimValue | null {
  if (state.objectId !== null) return { kind: 'entity', id: state.objectId };
  if (claim.objectText === null || claim.objectValue === null) return null;
  return { kind: 'literal', text: claim.objectText, value: claim.objectValue };
}

export function toLedgerClaim(claim: ClaimRow, state: State, root: (id: string) => string): LedgerClaim {
  const value = claimValue(claim, state);
  return {
    id: claim.id,
    seq: claim.seq,
    ordinal: claim.ordinal,
    act: claim.act,
    key: value === null ? null : keyOf(value, root),
    from: claim.from,
    to: claim.to,
    precision: claim.precision ?? 'minute',
    isPast: claim.isPast,
    isImplied: claim.isImplied,
    observedAt: claim.observedAt,
    knownAt: state.since,
    assertedBy: claim.assertedBy,
    source: claim.source,
    replacesKey: claim.replaces === null ? null : keyOf(claim.replaces, root),
    replacesIds: claim.replacesIds,
  };
}

/** One subject and relation with the admitted claims about it. */
export type LedgerKey = {
  readonly subjectId: string;
  readonly relation: string;
  readonly claims: readonly LedgerClaim[];
};

/** Admitted claims by subject and relation, as the fence shows them. */
export function groupClaims(
  rows: readonly ClaimRow[],
  fence: Fence,
  root: (id: string) => string,
): readonly LedgerKey[] {
  const groups = new Map<string, { subjectId: string; relation: string; claims: LedgerClaim[] }>();
  for (const row of rows) {
    const state = standingAt(row, fence);
    if (state?.standing !== 'admitted') continue;
    const subjectId = root(state.subjectId);
    const name = `${subjectId}\n${row.relation}`;
    const group = groups.get(name) ?? { subjectId, relation: row.relation, claims: [] };
    group.claims.push(toLedgerClaim(row, state, root));
    groups.set(name, group);
  }
  return [...groups.values()];
}
