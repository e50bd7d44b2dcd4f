import type { Ctx } from '../ctx.ts';
import { listOwnRelations } from '../stores/relations.ts';
import { buildVocabulary, type Vocabulary } from './vocabulary.pure.ts';

/** The controlled relations with the user's own. */
export async function openVocabulary(ctx: Pick<Ctx, 'db'>): Promise<Vocabulary> {
  return buildVocabulary(await listOwnRelations(ctx.db.read));
}
