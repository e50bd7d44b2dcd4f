import { create } from 'zustand';
import type { Document } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { currentSpaceId, useSpace } from '../../space.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';

const PAGE = 100;

type List = { readonly documents: readonly Document[]; readonly total: number };

type DocumentsState = {
  readonly list: Loadable<List>;
  readonly query: string;
  /** What was taken away last, to be brought back. */
  readonly removed: Document | null;
  /** What was done last, as a sentence. */
  readonly said: string | null;
  readonly failure: Failed | null;
};

export const useDocuments = create<DocumentsState>(() => ({
  list: { kind: 'loading' },
  query: '',
  removed: null,
  said: null,
  failure: null,
}));

let latest = 0;

async function read(limit: number): Promise<void> {
  latest += 1;
  const mine = latest;
  const query = useDocuments.getState().query.trim();
  const input = { offset: 0, limit, spaceId: currentSpaceId(), ...(query === '' ? {} : { query }) };
  try {
    const value = await api.call('documents.list', input);
    if (mine === latest) useDocuments.setState({ list: { kind: 'ready', value } });
  } catch (error) {
    if (mine === latest) useDocuments.setState({ list: { kind: 'failed', failure: toFailed(error) } });
  }
}

const shownCount = (): number => {
  const { list } = useDocuments.getState();
  return list.kind === 'ready' ? list.value.documents.length : 0;
};

/** Reads the list again, as far as it is shown. */
export const refreshDocuments = (): Promise<void> => read(Math.min(500, Math.max(PAGE, shownCount())));

export const showMoreDocuments = (): Promise<void> => read(Math.min(500, shownCount() + PAGE));

export async function findDocuments(query: string): Promise<void> {
  useDocuments.setState({ query });
  await read(PAGE);
}

/** Takes a document away and keeps the way back. */
export async function removeDocument(document: Document): Promise<void> {
  try {
    await api.call('documents.remove', { id: document.id });
    const said = t('documents.removed', { name: document.name });
    const whole = document.folder === null ? said : `${said} ${t('documents.removed.inFolder')}`;
    useDocuments.setState({ removed: { ...document, isRemoved: true }, said: whole, failure: null });
    announce(whole);
    await refreshDocuments();
  } catch (error) {
    useDocuments.setState({ failure: toFailed(error) });
  }
}

/** Brings back what was taken away last. */
export async function restoreDocument(): Promise<void> {
  const { removed } = useDocuments.getState();
  if (removed === null) return;
  try {
    await api.call('documents.restore', { id: removed.id });
    const said = t('documents.restored', { name: removed.name });
    useDocuments.setState({ removed: null, said, failure: null });
    announce(said);
    await refreshDocuments();
  } catch (error) {
    useDocuments.setState({ failure: toFailed(error) });
  }
}

export const dismissSaid = (): void => useDocuments.setState({ removed: null, said: null, failure: null });

// Names of one space are not shown in another, not even until the list is read again.
useSpace.subscribe(() => {
  latest += 1;
  useDocuments.setState({ list: { kind: 'loading' }, query: '' });
  dismissSaid();
});
