import { readConsent } from '../consent/consent.ts';
import type { Conversation, Turn } from '../contract/conversations.ts';
import { AppError } from '../contract/errors.ts';
import type { ConversationId, SpaceId, TurnId } from '../contract/ids.ts';
import type { Ctx } from '../ctx.ts';
import { type TurnRow, toTurn } from '../stores/rows.ts';
import { notFound, type Thread, turnBody } from './thread.ts';
import { listSources, viewCitation } from './view-turns.ts';

type Kept = {
  readonly spaceId: SpaceId;
  readonly startedAt: string;
  readonly turns: Map<string, { readonly row: TurnRow; readonly answer: Turn['answer'] }>;
  leafId: string | null;
};

/** Conversations that live in memory alone: no journal, no table, no trace, no log, and gone with the process. */
export type TemporaryChats = {
  readonly has: (id: string) => boolean;
  readonly start: (spaceId: SpaceId) => Thread;
  readonly open: (id: string) => Thread;
  readonly turns: (id: string) => readonly Turn[];
  readonly chooseBranch: (id: string, turnId: string) => void;
  readonly discard: (id: string) => void;
};

/** Also true of chats that are gone: what was typed into one may still be on its way to be kept. */
export const isTemporaryId = (id: string): boolean => id.startsWith(ID_PREFIX);

const ID_PREFIX = 'temporary-';

export function createTemporaryChats(ctx: Ctx): TemporaryChats {
  const chats = new Map<string, Kept>();
  const find = (id: string): Kept => {
    const chat = chats.get(id);
    if (!chat) throw notFound();
    return chat;
  };

  const path = (chat: Kept, leafId: string | null): readonly TurnRow[] => {
    const rows: TurnRow[] = [];
    for (let at = leafId === null ? undefined : chat.turns.get(leafId); at; at = chat.turns.get(at.row.parentId ?? ''))
      rows.push(at.row);
    return rows.reverse();
  };

  const viewTurn = (chat: Kept, id: string): Turn => {
    const kept = chat.turns.get(id);
    if (!kept) throw new AppError('turn.not-found', 'This turn is not here any more.');
    const siblings = [...chat.turns.values()]
      .filter(({ row }) => row.parentId === kept.row.parentId)
      .map(({ row }) => row.id);
    return toTurn(kept.row, { siblings: siblings as TurnId[], answer: kept.answer });
  };

  const view = (id: string, chat: Kept): Conversation => ({
    id: id as ConversationId, // made here
    title: 'Temporary chat',
    spaceId: chat.spaceId,
    source: 'palimpsest',
    startedAt: chat.startedAt,
    updatedAt: ctx.clock.now().toISOString(),
    turnCount: chat.turns.size,
    isTemporary: true,
  });

  const open = (id: string): Thread => {
    const chat = find(id);
    return {
      id: id as ConversationId,
      spaceId: chat.spaceId,
      isTemporary: true,
      leafId: async () => chat.leafId,
      parentOf: async (turnId) => viewTurn(chat, turnId).parentId,
      pathTo: async (turnId, limit) => path(chat, turnId).slice(-limit),
      say: async (turn, answer) => {
        const body = turnBody(ctx, { ...turn, conversationId: id, position: chat.turns.size });
        const row: TurnRow = {
          ...body,
          id: body.turnId,
          parentId: body.parentTurnId,
          saidAt: ctx.clock.now(),
        };
        const quoted = (answer?.citations ?? []).flatMap((c) => c.turnIds.slice(0, 1));
        const sources = await listSources(ctx.db.read, quoted);
        chat.turns.set(turn.turnId, {
          row,
          answer:
            answer === undefined
              ? null
              : {
                  mode: answer.mode,
                  modelName: answer.modelId,
                  traceId: null,
                  citations: answer.citations.map((c) => viewCitation({ ...c, turnIds: [...c.turnIds] }, sources)),
                  tokensPerSecond: answer.tokensPerSecond,
                },
        });
        chat.leafId = turn.turnId;
        return viewTurn(chat, turn.turnId);
      },
      view: async () => view(id, chat),
      consent: async () => ({
        ...(await readConsent(ctx, { conversationId: null, spaceId: chat.spaceId })),
        save: { isOn: false, by: 'temporary' },
      }),
    };
  };

  return {
    has: (id) => chats.has(id),
    start: (spaceId) => {
      const id = `${ID_PREFIX}${ctx.ids.uuid()}`;
      chats.set(id, { spaceId, startedAt: ctx.clock.now().toISOString(), turns: new Map(), leafId: null });
      return open(id);
    },
    open,
    turns: (id) => {
      const chat = find(id);
      return path(chat, chat.leafId).map((row) => viewTurn(chat, row.id));
    },
    chooseBranch: (id, turnId) => {
      const chat = find(id);
      const rows = [...chat.turns.values()].map(({ row }) => row);
      let leaf = turnId;
      for (let next = rows.findLast((r) => r.parentId === leaf); next; next = rows.findLast((r) => r.parentId === leaf))
        leaf = next.id;
      chat.leafId = leaf;
    },
    discard: (id) => {
      chats.delete(id);
    },
  };
}
