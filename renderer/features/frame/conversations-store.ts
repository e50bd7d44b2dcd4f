import { create } from 'zustand';
import type { Conversation, ConversationId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { count, t } from '../../locales/text.ts';
import { currentSpaceId, useSpace } from '../../space.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, toFailed } from '../failure.ts';

const PAGE = 100;
const MOST = 500;

type ConversationsState = {
  readonly items: readonly Conversation[];
  readonly total: number;
  readonly isLoaded: boolean;
  readonly failure: Failed | null;
  /** The last removal, for as long as it can be taken back from here. */
  readonly removed: { readonly id: ConversationId; readonly title: string; readonly turns: number } | null;
};

export const useConversations = create<ConversationsState>(() => ({
  items: [],
  total: 0,
  isLoaded: false,
  failure: null,
  removed: null,
}));

let reading: Promise<void> | null = null;
let isStale = false;

async function readTo(length: number): Promise<void> {
  const items: Conversation[] = [];
  const spaceId = currentSpaceId();
  let total = 0;
  do {
    const limit = Math.min(MOST, Math.max(PAGE, length - items.length));
    const page = await api.call('conversations.list', { limit, offset: items.length });
    items.push(...page.items);
    total = page.total;
    if (page.items.length === 0) break;
  } while (items.length < Math.min(length, total));
  if (spaceId === currentSpaceId()) useConversations.setState({ items, total, isLoaded: true, failure: null });
  else isStale = true;
}

async function read(length: number): Promise<void> {
  try {
    do {
      isStale = false;
      await readTo(length);
    } while (isStale);
  } catch (error) {
    useConversations.setState({ failure: toFailed(error), isLoaded: true });
  } finally {
    reading = null;
  }
}

/** Reads the list again, as far as it was read before. */
export async function refreshConversations(): Promise<void> {
  isStale = true;
  reading ??= read(Math.max(PAGE, useConversations.getState().items.length));
  await reading;
}

/** Reads one page more, when the reader comes near the end. */
export async function loadMoreConversations(): Promise<void> {
  const { items, total } = useConversations.getState();
  if (reading !== null || items.length >= total) return;
  reading = read(items.length + PAGE);
  await reading;
}

/** Gives a conversation another title. */
export async function renameConversation(id: ConversationId, title: string): Promise<void> {
  try {
    const renamed = await api.call('conversations.rename', { id, title });
    useConversations.setState(({ items }) => ({ items: items.map((item) => (item.id === id ? renamed : item)) }));
    announce(t('conversations.renamed', { title: renamed.title }));
  } catch (error) {
    useConversations.setState({ failure: toFailed(error) });
  }
}

/** Takes a conversation out of lists, search and recall; returns whether it is gone from there. */
export async function removeConversation(conversation: Conversation): Promise<boolean> {
  try {
    const { turns } = await api.call('conversations.remove', { id: conversation.id });
    useConversations.setState(({ items, total }) => ({
      items: items.filter((item) => item.id !== conversation.id),
      total: Math.max(0, total - 1),
      removed: { id: conversation.id, title: conversation.title, turns },
      failure: null,
    }));
    announce(t('conversations.removed', { title: conversation.title, turns: count(turns, 'turns') }));
    return true;
  } catch (error) {
    useConversations.setState({ failure: toFailed(error) });
    return false;
  }
}

/** Takes the last removal back. */
export async function undoRemoval(): Promise<ConversationId | null> {
  const { removed } = useConversations.getState();
  if (!removed) return null;
  try {
    const restored = await api.call('conversations.restore', { id: removed.id });
    useConversations.setState({ removed: null });
    announce(t('conversations.restored', { title: restored.title }));
    await refreshConversations();
    return restored.id;
  } catch (error) {
    useConversations.setState({ failure: toFailed(error) });
    return null;
  }
}

export const dismissRemoval = (): void => useConversations.setState({ removed: null });

// A title of one space is not shown in another.
useSpace.subscribe(() => useConversations.setState({ items: [], total: 0, isLoaded: false, removed: null }));
export const dismissConversationsFailure = (): void => useConversations.setState({ failure: null });
