import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagTexts } from '../../main/codex/tag/tag-texts.ts';
import { buildHost } from '../builders/build-host.ts';
import { makeEmbedderSpec, makeInference } from '../builders/models.ts';

let inference: ReturnType<typeof makeInference>;
beforeAll(async () => {
  inference = makeInference(await buildHost());
});
afterAll(() => inference.close());

const read = async (text: string): Promise<readonly string[]> => {
  const [spans = []] = await inference.tag({ texts: [text] });
  return spans.map(({ from, to, type }) => `${type}: ${text.slice(from, to)}`);
};

describe('tagging with the bundled model', () => {
  it('finds people and places, with and without capitals', async () => {
    expect(await read('My sister Katarzyna moved from Lisbon to Edinburgh.')).toEqual([
      'person: Katarzyna',
      'location: Lisbon',
      'location: Edinburgh',
    ]);
    expect(await read('my friend tunde lives in nairobi')).toEqual(['person: tunde', 'location: nairobi']);
  });

  it('finds nothing where nothing is named', async () => {
    expect(await read('I baked bread on Sunday and it was awful.')).toEqual([]);
    expect(await inference.tag({ texts: ['', '   ', '🙂'] })).toEqual([[], [], []]);
  });

  it('gives the same again, alone or among others, and in the order of the texts', async () => {
    const texts = ['Ask Folake about it.', 'We flew to Osaka with Lufthansa.', '', 'no names here'];
    const together = await inference.tag({ texts });
    const alone = await Promise.all(texts.map(async (text) => (await inference.tag({ texts: [text] }))[0]));
    expect(alone).toEqual(together);
    expect(together.map((spans) => spans.length > 0)).toEqual([true, true, false, false]);
  });

  it('tags a text of many windows to its end, with offsets into the text as it was given', async () => {
    const filler = 'and then we walked along the water for a while and talked about nothing. ';
    const text = Array.from({ length: 60 }, () => `${filler}I met Giulia in Madrid. `).join('');
    const [spans = []] = await inference.tag({ texts: [text] });
    const found = spans.map(({ from, to }) => text.slice(from, to));
    expect(found.filter((name) => name === 'Giulia')).toHaveLength(60);
    expect(found.filter((name) => name === 'Madrid')).toHaveLength(60);
  });

  it('survives one endless word and joins rules with names', async () => {
    const [noise = []] = await inference.tag({ texts: [`${'x9'.repeat(20_000)} said Katarzyna in Lisbon`] });
    expect(noise.length).toBeLessThan(10);
    const text = 'Katarzyna paid 20 € on 3 May 2021';
    const { tags, headFailure } = await tagTexts(inference, [text]);
    expect(headFailure).toBeNull();
    expect(tags[0]?.map(({ from, to, type }) => `${type}: ${text.slice(from, to)}`)).toEqual([
      'person: Katarzyna',
      'amount: 20 €',
      'date: on 3 May 2021',
    ]);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const tagging = inference.tag({ texts: Array(400).fill('Giulia went to Madrid. ') }, { signal: stop.signal });
    stop.abort();
    await expect(tagging).rejects.toMatchObject({ code: 'request.aborted' });
  });

  it('says so without an embedder, and rules still tag', async () => {
    await using other = makeInference(await buildHost(), { embedder: null });
    await expect(other.tag({ texts: ['a'] })).rejects.toMatchObject({ code: 'inference.unavailable' });
    const { tags, headFailure } = await tagTexts(other, ['paid 20 €']);
    expect(tags[0]?.map(({ type }) => type)).toEqual(['amount']);
    expect(headFailure?.code).toBe('inference.unavailable');
  });

  it('says so when the weights cannot be read, and when they are others than it was trained on', async () => {
    await using damaged = makeInference(await buildHost(), {
      embedder: makeEmbedderSpec({ sha256: '0'.repeat(64) }),
    });
    await expect(damaged.tag({ texts: ['a'] })).rejects.toMatchObject({ code: 'model.damaged' });

    const folder = await mkdtemp(join(tmpdir(), 'tag-'));
    try {
      const modelPath = join(folder, 'other.onnx');
      await copyFile(makeEmbedderSpec().modelPath, modelPath);
      await appendUnknownField(modelPath);
      await using other = makeInference(await buildHost(), { embedder: makeEmbedderSpec({ modelPath, sha256: '' }) });
      await expect(other.tag({ texts: ['a'] })).rejects.toMatchObject({ code: 'inference.unavailable' });
      expect(await other.embed({ texts: ['a'], kind: 'passage' })).toEqual(
        await inference.embed({ texts: ['a'], kind: 'passage' }),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Same model, other bytes: `doc_string` of the model is of no effect. */
async function appendUnknownField(path: string): Promise<void> {
  const { appendFile, chmod } = await import('node:fs/promises');
  await chmod(path, 0o644);
  await appendFile(path, Uint8Array.of((6 << 3) | 2, 1, 120));
}
