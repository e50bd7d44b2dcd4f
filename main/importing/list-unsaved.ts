import { readConsent } from '../consent/consent.ts';
import type { Ctx } from '../ctx.ts';
import type { ConversationState, Incoming } from './plan-import.pure.ts';

/** Conversations of the batch where saving is off: in their space, or of their own. */
export async function listUnsaved(
  ctx: Ctx,
  batch: readonly Incoming[],
  states: ReadonlyMap<string, ConversationState>,
): Promise<ReadonlySet<string>> {
  const places = new Map(batch.map(({ conversationId, spaceId }) => [conversationId, spaceId]));
  const bySpace = new Map<string, boolean>();
  const unsaved = new Set<string>();
  for (const [id, spaceId] of places) {
    const isKnown = states.get(id)?.isKnown === true;
    const known = isKnown ? undefined : bySpace.get(spaceId);
    const isSaving = known ?? (await readConsent(ctx, { conversationId: isKnown ? id : null, spaceId })).save.isOn;
    if (!isKnown) bySpace.set(spaceId, isSaving);
    if (!isSaving) unsaved.add(id);
  }
  return unsaved;
}
