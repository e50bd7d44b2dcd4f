import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../main/lib/log.ts';
import { rewriteQuestion } from '../../main/retrieval/rewrite.ts';
import { buildHost } from '../builders/build-host.ts';
import { hasChatModel, makeInference, smolPath } from '../builders/models.ts';

describe.skipIf(!hasChatModel)('rewriting a question with a real model', () => {
  let inference: ReturnType<typeof makeInference>;
  beforeAll(async () => {
    inference = makeInference(await buildHost());
    await inference.loadChat(smolPath, { contextTokens: 2048 });
  });
  afterAll(() => inference.close());

  it('gives a supposed answer and at most three questions, the same again', async () => {
    const ask = () => rewriteQuestion({ inference, log: silentLog }, 'Where did the red bicycle come from?', undefined);
    const rewrites = await ask();
    expect(rewrites.length).toBeGreaterThan(0);
    expect(rewrites.length).toBeLessThanOrEqual(4);
    expect(await ask()).toEqual(rewrites);
  });

  it('gives none where no model is loaded', async () => {
    await inference.unloadChat();
    expect(await rewriteQuestion({ inference, log: silentLog }, 'Where is it?', undefined)).toEqual([]);
  });
});
