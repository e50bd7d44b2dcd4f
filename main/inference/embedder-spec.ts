import type { Model } from '../../models/catalogue.ts';
import type { Located } from '../../models/locate.ts';
import { AppError } from '../contract/errors.ts';
import type { EmbedderSpec } from './contract.ts';

const OVERLAP_TOKENS = 32;

/** How the host is to run an embedding model of the catalogue, or an error that says what is missing. */
export function getEmbedderSpec(model: Model, located: Located, threads: number): EmbedderSpec {
  const weights = model.files.find(({ name }) => name.endsWith('.onnx'));
  if (model.task !== 'embedding' || weights === undefined || model.dimension === null) {
    throw new AppError('model.unknown', 'This model does not embed text. Choose an embedding model.');
  }
  if (located.kind !== 'present') {
    const code = located.kind === 'damaged' ? 'model.damaged' : 'model.not-downloaded';
    throw new AppError(code, located.reason, { details: { modelId: model.id } });
  }
  return {
    modelId: model.id,
    modelPath: located.paths[weights.name] ?? '',
    tokenizerPath: located.paths['tokenizer.json'] ?? '',
    sha256: weights.sha256 ?? '',
    dimension: model.dimension,
    pooling: model.pooling ?? 'mean',
    queryPrefix: model.queryPrefix ?? '',
    passagePrefix: model.passagePrefix ?? '',
    maxTokens: model.contextTokens,
    overlapTokens: OVERLAP_TOKENS,
    threads,
  };
}
