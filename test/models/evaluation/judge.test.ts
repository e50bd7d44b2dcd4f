import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeRun } from '../../../main/evaluation/judge/judge-run.ts';
import { openLocalModel } from '../../../main/evaluation/judge/local-model.ts';
import { answerMatched, readMatched } from '../../../main/evaluation/matched/answer-matched.ts';
import { buildHost } from '../../builders/build-host.ts';
import { hasChatModel, makeInference, smolPath } from '../../builders/models.ts';
import { makeRun } from '../../unit/evaluation/matched/made-run.ts';

/** Shows the path through a real model. SmolLM2 is far too small to answer or judge: what it says means nothing. */
describe.skipIf(!hasChatModel)('one small model as answerer and judge', () => {
  let inference: ReturnType<typeof makeInference>;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palimpsest-judge-'));
    inference = makeInference(await buildHost());
    await inference.loadChat(smolPath, { contextTokens: 2048 });
  });
  afterAll(async () => {
    await inference.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('answers for two arms, grades under the grammar, and says that its figures mean nothing', async () => {
    await makeRun(folder, [
      { name: 'one', answers: ['Ghent', 'Bruges'], supplied: [['t2', 'I moved to Bruges', 5]] },
      { name: 'two', answers: ['Ghent', 'Ghent'], supplied: [['t1', 'I live in Ghent', 5]] },
    ]);
    const model = openLocalModel({ name: 'SmolLM2-135M-Instruct', hash: null, generate: inference.generate });
    const watch = { signal: new AbortController().signal, onProgress: () => undefined };
    const common = { runFolder: folder, model, isModelTooSmall: true, arms: null };
    await answerMatched({ ...common, budgetTokens: 256, maxTokens: 40 }, watch);
    const answers = [...(await readMatched(folder, 'one', 'life')), ...(await readMatched(folder, 'two', 'life'))];
    expect(answers.map(({ status }) => status)).toEqual(['answered', 'answered', 'answered', 'answered']);
    const summary = await judgeRun({ ...common, answers: 'matched', arePairsCompared: true, limit: 1, seed: 1 }, watch);
    expect(summary.warning).toMatch(/mean nothing/);
    // The grammar lets nothing through that is no grade.
    expect(summary.arms.map(({ answers: given, unreadable }) => [given, unreadable])).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect(summary.pairs[0]).toMatchObject({ pairs: 1, unreadable: 0 });
    console.log(`SmolLM2-135M as a judge: ${summary.warning}`);
  });
});
