import type { AssertedBy, Bucket } from '../contract/codex.ts';
import type { LedgerClaim, Settled, SettledStatus } from './ledger.pure.ts';

/** A claim that states a value, with what later words did to it. */
export type Statement = {
  readonly claim: LedgerClaim;
  readonly key: string;
  /** Beginning that was said, or that it inherits from what it corrects. */
  readonly from: number | null;
  /** False where it took the place of a value whose beginning nobody said. */
  readonly isStated: boolean;
  readonly to: number | null;
  /** The claim that made it wrong. */
  readonly gone: { readonly kind: 'corrected' | 'retracted'; readonly by: LedgerClaim } | null;
};

/** "No longer": `key` is over at `at`; null is whatever held then. */
export type End = { readonly key: string | null; readonly at: number; readonly claim: LedgerClaim };

export type Read = { readonly statements: readonly Statement[]; readonly ends: readonly End[] };

const RANK: Readonly<Record<AssertedBy, number>> = { correction: 5, user: 4, other: 3, document: 2, assistant: 1 };

export const rankOf = ({ assertedBy }: Pick<LedgerClaim, 'assertedBy'>): number => RANK[assertedBy];

/** Authority without regard to its being a correction: the user is the user. */
export const standingOf = (claim: Pick<LedgerClaim, 'assertedBy'>): number => Math.min(4, rankOf(claim));

/** In the order in which it was said; what was said at once, in order of arrival. */
export function bySaid(a: LedgerClaim, b: LedgerClaim): number {
  return a.observedAt - b.observedAt || a.seq - b.seq || a.ordinal - b.ordinal;
}

/** Beginning for the order on the valid axis: no later than when it was said. */
export const startOf = ({ from, claim }: Pick<Statement, 'from' | 'claim'>): number => from ?? claim.observedAt;

/**
 * Statements and ends, with corrections and retractions done. They work on what was said before them, whenever it
 * arrived, and never on what a higher authority said.
 */
export function readStatements(claims: readonly LedgerClaim[], bucket: Bucket): Read {
  const statements: Statement[] = [];
  const ends: End[] = [];
  for (const claim of [...claims].sort(bySaid)) {
    const live = statements.filter(({ gone, claim: said }) => gone === null && standingOf(claim) >= standingOf(said));
    if (claim.act === 'end') ends.push({ key: claim.key, at: claim.to ?? claim.from ?? claim.observedAt, claim });
    if (claim.act === 'retract') mark(statements, findRetracted(live, claim), { kind: 'retracted', by: claim });
    if (claim.act === 'state' && claim.key !== null) statements.push(stateOf(claim, claim.key));
    if (claim.act === 'correct' && claim.key !== null) {
      const wrong = findCorrected(live, claim, bucket);
      mark(statements, wrong, { kind: 'corrected', by: claim });
      const first = wrong[0];
      const own = stateOf(claim, claim.key);
      // A correction says that the record was wrong, so the right value takes the wrong one's place in time.
      statements.push(first && own.from === null ? inPlaceOf(own, first, bucket) : own);
    }
  }
  return { statements, ends };
}

const stateOf = (claim: LedgerClaim, key: string): Statement => ({
  claim,
  key,
  from: claim.from,
  isStated: claim.from !== null,
  to: claim.to,
  gone: null,
});

function inPlaceOf(own: Statement, wrong: Statement, bucket: Bucket): Statement {
  const from = bucket === 'property' ? wrong.from : startOf(wrong);
  return { ...own, from, isStated: wrong.isStated, to: own.to ?? wrong.to };
}

function mark(statements: Statement[], chosen: readonly Statement[], gone: NonNullable<Statement['gone']>): void {
  for (const statement of chosen) {
    const index = statements.indexOf(statement);
    if (index >= 0) statements[index] = { ...statement, gone };
  }
}

function findRetracted(live: readonly Statement[], claim: LedgerClaim): readonly Statement[] {
  const named = pointedAt(live, claim);
  if (named.length > 0 || claim.replacesIds.length > 0) return named;
  if (claim.key !== null) return live.filter(({ key }) => key === claim.key);
  const last = live.at(-1);
  return last ? live.filter(({ key }) => key === last.key) : [];
}

function findCorrected(live: readonly Statement[], claim: LedgerClaim, bucket: Bucket): readonly Statement[] {
  const named = pointedAt(live, claim);
  if (named.length > 0 || claim.replacesIds.length > 0) return named;
  if (claim.replacesKey !== null) return live.filter(({ key }) => key === claim.replacesKey);
  if (bucket === 'property') return live.filter(({ key }) => key !== claim.key);
  const at = claim.from ?? claim.observedAt;
  const begun = live.filter((statement) => startOf(statement) <= at || statement.key === claim.key);
  const own = begun.filter(({ key }) => key === claim.key);
  // The same value with another day: it is the day that was wrong.
  if (claim.from !== null && own.length > 0) return lastRun(own);
  // Several values stand side by side: which of them was wrong has to be said.
  if (bucket === 'multi-valued') return [];
  const run = lastRun(begun);
  return run[0]?.key === claim.key ? [] : run;
}

/** The statements of the value that began last, back to where another value stands. */
function lastRun(statements: readonly Statement[]): readonly Statement[] {
  const latestFirst = [...statements].sort((a, b) => startOf(b) - startOf(a));
  const older = latestFirst.findIndex(({ key }) => key !== latestFirst[0]?.key);
  return older < 0 ? latestFirst : latestFirst.slice(0, older);
}

const pointedAt = (live: readonly Statement[], { replacesIds }: LedgerClaim): readonly Statement[] =>
  live.filter(({ claim }) => replacesIds.includes(claim.id));

/** Statements of one belief, made into it. `more` says where it stands in time and what became of it. */
export type Fate = {
  readonly from: number | null;
  readonly to: number | null;
  readonly status: SettledStatus;
  readonly knownTo?: number;
};

export type Draft = Settled & { readonly members: readonly Statement[] };

export function toSettled(members: readonly Statement[], fate: Fate): Draft {
  const claims = members.map(({ claim }) => claim);
  const first = claims.reduce((a, b) => ((b.seq - a.seq || b.ordinal - a.ordinal) < 0 ? b : a));
  const begins = members.find(({ from }) => from !== null && from === fate.from) ?? members[0];
  const knownFrom = Math.min(...claims.map(({ knownAt }) => knownAt));
  return {
    id: first.id,
    claimIds: claims.map(({ id }) => id),
    key: members[0]?.key ?? '',
    from: fate.from,
    isStartStated: begins?.isStated ?? false,
    to: fate.to,
    precision: begins?.claim.precision ?? 'minute',
    knownFrom,
    knownTo: fate.knownTo === undefined ? null : Math.max(knownFrom, fate.knownTo),
    status: fate.status,
    supersedes: [],
    supersededBy: [],
    members,
  };
}

/** What was corrected or retracted, statements with one value and one fate together. */
export function settleGone(statements: readonly Statement[]): readonly Draft[] {
  const groups = new Map<string, Statement[]>();
  for (const statement of statements) {
    if (statement.gone === null) continue;
    const name = `${statement.gone.by.id} ${statement.key}`;
    groups.set(name, [...(groups.get(name) ?? []), statement]);
  }
  return [...groups.values()].map((members) => {
    const [first] = members;
    const gone = first?.gone;
    return toSettled(members, {
      from: first ? startOf(first) : null,
      to: first?.to ?? null,
      status: gone?.kind ?? 'corrected',
      knownTo: gone?.by.knownAt ?? 0,
    });
  });
}

/** What a line or a property comes to, before its beliefs are linked: `pairs` are [old, new]. */
export type Drawn = { readonly drafts: readonly Draft[]; readonly pairs: readonly (readonly [Draft, Draft])[] };

/** Links each belief to what took its place. */
export function link(drawn: readonly Drawn[]): readonly Settled[] {
  const drafts = drawn.flatMap((part) => part.drafts);
  const pairs = [...drawn.flatMap((part) => part.pairs), ...correctionPairs(drafts)];
  return drafts.map((draft) => {
    const { members: _, ...settled } = draft;
    const before = pairs.filter(([, next]) => next === draft).map(([old]) => old.id);
    const after = pairs.filter(([old]) => old === draft).map(([, next]) => next.id);
    return { ...settled, supersedes: [...new Set(before)], supersededBy: [...new Set(after)] };
  });
}

/** Pairs of what a claim made wrong and the belief that this claim is part of. */
function correctionPairs(drafts: readonly Draft[]): readonly (readonly [Draft, Draft])[] {
  return drafts.flatMap((draft) => {
    const by = draft.members[0]?.gone?.by.id;
    const next = by === undefined ? undefined : drafts.find(({ claimIds }) => claimIds.includes(by));
    return next && next !== draft ? [[draft, next] as const] : [];
  });
}
