import type { Conversation } from '../contract/conversations.ts';
import { AppError } from '../contract/errors.ts';
import { DEFAULT_SPACE, type SpaceId } from '../contract/ids.ts';
import type { InputOf } from '../contract/index.ts';
import type { Space } from '../contract/spaces.ts';
import type { Ctx } from '../ctx.ts';
import { findConversation, toConversation } from '../stores/conversations.ts';
import { findCountedSpace, listSpaces } from '../stores/spaces.ts';
import { isSameName } from './space-name.pure.ts';

export type SpacesCtx = Pick<
  Ctx,
  'db' | 'commit' | 'emit' | 'ids' | 'extraction' | 'indexer' | 'generation' | 'settings'
>;

export async function readSpaces(ctx: SpacesCtx, { withRemoved }: InputOf<'spaces.list'>) {
  const spaces = await listSpaces(ctx.db.read);
  return { spaces: spaces.filter(({ isRemoved }) => withRemoved === true || !isRemoved) };
}

async function getSpace(ctx: SpacesCtx, id: SpaceId): Promise<Space> {
  const space = await findCountedSpace(ctx.db.read, id);
  if (space === null) throw new AppError('space.not-found', 'This space is not here any more.', { retry: 'never' });
  return space;
}

async function assertFree(ctx: SpacesCtx, name: string, id: SpaceId | null): Promise<void> {
  const others = (await listSpaces(ctx.db.read)).filter((space) => space.id !== id && !space.isRemoved);
  if (others.some((space) => isSameName(space.name, name)))
    throw new AppError('space.exists', 'Another space is called so. Choose another name.');
}

/** Makes a space; its switches are on unless said otherwise. */
export async function createSpace(ctx: SpacesCtx, input: InputOf<'spaces.create'>): Promise<Space> {
  const { name, isSaving = true, isUsing = true } = input;
  await assertFree(ctx, name, null);
  const spaceId = ctx.ids.uuid() as SpaceId; // made here
  await ctx.commit([
    { kind: 'space.created', body: { spaceId, name } },
    ...(isSaving && isUsing ? [] : [{ kind: 'space.changed' as const, body: { spaceId, isSaving, isUsing } }]),
  ]);
  ctx.emit('spaces.changed', { ids: [spaceId] });
  return getSpace(ctx, spaceId);
}

/** Another name, or other switches for what is said in it from now on. */
export async function changeSpace(ctx: SpacesCtx, { id, ...change }: InputOf<'spaces.change'>): Promise<Space> {
  await getSpace(ctx, id);
  if (change.name !== undefined) await assertFree(ctx, change.name, id);
  await ctx.commit([{ kind: 'space.changed', body: { spaceId: id, ...change } }]);
  ctx.emit('spaces.changed', { ids: [id] });
  return getSpace(ctx, id);
}

/** Takes a space and what is in it out of all lists; `restoreSpace` brings it back. */
export async function removeSpace(ctx: SpacesCtx, id: SpaceId): Promise<Space> {
  await getSpace(ctx, id);
  if (id === DEFAULT_SPACE)
    throw new AppError(
      'space.fixed',
      'This is the space that everything begins in. It can be renamed, but not removed.',
    );
  await ctx.commit([{ kind: 'space.removed', body: { spaceId: id } }]);
  announce(ctx, id);
  return getSpace(ctx, id);
}

/** Takes a removal back. */
export async function restoreSpace(ctx: SpacesCtx, id: SpaceId): Promise<Space> {
  const { name } = await getSpace(ctx, id);
  await assertFree(ctx, name, id);
  await ctx.commit([{ kind: 'space.restored', body: { spaceId: id } }]);
  announce(ctx, id);
  return getSpace(ctx, id);
}

function announce(ctx: SpacesCtx, id: SpaceId): void {
  ctx.emit('spaces.changed', { ids: [id] });
  ctx.emit('conversations.changed', { ids: [] });
}

/** Puts a conversation into another space, with what its turns taught. */
export async function moveConversation(ctx: SpacesCtx, input: InputOf<'conversations.move'>): Promise<Conversation> {
  const { id, spaceId } = input;
  const [row, space] = [await findConversation(ctx.db.read, id), await getSpace(ctx, spaceId)];
  if (row === null || row.isRemoved)
    throw new AppError('conversation.not-found', 'This conversation is not here any more.', { retry: 'never' });
  if (space.isRemoved) throw new AppError('space.not-found', 'This space was removed. Bring it back first.');
  if (row.spaceId === spaceId) return toConversation(row);
  // Beside the readers: what one of them has understood is written before this, and moves along.
  await ctx.extraction.alone(() => ctx.commit([{ kind: 'conversation.moved', body: { conversationId: id, spaceId } }]));
  ctx.emit('conversations.changed', { ids: [id] });
  ctx.emit('codex.changed', { generation: ctx.generation() });
  ctx.emit('spaces.changed', { ids: [row.spaceId as SpaceId, spaceId] });
  return toConversation({ ...row, spaceId });
}
