import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAll } from '../../main/codex/check-candidate.pure.ts';
import { extractWithModel } from '../../main/codex/extract-with-model.ts';
import { buildVocabulary } from '../../main/codex/vocabulary.pure.ts';
import { silentLog } from '../../main/lib/log.ts';
import { buildHost } from '../builders/build-host.ts';
import { hasChatModel, makeInference, smolPath } from '../builders/models.ts';
import { makeSource } from '../unit/codex/candidates.ts';
import { TURNS } from './extract-turns.ts';

const vocabulary = buildVocabulary();
/** Ten seconds a turn: all 40 with `PALIMPSEST_ALL_TURNS=1`, which prints what became of every claim. */
const isWhole = process.env.PALIMPSEST_ALL_TURNS === '1';

describe.skipIf(!hasChatModel)('extraction by a real model that is too small for it', () => {
  let inference: ReturnType<typeof makeInference>;
  beforeAll(async () => {
    inference = makeInference(await buildHost());
    await inference.loadChat(smolPath, { contextTokens: 2048 });
  });
  afterAll(() => inference.close());

  const read = (text: string, over: { readonly signal?: AbortSignal; readonly limitMs?: number } = {}) =>
    extractWithModel({ inference, log: silentLog }, { source: makeSource(text), vocabulary, ...over });

  it('costs time and no truth: what it makes up is rejected or waits', { timeout: 900_000 }, async () => {
    const counts = new Map<string, number>();
    const kept: string[] = [];
    const count = (key: string, by = 1) => counts.set(key, (counts.get(key) ?? 0) + by);
    for (const text of isWhole ? TURNS : TURNS.slice(0, 4)) {
      const extraction = await read(text, { limitMs: 600_000 });
      if (extraction.kind === 'failed') throw new Error(extraction.reason);
      for (const [reason, times] of Object.entries(extraction.dropped)) count(`dropped: ${reason}`, times);
      for (const { candidate, checked } of checkAll(extraction.candidates, makeSource(text), vocabulary)) {
        count(checked.kind === 'admitted' ? 'admitted' : `${checked.kind}: ${checked.reason}`);
        if (checked.kind !== 'rejected') kept.push(`${checked.kind} ${text} ${JSON.stringify(candidate)}`);
      }
    }
    if (isWhole) console.log(counts, kept.join('\n'));
    expect([...counts.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0);
    expect(counts.get('admitted') ?? 0).toBe(0);
  });

  it('gives up a turn at its limit of time, and with its caller', async () => {
    const [text = ''] = TURNS;
    expect(await read(text, { limitMs: 50 })).toEqual({ kind: 'failed', reason: 'too-slow', canRetry: true });
    const caller = new AbortController();
    const reading = read(text, { signal: caller.signal });
    caller.abort();
    await expect(reading).rejects.toThrow('Stopped');
  });

  it('says that no model is loaded', async () => {
    await inference.unloadChat();
    expect(await read('I live in Ghent.')).toEqual({ kind: 'failed', reason: 'no-model', canRetry: true });
  });
});
