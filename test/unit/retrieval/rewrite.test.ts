import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../main/contract/errors.ts';
import type { GenerateInput, GenerateResult, GenerateWatch, Inference } from '../../../main/inference/client.ts';
import { rewriteQuestion } from '../../../main/retrieval/rewrite.ts';

type Generate = (input: GenerateInput, watch?: GenerateWatch) => Promise<GenerateResult>;

/** An inference that only writes, and the reasons that were logged. */
function makeCtx(generate: Generate) {
  const reasons: unknown[] = [];
  const inference = { generate } as Partial<Inference> as Inference;
  return { reasons, ctx: { inference, log: (_: string, fields: object = {}) => void reasons.push(fields) } };
}

const result = (text: string, stopReason: GenerateResult['stopReason'] = 'end'): GenerateResult => ({
  ...{ text, stopReason, tokens: 1, promptTokens: 1, cachedTokens: 0, promptMs: 0, ms: 0 },
});
const writes = (text: string, stopReason?: GenerateResult['stopReason']) =>
  makeCtx(async () => result(text, stopReason));
/** Writes until it is stopped, as the real client does. */
const endless: Generate = (_, watch) =>
  new Promise((resolve) => {
    watch?.signal?.addEventListener('abort', () => resolve(result('{"answer": "half', 'stopped')), { once: true });
  });

afterEach(() => {
  vi.useRealTimers();
});

describe('retrieval/rewrite', () => {
  it('gives the supposed answer first, then up to three questions, none twice and not the question itself', async () => {
    const { ctx, reasons } = writes('{"answer": " A. ", "questions": ["B?", "A.", "Q?", "C?"]}');
    expect(await rewriteQuestion(ctx, 'Q?', undefined)).toEqual(['A.', 'B?']);
    expect(reasons).toEqual([]);
  });

  it('asks with the question alone, under a schema, at temperature 0', async () => {
    const asked: GenerateInput[] = [];
    const { ctx } = makeCtx(async (input) => {
      asked.push(input);
      return result('{"answer": "", "questions": []}');
    });
    expect(await rewriteQuestion(ctx, 'Q?'.repeat(50_000), undefined)).toEqual([]);
    expect(asked).toMatchObject([{ temperature: 0, jsonSchema: { type: 'object' } }]);
    expect(JSON.stringify(asked[0]?.prompt).length).toBeLessThan(3_000);
  });

  it('keeps a whole answer of what was cut off, and nothing of what is no answer', async () => {
    const cut = writes('{"answer": "It was \\"red\\".", "questions": ["Why?", "Wh', 'length');
    expect(await rewriteQuestion(cut.ctx, 'Q?', undefined)).toEqual(['It was "red".', 'Why?']);
    for (const text of ['', 'Sure!', '[]', '{"answer": "never ends']) {
      const { ctx, reasons } = writes(text, 'length');
      expect(await rewriteQuestion(ctx, 'Q?', undefined)).toEqual([]);
      expect(reasons).toEqual([{ reason: 'not as asked' }]);
    }
  });

  it('is nothing without a model, and says which failure it was without its words', async () => {
    const { ctx, reasons } = makeCtx(async () => {
      throw new AppError('model.not-downloaded', 'There is no model.');
    });
    expect(await rewriteQuestion(ctx, 'Q?', undefined)).toEqual([]);
    expect(reasons).toHaveLength(1);
    expect(JSON.stringify(reasons)).not.toContain('no model');
  });

  it('gives up after eight seconds', async () => {
    vi.useFakeTimers();
    const { ctx, reasons } = makeCtx(endless);
    const rewrites = rewriteQuestion(ctx, 'Q?', undefined);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await rewrites).toEqual([]);
    expect(reasons).toEqual([{ reason: 'too slow' }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops with the one who asked', async () => {
    const { ctx } = makeCtx(endless);
    const stop = new AbortController();
    const rewrites = rewriteQuestion(ctx, 'Q?', stop.signal);
    stop.abort();
    await expect(rewrites).rejects.toMatchObject({ code: 'request.aborted' });
    await expect(rewriteQuestion(ctx, 'Q?', stop.signal)).rejects.toMatchObject({ code: 'request.aborted' });
  });
});
