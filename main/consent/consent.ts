import { AppError } from '../contract/errors.ts';
import type { InputOf } from '../contract/index.ts';
import type { Consent } from '../contract/spaces.ts';
import type { Ctx } from '../ctx.ts';
import { findSwitches, getSpaceSwitches, type SwitchesRow } from '../stores/spaces.ts';
import { decideSwitch } from './consent.pure.ts';

/** What is said where: in a conversation, or in a new one of a space. */
export type Place = { readonly conversationId: string | null; readonly spaceId: string };

/**
 * The one place that says what may be kept and used (design section 6). Every way in passes here: what the window, the
 * browser or the command line says goes through `chat` and `importing`, which ask this for each turn.
 */
export async function readConsent(ctx: Pick<Ctx, 'db' | 'settings'>, place: Place): Promise<Consent> {
  const own = place.conversationId === null ? null : await findSwitches(ctx.db.read, place.conversationId);
  return toConsent(ctx, own ?? (await getSpaceSwitches(ctx.db.read, place.spaceId)));
}

function toConsent(ctx: Pick<Ctx, 'settings'>, row: SwitchesRow): Consent {
  const { isSaving, isUsing } = ctx.settings.get();
  return {
    save: decideSwitch({ settings: isSaving, space: row.isSpaceSaving ?? true, conversation: row.isSaving }),
    use: decideSwitch({ settings: isUsing, space: row.isSpaceUsing ?? true, conversation: row.isUsing }),
    unsavedTurns: row.unsavedTurns,
  };
}

/**
 * Refuses what has no conversation to be read in where nothing is saved: a document would be neither memory nor history.
 */
export async function assertSaving(ctx: Pick<Ctx, 'db' | 'settings'>, spaceId: string): Promise<void> {
  const { save } = await readConsent(ctx, { conversationId: null, spaceId });
  if (save.isOn) return;
  throw new AppError(
    'consent.not-saving',
    save.by === 'settings'
      ? 'Saving is off for everything, so this document was not added. Switch it on in the settings first.'
      : 'This space does not save, so this document was not added. Choose another space, or let this one save.',
  );
}

export type ConsentCtx = Pick<
  Ctx,
  'db' | 'settings' | 'commit' | 'emit' | 'extraction' | 'procedures' | 'indexer' | 'generation'
>;

/** Turns switches of a conversation. While saving is off for everything, nothing is brought into memory. */
export async function setConsent(ctx: ConsentCtx, input: InputOf<'consent.set'>): Promise<Consent> {
  const { conversationId, isSaving, isUsing } = input;
  const before = await findSwitches(ctx.db.read, conversationId);
  if (before === null)
    throw new AppError('conversation.not-found', 'This conversation is not here any more.', { retry: 'never' });
  if (isSaving === true && !ctx.settings.get().isSaving)
    throw new AppError('request.invalid', 'Saving is off for everything. Switch it on in the settings first.');
  const change = {
    ...(isSaving === undefined ? {} : { isSaving }),
    ...(isUsing === undefined ? {} : { isUsing }),
  };
  if (Object.keys(change).length > 0) {
    // Beside the readers: what one of them has understood is written before this or not at all.
    await ctx.extraction.alone(() =>
      ctx.commit([{ kind: 'conversation.consent-set', body: { conversationId, ...change } }]),
    );
    ctx.indexer.wake();
    ctx.extraction.wake();
    ctx.procedures.wake();
    ctx.emit('conversations.changed', { ids: [conversationId] });
    if (isSaving !== undefined) ctx.emit('codex.changed', { generation: ctx.generation() });
  }
  return readConsent(ctx, { conversationId, spaceId: before.spaceId });
}
