import { describe, expect, it } from 'vitest';
import type { TurnId } from '../../../../main/contract/index.ts';
import { CandidateFate } from '../../../../main/contract/index.ts';
import {
  arrangeCandidates,
  FATES,
  fragmentId,
  listPacked,
  listParts,
  sortNext,
} from '../../../../renderer/features/trace/candidates.pure.ts';
import { makeCandidate } from './make-trace.ts';

const candidates = [
  makeCandidate({ id: 'a', rank: 1, tokens: 5, fate: 'selected', legs: { lexical: { rank: 9, score: 1 } } }),
  makeCandidate({ id: 'b', rank: 2, tokens: 0, fate: 'below the line' }),
  makeCandidate({ id: 'c', rank: 3, tokens: 2, fate: 'in prompt', legs: { lexical: { rank: 1, score: 2 } } }),
];
const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join('');
const arrange = (by: Parameters<typeof sortNext>[1], isDescending = false) =>
  idsOf(arrangeCandidates(candidates, { sorting: { by, isDescending }, fate: 'all' }));

describe('renderer/trace/candidates', () => {
  it('sorts by any column, and what has no value there stands last both ways', () => {
    expect([arrange('rank'), arrange('rank', true)]).toEqual(['abc', 'cba']);
    expect([arrange('lexical'), arrange('lexical', true)]).toEqual(['cab', 'acb']);
    expect([arrange('tokens'), arrange('tokens', true)]).toEqual(['cab', 'acb']);
    expect([arrange('fate'), arrange('fate', true)]).toEqual(['cab', 'bac']);
    expect(arrange('graph')).toBe('abc');
  });

  it('keeps only one fate where one is asked for', () => {
    const sorting = { by: 'rank', isDescending: false } as const;
    expect(idsOf(arrangeCandidates(candidates, { sorting, fate: 'below the line' }))).toBe('b');
    expect(arrangeCandidates(candidates, { sorting, fate: 'neighbour' })).toEqual([]);
  });

  it('knows every fate that there is', () => {
    expect([...FATES].sort()).toEqual([...CandidateFate.options].sort());
  });

  it('turns a column round when its head is pressed again', () => {
    const first = sortNext({ by: 'rank', isDescending: false }, 'tokens');
    expect([first, sortNext(first, 'tokens'), sortNext(sortNext(first, 'tokens'), 'tokens')]).toEqual([
      { by: 'tokens', isDescending: false },
      { by: 'tokens', isDescending: true },
      { by: 'tokens', isDescending: false },
    ]);
  });

  it('shows the parts of a score by their size, with their sign, and leaves out what made nothing', () => {
    expect(listParts({ lexical: 2, decay: -3, time: 0.00001, role: 1 })).toEqual({
      parts: [
        { name: 'decay', value: -3, share: 0.6 },
        { name: 'lexical', value: 2, share: 0.4 },
        { name: 'role', value: 1, share: 0.2 },
      ],
      zero: 0.6,
    });
    expect(listParts({ lexical: 2 })).toEqual({ parts: [{ name: 'lexical', value: 2, share: 1 }], zero: 0 });
    expect([listParts({ lexical: 0.0001 }), listParts({})]).toEqual(Array(2).fill({ parts: [], zero: 0 }));
  });

  it('adds up what was packed in the order in which it is read', () => {
    const packed = [
      makeCandidate({ id: 'late', packed: 2, tokens: 30, fate: 'in prompt' }),
      makeCandidate({ id: 'out', packed: null, tokens: 99 }),
      makeCandidate({ id: 'early', packed: 1, tokens: 12, fate: 'did not fit' }),
    ];
    const told = (hasPrompt: boolean) =>
      listPacked(packed, hasPrompt).map(({ candidate, running }) => [candidate.id, running]);
    expect(told(false)).toEqual([
      ['early', 12],
      ['late', 42],
    ]);
    expect(told(true)).toEqual([['late', 30]]);
  });

  it('names a fragment of an old trace by its turn', () => {
    expect(fragmentId(makeCandidate({ id: '', turnId: 't1' as TurnId }))).toBe('t1');
    expect(fragmentId(makeCandidate({ id: '', turnId: null, rank: 4 }))).toBe('#4');
  });
});
