import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareWishes } from '../../main/procedures/match-wishes.pure.ts';
import { buildHost } from '../builders/build-host.ts';
import { makeInference } from '../builders/models.ts';

let inference: ReturnType<typeof makeInference>;
beforeAll(async () => {
  inference = makeInference(await buildHost());
});
afterAll(() => inference.close());

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

/** The same wish in other words, of which few are shared. */
const SAME = [
  ['Lead with the conclusion', 'Begin with the conclusion'],
  ['Show the formula first', 'First show the formula that is used'],
  ['Say how sure you are', 'Tell me how certain you are'],
  ['Ask me a question when something is unclear', 'Ask a question first if something is not clear'],
  ['Repeat my question before you answer', 'Restate the question before answering'],
  ['Put the result in bold', 'The result should be in bold'],
  ['Mention the calories', 'State how many calories it has'],
  ['Write the way I talk', 'Write in the way that I speak'],
] as const;

/** Other wishes that sound alike. */
const DIFFERENT = [
  ['Lead with the conclusion', 'Lead with the example'],
  ['Show the formula first', 'Show the date first'],
  ['Say how sure you are', 'Say how long it takes'],
  ['Mention the calories', 'Mention the price'],
  ['Put the result in bold', 'Put the names in italics'],
  ['Answer in French', 'Answer in German'],
  ['Use emojis', 'Use no emojis'],
  ['Ask me a question when something is unclear', 'Ask me for my name first'],
] as const;

async function relationsOf(pairs: readonly (readonly [string, string])[]) {
  const made = await inference.embed({ texts: pairs.flat(), kind: 'passage' });
  return pairs.map(([a, b], index) => {
    const [x, y] = [made[index * 2]?.chunks[0]?.vector, made[index * 2 + 1]?.chunks[0]?.vector];
    if (!x || !y) throw new Error('a text without a vector');
    const wish = (step: string) => ({ trigger: 'Any answer', steps: [step] });
    const cosine = dot(x, y);
    return {
      pair: `${a} / ${b}`,
      cosine,
      words: compareWishes(wish(a), wish(b)),
      relation: compareWishes(wish(a), wish(b), cosine),
    };
  });
}

describe('wishes compared by their meaning', () => {
  it('finds the same wish in other words more often than by words alone', async () => {
    const found = await relationsOf(SAME);
    const same = (key: 'words' | 'relation') => found.filter((each) => each[key] === 'same').length;
    expect(same('relation')).toBeGreaterThan(same('words'));
    expect(same('relation')).toBeGreaterThanOrEqual(6);
  });

  it('takes no two wishes that sound alike for one', async () => {
    const found = await relationsOf(DIFFERENT);
    expect(found.filter(({ relation }) => relation === 'same').map(({ pair }) => pair)).toEqual([]);
  });
});
