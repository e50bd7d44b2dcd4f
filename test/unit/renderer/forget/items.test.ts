import { describe, expect, it } from 'vitest';
import { type ForgetItem, itemsOf, mergeItems } from '../../../../renderer/features/forget/items.pure.ts';

const turn = (id: string, why: ForgetItem['why'] = 'chosen'): ForgetItem => ({
  ...{ kind: 'turn', id, text: `text ${id}`, at: null, speaker: 'user', why },
});
const fact: ForgetItem = { ...turn('f', 'rests-on-it'), kind: 'fact' };
const ids = (items: readonly ForgetItem[]) => items.map(({ id }) => id);

describe('renderer/forget/items', () => {
  it('keeps the line of a turn that was taken out where it stood, so that it can be put back', () => {
    const before = [turn('a'), turn('b'), turn('c'), fact];
    expect(ids(mergeItems(before, [turn('a'), turn('c')], ['b']))).toEqual(['a', 'b', 'c']);
  });

  it('drops what no longer goes and adds what goes now, with its new reason', () => {
    const merged = mergeItems([turn('a'), turn('r', 'answers')], [turn('a', 'repeats'), turn('n', 'repeats')], []);
    expect(merged.map(({ id, why }) => [id, why])).toEqual([
      ['a', 'repeats'],
      ['n', 'repeats'],
    ]);
  });

  it('tells a turn from a fact of the same id', () => {
    const twin: ForgetItem = { ...fact, id: 'a' };
    expect(mergeItems([turn('a'), twin], [turn('a')], ['a'])).toEqual([turn('a')]);
    expect(itemsOf([turn('a'), twin], 'fact')).toEqual([twin]);
  });
});
