import { HAS } from './describe.pure.ts';
import { featuresOf } from './features.pure.ts';
import { meanSim } from './max-sim.pure.ts';
import type { CandidateSignals, QuestionSignals } from './signals.pure.ts';

export type Weights = Readonly<Record<string, number>>;

/** Fitted by `scripts/fit-ranker.mjs` on long turns and on the same turns cut short, so that one set serves both. */
export type RankingModel = {
  readonly weights: Weights;
  /** Chance that the best results hold the answer: by late interaction, by vectors without it, by words alone. */
  readonly support: Readonly<Record<'late' | 'vector' | 'words', SupportWeights>>;
};

export type SupportWeights = {
  readonly bias: number;
  readonly sim: number;
  readonly coverage: number;
  readonly cosine: number;
};

export type RankSettings = { readonly decay: boolean };

export type Ranked = {
  readonly index: number;
  /** Log odds but for a constant. */
  readonly score: number;
  /** What made the score: feature × weight, without what made nothing. */
  readonly parts: Readonly<Record<string, number>>;
};

/** At most so much is taken off by disuse: enough to order near ties, never enough to hide evidence. */
const DECAY_WEIGHT = 0.5;
/**
 * A question that Palimpsest was asked holds no answer and would win over the answer by its wording; what Palimpsest
 * answered rests on other turns, which are the evidence.
 */
const ASKED_WEIGHT = -6;
const ASKED_MAX_CHARS = 200;
/** A turn that a current fact rests on, and one whose fact was replaced, by how much of the question the fact meets. */
const FACT_WEIGHT = 3;
const STALE_WEIGHT = -5;

/** Ranks candidates by a weighted sum of their features, best first; ties in their own order. */
export function rankCandidates(
  question: QuestionSignals,
  candidates: readonly CandidateSignals[],
  { model, settings }: { readonly model: RankingModel; readonly settings: RankSettings },
): { readonly ranked: readonly Ranked[]; readonly support: number } {
  const features = featuresOf(question, candidates);
  const weights = Object.entries(model.weights);
  const ranked = candidates.map((candidate, index): Ranked => {
    const parts: Record<string, number> = {};
    let score = 0;
    const count = (name: string, part: number): void => {
      if (part === 0) return;
      parts[name] = part;
      score += part;
    };
    for (const [name, weight] of weights) count(name, weight * (features[index]?.[name] ?? 0));
    if (settings.decay) count('decay', DECAY_WEIGHT * (candidate.decay - 1));
    count('fact', FACT_WEIGHT * (candidate.isStale ? 0 : candidate.fact));
    if (candidate.isStale && !asksPast(question)) count('replaced fact', STALE_WEIGHT * candidate.fact);
    if (isOwnWords(candidate, question)) count('own words of Palimpsest', ASKED_WEIGHT);
    return { index, score, parts };
  });
  return {
    ranked: ranked.sort((a, b) => b.score - a.score || a.index - b.index),
    support: supportOf(question, candidates, model.support),
  };
}

/** Order, overviews and times need the old as much as the new. */
function asksPast({ reading }: QuestionSignals): boolean {
  return (
    reading.period !== null ||
    !['fact', 'list', 'count', 'preference', 'chat', 'instruction'].includes(reading.operation)
  );
}

function isOwnWords(candidate: CandidateSignals, { reading }: QuestionSignals): boolean {
  const isQuestion = candidate.isAsked && (candidate.flags & HAS.question) > 0 && candidate.chars <= ASKED_MAX_CHARS;
  return isQuestion || (candidate.isAnswer && !reading.isAboutAssistant);
}

/** Nothing of what Palimpsest was asked or answered itself supports anything. */
function supportOf(
  question: QuestionSignals,
  candidates: readonly CandidateSignals[],
  models: RankingModel['support'],
): number {
  const evidence = candidates.filter(({ isAsked, isAnswer }) => !isAsked && !isAnswer);
  if (evidence.length === 0) return 0;
  const weights = question.tokenWeights ?? new Float32Array();
  const best = (readingOf: (candidate: CandidateSignals) => number): number =>
    evidence.reduce((most, candidate) => Math.max(most, readingOf(candidate)), 0);
  const hasLate = evidence.some(({ maxSim }) => maxSim !== null);
  const hasVectors = evidence.some(({ cosine }) => cosine !== null);
  const model = hasLate ? models.late : hasVectors ? models.vector : models.words;
  const odds =
    model.bias +
    model.sim * best(({ maxSim }) => (maxSim === null ? 0 : meanSim(maxSim, weights))) +
    model.coverage * best((candidate) => candidate.coverage) +
    model.cosine * best((candidate) => candidate.cosine ?? 0);
  return 1 / (1 + Math.exp(-odds));
}
