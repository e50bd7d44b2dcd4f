import { describe, expect, it } from 'vitest';
import { SpaceId } from '../../../../main/contract/index.ts';
import { toChoice, type Wish } from '../../../../renderer/features/audit/choice.pure.ts';

const wish: Wish = {
  ...{ part: 'everything', spaceId: SpaceId.parse('work'), from: null, to: null, validAt: null, knownAt: null },
  ...{ isNamesCovered: false, isBodiesCovered: false, isSigned: true },
};

describe('renderer/audit/choice', () => {
  it('names no space where everything is asked for, and says so, or the one on screen would be meant', () => {
    const choice = toChoice(wish);
    expect('spaceId' in choice).toBe(true);
    expect(choice.spaceId).toBeUndefined();
  });

  it('names the space of a part, and none where every space is meant', () => {
    expect(toChoice({ ...wish, part: 'part' }).spaceId).toBe('work');
    const every = toChoice({ ...wish, part: 'part', spaceId: null });
    expect('spaceId' in every).toBe(true);
    expect(every.spaceId).toBeUndefined();
  });
});
