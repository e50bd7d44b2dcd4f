import type { QuestionReading } from '../../contract/recall.ts';
import type { FragmentRole } from '../memory/columns.pure.ts';

/** What is known of a candidate before it is ranked, in raw units; see `features.pure.ts` for what is made of it. */
export type CandidateSignals = {
  /** BM25 of its own words, of its window of one turn on each side, and of its session. */
  readonly own: number;
  readonly window: number;
  readonly session: number;
  /** Share of the question's inverse document frequency covered, 0 to 1. */
  readonly coverage: number;
  readonly windowCoverage: number;
  /** Null where it has no vector, or the vector leg is off. */
  readonly cosine: number | null;
  /** Best cosine among the candidates of its session. */
  readonly sessionCosine: number;
  /** Places in the list of the candidates before and after it in its session; -1 where they are none. */
  readonly previous: number;
  readonly next: number;
  readonly role: FragmentRole;
  /** Whether the question names its speaker, somebody else who speaks here, or nobody. */
  readonly speaker: 'named' | 'other named' | 'nobody named';
  /** Characters of its text. */
  readonly chars: number;
  /** See `describeTurn`. */
  readonly flags: number;
  readonly saidAtMs: number | null;
  /** Decay score, 0 to 1. */
  readonly decay: number;
  /** Best similarity to each kept token of the question; null where it was not compared token by token. */
  readonly maxSim: Float32Array | null;
  /** Share of the question that a fact resting on it meets, 0 to 1; and whether all such facts were replaced or wrong. */
  readonly fact: number;
  readonly isStale: boolean;
  /** Palimpsest answered with it, or was asked with it. */
  readonly isAnswer: boolean;
  readonly isAsked: boolean;
};

export type QuestionSignals = {
  readonly reading: Pick<QuestionReading, 'isAboutAssistant' | 'operation' | 'period'>;
  /** See `describeQuestion`. */
  readonly flags: number;
  /** Weights of the question's kept tokens, in the order of `maxSim`. */
  readonly tokenWeights: Float32Array | null;
  readonly hasAssistant: boolean;
};
