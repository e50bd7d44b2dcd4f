import { z } from 'zod';
import { AppError } from '../contract/errors.ts';
import type { Ctx } from '../ctx.ts';
import type { GenerateResult } from '../inference/client.ts';
import { isAbort, throwIfAborted } from '../lib/abort.ts';
import type { Candidate, Source } from './candidate.pure.ts';
import { type DropReason, toCandidate } from './model-claims.pure.ts';
import { chooseRelations } from './prompts/choose-relations.pure.ts';
import { buildExtractPrompt, buildExtractSchema, ModelClaim } from './prompts/extract.pure.ts';
import { splitTurn } from './prompts/split-turn.pure.ts';
import type { Vocabulary } from './vocabulary.pure.ts';

/** What reading a turn gave. `failed` says nothing about the turn: it may be read again later. */
export type ModelExtraction =
  | {
      readonly kind: 'read';
      readonly candidates: readonly Candidate[];
      /** Claims that did not become candidates, by reason; `not-as-asked` are parts whose answer was no list of claims. */
      readonly dropped: Readonly<Partial<Record<DropReason | 'not-as-asked', number>>>;
    }
  | {
      readonly kind: 'failed';
      readonly reason: 'no-model' | 'too-slow' | 'crashed' | 'prompt-too-long';
      readonly canRetry: boolean;
    };

export type ModelExtractionInput = {
  readonly source: Source;
  readonly vocabulary: Vocabulary;
  readonly signal?: AbortSignal | undefined;
  /** For one part of the turn. A background job on a slow processor takes its time; a hung model does not get all of it. */
  readonly limitMs?: number;
};

const LIMIT_MS = 180_000;
/** With instructions, this many relations and a part of a turn, a prompt stays under 1,300 tokens. */
const MAX_RELATIONS = 20;
const MAX_ANSWER_TOKENS = 600;

const Answer = z.object({ claims: z.array(ModelClaim) });

/**
 * Candidates by the local chat model under a grammar (design section 5, write path). Every one still has to pass
 * `checkCandidate`: a bad model costs time, never truth. Only an abort throws.
 */
export async function extractWithModel(
  ctx: Pick<Ctx, 'inference' | 'log'>,
  input: ModelExtractionInput,
): Promise<ModelExtraction> {
  const { source, vocabulary, signal } = input;
  const candidates: Candidate[] = [];
  const dropped: Partial<Record<DropReason | 'not-as-asked', number>> = {};
  const drop = (reason: DropReason | 'not-as-asked'): void => {
    dropped[reason] = (dropped[reason] ?? 0) + 1;
  };
  // What the assistant said is never a fact about anyone: it is not even asked about.
  if (source.role === 'assistant' || source.role === 'system') return { kind: 'read', candidates, dropped };
  for (const part of splitTurn(source.text)) {
    throwIfAborted(signal);
    const answer = await ask(ctx, part, input);
    throwIfAborted(signal);
    if (answer.kind === 'failed') return answer;
    const claims = parseClaims(answer.text);
    if (claims === null) drop('not-as-asked');
    for (const claim of claims ?? []) {
      const candidate = toCandidate(claim, source, vocabulary);
      if (typeof candidate === 'string') drop(candidate);
      else if (!candidates.some((other) => isSame(other, candidate))) candidates.push(candidate);
    }
  }
  return { kind: 'read', candidates, dropped };
}

const isSame = (a: Candidate, b: Candidate): boolean => JSON.stringify(a) === JSON.stringify(b);

type Failed = Extract<ModelExtraction, { readonly kind: 'failed' }>;

async function ask(
  { inference, log }: Pick<Ctx, 'inference' | 'log'>,
  text: string,
  { vocabulary, signal, limitMs = LIMIT_MS }: ModelExtractionInput,
): Promise<{ readonly kind: 'answered'; readonly text: string } | Failed> {
  const relations = chooseRelations(text, vocabulary, MAX_RELATIONS);
  const limit = AbortSignal.timeout(limitMs);
  try {
    const result: GenerateResult = await inference.generate(
      {
        prompt: { messages: buildExtractPrompt({ text, relations }) },
        maxTokens: MAX_ANSWER_TOKENS,
        temperature: 0,
        seed: 1,
        jsonSchema: buildExtractSchema(relations.map(({ name }) => name)),
      },
      { signal: signal ? AbortSignal.any([signal, limit]) : limit },
    );
    throwIfAborted(signal);
    if (result.stopReason !== 'stopped') return { kind: 'answered', text: result.text };
    log('extract.failed', { reason: 'too-slow' });
    return { kind: 'failed', reason: 'too-slow', canRetry: true };
  } catch (error) {
    if (isAbort(error)) throw error;
    const failed = toFailed(error);
    log('extract.failed', { reason: failed.reason });
    return failed;
  }
}

/** Bugs of our own are not caught; whatever the inference process says of itself is. */
function toFailed(error: unknown): Failed {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'request.invalid') return { kind: 'failed', reason: 'prompt-too-long', canRetry: false };
  return { kind: 'failed', reason: error.code === 'inference.unavailable' ? 'no-model' : 'crashed', canRetry: true };
}

/** The claims of an answer; of one cut off at its limit those that are whole. Null where it is no answer. */
function parseClaims(text: string): readonly ModelClaim[] | null {
  const whole = Answer.safeParse(parseJson(text));
  if (whole.success) return whole.data.claims;
  const parts = [...text.matchAll(/\{[^{}]*\}/g)].map(([json]) => ModelClaim.safeParse(parseJson(json)));
  const claims = parts.flatMap((part) => (part.success ? [part.data] : []));
  return claims.length === 0 ? null : claims;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // bad model output is data, not an exception
  }
}
