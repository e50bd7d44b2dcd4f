import { AppError, type ConversationId, type TurnId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { go, useRouter } from '../../router.ts';
import { toFailed } from '../failure.ts';
import { putTurns, showNewChat, useChat } from './chat-store.ts';

const PAGE = 60;
let opening = 0;
let pending = new Set<number>();

async function readPage(id: ConversationId, page: number): Promise<number> {
  const { turns, total } = await api.call('conversations.turns', { id, limit: PAGE, offset: page * PAGE });
  if (useChat.getState().conversation?.id === id) {
    putTurns(turns.map((turn, index) => ({ offset: page * PAGE + index, turn })));
    useChat.setState({ total });
  }
  return total;
}

/** Makes sure that the turns from one place to another are there; called as the reader scrolls. */
export async function ensureTurns(from: number, to: number): Promise<void> {
  const { conversation, turns, total } = useChat.getState();
  if (!conversation) return;
  const pages = new Set<number>();
  for (let offset = Math.max(0, from); offset <= Math.min(to, total - 1); offset += 1)
    if (!turns.has(offset)) pages.add(Math.floor(offset / PAGE));
  const missing = [...pages].filter((page) => !pending.has(page));
  for (const page of missing) pending.add(page);
  try {
    await Promise.all(missing.map((page) => readPage(conversation.id, page)));
  } catch (error) {
    if (useChat.getState().conversation?.id === conversation.id) useChat.setState({ failure: toFailed(error) });
  } finally {
    for (const page of missing) pending.delete(page);
  }
}

type Target = { readonly offset: number | 'end'; readonly offPath: TurnId | null };

async function findTarget(turnId: TurnId | null): Promise<Target> {
  if (turnId === null) return { offset: 'end', offPath: null };
  const { pathOffset } = await api.call('turns.get', { id: turnId, around: 0 });
  return pathOffset === null ? { offset: 'end', offPath: turnId } : { offset: pathOffset, offPath: null };
}

async function read(id: ConversationId, turnId: TurnId | null, ticket: number): Promise<void> {
  const [conversation, target] = await Promise.all([api.call('conversations.get', { id }), findTarget(turnId)]);
  if (ticket !== opening) return;
  useChat.setState({
    conversation,
    isTemporary: conversation.isTemporary,
    turns: new Map(),
    total: 0,
    failure: null,
    openNote: null,
    editing: null,
  });
  const first = target.offset === 'end' ? 0 : Math.floor(target.offset / PAGE);
  const total = await readPage(id, first);
  if (ticket !== opening) return;
  if (target.offset === 'end' && total > PAGE) await ensureTurns(total - PAGE / 2, total - 1);
  if (ticket !== opening) return;
  useChat.setState({
    phase: 'ready',
    anchor: { index: target.offset },
    offPath: target.offPath,
    highlight: target.offset === 'end' ? null : turnId,
  });
}

/** Shows a conversation, at its end or at one turn. A page that is already open is only moved. */
export async function openChat(id: ConversationId, turnId: TurnId | null): Promise<void> {
  opening += 1;
  const ticket = opening;
  const state = useChat.getState();
  const isHere = state.conversation?.id === id && state.phase === 'ready';
  if (isHere && turnId === null) return;
  pending = new Set();
  if (!isHere)
    useChat.setState({
      phase: 'loading',
      conversation: null,
      turns: new Map(),
      total: 0,
      askFailure: null,
      offPath: null,
      highlight: null,
    });
  try {
    await read(id, turnId, ticket);
  } catch (error) {
    if (ticket === opening) useChat.setState({ phase: 'failed', failure: toFailed(error) });
  }
}

/** Reads the open conversation again where it stands, after it changed behind the page's back. */
export async function reloadChat(): Promise<void> {
  const { conversation, lives } = useChat.getState();
  if (!conversation || lives[conversation.id]) return;
  try {
    const [fresh, { total }] = await Promise.all([
      api.call('conversations.get', { id: conversation.id }),
      api.call('conversations.turns', { id: conversation.id, limit: 1, offset: 0 }),
    ]);
    const state = useChat.getState();
    if (state.conversation?.id !== conversation.id || state.lives[conversation.id]) return;
    useChat.setState({ conversation: fresh });
    if (total !== state.total) useChat.setState({ total, turns: new Map() });
  } catch {
    // It may have been removed a moment ago; what is on screen stays until the reader goes elsewhere.
  }
}

/** Drops what was read of the open conversation and reads what is left; a blank page where nothing is. */
export async function rereadChat(): Promise<void> {
  const { conversation } = useChat.getState();
  useChat.setState({ notices: new Map(), returnedText: null, openNote: null });
  if (!conversation) return;
  const { id } = conversation;
  const isHere = (): boolean => useChat.getState().conversation?.id === id;
  try {
    const [fresh, { total }] = await Promise.all([
      api.call('conversations.get', { id }),
      api.call('conversations.turns', { id, limit: 1, offset: 0 }),
    ]);
    if (!isHere()) return;
    pending = new Set();
    const { lives, turns } = useChat.getState();
    // An answer on its way counts its places from its question: those behind it are not touched.
    const question = lives[id]?.questionOffset ?? Number.POSITIVE_INFINITY;
    useChat.setState({
      conversation: fresh,
      turns: new Map([...turns].filter(([offset]) => offset >= question)),
      ...(lives[id] ? {} : { total, editing: null }),
    });
  } catch (error) {
    if (!isHere()) return;
    const isGone = error instanceof AppError && error.code === 'conversation.not-found';
    if (!isGone) return useChat.setState({ turns: new Map(), failure: toFailed(error) });
    showNewChat(false);
    const { route } = useRouter.getState();
    if (route.name === 'chat' && route.id === id) go({ name: 'new', isTemporary: false }, { replace: true });
  }
}

/** Makes another version of a turn the one that is shown, with what follows it. */
export async function chooseBranch(turnId: TurnId, offset: number | null): Promise<void> {
  const { conversation } = useChat.getState();
  if (!conversation) return;
  try {
    const { total } = await api.call('conversations.chooseBranch', { id: conversation.id, turnId });
    pending = new Set();
    useChat.setState((state) => ({
      total,
      turns: new Map([...state.turns].filter(([place]) => offset !== null && place < offset)),
      openNote: null,
      editing: null,
      offPath: null,
    }));
    if (offset === null) await openChat(conversation.id, turnId);
    else await ensureTurns(offset, offset + PAGE / 2);
  } catch (error) {
    useChat.setState({ failure: toFailed(error) });
  }
}
