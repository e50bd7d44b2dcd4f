import type { CheckedFragment, CheckedQuestion } from '../../../main/contract/index.ts';

export const FILTERS = ['all', 'changed', 'stale', 'support'] as const;
export type Filter = (typeof FILTERS)[number];

const fits: Readonly<Record<Filter, (question: CheckedQuestion) => boolean>> = {
  all: () => true,
  changed: ({ difference }) => difference !== 'same',
  stale: ({ isStale }) => isStale,
  support: ({ life }) => life.support !== 'same',
};

export const filterQuestions = (questions: readonly CheckedQuestion[], filter: Filter): readonly CheckedQuestion[] =>
  questions.filter(fits[filter]);

/** How a fragment of one side stands to the other side. */
export type Mark =
  | { readonly kind: 'only' }
  | { readonly kind: 'same' }
  /** Its place in the other. */
  | { readonly kind: 'moved'; readonly place: number };

/** Reads the mark of a fragment from the comparison; `side` is the one that it stands in. */
export function markOf(question: CheckedQuestion, side: 'a' | 'b', { id }: Pick<CheckedFragment, 'id'>): Mark {
  if ((side === 'a' ? question.onlyA : question.onlyB).includes(id)) return { kind: 'only' };
  const move = question.moved.find((each) => each.id === id);
  if (move === undefined) return { kind: 'same' };
  return { kind: 'moved', place: side === 'a' ? move.after : move.before };
}

/** Milliseconds that are left, judged by what was done so far; null while that says too little. */
export function remainingMs(progress: {
  readonly done: number;
  readonly total: number;
  readonly elapsedMs: number;
}): number | null {
  const { done, total, elapsedMs } = progress;
  return done < 3 ? null : (elapsedMs / done) * (total - done);
}
