import type { BodyOf, JournalEvent } from '../journal/events/index.ts';
import { contentOf, textHashOf } from '../stores/project/lexical-text.pure.ts';
import type { ParsedConversation, ParsedTurn } from './import-item.ts';
import { instantOf } from './zoned-time.pure.ts';

/** A turn on its way in, with the conversation that it belongs to in the file. */
export type Incoming = {
  readonly turn: ParsedTurn;
  readonly turnId: string;
  readonly parentId: string | null;
  readonly conversation: ParsedConversation;
  readonly conversationId: string;
  readonly spaceId: string;
};

/** What an import remembers of a conversation between batches. */
export type ConversationState = {
  isKnown: boolean;
  nextPosition: number;
  lastTurnId: string | null;
  lastAt: string | null;
};

export type KnownTurn = { readonly textHash: string; readonly conversationId: string };

export type Known = {
  /** Turns that are stored already, parents of the batch among them. */
  readonly turns: ReadonlyMap<string, KnownTurn>;
  readonly conversations: Map<string, ConversationState>;
};

export type Planned = {
  readonly events: readonly JournalEvent[];
  readonly imported: number;
  readonly duplicates: number;
  readonly conflicts: number;
  readonly forgotten: number;
  /** What is imported, by turn id. */
  readonly taken: ReadonlyMap<string, KnownTurn>;
};

const OWNER_NAMES = new Set(['user', 'me', 'you', 'human', 'i']);
const ASSISTANT_NAMES = new Set(['assistant', 'ai', 'bot', 'model', 'chatgpt', 'claude', 'gpt', 'gemini']);

/** A missing role is `user` for the vault's owner, else `other` (design section 12.1). */
export function roleOf(turn: Pick<ParsedTurn, 'role' | 'speaker'>, ownerName: string): BodyOf<'turn.said'>['role'] {
  if (turn.role !== null) return turn.role;
  const speaker = turn.speaker.trim().toLowerCase();
  if (OWNER_NAMES.has(speaker) || (ownerName !== '' && speaker === ownerName.trim().toLowerCase())) return 'user';
  return ASSISTANT_NAMES.has(speaker) ? 'assistant' : 'other';
}

/** When a turn was said, as far as the file says so. */
export const timeOf = (turn: ParsedTurn, zone: string): string | null =>
  turn.at ?? (turn.localTime === null ? null : instantOf(turn.localTime, zone));

/** The next stated time in the same conversation: where a turn without one, and without one before it, is placed. */
function nextTime(batch: readonly Incoming[], from: number, zone: string): string | null {
  const conversationId = batch[from]?.conversationId;
  for (const { conversationId: other, turn } of batch.slice(from + 1)) {
    const at = other === conversationId ? timeOf(turn, zone) : null;
    if (at !== null) return at;
  }
  return null;
}

/**
 * A parent came before its child and in the same conversation; any other link is left out, so that no file can make a
 * ring of turns, which would have no beginning and no end.
 */
function parentOf(
  { parentId, conversationId, conversation, turn: { own } }: Incoming,
  state: ConversationState,
  find: (id: string) => KnownTurn | undefined,
): string | null {
  if (parentId !== null && find(parentId)?.conversationId === conversationId) return parentId;
  // Our own export says of every turn where it hangs: one without a parent began a branch of its own.
  if (parentId === null && own) return null;
  return conversation.source === 'jsonl' ? state.lastTurnId : null;
}

/** Events for one batch: what is new, in order; what is stored already is counted, and a changed text is a conflict. */
export function planImport(
  batch: readonly Incoming[],
  known: Known,
  settings: {
    readonly zone: string;
    readonly ownerName: string;
    readonly importId: string;
    /** Conversations of which nothing new becomes part of memory. */
    readonly unsaved?: ReadonlySet<string>;
    /** Turns that the user has forgotten. */
    readonly forgotten?: ReadonlySet<string>;
  },
): Planned {
  const events: JournalEvent[] = [];
  const seen = new Map<string, KnownTurn>();
  const find = (id: string) => known.turns.get(id) ?? seen.get(id);
  let duplicates = 0;
  let conflicts = 0;
  let imported = 0;
  let forgotten = 0;
  batch.forEach((incoming, index) => {
    const { turn, turnId, conversation, conversationId } = incoming;
    const state = known.conversations.get(conversationId) ?? {
      isKnown: false,
      nextPosition: 0,
      lastTurnId: null,
      lastAt: null,
    };
    known.conversations.set(conversationId, state);
    const { own } = turn;
    const stated = timeOf(turn, settings.zone);
    const hash = textHashOf(contentOf(turn));
    const stored = find(turnId);
    if (settings.forgotten?.has(turnId)) {
      forgotten += 1;
      // Its place may be there still; without one, what follows hangs on what came before.
      if (stored === undefined) return;
    } else if (stored !== undefined) {
      if (stored.textHash === hash) duplicates += 1;
      else conflicts += 1;
    } else {
      if (!state.isKnown) events.push(started(incoming));
      state.isKnown = true;
      const saidAt = own
        ? turn.at
        : (stated ?? state.lastAt ?? nextTime(batch, index, settings.zone) ?? conversation.startedAt);
      events.push({
        kind: 'turn.said',
        body: {
          turnId,
          conversationId,
          parentTurnId: parentOf(incoming, state, find),
          position: state.nextPosition,
          role: roleOf(turn, settings.ownerName),
          speaker: turn.speaker,
          text: turn.text,
          saidAt,
          isTimeInferred: own ? own.isTimeInferred === true : stated === null,
          zone: own?.zone ?? settings.zone,
          session: turn.session,
          status: own?.status ?? 'complete',
          attachments: turn.attachments,
          importId: settings.importId,
          isHidden: turn.isHidden,
          ...(own?.isUnsaved || settings.unsaved?.has(conversationId) ? { isUnsaved: true } : {}),
        },
      });
      seen.set(turnId, { textHash: hash, conversationId });
      state.nextPosition += 1;
      imported += 1;
      events.push(...branchOf(incoming, find));
    }
    const isHere = stored === undefined || stored.conversationId === conversationId;
    if (!turn.isHidden && isHere) state.lastTurnId = turnId;
    state.lastAt = stated ?? state.lastAt;
  });
  return { events, imported, duplicates, conflicts, forgotten, taken: seen };
}

/** The branch that our own export says was shown: said with its last line, when every turn is there. */
function branchOf(
  { turn, turnId, conversationId }: Incoming,
  find: (id: string) => KnownTurn | undefined,
): readonly JournalEvent[] {
  const leafTurnId = turn.own?.activeLeaf;
  if (leafTurnId === undefined || (leafTurnId === turnId && !turn.isHidden)) return [];
  if (find(leafTurnId)?.conversationId !== conversationId) return [];
  return [{ kind: 'conversation.branch-chosen', body: { conversationId, leafTurnId } }];
}

function started({ turn, conversation, conversationId, spaceId }: Incoming): JournalEvent {
  const own = turn.own?.conversation;
  return {
    kind: 'conversation.started',
    body: {
      conversationId,
      spaceId,
      title: own ? own.title : conversation.title,
      source: own ? own.source : conversation.source,
      originId: conversation.originId,
      startedAt: own ? own.startedAt : conversation.startedAt,
    },
  };
}
