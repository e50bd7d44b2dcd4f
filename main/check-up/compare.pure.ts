import type { CheckedDifference, CheckedMove, CheckedSide } from '../contract/check-up.ts';

type Compared = Pick<CheckedSide, 'abstain'> & {
  readonly fragments: readonly Pick<CheckedSide['fragments'][number], 'id' | 'rank'>[];
};

export type SidesCompared = {
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  readonly moved: readonly CheckedMove[];
  readonly difference: CheckedDifference;
};

/** What is found in only one of two settings, what stands elsewhere, and whether anything is different at all. */
export function compareSides(a: Compared, b: Compared): SidesCompared {
  const inA = new Map(a.fragments.map(({ id, rank }) => [id, rank]));
  const inB = new Map(b.fragments.map(({ id, rank }) => [id, rank]));
  const onlyA = [...inA.keys()].filter((id) => !inB.has(id));
  const onlyB = [...inB.keys()].filter((id) => !inA.has(id));
  const moved = [...inA].flatMap(([id, before]) => {
    const after = inB.get(id);
    return after === undefined || after === before ? [] : [{ id, before, after }];
  });
  const isLessOrMore = onlyA.length === 0 || onlyB.length === 0;
  const difference = ((): CheckedDifference => {
    if (!isLessOrMore || a.abstain !== b.abstain) return 'other';
    if (onlyA.length > 0) return 'less';
    if (onlyB.length > 0) return 'more';
    return moved.length > 0 ? 'order' : 'same';
  })();
  return { onlyA, onlyB, moved, difference };
}
