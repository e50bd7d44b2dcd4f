import { ASKS, HAS } from './describe.pure.ts';
import { meanSim } from './max-sim.pure.ts';
import type { CandidateSignals, QuestionSignals } from './signals.pure.ts';

/** Named values of one candidate, mostly 0 to 1; the names are shown in traces. */
export type Features = Readonly<Record<string, number>>;

/** A neighbour's similarity counts nearly as much as one's own (research/retrieval.md). */
const NEIGHBOUR_SIM = 0.9;
const NEIGHBOUR_COSINE = 0.5;
/** From this similarity on a token is as good as the word itself. */
const SAME_WORD = 0.75;

/** Scales so that the best of the list is 1 and the worst 0; a list of equals is all 0. */
function scale(values: readonly (number | null)[]): (index: number) => number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const range = high - low;
  return (index) => {
    const value = values[index] ?? null;
    return value === null || !(range > 0) ? 0 : (value - low) / range;
  };
}

/** 1 where the text has what the question asks for, −1 where it has not, 0 where it asks for something else. */
const fits = (isAsked: boolean, has: boolean): number => (isAsked ? (has ? 1 : -1) : 0);

const SPEAKER = { named: 1, 'other named': -1, 'nobody named': 0 } as const;

/** Features of all candidates of one question, in their order. */
export function featuresOf(question: QuestionSignals, candidates: readonly CandidateSignals[]): readonly Features[] {
  const weights = question.tokenWeights ?? new Float32Array();
  const at = (index: number): CandidateSignals | undefined => (index < 0 ? undefined : candidates[index]);
  const neighbours = (candidate: CandidateSignals) =>
    [at(candidate.previous), at(candidate.next)].filter((near) => near !== undefined);
  const nearCosines = candidates.map((candidate) => {
    const near = neighbours(candidate).flatMap(({ cosine }) => (cosine === null ? [] : [cosine]));
    return near.length === 0 ? 0 : near.reduce((sum, cosine) => sum + cosine, 0) / near.length;
  });
  const sims = candidates.map(({ maxSim }) => (maxSim === null ? null : meanSim(maxSim, weights)));
  const nearSims = candidates.map((candidate) => withNeighbours(candidate, neighbours(candidate), weights));
  const isUserFirst = question.hasAssistant && !wantsAssistant(question);
  const lexical = scale(candidates.map(({ own }) => own));
  const window = scale(candidates.map((candidate) => candidate.window));
  const session = scale(candidates.map((candidate) => candidate.session));
  const vector = scale(candidates.map(({ cosine }) => cosine));
  const neighbourVector = scale(nearCosines);
  const blended = scale(
    candidates.map(({ cosine }, index) =>
      cosine === null ? null : cosine + NEIGHBOUR_COSINE * (nearCosines[index] ?? 0),
    ),
  );
  const sessionVector = scale(candidates.map(({ sessionCosine }) => sessionCosine));
  const late = scale(sims);
  const lateNearby = scale(nearSims);
  return candidates.map((candidate, index) => {
    const { flags } = candidate;
    const speaker = SPEAKER[candidate.speaker];
    const isAssistant = candidate.role === 'assistant';
    return {
      lexical: lexical(index),
      window: window(index),
      session: session(index),
      coverage: candidate.coverage,
      'window coverage': candidate.windowCoverage,
      vector: vector(index),
      'neighbour vector': neighbourVector(index),
      'vector, blended': blended(index),
      'session vector': sessionVector(index),
      'late interaction': late(index),
      'late interaction nearby': lateNearby(index),
      'same words': sameWords(candidate.maxSim, weights),
      speaker,
      'lexical by speaker': lexical(index) * speaker,
      role: isUserFirst && candidate.role === 'user' ? 1 : 0,
      'lexical of assistant': isAssistant ? lexical(index) : 0,
      length: (Math.log(1 + candidate.chars) - 5) / 3,
      question: (flags & HAS.question) > 0 ? 1 : 0,
      number: fits((question.flags & ASKS.forNumber) > 0, (flags & HAS.number) > 0),
      'time words': fits((question.flags & ASKS.forTime) > 0, (flags & HAS.time) > 0),
      'number or time': (flags & (HAS.number | HAS.time)) > 0 ? 1 : 0,
      time: isInPeriod(candidate.saidAtMs, question.reading.period) ? 1 : 0,
    };
  });
}

/** "You" in a request for advice or for a text speaks to the assistant; it does not ask what the assistant said. */
const wantsAssistant = ({ reading }: QuestionSignals): boolean =>
  reading.isAboutAssistant && !['preference', 'instruction', 'summary', 'event_order'].includes(reading.operation);

function withNeighbours(
  candidate: CandidateSignals,
  neighbours: readonly CandidateSignals[],
  weights: Float32Array,
): number | null {
  if (candidate.maxSim === null) return null;
  const most = candidate.maxSim.slice();
  for (const { maxSim } of neighbours) {
    if (maxSim === null) continue;
    for (let i = 0; i < most.length; i += 1) most[i] = Math.max(most[i] ?? 0, NEIGHBOUR_SIM * (maxSim[i] ?? 0));
  }
  return meanSim(most, weights);
}

/** Share of the question's weight that the text has as good as word for word. */
function sameWords(maxSim: Float32Array | null, weights: Float32Array): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < weights.length; i += 1) {
    total += weights[i] ?? 0;
    if ((maxSim?.[i] ?? 0) > SAME_WORD) sum += weights[i] ?? 0;
  }
  return total > 0 ? sum / total : 0;
}

function isInPeriod(saidAtMs: number | null, period: QuestionSignals['reading']['period']): boolean {
  return (
    saidAtMs !== null && period !== null && saidAtMs >= Date.parse(period.from) && saidAtMs < Date.parse(period.to)
  );
}
