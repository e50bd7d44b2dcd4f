import { AppError } from '../contract/errors.ts';
import type { Ctx } from '../ctx.ts';
import { extractWithModel } from './extract-with-model.ts';
import type { Extractor } from './extraction.ts';
import { nameModelExtractor } from './prompts/extract.pure.ts';
import type { Vocabulary } from './vocabulary.pure.ts';

/**
 * The chat model as a reader of turns. Where it fails for a while, reading stops before that turn and goes on from there
 * at the next wake; a turn that can never fit is passed over.
 */
export function createModelExtractor(
  ctx: Pick<Ctx, 'inference' | 'log'>,
  { modelId, vocabulary }: { readonly modelId: string; readonly vocabulary: () => Promise<Vocabulary> },
): Extractor {
  return {
    name: nameModelExtractor(modelId),
    extract: async (source, signal) => {
      const extraction = await extractWithModel(ctx, { source, signal, vocabulary: await vocabulary() });
      if (extraction.kind === 'read') return extraction.candidates;
      if (!extraction.canRetry) return [];
      const isSlow = extraction.reason === 'too-slow';
      throw new AppError(
        isSlow ? 'inference.timeout' : 'inference.unavailable',
        `The chat model could not read a turn${isSlow ? ' in time' : ''}. Reading goes on from there later.`,
        { retry: 'later' },
      );
    },
  };
}
