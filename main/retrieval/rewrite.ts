import { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { isAbort } from '../lib/abort.ts';

const Rewrites = z.object({ answer: z.string(), questions: z.array(z.string()) });
const MAX_TOKENS = 160;
const MAX_QUESTIONS = 3;
const MAX_CHARS = 2_000;

/**
 * A hypothetical answer and smaller questions by the chat model, which is given the question alone (HyDE; off by default).
 * Without a model, or where it fails, there is none: a search never waits for its own improvement to work.
 */
export async function rewriteQuestion(
  ctx: Pick<Ctx, 'inference' | 'log'>,
  question: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const content = `Question: ${question.slice(0, MAX_CHARS)}\n\nWrite one sentence that could be its answer, and up to ${MAX_QUESTIONS} smaller questions that lead to it. Reply as JSON.`;
  try {
    const { text } = await ctx.inference.generate(
      {
        prompt: { messages: [{ role: 'user', content }] },
        maxTokens: MAX_TOKENS,
        temperature: 0,
        seed: 1,
        jsonSchema: {
          type: 'object',
          properties: { answer: { type: 'string' }, questions: { type: 'array', items: { type: 'string' } } },
          required: ['answer', 'questions'],
        },
      },
      signal ? { signal } : {},
    );
    const { answer, questions } = Rewrites.parse(JSON.parse(text));
    return [answer, ...questions.slice(0, MAX_QUESTIONS)].map((rewrite) => rewrite.trim()).filter((r) => r !== '');
  } catch (error) {
    if (isAbort(error)) throw error;
    // Cut off in the middle, no model, or not what was asked for: the question itself is searched.
    ctx.log('rewrite.failed', { kind: error instanceof Error ? error.name : typeof error });
    return [];
  }
}
