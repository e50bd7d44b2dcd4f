import type { Conversation, SearchHit, Turn } from '../contract/conversations.ts';
import { AppError } from '../contract/errors.ts';
import type { ConversationId, TurnId } from '../contract/ids.ts';
import type { Ctx } from '../ctx.ts';
import { toStoredText } from '../lib/text.ts';
import {
  type ConversationRow,
  findConversation,
  listConversations,
  listConversationsByTitle,
  listTitles,
  toConversation,
} from '../stores/conversations.ts';
import { findTurn, getNewestLeaf, listPath, listTurns, listTurnsByText } from '../stores/episodes.ts';
import { findMatch, likePattern } from './find-text.pure.ts';
import { notFound } from './thread.ts';
import { viewTurns } from './view-turns.ts';

async function getOpen(ctx: Ctx, id: string): Promise<ConversationRow> {
  const row = await findConversation(ctx.db.read, id);
  if (row === null || row.isRemoved) throw notFound();
  return row;
}

export async function getConversation(ctx: Ctx, id: string): Promise<Conversation> {
  return toConversation(await getOpen(ctx, id));
}

type Page = { readonly limit: number; readonly offset: number };

export async function listConversationPage(ctx: Ctx, page: Page & { readonly spaceId: string | null }) {
  const { items, total } = await listConversations(ctx.db.read, page);
  return { items: items.map(toConversation), total };
}

/** A page of the active path; a negative end is impossible, so an offset past it is simply empty. */
export async function listTurnPage(
  ctx: Ctx,
  id: string,
  page: Page,
): Promise<{ readonly turns: readonly Turn[]; readonly total: number }> {
  const { activeLeafId } = await getOpen(ctx, id);
  const path = activeLeafId === null ? [] : await listPath(ctx.db.read, activeLeafId);
  const rows = await listTurns(ctx.db.read, path.slice(page.offset, page.offset + page.limit));
  return { turns: await viewTurns(ctx.db.read, rows), total: path.length };
}

export async function renameConversation(ctx: Ctx, id: ConversationId, title: string): Promise<Conversation> {
  await getOpen(ctx, id);
  await ctx.commit([{ kind: 'conversation.renamed', body: { conversationId: id, title: toStoredText(title).text } }]);
  ctx.emit('conversations.changed', { ids: [id] });
  return getConversation(ctx, id);
}

export async function removeConversation(ctx: Ctx, id: ConversationId): Promise<{ readonly turns: number }> {
  const { turnCount } = await getOpen(ctx, id);
  await ctx.commit([{ kind: 'conversation.removed', body: { conversationId: id } }]);
  ctx.emit('conversations.changed', { ids: [id] });
  return { turns: turnCount };
}

export async function restoreConversation(ctx: Ctx, id: ConversationId): Promise<Conversation> {
  if ((await findConversation(ctx.db.read, id)) === null) throw notFound();
  await ctx.commit([{ kind: 'conversation.restored', body: { conversationId: id } }]);
  ctx.emit('conversations.changed', { ids: [id] });
  return getConversation(ctx, id);
}

export async function chooseBranch(ctx: Ctx, id: ConversationId, turnId: string): Promise<{ readonly total: number }> {
  await getOpen(ctx, id);
  const turn = await findTurn(ctx.db.read, turnId);
  if (turn === null || turn.conversationId !== id)
    throw new AppError('turn.not-found', 'This turn is not here any more.');
  const leafTurnId = await getNewestLeaf(ctx.db.read, turnId);
  await ctx.commit([{ kind: 'conversation.branch-chosen', body: { conversationId: id, leafTurnId } }]);
  ctx.emit('conversations.changed', { ids: [id] });
  return { total: (await listPath(ctx.db.read, leafTurnId)).length };
}

/** Titles first, then turns, newest first: a plain substring search, so that nothing depends on word boundaries. */
export async function searchConversations(
  ctx: Ctx,
  input: { readonly query: string; readonly limit: number },
): Promise<{ readonly hits: readonly SearchHit[]; readonly ms: number }> {
  const from = ctx.clock.monotonicMs();
  const query = toStoredText(input.query).text;
  const search = { pattern: likePattern(query), limit: input.limit };
  const titles = (await listConversationsByTitle(ctx.db.read, search)).map(toConversation);
  const turns = await listTurnsByText(ctx.db.read, search);
  const names = await listTitles(
    ctx.db.read,
    turns.map(({ conversationId }) => conversationId),
  );
  const hits: readonly SearchHit[] = [
    ...titles.map((c) => ({
      conversationId: c.id,
      conversationTitle: c.title,
      turnId: null,
      speaker: null,
      role: null,
      at: c.updatedAt,
      ...findMatch(c.title, query),
    })),
    ...turns.map((turn) => ({
      conversationId: turn.conversationId as ConversationId, // read from the store
      conversationTitle: names.get(turn.conversationId) ?? '',
      turnId: turn.id as TurnId,
      speaker: turn.speaker,
      role: turn.role,
      at: turn.saidAt?.toISOString() ?? null,
      ...findMatch(turn.text, query),
    })),
  ];
  return { hits: hits.slice(0, input.limit), ms: ctx.clock.monotonicMs() - from };
}

/** A turn in its place: what a citation opens. */
export async function getTurnInContext(ctx: Ctx, id: string, around: number) {
  const row = await findTurn(ctx.db.read, id);
  if (row === null) throw new AppError('turn.not-found', 'This turn is not here any more.', { retry: 'never' });
  const conversation = await getOpen(ctx, row.conversationId);
  const active = conversation.activeLeafId === null ? [] : await listPath(ctx.db.read, conversation.activeLeafId);
  const at = active.indexOf(id);
  const path = at >= 0 ? active : await listPath(ctx.db.read, await getNewestLeaf(ctx.db.read, id));
  const place = path.indexOf(id);
  const view = async (ids: readonly string[]) => viewTurns(ctx.db.read, await listTurns(ctx.db.read, ids));
  const [turn] = await view([id]);
  if (!turn) throw new Error('bug: a turn that was found cannot be read');
  return {
    turn,
    conversationTitle: toConversation(conversation).title,
    before: await view(path.slice(Math.max(0, place - around), place)),
    after: await view(path.slice(place + 1, place + 1 + around)),
    pathOffset: at >= 0 ? at : null,
  };
}
