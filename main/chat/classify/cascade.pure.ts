import type { Correction } from '../../contract/corrections.ts';
import type { Classification, OperationType } from '../../contract/recall.ts';
import { findNames } from '../../retrieval/question/names.pure.ts';
import { operationOf } from '../../retrieval/question/operation.pure.ts';
import { HEADS, type HeadReading, type Heads } from './heads.pure.ts';
import { relianceByRule } from './reliance.pure.ts';

/** More turns than this, and a conversation is about what was said in it. */
const LONG_CONVERSATION = 10;
/** Less sure than this, memory is read. */
const SURE = 0.95;
/** The head decides the operation only where no form of words does, and it is at least this sure. */
const SURE_OF_OPERATION = 0.6;

/** Neither a rule nor a head had anything to say. */
const NO_SIGN = { label: 'zero_shot', confidence: 0.6, why: 'no sign either way', stage: 'rules' } as const;

export type ClassifyInput = {
  readonly turnsSoFar: number;
  /** The question's vector in `HEADS.space`; without one only rules speak. */
  readonly vector?: Float32Array | null;
  /** Absent: those that ship. */
  readonly heads?: Heads;
  /** What the user said this very question is. */
  readonly corrections?: readonly Correction[];
};

/**
 * Rules, then the heads, then the overrides. A wrong "no memory needed" is the costliest mistake, so anything less than
 * certain, anything that names somebody, and any conversation of more than ten turns reads memory (design section 6).
 */
export function classify(text: string, input: ClassifyInput): Classification {
  return (input.corrections ?? []).reduce(correct, classifyByItself(text, input));
}

/** The user's word stands. */
function correct(read: Classification, { field, value }: Correction): Classification {
  switch (field) {
    case 'topic':
      return { ...read, topics: [value] };
    case 'intent':
      return { ...read, intents: [value] };
    case 'operation':
      return { ...read, operation: value };
    case 'reliance':
      return { ...read, reliance: value, stage: 'override', confidence: 1, why: 'you said so' };
  }
}

function classifyByItself(
  text: string,
  { turnsSoFar, vector = null, heads: own = HEADS }: ClassifyInput,
): Classification {
  const heads = vector === null ? null : own.read(vector);
  const asked = chooseOperation(text, heads);
  const first = chooseReliance(text, heads);
  const base = { operation: asked.operation, topics: heads?.topics ?? [], intents: heads?.intents ?? [] };
  const override = first.label === 'zero_shot' ? findOverride(text, { ...first, turnsSoFar }) : null;
  if (override !== null)
    return { ...base, reliance: 'long_term_memory', stage: 'override', confidence: first.confidence, why: override };
  const why = first.stage === 'rules' && asked.why !== null ? asked.why : first.why;
  return { ...base, reliance: first.label, stage: first.stage, confidence: first.confidence, why };
}

function chooseOperation(
  text: string,
  heads: HeadReading | null,
): { readonly operation: OperationType; readonly why: string | null } {
  const ruled = operationOf(text);
  const isHeadBetter = !ruled.isSure && heads !== null && heads.operation.confidence >= SURE_OF_OPERATION;
  if (isHeadBetter) return { operation: heads.operation.label, why: null };
  return { operation: ruled.operation, why: ruled.operation === 'chat' ? null : ruled.why };
}

type Chosen = Pick<Classification, 'stage' | 'confidence' | 'why'> & { readonly label: Classification['reliance'] };

function chooseReliance(text: string, heads: HeadReading | null): Chosen {
  const ruled = relianceByRule(text);
  if (ruled !== null) return { ...ruled, stage: 'rules' };
  if (heads === null) return NO_SIGN;
  return { ...heads.reliance, stage: 'head', why: 'is like sentences that need this' };
}

function findOverride(
  text: string,
  { confidence, stage, turnsSoFar }: Chosen & { readonly turnsSoFar: number },
): string | null {
  if (turnsSoFar > LONG_CONVERSATION) return 'more than ten turns';
  if (confidence < SURE) return 'not sure enough to leave memory out';
  // Who is named may be somebody the person knows.
  return stage === 'head' && findNames(text, []).length > 0 ? 'names somebody or something' : null;
}
