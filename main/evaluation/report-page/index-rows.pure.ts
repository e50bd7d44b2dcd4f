import type { ObservationRow } from '../report/observation-row.ts';
import { INDEX_FIELDS, type IndexField, outcomeOf, type RowIndex } from './page-format.pure.ts';

type Indexed = { readonly arm: string; readonly trajectory: string; readonly row: ObservationRow };
type Fields = { readonly [field in IndexField]: string };

/** Of an answer the list can be searched for so many characters; the observation itself has all of it. */
const ANSWER_CHARS = 200;

const fieldsOf = ({ arm, trajectory, row }: Indexed): Fields => ({
  ...{ arm, trajectory, checkpoint: row.checkpoint, probe: row.probe, category: row.category },
  ...{ outcome: outcomeOf(row), question: row.question, answer: (row.answer ?? '').slice(0, ANSWER_CHARS) },
});

/** Gathers what the list needs of every row: each word is kept once, and every row holds places of words. */
export function openIndex(): { readonly add: (one: Indexed) => void; readonly close: () => RowIndex } {
  const columns = INDEX_FIELDS.map((field) => ({ field, places: [] as number[], known: new Map<string, number>() }));
  let count = 0;
  return {
    add: (one) => {
      const fields = fieldsOf(one);
      count += 1;
      for (const { field, places, known } of columns) {
        const word = fields[field];
        const place = known.get(word) ?? known.size;
        known.set(word, place);
        places.push(place);
      }
    },
    close: () => ({
      count,
      words: gather(columns, ({ known }) => [...known.keys()]),
      places: gather(columns, ({ places }) => places),
    }),
  };
}

function gather<C extends { readonly field: IndexField }, T>(
  columns: readonly C[],
  of: (column: C) => T,
): Readonly<Record<IndexField, T>> {
  return Object.fromEntries(columns.map((column) => [column.field, of(column)])) as Record<IndexField, T>; // one for each field
}
