import { createHash } from 'node:crypto';
import type { EmbedderSpec } from './contract.ts';

/** Names the space that a vector lies in; vectors of different spaces are never compared (design section 4). */
export type EmbeddingSpaceId = string & { readonly __brand: 'EmbeddingSpaceId' };

/** Model, file, pooling, prefixes and dimension in one stable string. */
export function embeddingSpaceId(
  spec: Pick<EmbedderSpec, 'modelId' | 'sha256' | 'pooling' | 'queryPrefix' | 'passagePrefix' | 'dimension'>,
): EmbeddingSpaceId {
  const prefixes = `${spec.queryPrefix}\u0000${spec.passagePrefix}`;
  const prefix = prefixes === '\u0000' ? 'none' : createHash('sha256').update(prefixes).digest('hex').slice(0, 8);
  const id = [spec.modelId, spec.sha256.slice(0, 12), spec.pooling, prefix, String(spec.dimension)].join('/');
  return id as EmbeddingSpaceId; // the only place that makes one
}
