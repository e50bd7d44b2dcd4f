import { describe, expect, it } from 'vitest';
import { fitRole, type Known, matchName } from '../../../main/codex/entities.pure.ts';
import { nameKeyOf } from '../../../main/codex/names.pure.ts';

const known = (id: string, name: string, type: Known['type'] = 'person'): Known => ({
  ...{ id, name, type, nameKey: nameKeyOf(name) },
});
const nobody: ReadonlySet<string> = new Set();

describe('codex/entities', () => {
  it.each([
    ['the same name in other letters', 'MIRA', [known('m', 'Mira')], { kind: 'found', id: 'm' }],
    ['a title before it', 'Dr Weiss', [known('w', 'Weiss')], { kind: 'found', id: 'w' }],
    ['a first name that one has', 'Tom', [known('t', 'Tom Baker')], { kind: 'found', id: 't' }],
    ['a whole name after a first name', 'Tom Baker', [known('t', 'Tom')], { kind: 'found', id: 't' }],
    ['a name that nobody has', 'Kai', [known('m', 'Mira')], { kind: 'new' }],
    ['a person of the name of a place', 'Florence', [known('f', 'Florence', 'place')], { kind: 'new' }],
    [
      'a first name that two have',
      'Tom',
      [known('a', 'Tom Baker'), known('b', 'Tom Reed')],
      { kind: 'several', ids: ['a', 'b'] },
    ],
  ] as const)('knows %s', (_, name, all, match) => {
    expect(matchName({ name, type: 'person' }, all, nobody)).toEqual(match);
  });

  it('chooses the one of two of whom the conversation speaks', () => {
    const all = [known('a', 'Tom Baker'), known('b', 'Tom Reed')];
    expect(matchName({ name: 'Tom', type: 'person' }, all, new Set(['b']))).toEqual({ kind: 'found', id: 'b' });
  });

  it("holds a cousin of a friend's name for somebody else, and knows both again", () => {
    const friend = { objectId: 'a', relation: 'friend' };
    const cousin = { objectId: 'b', relation: 'relative' };
    expect(fitRole(['a'], 'relative', [friend])).toEqual([]);
    expect(fitRole(['a', 'b'], 'relative', [friend, cousin])).toEqual(['b']);
    expect(fitRole(['a'], 'friend', [friend])).toEqual(['a']);
    expect(fitRole(['a'], 'friend', [{ objectId: 'a', relation: 'met' }])).toEqual(['a']);
  });
});
