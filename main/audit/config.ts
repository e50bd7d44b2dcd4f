import { BUNDLED_EMBEDDER_ID, findModel } from '../../models/catalogue.ts';
import { openVocabulary } from '../codex/open-vocabulary.ts';
import type { Ctx } from '../ctx.ts';
import { canonicalJson } from '../journal/record.pure.ts';
import type { Gathered } from './gather.ts';
import { mapTexts } from './names.pure.ts';
import { utf8 } from './verify/bytes.pure.ts';
import { sha256Hex } from './zip-writer.ts';

/** How memory was made and used, by hash where it is long: no path, no name of the owner, no draft, no secret. */
export async function describeConfig(ctx: Ctx, gathered: Gathered, appVersion: string): Promise<unknown> {
  const { isSaving, isUsing, isDecayOn, isModelReading, acceptAbove, askFirst, budgetTokens, chatModelId } =
    ctx.settings.get();
  const { relations } = await openVocabulary(ctx);
  // A relation of the owner's own may hold their words; its hash alone would tell it to whoever guesses.
  const vocabulary = relations.filter(({ isOwn }) => !isOwn).map(({ name, bucket }) => ({ name, bucket }));
  const ids = new Set([
    BUNDLED_EMBEDDER_ID,
    ...(chatModelId === null ? [] : [chatModelId]),
    ...[...gathered.index.modelIds].sort(),
  ]);
  const config = {
    app: { name: 'Palimpsest', version: appVersion },
    settings: {
      isSaving,
      isUsing,
      isDecayOn,
      isModelReading,
      acceptAbove,
      askFirst: [...askFirst].sort(),
      budgetTokens,
      chatModelId,
    },
    embedding: { space: ctx.embedding.name, model: ctx.embedding.modelName },
    vocabulary: { relations: vocabulary.length, sha256: sha256Hex(utf8(canonicalJson(vocabulary))) },
    models: [...ids].map(describeModel),
  };
  return gathered.names === null ? config : mapTexts(config, gathered.names.cover);
}

function describeModel(id: string): unknown {
  const files = findModel(id)?.files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })) ?? null;
  // One that the user added has no hash of its maker's.
  return { id, files };
}
