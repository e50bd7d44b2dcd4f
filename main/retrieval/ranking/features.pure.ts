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
/** The share of the question's tokens that is least met. */
const LEAST = 4;

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
  const near = candidates.map(({ previous, next }) =>
    [candidates[previous], candidates[next]].filter((other) => other !== undefined),
  );
  const lexical = scale(candidates.map(({ own }) => own));
  const window = scale(candidates.map((candidate) => candidate.window));
  const session = scale(candidates.map((candidate) => candidate.session));
  const vector = scale(candidates.map(({ cosine }, index) => withNeighbourCosines(cosine, near[index] ?? [])));
  const late = scale(candidates.map(({ maxSim }) => (maxSim === null ? null : meanSim(maxSim, weights))));
  const lateNearby = scale(
    candidates.map(({ maxSim }, index) => withNeighbourSims(maxSim, near[index] ?? [], weights)),
  );
  const leastMet = scale(candidates.map(({ maxSim }) => (maxSim === null ? null : leastMetOf(maxSim))));
  const isAssistantWanted = question.hasAssistant && asksAssistant(question);
  const user = !question.hasAssistant || isAssistantWanted ? 0 : 1;
  return candidates.map((candidate, index) => {
    const { flags, role } = candidate;
    return {
      lexical: lexical(index),
      window: window(index),
      session: session(index),
      vector: vector(index),
      'late interaction': late(index),
      'late interaction nearby': lateNearby(index),
      'same words': sameWords(candidate.maxSim, weights),
      'least met': leastMet(index),
      speaker: SPEAKER[candidate.speaker],
      role: role === 'user' ? user : 0,
      'role asked for': isAssistantWanted && role === 'assistant' ? 1 : 0,
      'of oneself': (flags & HAS.self) > 0 ? 1 : 0,
      question: (flags & HAS.question) > 0 ? 1 : 0,
      number: fits((question.flags & ASKS.forNumber) > 0, (flags & HAS.number) > 0),
      'time words': fits((question.flags & ASKS.forTime) > 0, (flags & HAS.time) > 0),
      time: isInPeriod(candidate.saidAtMs, question.reading.period) ? 1 : 0,
    };
  });
}

/**
 * "You" in a request for advice, for a text or for an overview speaks to the assistant; only what it did in the past is
 * asked of its own words.
 */
function asksAssistant({ reading, flags }: QuestionSignals): boolean {
  if (!reading.isAboutAssistant) return false;
  const isRequest =
    (flags & ASKS.forAdvice) > 0 || ['preference', 'instruction', 'summary', 'event_order'].includes(reading.operation);
  return !isRequest || (flags & ASKS.whatWasSaid) > 0;
}

function withNeighbourCosines(cosine: number | null, near: readonly CandidateSignals[]): number | null {
  if (cosine === null) return null;
  const others = near.flatMap((other) => (other.cosine === null ? [] : [other.cosine]));
  if (others.length === 0) return cosine;
  return cosine + (NEIGHBOUR_COSINE * others.reduce((sum, other) => sum + other, 0)) / others.length;
}

function withNeighbourSims(
  maxSim: Float32Array | null,
  near: readonly CandidateSignals[],
  weights: Float32Array,
): number | null {
  if (maxSim === null) return null;
  const most = maxSim.slice();
  for (const other of near) {
    if (other.maxSim === null) continue;
    for (let i = 0; i < most.length; i += 1) most[i] = Math.max(most[i] ?? 0, NEIGHBOUR_SIM * (other.maxSim[i] ?? 0));
  }
  return meanSim(most, weights);
}

/** Mean similarity of the tokens that are least met, however common their words: all of a question has to be met. */
function leastMetOf(maxSim: Float32Array): number {
  const sorted = maxSim.slice().sort();
  const count = Math.max(1, Math.floor(sorted.length / LEAST));
  return sorted.subarray(0, count).reduce((sum, sim) => sum + sim, 0) / count;
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
