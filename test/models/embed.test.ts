import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMaxSim } from '../../main/retrieval/ranking/max-sim.pure.ts';
import { buildHost } from '../builders/build-host.ts';
import { makeEmbedderSpec, makeInference } from '../builders/models.ts';

let inference: ReturnType<typeof makeInference>;
beforeAll(async () => {
  inference = makeInference(await buildHost());
});
afterAll(() => inference.close());

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
const embed = async (texts: readonly string[], kind: 'query' | 'passage' = 'passage') =>
  (await inference.embed({ texts, kind })).map(({ chunks }) => {
    const [first] = chunks;
    if (!first) throw new Error('a text without a chunk');
    return first.vector;
  });
/** A text of `count` different-looking words. */
const makeText = (count: number) => Array.from({ length: count }, (_, i) => `word${i % 97} and`).join(' ');

describe('embedding with the bundled model', () => {
  it('gives unit vectors of the stated dimension in the stated space', async () => {
    const [vector] = await embed(['The bicycle is red.']);
    expect(vector).toHaveLength(384);
    expect(dot(vector as Float32Array, vector as Float32Array)).toBeCloseTo(1, 5);
    expect(inference.spaceId).toBe('all-MiniLM-L6-v2/34c9cb6707b9/mean/none/384');
  });

  it('puts related sentences nearer than unrelated ones', async () => {
    const [bike, ride, tax] = (await embed([
      'I bought a red bicycle in Lisbon.',
      'She rides her new bike through the city every morning.',
      'The tax return is due at the end of May.',
    ])) as [Float32Array, Float32Array, Float32Array];
    const [question] = (await embed(['Who has a bicycle?'], 'query')) as [Float32Array];
    expect(dot(bike, ride)).toBeGreaterThan(dot(bike, tax) + 0.2);
    expect(dot(question, bike)).toBeGreaterThan(dot(question, tax) + 0.2);
  });

  it('gives the same bytes again, alone or in any batch', async () => {
    const texts = ['short', 'a somewhat longer sentence about boats', makeText(60), 'Ünïcödé 日本語 🙂', ''];
    const together = await embed(texts);
    const alone = await Promise.all(texts.map(async (text) => (await embed([text]))[0]));
    const reversed = (await embed([...texts].reverse())).reverse();
    expect(alone).toEqual(together);
    expect(reversed).toEqual(together);
  });

  it('gives the same bytes with another number of threads', async () => {
    await using other = makeInference(await buildHost(), { embedder: makeEmbedderSpec({ threads: 2 }) });
    const texts = ['short', makeText(60), makeText(300)];
    const vectors = await other.embed({ texts, kind: 'passage' });
    expect(vectors).toEqual(await inference.embed({ texts, kind: 'passage' }));
  });

  it('covers a long text with overlapping windows and cuts nothing off', async () => {
    const text = `  ${makeText(700)}  the end `;
    const { chunks = [] } = (await inference.embed({ texts: [text], kind: 'passage' }))[0] ?? {};
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks[0]?.from).toBe(0);
    expect(chunks.at(-1)?.to).toBe(text.length);
    for (const [i, { from, to, tokens }] of chunks.entries()) {
      expect(tokens).toBeLessThanOrEqual(256);
      expect(to).toBeGreaterThan(from);
      if (i > 0) expect(from).toBeLessThan(chunks[i - 1]?.to ?? 0);
    }
  });

  it('gives a window the vector of its own words', async () => {
    const text = makeText(300);
    const second = (await inference.embed({ texts: [text], kind: 'passage' }))[0]?.chunks[1];
    if (!second) throw new Error('no second chunk');
    const [same] = await embed([text.slice(second.from, second.to)]);
    expect(dot(second.vector, same as Float32Array)).toBeGreaterThan(0.9999);
  });

  it('gives a question one vector, and one longer than a window the mean of all its windows', async () => {
    const question = `${makeText(400)} bicycle bicycle bicycle`;
    const results = await inference.embed({ texts: ['short?', question], kind: 'query' });
    expect(results.map(({ chunks }) => chunks.length)).toEqual([1, 1]);
    const long = results[1]?.chunks[0];
    expect([long?.from, long?.to]).toEqual([0, question.length]);
    expect(dot(long?.vector as Float32Array, long?.vector as Float32Array)).toBeCloseTo(1, 5);
    const [cut] = await embed([question.slice(0, 1000)]);
    expect(dot(long?.vector as Float32Array, cut as Float32Array)).toBeLessThan(0.9999);
  });

  it('keeps the tokens of words that carry content, as signs of a passage and as vectors of a question', async () => {
    const [passage] = await inference.embed({ texts: ['Clara bought a red bicycle in Lisbon.'], kind: 'passage' });
    const [question] = await inference.embed({ texts: ['Where is the bicycle of Clara?'], kind: 'query' });
    const [other] = await inference.embed({ texts: ['The tax return is due at the end of May.'], kind: 'passage' });
    expect(question?.tokens.words).toEqual(['bicycle', 'Clara']);
    expect((passage?.bits.length ?? 1) % 48).toBe(0);
    const compare = createMaxSim(question?.tokens.vectors ?? new Float32Array(), 384);
    const [near, far] = [passage, other].map((text) => [...compare(text?.bits ?? new Uint8Array())]);
    for (const [n, sim] of (near ?? []).entries()) expect(sim).toBeGreaterThan((far?.[n] ?? 1) + 0.2);
  });

  it('keeps no more tokens than asked for, and none of a question that has no words', async () => {
    const [short] = await inference.embed({ texts: [makeText(300)], kind: 'passage', tokenWords: [4] });
    expect(short?.bits.length).toBeLessThanOrEqual(4 * 2 * 48);
    const [empty] = await inference.embed({ texts: ['?!'], kind: 'query' });
    expect(empty?.tokens.words).toEqual([]);
  });

  it('answers a question while a large import is being embedded', async () => {
    let doneAtAnswer = -1;
    let done = 0;
    const texts = Array.from({ length: 512 }, (_, i) => `${makeText(40)} ${i}`);
    const all = inference.embed({ texts, kind: 'passage' }, { onProgress: (count) => (done = count) });
    await embed(['Who has a bicycle?'], 'query');
    doneAtAnswer = done;
    await all;
    expect(doneAtAnswer).toBeLessThan(256);
    expect(done).toBe(512);
  });

  it('stops an import at once when asked, and works on', async () => {
    const controller = new AbortController();
    const texts = Array.from({ length: 2000 }, (_, i) => `${makeText(60)} ${i}`);
    const stopped = inference.embed(
      { texts, kind: 'passage' },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    await expect(stopped).rejects.toMatchObject({ code: 'request.aborted' });
    await expect(embed(['still here'])).resolves.toHaveLength(1);
  });

  it('returns nothing for nothing', async () => {
    expect(await inference.embed({ texts: [], kind: 'passage' })).toEqual([]);
  });

  it('says that a damaged model is damaged, for each request', async () => {
    const spec = makeEmbedderSpec({ modelPath: makeEmbedderSpec().tokenizerPath });
    await using broken = makeInference(await buildHost(), { embedder: spec });
    await expect(broken.embed({ texts: ['a'], kind: 'query' })).rejects.toMatchObject({ code: 'model.damaged' });
    await expect(broken.generate({ prompt: { raw: 'a' }, maxTokens: 1 })).rejects.toMatchObject({
      code: 'inference.unavailable',
    });
  });
});
