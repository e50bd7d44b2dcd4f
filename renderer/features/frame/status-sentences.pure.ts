import type { AppStatus } from '../../../main/contract/index.ts';

/** The promise in the status line, from the log of connections and nothing else. */
export type LeavingPromise = 'nothing-left' | 'nothing-of-yours' | 'downloading';

export function promiseOf(status: Pick<AppStatus, 'connections' | 'isDownloading'>): LeavingPromise {
  if (status.isDownloading) return 'downloading';
  return status.connections.length === 0 ? 'nothing-left' : 'nothing-of-yours';
}

/** What the embedder is doing for search just now. */
export type SearchState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'indexing'; readonly done: number; readonly total: number }
  | { readonly kind: 'waiting'; readonly pending: number };

export function searchStateOf({ index }: Pick<AppStatus, 'index'>): SearchState {
  if (index.pending === 0) return { kind: 'ready' };
  const total = Math.max(index.turns + (index.passages ?? 0), index.pending);
  return index.isIndexing
    ? { kind: 'indexing', done: total - index.pending, total }
    : { kind: 'waiting', pending: index.pending };
}

/** The host's state where it is worth words: an engine that works says nothing. */
export function hostTroubleOf({
  host,
}: Pick<AppStatus, 'host'>): 'starting' | 'restarting' | 'cpu-only' | 'failed' | null {
  return host.state === 'ready' || host.state === 'stopped' ? null : host.state;
}
