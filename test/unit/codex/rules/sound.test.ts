import { describe, expect, it } from 'vitest';
import { extractWithRules } from '../../../../main/codex/extract-with-rules.pure.ts';

const read = (text: string) =>
  extractWithRules(
    { turnId: 't', text, role: 'user', speaker: 'Ana', saidAt: '2024-06-15T10:00:00Z', zone: 'UTC', before: null },
    [],
  ).map(({ act, relation, object, isPast }) => {
    const value = object?.kind === 'name' ? object.name : object?.kind === 'literal' ? object.text : null;
    return [act, relation, value, isPast];
  });

describe('codex/rules/sound', () => {
  it.each([
    ['Like a slow walk along the river.'],
    ['I also like holding them.'],
    ['I believe in your plan.'],
    ['I had the opportunity to see the harbour.'],
  ])('takes nothing from "%s"', (text) => {
    expect(read(text)).toEqual([]);
  });

  it.each([
    ['I love old bridges - look at this photo', [['state', 'likes', 'old bridges', false]]],
    ["I've been volunteering at the food bank.", [['state', 'volunteers at', 'food bank', false]]],
    ['Ursula is no longer my boss.', [['end', 'reports to', 'Ursula', false]]],
    ['Tom is not my brother.', []],
  ])('reads "%s" for what it says', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});
