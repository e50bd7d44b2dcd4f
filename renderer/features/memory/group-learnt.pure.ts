import type { OutputOf } from '../../../main/contract/index.ts';

type Learnt = OutputOf<'codex.learnt'>['learnt'][number];

/** What one record taught, and is taken back together; what waits in the inbox stands apart. */
export type LearntGroup = { readonly seq: number; readonly isHeld: boolean; readonly learnt: readonly Learnt[] };

/** Groups what a turn taught by what can be undone together. */
export function groupLearnt(learnt: readonly Learnt[]): readonly LearntGroup[] {
  const groups: LearntGroup[] = [];
  for (const each of learnt) {
    const place = groups.findIndex(({ seq, isHeld }) => seq === each.seq && isHeld === each.isHeld);
    const group = groups[place];
    if (group) groups[place] = { ...group, learnt: [...group.learnt, each] };
    else groups.push({ seq: each.seq, isHeld: each.isHeld, learnt: [each] });
  }
  return groups;
}
