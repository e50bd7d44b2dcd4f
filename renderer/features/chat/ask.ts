import type { ChatChunk, ChatReply, ConversationId, Turn } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { count, t } from '../../locales/text.ts';
import { go, useRouter } from '../../router.ts';
import { announce } from '../../ui/live.ts';
import { toFailed } from '../failure.ts';
import { useApp } from '../frame/app-store.ts';
import { clearOwnSwitches, ownSwitches } from '../spaces/consent-store.ts';
import { moveScope, scopeOf } from '../topics/scope-store.ts';
import { type BudgetChoice, keepNotice, liveKey, patchLive, putTurns, setLive, useChat } from './chat-store.ts';

type Run = {
  key: string;
  readonly controller: AbortController;
  readonly questionOffset: number;
  isSaved: boolean;
  buffer: string;
  frame: number | null;
};

const runs = new Map<string, Run>();

const isOnScreen = (run: Run): boolean => liveKey(useChat.getState().conversation?.id ?? null) === run.key;

function options(choice: BudgetChoice): { budgetTokens?: number | null; isMemoryUsed?: boolean } {
  if (choice === 'none') return { isMemoryUsed: false };
  if (choice === 'automatic') return { budgetTokens: null };
  if (choice === 'settings') return { budgetTokens: useApp.getState().settings?.budgetTokens ?? null };
  return { budgetTokens: choice };
}

function flush(run: Run): void {
  if (run.frame !== null) window.cancelAnimationFrame(run.frame);
  run.frame = null;
  const { buffer } = run;
  if (buffer === '') return;
  run.buffer = '';
  const live = useChat.getState().lives[run.key];
  if (live) patchLive(run.key, { text: live.text + buffer, stage: 'writing' });
}

/** The first words on disk: a new chat gets its address here. */
function takeSaved(run: Run, chunk: Extract<ChatChunk, { kind: 'saved' }>): void {
  const { conversation, turn } = chunk;
  run.isSaved = true;
  const wasOnScreen = isOnScreen(run);
  const live = useChat.getState().lives[run.key];
  if (live && run.key !== conversation.id) {
    setLive(run.key, null);
    moveScope(run.key, conversation.id);
    if (!conversation.isTemporary) clearOwnSwitches();
    runs.delete(run.key);
    run.key = conversation.id;
    runs.set(run.key, run);
  }
  if (live) setLive(run.key, { ...live, savedTurn: turn, stage: live.stage === 'sending' ? 'recalling' : live.stage });
  if (!wasOnScreen) return;
  putTurns([{ offset: run.questionOffset, turn }], run.questionOffset);
  useChat.setState({
    conversation,
    isTemporary: conversation.isTemporary,
    phase: 'ready',
    total: run.questionOffset + 1,
  });
  if (useRouter.getState().route.name === 'new')
    go({ name: 'chat', id: conversation.id, turnId: null }, { replace: true });
}

function take(run: Run, chunk: ChatChunk): void {
  switch (chunk.kind) {
    case 'saved':
      takeSaved(run, chunk);
      return;
    case 'stage':
      patchLive(run.key, { stage: chunk.stage, memories: chunk.memories });
      return;
    case 'delta':
      run.buffer += chunk.text;
      // One picture, one parse: tokens that arrive between two frames are drawn together.
      run.frame ??= window.requestAnimationFrame(() => flush(run));
  }
}

function finish(run: Run, reply: ChatReply): void {
  if (run.frame !== null) window.cancelAnimationFrame(run.frame);
  keepNotice(reply);
  if (isOnScreen(run)) {
    putTurns([{ offset: run.questionOffset + 1, turn: reply.replyTurn }], run.questionOffset + 1);
    useChat.setState({ total: run.questionOffset + 2 });
  }
  setLive(run.key, null);
  const memories = count(reply.citations.length, 'memories');
  announce(t(reply.status === 'complete' ? 'chat.announce.finished' : 'chat.announce.stopped', { memories }));
}

async function fail(run: Run, error: unknown, text: string | null): Promise<void> {
  flush(run);
  setLive(run.key, null);
  const failure = toFailed(error);
  if (!isOnScreen(run)) return;
  const { conversation } = useChat.getState();
  if (run.isSaved && conversation) {
    // What the engine kept is the truth; the words on screen were only on their way.
    await rereadFrom(conversation.id, run.questionOffset);
    if (!failure.isAborted) useChat.setState({ askFailure: { failure, isSaved: true } });
  } else useChat.setState({ askFailure: { failure, isSaved: false }, returnedText: text });
  if (!failure.isAborted) announce(failure.message);
}

async function rereadFrom(id: ConversationId, offset: number): Promise<void> {
  try {
    const { turns, total } = await api.call('conversations.turns', { id, limit: 2, offset });
    putTurns(
      turns.map((turn, index) => ({ offset: offset + index, turn })),
      offset,
    );
    useChat.setState({ total });
  } catch {
    // The engine is away: the question stays on screen and the next connection reads the page again.
  }
}

type Start = {
  readonly question: string;
  readonly text: string | null;
  readonly questionOffset: number;
  readonly savedTurn: Turn | null;
  readonly request: (run: Run) => Promise<ChatReply>;
};

async function start({ question, text, questionOffset, savedTurn, request }: Start): Promise<void> {
  const state = useChat.getState();
  const key = liveKey(state.conversation?.id ?? null);
  if (runs.has(key)) return;
  const run: Run = { key, controller: new AbortController(), questionOffset, isSaved: false, buffer: '', frame: null };
  runs.set(key, run);
  setLive(key, { questionOffset, question, savedTurn, stage: 'sending', memories: 0, text: '', isStopping: false });
  useChat.setState({
    phase: 'ready',
    askFailure: null,
    editing: null,
    openNote: null,
    highlight: null,
    anchor: { index: 'end' },
  });
  announce(t('chat.announce.answering'));
  try {
    finish(run, await request(run));
  } catch (error) {
    await fail(run, error, text);
  } finally {
    runs.delete(run.key);
  }
}

/** Asks; `insteadOf` turns the question into another version of an earlier one. */
export async function ask(text: string, insteadOf?: { readonly turn: Turn; readonly offset: number }): Promise<void> {
  const { conversation, total, isTemporary, budget } = useChat.getState();
  const own = conversation || isTemporary ? {} : ownSwitches();
  await start({
    question: text,
    text: insteadOf ? null : text,
    questionOffset: insteadOf?.offset ?? total,
    savedTurn: null,
    request: (run) =>
      api.stream(
        'chat.ask',
        {
          text,
          ...(conversation ? { conversationId: conversation.id } : isTemporary ? { isTemporary } : own),
          ...(insteadOf ? { insteadOf: insteadOf.turn.id } : {}),
          ...options(budget),
          ...scopeOf(run.key),
        },
        { onChunk: (chunk) => take(run, chunk), signal: run.controller.signal },
      ),
  });
}

/** Answers the same question again; the earlier answer stays as a version beside it. */
export async function again(reply: Turn, offset: number): Promise<void> {
  const { conversation, turns, budget } = useChat.getState();
  const question = turns.get(offset - 1);
  if (!conversation || !question) return;
  await start({
    question: question.text,
    text: null,
    questionOffset: offset - 1,
    savedTurn: question,
    request: (run) =>
      api.stream(
        'chat.again',
        { conversationId: conversation.id, replyId: reply.id, ...options(budget), ...scopeOf(run.key) },
        { onChunk: (chunk) => take(run, chunk), signal: run.controller.signal },
      ),
  });
}

/** Stops the answer on screen; the words so far are kept. True when there was one to stop. */
export function stop(): boolean {
  const run = runs.get(liveKey(useChat.getState().conversation?.id ?? null));
  if (!run) return false;
  flush(run);
  patchLive(run.key, { isStopping: true });
  run.controller.abort();
  return true;
}
