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

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Of several things that one turn taught, the one that the quoted words speak of most. */
export function findQuoted(learnt: readonly Learnt[], quote: string): Learnt | null {
  const quoted = new Set(wordsOf(quote));
  const shareOf = ({ sentence }: Learnt): number => {
    const words = wordsOf(sentence);
    return words.filter((word) => quoted.has(word)).length / Math.max(1, words.length);
  };
  return learnt.reduce<Learnt | null>(
    (best, each) => (best === null || shareOf(each) > shareOf(best) ? each : best),
    null,
  );
}
