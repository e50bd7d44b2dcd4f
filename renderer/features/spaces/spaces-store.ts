import { create } from 'zustand';
import type { Conversation, InputOf, Space, SpaceId } from '../../../main/contract/index.ts';
import { DEFAULT_SPACE } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { go, useRouter } from '../../router.ts';
import { currentSpaceId } from '../../space.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, toFailed } from '../failure.ts';
import { saveSettings, useApp } from '../frame/app-store.ts';

type SpacesState = {
  readonly spaces: readonly Space[];
  readonly isLoaded: boolean;
  readonly failure: Failed | null;
  /** The last removal, for as long as it can be taken back from here. */
  readonly removed: Space | null;
  /** The conversation that somebody wants to put elsewhere. */
  readonly moving: Conversation | null;
};

export const useSpaces = create<SpacesState>(() => ({
  ...{ spaces: [], isLoaded: false, failure: null, removed: null, moving: null },
}));

export async function refreshSpaces(): Promise<void> {
  try {
    const { spaces } = await api.call('spaces.list', {});
    useSpaces.setState({ spaces, isLoaded: true, failure: null });
  } catch (error) {
    useSpaces.setState({ failure: toFailed(error), isLoaded: true });
  }
}

/** What the space of an id is called. */
export const nameOfSpace = (spaces: readonly Space[], id: SpaceId): string =>
  spaces.find((space) => space.id === id)?.name ?? t('spaces.unknown');

/** Shows another space on every page; what belongs to the one before is left. */
export async function chooseSpace(id: SpaceId): Promise<void> {
  if (id === currentSpaceId()) return;
  const { route } = useRouter.getState();
  if (route.name === 'fact' || (route.name === 'memory' && route.subject !== null))
    go({ name: 'memory', subject: null, trueOn: null, knownOn: null });
  if (route.name === 'topics' && route.id !== null) go({ name: 'topics', id: null });
  if (route.name === 'documents' && route.id !== null) go({ name: 'documents', id: null, passage: null });
  if (route.name === 'chat' || route.name === 'trace') go({ name: 'new', isTemporary: false });
  await saveSettings({ currentSpaceId: id });
  const { failure } = useApp.getState();
  if (currentSpaceId() !== id) {
    useSpaces.setState({ failure });
    return;
  }
  announce(t('spaces.announce.chosen', { name: nameOfSpace(useSpaces.getState().spaces, id) }));
}

async function attempt<T>(work: Promise<T>): Promise<T | null> {
  try {
    const value = await work;
    await refreshSpaces();
    return value;
  } catch (error) {
    useSpaces.setState({ failure: toFailed(error) });
    return null;
  }
}

export async function createSpace(name: string): Promise<boolean> {
  const made = await attempt(api.call('spaces.create', { name }));
  if (made) announce(t('spaces.announce.made', { name: made.name }));
  return made !== null;
}

/** Another name, or other switches. */
export async function changeSpace(input: InputOf<'spaces.change'>): Promise<boolean> {
  return (await attempt(api.call('spaces.change', input))) !== null;
}

/** Takes a space out of all lists; the way back is shown where it stood. */
export async function removeSpace(id: SpaceId): Promise<void> {
  const removed = await attempt(api.call('spaces.remove', { id }));
  if (!removed) return;
  useSpaces.setState({ removed });
  announce(t('spaces.announce.removed', { name: removed.name }));
  if (id === currentSpaceId()) await chooseSpace(DEFAULT_SPACE);
}

export async function undoSpaceRemoval(): Promise<void> {
  const { removed } = useSpaces.getState();
  if (!removed) return;
  const restored = await attempt(api.call('spaces.restore', { id: removed.id }));
  if (!restored) return;
  useSpaces.setState({ removed: null });
  announce(t('spaces.announce.restored', { name: restored.name }));
}

export const dismissSpacesFailure = (): void => useSpaces.setState({ failure: null });
export const askToMove = (moving: Conversation | null): void => useSpaces.setState({ moving, failure: null });

/** Puts a conversation into another space. */
export async function moveConversation(conversation: Conversation, spaceId: SpaceId): Promise<void> {
  const moved = await attempt(api.call('conversations.move', { id: conversation.id, spaceId }));
  if (!moved) return;
  useSpaces.setState({ moving: null });
  announce(t('spaces.announce.moved', { name: nameOfSpace(useSpaces.getState().spaces, spaceId) }));
}
