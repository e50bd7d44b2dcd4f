import type { Db } from '../../stores/run.ts';
import { listByCosineExact, listByCosineHnsw, type Scope, type VectorSearch } from '../../stores/search.ts';
import type { Leg } from './leg.ts';

/** Rows to look at for each turn wanted: long turns have several vectors. */
const CHUNKS_PER_TURN = 3;

/** Cosine over turn vectors: exact where the scope is small, HNSW where it is not. */
export function episodicLeg(
  db: Db,
  input: {
    readonly scope: Scope;
    readonly pool: number;
    readonly eligible: number;
    readonly exactBelow: number;
    readonly embeddingSpaceId: number;
    readonly embedQuery: () => Promise<Float32Array>;
  },
): Leg {
  const isExact = input.eligible <= input.exactBelow;
  return {
    name: 'episodic',
    method: isExact ? 'cosine, exact' : 'cosine, HNSW',
    search: async () => {
      const search: VectorSearch = {
        scope: input.scope,
        embeddingSpaceId: input.embeddingSpaceId,
        vector: await input.embedQuery(),
        limit: input.pool * CHUNKS_PER_TURN,
      };
      const found = isExact
        ? await listByCosineExact(db.read, search)
        : await db.transaction((tx) => listByCosineHnsw(tx, search));
      return found.slice(0, input.pool);
    },
  };
}
