import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Double,
  isOneSlip,
  keysOf,
  type Named,
  pairKey,
  planDoubles,
} from '../../../../main/codex/doubles/plan-doubles.pure.ts';
import type { EntityType } from '../../../../main/contract/codex.ts';

type Over = Partial<Named> & { readonly names?: readonly string[] };
const make = (id: string, type: EntityType, { names = [id], ...over }: Over = {}): Named => ({
  ...{ id, type, keys: keysOf(names), facts: new Set(), single: new Map(), turnIds: new Set() },
  ...over,
});

const none = new Set<string>();
function planAll(entities: readonly Named[], apart: ReadonlySet<string>): readonly Double[] {
  const steps = planDoubles(entities, apart);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
const plan = (entities: readonly Named[], apart: ReadonlySet<string> = none) =>
  planAll(entities, apart).map(
    ({ fromId, intoId, why, isSure }) => `${fromId} > ${intoId}: ${why}${isSure ? '!' : ''}`,
  );

/** Every way of one slip, tried out. */
function slipsOf(word: string): ReadonlySet<string> {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const found = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    found.add(word.slice(0, at) + word.slice(at + 1));
    for (const letter of letters) {
      found.add(word.slice(0, at) + letter + word.slice(at));
      if (at < word.length) found.add(word.slice(0, at) + letter + word.slice(at + 1));
    }
    if (at + 1 < word.length) found.add(word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
  }
  found.delete(word);
  return found;
}

describe('one slip', () => {
  it('is what a naive reader finds by trying every slip', () => {
    const word = fc.stringMatching(/^[a-c]{0,6}$/);
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(isOneSlip(a, b)).toBe(slipsOf(a).has(b));
      }),
    );
  });
});

describe('the plan of merges', () => {
  it.each<[string, readonly Named[], readonly string[]]>([
    [
      'one thing written in one word and in two',
      [make('book club', 'organisation'), make('bookclub', 'organisation', { facts: new Set(['x>1']) })],
      ['book club > bookclub: joined!'],
    ],
    [
      'one topic in singular and plural',
      [make('board game', 'topic'), make('board games', 'topic')],
      ['board games > board game: same words!'],
    ],
    [
      'a person spelled in two ways',
      [make('Katerina', 'person'), make('Katarina', 'person')],
      ['Katerina > Katarina: spelling'],
    ],
    [
      'a first name and the whole',
      [make('Tom', 'person'), make('Tom Baker', 'person')],
      ['Tom > Tom Baker: first name'],
    ],
    [
      'a longer and a shorter name of one place',
      [make('Riverside Pottery', 'organisation'), make('Riverside Pottery Studio', 'organisation')],
      ['Riverside Pottery Studio > Riverside Pottery: part of'],
    ],
  ])('proposes %s', (_, entities, expected) => {
    expect(plan(entities)).toEqual(expected);
  });

  it.each<[string, readonly Named[]]>([
    ['short names that differ by a letter', [make('Tim', 'person'), make('Tom', 'person')]],
    ['things with other numbers', [make('Marathon 2024', 'event'), make('Marathon 2025', 'event')]],
    ['a person and a place', [make('Florence', 'person'), make('Florence', 'place', { names: ['Florence'] })]],
    ['two people of one first name', [make('Tom', 'person'), make('Tom Baker', 'person'), make('Tom Hill', 'person')]],
    [
      'what has two values where there can be one',
      [
        make('Katerina', 'person', { single: new Map([['born on', 'l:--05-01']]) }),
        make('Katarina', 'person', { single: new Map([['born on', 'l:--09-30']]) }),
      ],
    ],
    [
      'people who are linked to each other',
      [make('Katerina', 'person', { facts: new Set(['sibling>Katarina']) }), make('Katarina', 'person')],
    ],
    [
      'people of whom one turn speaks side by side',
      [make('Tom', 'person', { turnIds: new Set(['t1']) }), make('Tom Baker', 'person', { turnIds: new Set(['t1']) })],
    ],
  ])('leaves alone %s', (_, entities) => {
    expect(plan(entities)).toEqual([]);
  });

  it('does not ask again about those that were said to be two', () => {
    const entities = [make('Katerina', 'person'), make('Katarina', 'person')];
    expect(plan(entities, new Set([pairKey('Katerina', 'Katarina')]))).toEqual([]);
  });

  it('pauses every few hundred pairs, so that who asks meanwhile is answered', () => {
    const alike = Array.from({ length: 60 }, (_, n) => make(`e${n}`, 'person', { names: [`Ada ${n}`] }));
    expect([...planDoubles(alike, none)].length).toBe(3);
  });

  it('merges nobody twice, into nobody who goes away, and never one who is fixed, whatever the order', () => {
    const pool = ['book club', 'bookclub', 'book clubs', 'Book Club', 'pottery', 'potery', 'me'];
    fc.assert(
      fc.property(fc.shuffledSubarray(pool), (ids) => {
        const entities = ids.map((id) => make(id, 'topic'));
        const found = planAll(entities, none);
        const from = found.map(({ fromId }) => fromId);
        const into = new Set(found.map(({ intoId }) => intoId));
        expect(new Set(from).size).toBe(from.length);
        expect(from.some((id) => into.has(id) || id === 'me')).toBe(false);
        const again = planAll([...entities].reverse(), none);
        expect(again.map(({ fromId, intoId }) => pairKey(fromId, intoId)).sort()).toEqual(
          found.map(({ fromId, intoId }) => pairKey(fromId, intoId)).sort(),
        );
      }),
    );
  });
});
