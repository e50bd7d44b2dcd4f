import type { ScoredObservation } from '../score/scored.ts';
import { ComparedMetric, type MetricName } from './figures.ts';

/** What one observation adds to a figure: `sum` of `weight`. */
export type Part = { readonly sum: number; readonly weight: number };

export type Measured = {
  readonly scored: ScoredObservation;
  /** Fragments that were supplied; null where nothing was observed. */
  readonly fragments: number | null;
  /** False for runs without an answerer, whose missing observations lack no answer. */
  readonly hasAnswers: boolean;
  /** False for a system that never tells what it supplied, whose missing observations lack no evidence either. */
  readonly hasEvidence: boolean;
};

/** Null: the metric does not apply, or is not observable. */
type Measure = (one: Measured) => Part | null;

const one = (value: boolean | number): Part => ({ sum: Number(value), weight: 1 });
const isMissing = ({ status }: ScoredObservation): boolean => status !== 'observed';

/** Of what is answered; a failed or missing answer is 0. Null for the answerer `none`. */
const ofAnswer =
  (
    applies: (scored: ScoredObservation) => boolean,
    read: (answer: NonNullable<ScoredObservation['answer']>) => boolean | number,
  ): Measure =>
  ({ scored, hasAnswers }) => {
    if (!hasAnswers || scored.score === null || !applies(scored)) return null;
    return one(scored.answer === null ? 0 : read(scored.answer));
  };

type Evidence = NonNullable<ScoredObservation['evidence']>;

/** Of evidence; missing is 0 of what there was to find. */
const ofEvidence =
  (read: (evidence: Evidence) => Part, weight: (scored: ScoredObservation) => number): Measure =>
  ({ scored, hasEvidence }) => {
    if (scored.evidence !== null) return read(scored.evidence);
    return hasEvidence && scored.evidenceStatus === 'missing' ? { sum: 0, weight: weight(scored) } : null;
  };

/** Whether a system tells what it supplied: not where it was asked and never did. */
export const tellsEvidence = (rows: readonly ScoredObservation[]): boolean =>
  rows.some(({ evidenceStatus }) => evidenceStatus === 'scored') ||
  !rows.some(({ evidenceStatus }) => evidenceStatus === 'not observable');

const once = (): number => 1;
const always = (): boolean => true;
const share = ({ hits, of }: { readonly hits: number; readonly of: number }): Part => ({ sum: hits, weight: of });

/** How each figure is made of observations; recalls are shares of evidence turns, so long lists count by their length. */
export const MEASURES: Readonly<Record<MetricName, Measure>> = {
  accuracy: ofAnswer(always, ({ isCorrect }) => isCorrect),
  score: ({ scored, hasAnswers }) => (!hasAnswers || scored.score === null ? null : one(scored.score)),
  stale: ofAnswer(
    ({ hasSuperseded }) => hasSuperseded,
    ({ isStale }) => isStale,
  ),
  abstention: ofAnswer(
    ({ kind }) => kind === 'unknown',
    ({ isAbstaining }) => isAbstaining,
  ),
  falseAbstention: ofAnswer(
    ({ kind }) => kind !== 'unknown',
    ({ isAbstaining }) => isAbstaining,
  ),
  conflict: ofAnswer(
    ({ kind }) => kind === 'conflict',
    ({ isCorrect }) => isCorrect,
  ),
  hit10: ofEvidence(({ hit }) => one(hit.at10), once),
  turnRecall10: ofEvidence(
    ({ turnRecall }) => share(turnRecall.at10),
    ({ evidenceTurns }) => evidenceTurns,
  ),
  turnRecall: ofEvidence(
    ({ turnRecall }) => share(turnRecall.all),
    ({ evidenceTurns }) => evidenceTurns,
  ),
  sessionRecall10: ofEvidence(
    ({ sessionRecall }) => share(sessionRecall.at10),
    ({ evidenceSessions }) => evidenceSessions,
  ),
  reciprocalRank: ofEvidence(({ reciprocalRank }) => one(reciprocalRank), once),
  firstRank: ({ scored }) => (scored.evidence?.firstRank == null ? null : one(scored.evidence.firstRank)),
  closure: ofEvidence(({ isComplete }) => one(isComplete), once),
  tokens: ({ scored }) => (isMissing(scored) || scored.contextTokens === null ? null : one(scored.contextTokens)),
  fragments: ({ scored, fragments }) => (isMissing(scored) || fragments === null ? null : one(fragments)),
};

/** From 0 to 1, so that a missing one has a worst and a best. */
export const isBounded = (metric: MetricName): boolean => !['firstRank', 'tokens', 'fragments'].includes(metric);

/** Yes or no for each observation: McNemar applies. */
export const isBinary = (metric: MetricName): boolean =>
  ['accuracy', 'stale', 'abstention', 'falseAbstention', 'conflict', 'hit10', 'closure'].includes(metric);

/** What arms are compared by, and what has intervals. */
export const HEADLINES: readonly MetricName[] = ComparedMetric.options;
