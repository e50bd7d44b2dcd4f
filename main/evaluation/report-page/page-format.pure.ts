import type { ObservationRow } from '../report/observation-row.ts';

/**
 * What is inside a report's page: each part is JSON, deflated, as base64 in an element of its own that no browser runs.
 * Long parts are opened only when they are asked for.
 */
export const PART = {
  report: 'report',
  /** Small things about trajectories: `TrajectoryNote[]`. */
  trajectories: 'trajectories',
  index: 'index',
  /** `Passage[]` of the n-th trajectory. */
  passages: (n: number): string => `passages-${n}`,
  /** `ObservationRow[]`: the n-th `ROWS_IN_PART` rows. */
  rows: (n: number): string => `rows-${n}`,
  /** `FragmentTexts[]` of the same rows; absent where the page was written without them. */
  texts: (n: number): string => `texts-${n}`,
} as const;

export const ROWS_IN_PART = 100;

export type TrajectoryNote = {
  readonly id: string;
  readonly title: string;
  readonly domain: string;
  readonly checkpoints: readonly { readonly id: string; readonly at: string }[];
};

/** A turn or a document, by the id that evidence has: id, who or the document's name, when, the words. */
export type Passage = readonly [id: string, by: string, at: string, text: string];

/** Texts of the supplied fragments in rank order; null where the trace could not be read. */
export type FragmentTexts = readonly string[] | null;

/** What the list of observations needs of each, as places in lists of words. */
export const INDEX_FIELDS = [
  'arm',
  'trajectory',
  'checkpoint',
  'probe',
  'category',
  'outcome',
  'question',
  'answer',
] as const;
export type IndexField = (typeof INDEX_FIELDS)[number];

export type RowIndex = {
  readonly count: number;
  /** Each word once, in the order in which it came. */
  readonly words: Readonly<Record<IndexField, readonly string[]>>;
  /** For every row the place of its word. */
  readonly places: Readonly<Record<IndexField, readonly number[]>>;
};

/** What became of one question, in the order in which a reader looks for them. */
export const OUTCOMES = [
  'right',
  'wrong',
  'stale',
  'did not know',
  'knew that it is unknown',
  'evidence found',
  'evidence found in part',
  'evidence missed',
  'nothing to score',
  'failed',
  'missing',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The one word for an observation that filters and lists go by; figures are made elsewhere, from the scores. */
export function outcomeOf({ status, scores, isAbstaining, category }: ObservationRow): Outcome {
  if (status !== 'observed') return status;
  if (scores.accuracy === undefined) return findingOf(scores);
  if (scores.accuracy === 1) return category === 'abstention' ? 'knew that it is unknown' : 'right';
  if (scores.stale === 1) return 'stale';
  return isAbstaining === true && category !== 'abstention' ? 'did not know' : 'wrong';
}

/** Where nothing was answered, what counts is whether the evidence was there. */
function findingOf({ turnRecall, hit10 }: ObservationRow['scores']): Outcome {
  if (turnRecall === undefined && hit10 === undefined) return 'nothing to score';
  if (turnRecall === 1) return 'evidence found';
  return (turnRecall ?? hit10 ?? 0) > 0 ? 'evidence found in part' : 'evidence missed';
}
