import type { IndexField, Outcome, RowIndex } from '../main/evaluation/report-page/page-format.pure.ts';

export const FILTERS = ['arm', 'trajectory', 'checkpoint', 'category', 'outcome'] as const;
export type Filter = (typeof FILTERS)[number];

/** What is asked of the list; absent means everything. */
export type Wanted = { readonly [field in Filter]?: string } & { readonly text?: string };

export const wordAt = (index: RowIndex, field: IndexField, row: number): string =>
  index.words[field][index.places[field][row] ?? -1] ?? '';

/** Rows that fit, in order. Words are compared once each, not once a row. */
export function findRows(index: RowIndex, wanted: Wanted): readonly number[] {
  const places = FILTERS.flatMap((field) => {
    const word = wanted[field];
    return word === undefined ? [] : [{ of: index.places[field], is: index.words[field].indexOf(word) }];
  });
  const text = (wanted.text ?? '').trim().toLowerCase();
  const hits = (['question', 'answer', 'probe'] as const).map((field) => ({
    of: index.places[field],
    has: index.words[field].map((word) => word.toLowerCase().includes(text)),
  }));
  const found: number[] = [];
  for (let row = 0; row < index.count; row += 1) {
    if (!places.every(({ of, is }) => of[row] === is)) continue;
    if (text === '' || hits.some(({ of, has }) => has[of[row] ?? -1] === true)) found.push(row);
  }
  return found;
}

const GOOD: readonly Outcome[] = ['right', 'knew that it is unknown', 'evidence found'];

/** Good, or bad: the mark and the word beside it say the same. */
export const outcomeClass = (outcome: Outcome): string =>
  GOOD.includes(outcome) ? 'good' : outcome === 'nothing to score' || outcome === 'evidence found in part' ? '' : 'bad';
