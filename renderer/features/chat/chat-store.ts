import { create } from 'zustand';
import type { ChatReply, Conversation, ConversationId, Turn, TurnId } from '../../../main/contract/index.ts';
import type { Failed } from '../failure.ts';

/** An answer on its way. `questionOffset` is the place of the question on the active path. */
export type LiveAnswer = {
  readonly questionOffset: number;
  readonly question: string;
  readonly savedTurn: Turn | null;
  readonly stage: 'sending' | 'recalling' | 'reading' | 'writing';
  readonly memories: number;
  readonly text: string;
  readonly isStopping: boolean;
};

export type BudgetChoice = 'settings' | 'automatic' | 'none' | number;

/** An open note; `place` says under which of several marks with the same number it stands. */
export type OpenNote = { readonly turnId: TurnId; readonly n: number; readonly place: number };

/** Where the list should stand: at its end, or with one turn in the middle. A new object asks again. */
export type Anchor = { readonly index: number | 'end' };

export type ChatState = {
  readonly phase: 'empty' | 'loading' | 'ready' | 'failed';
  readonly conversation: Conversation | null;
  readonly isTemporary: boolean;
  readonly total: number;
  /** Turns of the active path by their place; pages arrive as they are looked at. */
  readonly turns: ReadonlyMap<number, Turn>;
  readonly anchor: Anchor;
  readonly failure: Failed | null;
  /** Why a question was not answered; `text` is given back to the composer when it was not saved. */
  readonly askFailure: { readonly failure: Failed; readonly isSaved: boolean } | null;
  readonly returnedText: string | null;
  readonly notices: ReadonlyMap<TurnId, string>;
  readonly openNote: OpenNote | null;
  readonly highlight: TurnId | null;
  readonly offPath: TurnId | null;
  readonly editing: TurnId | null;
  readonly budget: BudgetChoice;
  /** Running answers by conversation; `new` until the first turn is saved. They go on when the reader looks elsewhere. */
  readonly lives: Readonly<Record<string, LiveAnswer>>;
};

const blank = {
  phase: 'empty',
  conversation: null,
  isTemporary: false,
  total: 0,
  turns: new Map(),
  anchor: { index: 'end' },
  failure: null,
  askFailure: null,
  returnedText: null,
  openNote: null,
  highlight: null,
  offPath: null,
  editing: null,
} as const;

export const useChat = create<ChatState>(() => ({ ...blank, notices: new Map(), budget: 'settings', lives: {} }));

/** A blank page. */
export function showNewChat(isTemporary: boolean): void {
  useChat.setState({ ...blank, isTemporary });
}

export const liveKey = (id: ConversationId | null): string => id ?? 'new';

/** The running answer of the conversation on screen, if there is one. */
export const selectLive = (state: ChatState): LiveAnswer | null =>
  state.lives[liveKey(state.conversation?.id ?? null)] ?? null;

/** Puts turns at their places; whatever lay behind `dropFrom` belongs to another branch and goes. */
export function putTurns(turns: readonly { readonly offset: number; readonly turn: Turn }[], dropFrom?: number): void {
  useChat.setState((state) => {
    const next = new Map(state.turns);
    if (dropFrom !== undefined) for (const offset of state.turns.keys()) if (offset >= dropFrom) next.delete(offset);
    for (const { offset, turn } of turns) next.set(offset, turn);
    return { turns: next };
  });
}

/** Changes one running answer; says nothing when it has already ended. */
export function patchLive(key: string, patch: Partial<LiveAnswer>): void {
  useChat.setState((state) => {
    const live = state.lives[key];
    return live ? { lives: { ...state.lives, [key]: { ...live, ...patch } } } : state;
  });
}

export function setLive(key: string, live: LiveAnswer | null): void {
  useChat.setState((state) => {
    const { [key]: _gone, ...rest } = state.lives;
    return { lives: live === null ? rest : { ...rest, [key]: live } };
  });
}

/** Keeps what the engine said beside a reply, such as why it stopped. */
export function keepNotice(reply: ChatReply): void {
  const notice = reply.notice;
  if (notice === null) return;
  useChat.setState((state) => ({ notices: new Map(state.notices).set(reply.reply, notice) }));
}
