import { AppError } from '../../contract/errors.ts';
import type { Inference } from '../../inference/client.ts';
import { mergeTags, type Tag } from './tag.pure.ts';
import { tagWithRules } from './tag-with-rules.pure.ts';

export type Tagged = {
  /** Of each text, in order. */
  readonly tags: readonly (readonly Tag[])[];
  /** Why there are only the tags of rules; null when the head was asked. */
  readonly headFailure: AppError | null;
};

/** Tags of each text by rules and by the trained head; a head that cannot answer takes nothing else away. */
export async function tagTexts(
  inference: Pick<Inference, 'tag'>,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Tagged> {
  const rules = texts.map(tagWithRules);
  try {
    const heads = await inference.tag({ texts }, signal === undefined ? {} : { signal });
    return { tags: rules.map((tags, index) => mergeTags(tags, heads[index] ?? [])), headFailure: null };
  } catch (error) {
    // Whoever stopped wants no tags, and a bug is no state of the model.
    if (!(error instanceof AppError) || error.code === 'request.aborted') throw error;
    return { tags: rules, headFailure: error };
  }
}
