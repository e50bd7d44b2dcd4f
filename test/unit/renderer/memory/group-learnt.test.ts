import { describe, expect, it } from 'vitest';
import type { RevisionId, TurnId } from '../../../../main/contract/index.ts';
import { findQuoted, groupLearnt } from '../../../../renderer/features/memory/group-learnt.pure.ts';

const learnt = (id: string, seq: number, isHeld = false) => ({
  ...{ turnId: 't' as TurnId, seq, revisionId: id as RevisionId, sentence: id, isHeld },
});

describe('renderer/memory/group-learnt', () => {
  it('puts together what one undo takes back, and apart what still waits', () => {
    const groups = groupLearnt([learnt('a', 4), learnt('b', 4, true), learnt('c', 4), learnt('d', 7)]);
    expect(groups.map(({ seq, isHeld, learnt: of }) => [seq, isHeld, of.map(({ sentence }) => sentence)])).toEqual([
      [4, false, ['a', 'c']],
      [4, true, ['b']],
      [7, false, ['d']],
    ]);
  });

  it('finds among several what the quoted words speak of', () => {
    const taught = [learnt('you · friend · Tove', 4), learnt('Mira · lives in · Lisbon', 4)];
    expect(findQuoted(taught, 'Mira lives in Lisbon')?.sentence).toBe('Mira · lives in · Lisbon');
    expect(findQuoted(taught, 'My friend Tove')?.sentence).toBe('you · friend · Tove');
    expect(findQuoted([], 'anything')).toBeNull();
  });
});
