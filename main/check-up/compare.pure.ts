import type { CheckedMove, CheckedSide } from '../contract/check-up.ts';

type Compared = Pick<CheckedSide, 'abstain'> & {
  readonly fragments: readonly Pick<CheckedSide['fragments'][number], 'id' | 'rank'>[];
};

export type SidesCompared = {
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  readonly moved: readonly CheckedMove[];
  readonly isChanged: boolean;
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
  const isChanged = onlyA.length + onlyB.length + moved.length > 0 || a.abstain !== b.abstain;
  return { onlyA, onlyB, moved, isChanged };
}
