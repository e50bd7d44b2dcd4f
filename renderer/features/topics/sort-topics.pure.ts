import type { Topic } from '../../../main/contract/index.ts';

/** Largest or latest first; what has no time comes last. */
export function sortTopics(topics: readonly Topic[], order: 'size' | 'recent'): readonly Topic[] {
  const latest = ({ lastAt }: Topic): number => (lastAt === null ? Number.NEGATIVE_INFINITY : Date.parse(lastAt));
  return [...topics].sort((a, b) => {
    const by = order === 'size' ? b.turns - a.turns : latest(b) - latest(a);
    return by !== 0 && !Number.isNaN(by) ? by : a.id < b.id ? -1 : 1;
  });
}
