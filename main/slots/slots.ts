import { AppError } from '../contract/errors.ts';
import type { SpaceId } from '../contract/ids.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import { SLOT_TOKENS, SLOTS_TOKENS, type Slot, type SlotId } from '../contract/slots.ts';
import type { Ctx } from '../ctx.ts';
import { toStoredText } from '../lib/text.ts';
import { listSlots, listSlotsHeld, listSlotVersions, type SlotRow } from '../stores/slots.ts';
import { defuseSlot, NAME_SLOT, type SlotText, slotLine } from './slot-text.pure.ts';

export type SlotsCtx = Pick<Ctx, 'db' | 'commit' | 'emit' | 'ids' | 'counter' | 'settings'>;

const countOf = (ctx: Pick<Ctx, 'counter'>, slot: SlotText): number => ctx.counter.count(slotLine(slot));

function toSlot(ctx: Pick<Ctx, 'counter'>, row: SlotRow): Slot {
  return {
    id: row.slotId as SlotId, // read from the store, which only holds ids that the contract let in
    role: row.role,
    title: row.title,
    text: row.text,
    spaceId: row.spaceId as SpaceId | null,
    setAt: row.at.toISOString(),
    tokens: countOf(ctx, row),
    versions: row.versions,
    isRemoved: row.endedAt !== null,
  };
}

/** Slots that stand in the prompts of a space, with what they take of them. */
export async function readSlots(ctx: SlotsCtx, input: InputOf<'slots.list'>): Promise<OutputOf<'slots.list'>> {
  const all = (await listSlots(ctx.db.read, input.spaceId ?? null)).map((row) => toSlot(ctx, row));
  const held = all.filter(({ isRemoved }) => !isRemoved);
  const tokens = held.reduce((sum, slot) => sum + slot.tokens, 0);
  return { slots: input.withRemoved === true ? all : held, tokens };
}

export async function countSlot(ctx: SlotsCtx, input: InputOf<'slots.count'>): Promise<OutputOf<'slots.count'>> {
  return { tokens: countOf(ctx, { role: 'note', ...input }), most: SLOT_TOKENS };
}

/** Keeps a slot, or another version of it, if it and all that stand beside it are short enough. */
export async function setSlot(ctx: SlotsCtx, input: InputOf<'slots.set'>): Promise<Slot> {
  const slotId = input.role === 'name' ? NAME_SLOT : (input.id ?? ctx.ids.uuid());
  const slot = {
    slotId,
    role: input.role,
    // A name is the same wherever one is.
    spaceId: input.role === 'name' ? null : input.spaceId,
    title: toStoredText(input.title).text,
    text: toStoredText(input.text).text,
  };
  const before = (await listSlots(ctx.db.read, null)).find((row) => row.slotId === slotId) ?? null;
  if (before === null && input.id !== undefined && input.role !== 'name') throw notFound();
  if (defuseSlot(slot.text) === '')
    throw new AppError('request.invalid', 'There is nothing to read in this. Write a word or two.');
  await assertFits(ctx, slot);
  const isSame = before !== null && before.endedAt === null && isSameSlot(before, slot);
  if (!isSame) {
    await ctx.commit([{ kind: 'slot.set', body: slot }]);
    if (slot.role === 'name') await keepName(ctx, slot.text);
    ctx.emit('slots.changed', {});
  }
  return getSlot(ctx, slotId);
}

const isSameSlot = (row: SlotRow, slot: Pick<SlotRow, 'title' | 'text' | 'spaceId' | 'role'>): boolean =>
  row.title === slot.title && row.text === slot.text && row.spaceId === slot.spaceId && row.role === slot.role;

type Wanted = SlotText & { readonly slotId: string; readonly spaceId: string | null };

async function assertFits(ctx: SlotsCtx, slot: Wanted): Promise<void> {
  const tokens = countOf(ctx, slot);
  if (tokens > SLOT_TOKENS)
    throw new AppError('slot.too-long', `This takes ${tokens} tokens; ${SLOT_TOKENS} fit. Shorten it.`);
  const others = (await listSlots(ctx.db.read, null)).filter(
    ({ slotId, endedAt }) => endedAt === null && slotId !== slot.slotId,
  );
  // One of every space stands beside those of each; the fullest decides.
  const spaces = slot.spaceId === null ? [...new Set(others.map(({ spaceId }) => spaceId))] : [slot.spaceId];
  for (const space of [null, ...spaces]) {
    const beside = others.filter(({ spaceId }) => spaceId === null || spaceId === space);
    const total = beside.reduce((sum, one) => sum + countOf(ctx, one), tokens);
    if (total > SLOTS_TOKENS)
      throw new AppError(
        'slot.too-long',
        `With this they take ${total} tokens together; ${SLOTS_TOKENS} fit. Shorten or remove one.`,
      );
  }
}

const notFound = (): AppError => new AppError('slot.not-found', 'This is not here any more.', { retry: 'never' });

async function getSlot(ctx: SlotsCtx, id: string): Promise<Slot> {
  const row = (await listSlots(ctx.db.read, null)).find(({ slotId }) => slotId === id);
  if (row === undefined) throw notFound();
  return toSlot(ctx, row);
}

/** The setting of before there were slots goes on saying the same. */
async function keepName(ctx: SlotsCtx, ownerName: string): Promise<void> {
  const settings = ctx.settings.get();
  if (settings.ownerName !== ownerName.slice(0, MOST_NAME_CHARS))
    await ctx.settings.set({ ...settings, ownerName: ownerName.slice(0, MOST_NAME_CHARS) });
}

const MOST_NAME_CHARS = 80;

/** A name that was set in the settings, now or before there were slots, becomes the slot. */
export async function adoptName(ctx: SlotsCtx): Promise<void> {
  const { ownerName } = ctx.settings.get();
  const held = (await listSlots(ctx.db.read, null)).find(({ slotId }) => slotId === NAME_SLOT) ?? null;
  const name = held?.endedAt === null ? held.text : '';
  if (name.slice(0, MOST_NAME_CHARS) === ownerName) return;
  if (ownerName.trim() === '') return removeSlot(ctx, NAME_SLOT);
  await ctx.commit([
    {
      kind: 'slot.set',
      body: { slotId: NAME_SLOT, role: 'name', spaceId: null, title: '', text: toStoredText(ownerName).text },
    },
  ]);
  ctx.emit('slots.changed', {});
}

/** Out of every prompt; its history stays. */
export async function removeSlot(ctx: SlotsCtx, id: string): Promise<void> {
  const { isRemoved, role } = await getSlot(ctx, id);
  if (isRemoved) return;
  await ctx.commit([{ kind: 'slot.removed', body: { slotId: id } }]);
  if (role === 'name') await keepName(ctx, '');
  ctx.emit('slots.changed', {});
}

export async function readSlotHistory(ctx: SlotsCtx, id: SlotId): Promise<OutputOf<'slots.history'>> {
  const rows = await listSlotVersions(ctx.db.read, id);
  if (rows.length === 0) throw notFound();
  return {
    versions: rows.map(({ seq, title, text, spaceId, at, endedAt }) => ({
      ...{ seq, title, text, from: at.toISOString(), to: endedAt?.toISOString() ?? null },
      spaceId: spaceId as SpaceId | null,
    })),
  };
}

/** An earlier wording as a new version, also of a slot that was removed. */
export async function restoreSlot(ctx: SlotsCtx, { id, seq }: InputOf<'slots.restore'>): Promise<Slot> {
  const row = (await listSlotVersions(ctx.db.read, id)).find((version) => version.seq === seq);
  if (row === undefined) throw notFound();
  const { role, title, text } = row;
  return setSlot(ctx, { id, role, title, text, spaceId: row.spaceId as SpaceId | null });
}

/** What stands in prompts of a space, as was known then. */
export function listSlotTexts(
  ctx: Pick<Ctx, 'db'>,
  at: { readonly spaceId: string; readonly knownAt: string | undefined },
): Promise<readonly SlotText[]> {
  return listSlotsHeld(ctx.db.read, {
    spaceId: at.spaceId,
    knownAt: at.knownAt === undefined ? null : new Date(at.knownAt),
  });
}
