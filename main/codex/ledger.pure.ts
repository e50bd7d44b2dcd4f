import type { AssertedBy, ClaimAct, Precision } from '../contract/codex.ts';

/** An admitted claim about one subject and relation. Times are milliseconds since 1970; null is unknown or open. */
export type LedgerClaim = {
  readonly id: string;
  /** Order of arrival: record, then place in it. */
  readonly seq: number;
  readonly ordinal: number;
  readonly act: ClaimAct;
  /** Equal keys are equal values; null only for `end` and `retract` of whatever holds. */
  readonly key: string | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly precision: Precision;
  readonly isPast: boolean;
  /** When it was said. */
  readonly observedAt: number;
  /** When Palimpsest began to believe it: recorded, or accepted from the inbox. */
  readonly knownAt: number;
  readonly assertedBy: AssertedBy;
  /** Who or what said it: statements of one source follow on each other, those of two can conflict. */
  readonly source: string;
  readonly replacesKey: string | null;
  /** An end that follows from another claim ("hates it" ends "likes it"): it tells nothing by itself. */
  readonly isImplied: boolean;
  /** Claims that the user pointed at. */
  readonly replacesIds: readonly string[];
};

export type SettledStatus = 'active' | 'superseded' | 'corrected' | 'retracted' | 'conflicted' | 'ended';

/** One belief as all admitted claims together make it. */
export type Settled = {
  /** The claim of it that arrived first. */
  readonly id: string;
  readonly claimIds: readonly string[];
  readonly key: string;
  readonly from: number | null;
  readonly isStartStated: boolean;
  readonly to: number | null;
  readonly precision: Precision;
  readonly knownFrom: number;
  readonly knownTo: number | null;
  readonly status: SettledStatus;
  readonly supersedes: readonly string[];
  readonly supersededBy: readonly string[];
};
