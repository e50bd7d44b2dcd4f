import { create } from 'zustand';
import type { FolderId, WatchedFolder } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { currentSpaceId, useSpace } from '../../space.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';
import { refreshDocuments } from './documents-store.ts';

type Look = { readonly file: string; readonly done: number; readonly total: number };

type FoldersState = {
  readonly list: Loadable<readonly WatchedFolder[]>;
  /** Folders that are being looked into, with how far. */
  readonly looks: ReadonlyMap<FolderId, Look>;
  readonly unwatched: WatchedFolder | null;
  readonly isSaving: boolean;
  /** Why the path that was typed is none, or what else went wrong. */
  readonly failure: Failed | null;
};

export const useFolders = create<FoldersState>(() => ({
  list: { kind: 'loading' },
  looks: new Map(),
  unwatched: null,
  isSaving: false,
  failure: null,
}));

const controllers = new Map<FolderId, AbortController>();

let latest = 0;

export async function refreshFolders(): Promise<void> {
  latest += 1;
  const mine = latest;
  try {
    const { folders } = await api.call('folders.list', {});
    if (mine !== latest) return;
    const spaceId = currentSpaceId();
    useFolders.setState({ list: { kind: 'ready', value: folders.filter((folder) => folder.spaceId === spaceId) } });
  } catch (error) {
    if (mine === latest) useFolders.setState({ list: { kind: 'failed', failure: toFailed(error) } });
  }
}

/** Watches a folder and looks into it at once; returns whether the path was good. */
export async function watchFolder(path: string, removesVanished: boolean): Promise<boolean> {
  if (useFolders.getState().isSaving) return false;
  useFolders.setState({ isSaving: true, failure: null });
  try {
    const folder = await api.call('folders.watch', { path, removesVanished, spaceId: currentSpaceId() });
    useFolders.setState({ unwatched: null });
    await refreshFolders();
    void lookNow(folder.id);
    return true;
  } catch (error) {
    useFolders.setState({ failure: toFailed(error) });
    return false;
  } finally {
    useFolders.setState({ isSaving: false });
  }
}

/** Whether documents go when their files are gone. */
export async function setRemovesVanished({ path, spaceId }: WatchedFolder, removesVanished: boolean): Promise<void> {
  try {
    await api.call('folders.watch', { path, removesVanished, spaceId });
    useFolders.setState({ failure: null });
    await refreshFolders();
  } catch (error) {
    useFolders.setState({ failure: toFailed(error) });
  }
}

const setLook = (id: FolderId, look: Look | null): void =>
  useFolders.setState(({ looks }) => {
    const next = new Map(looks);
    if (look === null) next.delete(id);
    else next.set(id, look);
    return { looks: next };
  });

/** Looks into a folder now; again while it is looked into stops that. */
export async function lookNow(id: FolderId): Promise<void> {
  if (controllers.has(id)) return;
  const controller = new AbortController();
  controllers.set(id, controller);
  setLook(id, { file: '', done: 0, total: 0 });
  try {
    await api.stream('folders.check', { id }, { onChunk: (look) => setLook(id, look), signal: controller.signal });
  } catch (error) {
    const failure = toFailed(error);
    if (!failure.isAborted) useFolders.setState({ failure });
  } finally {
    controllers.delete(id);
    setLook(id, null);
    await Promise.all([refreshFolders(), refreshDocuments()]);
  }
}

export const stopLooking = (id: FolderId): void => controllers.get(id)?.abort();

export async function unwatchFolder(folder: WatchedFolder): Promise<void> {
  stopLooking(folder.id);
  try {
    await api.call('folders.unwatch', { id: folder.id });
    useFolders.setState({ unwatched: folder, failure: null });
    announce(t('folders.unwatched', { path: folder.path }));
    await Promise.all([refreshFolders(), refreshDocuments()]);
  } catch (error) {
    useFolders.setState({ failure: toFailed(error) });
  }
}

/** Watches again what was given up a moment ago. */
export async function watchAgain(): Promise<void> {
  const { unwatched } = useFolders.getState();
  if (unwatched !== null && (await watchFolder(unwatched.path, unwatched.removesVanished)))
    announce(t('folders.watchedAgain', { path: unwatched.path }));
}

export const dismissFolders = (): void => useFolders.setState({ unwatched: null, failure: null });

// Paths of one space are not shown in another, and what was given up there is not watched again from here.
useSpace.subscribe(() => {
  latest += 1;
  useFolders.setState({ list: { kind: 'loading' } });
  dismissFolders();
});
