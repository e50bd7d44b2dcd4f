import { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { isAbort, throwIfAborted } from '../lib/abort.ts';

const Rewrites = z.object({ answer: z.string(), questions: z.array(z.string()) });
const MAX_TOKENS = 160;
const MAX_QUESTIONS = 3;
const MAX_CHARS = 2_000;
/** A rewrite helps a little; waiting longer for it costs more. */
const LIMIT_MS = 8_000;

const SCHEMA = {
  type: 'object',
  properties: {
    answer: { type: 'string', maxLength: 240 },
    questions: { type: 'array', items: { type: 'string', maxLength: 120 }, maxItems: MAX_QUESTIONS },
  },
  required: ['answer', 'questions'],
} as const;

const promptFor = (question: string): string =>
  `Question: ${question.slice(0, MAX_CHARS)}\n\nWrite one sentence that could be its answer, and up to ${MAX_QUESTIONS} smaller questions that lead to it. Reply as JSON.`;

/**
 * A hypothetical answer and smaller questions by the chat model, which is given the question alone (HyDE; off by default).
 * Without a model, or where it fails or is slow, there is none: a search never waits for its own improvement to work.
 */
export async function rewriteQuestion(
  ctx: Pick<Ctx, 'inference' | 'log'>,
  question: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  throwIfAborted(signal);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), LIMIT_MS);
  try {
    const { text, stopReason } = await ctx.inference.generate(
      {
        prompt: { messages: [{ role: 'user', content: promptFor(question) }] },
        maxTokens: MAX_TOKENS,
        temperature: 0,
        seed: 1,
        jsonSchema: SCHEMA,
      },
      { signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal },
    );
    throwIfAborted(signal);
    // What was written in time is used: the supposed answer comes first, and is worth most.
    return listRewrites(text, question) ?? without(ctx, stopReason === 'stopped' ? 'too slow' : 'not as asked');
  } catch (error) {
    if (isAbort(error)) throw error;
    // No model, or one that failed: the question itself is searched.
    return without(ctx, error instanceof Error ? error.name : typeof error);
  } finally {
    clearTimeout(timer);
  }
}

function without(ctx: Pick<Ctx, 'log'>, reason: string): readonly string[] {
  ctx.log('rewrite.failed', { reason });
  return [];
}

/** What the model wrote, without what only repeats the question; null where it is not what was asked for. */
function listRewrites(text: string, question: string): readonly string[] | null {
  const written = parse(text);
  if (written === null) return null;
  const all = [written.answer, ...written.questions.slice(0, MAX_QUESTIONS)].map((rewrite) => rewrite.trim());
  return [...new Set(all)].filter((rewrite) => rewrite !== '' && rewrite !== question.trim());
}

function parse(text: string): z.infer<typeof Rewrites> | null {
  try {
    return Rewrites.parse(JSON.parse(text));
  } catch {
    // Cut off at its limit of length or time: what is whole of it is still of use.
    const [key, answer, ...rest] = [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([json]) => unquote(json));
    if (key !== 'answer' || answer === undefined) return null;
    return { answer, questions: rest.filter((word) => word !== 'questions') };
  }
}

function unquote(json: string): string {
  try {
    return z.string().parse(JSON.parse(json));
  } catch {
    return json.slice(1, -1); // an escape that JSON does not know, or a raw line break: its words can still be searched
  }
}
