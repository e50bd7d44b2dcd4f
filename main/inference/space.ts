import { createHash } from 'node:crypto';
import type { EmbedderSpec } from './contract.ts';
import { TOKEN_STATES_VERSION } from './token-states.pure.ts';

/** Names the space that a vector lies in; vectors of different spaces are never compared (design section 4). */
export type EmbeddingSpaceId = string & { readonly __brand: 'EmbeddingSpaceId' };

/** Model, file, pooling, prefixes, dimension and the making of token states in one stable string. */
export function embeddingSpaceId(
  spec: Pick<EmbedderSpec, 'modelId' | 'sha256' | 'pooling' | 'queryPrefix' | 'passagePrefix' | 'dimension'>,
  statesVersion: number = TOKEN_STATES_VERSION,
): EmbeddingSpaceId {
  const prefixes = `${spec.queryPrefix}\u0000${spec.passagePrefix}`;
  const prefix = prefixes === '\u0000' ? 'none' : createHash('sha256').update(prefixes).digest('hex').slice(0, 8);
  // A name without it is of version 1, which was there before versions were counted.
  const states = statesVersion === 1 ? [] : [`states-${statesVersion}`];
  const id = [spec.modelId, spec.sha256.slice(0, 12), spec.pooling, prefix, String(spec.dimension), ...states].join(
    '/',
  );
  return id as EmbeddingSpaceId; // the only place that makes one
}
