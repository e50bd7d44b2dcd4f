import type { Db } from '../../stores/run.ts';
import { listByBm25, type Scope } from '../../stores/search.ts';
import { toLexicalQuery } from '../query-text.pure.ts';
import type { Leg } from './leg.ts';

/** BM25 (pg_textsearch) over speaker, date, words and captions. */
export function lexicalLeg(
  db: Db,
  input: { readonly query: string; readonly scope: Scope; readonly pool: number },
): Leg {
  return {
    name: 'lexical',
    method: 'BM25',
    search: async () => {
      const query = toLexicalQuery(input.query);
      if (query === '') return [];
      return db.transaction((tx) => listByBm25(tx, { scope: input.scope, query, limit: input.pool }));
    },
  };
}
