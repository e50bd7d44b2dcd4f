import { create } from 'zustand';
import type { ReplayInput, Trace, TraceId, TraceSummary } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { go } from '../../router.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';

export type Replaying =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly failure: Failed };

type TracesState = {
  readonly traces: Readonly<Record<TraceId, Loadable<Trace>>>;
  /** For choosing one to compare with. */
  readonly recent: Loadable<readonly TraceSummary[]>;
  readonly replaying: Replaying;
};

export const useTraces = create<TracesState>(() => ({
  traces: {},
  recent: { kind: 'loading' },
  replaying: { kind: 'idle' },
}));

const put = (id: TraceId, entry: Loadable<Trace>) =>
  useTraces.setState(({ traces }) => ({ traces: { ...traces, [id]: entry } }));

/** Reads a trace once; traces never change, so what is here is kept. */
export async function loadTrace(id: TraceId): Promise<void> {
  const known = useTraces.getState().traces[id];
  if (known && known.kind !== 'failed') return;
  put(id, { kind: 'loading' });
  try {
    put(id, { kind: 'ready', value: await api.call('traces.get', { id }) });
  } catch (error) {
    put(id, { kind: 'failed', failure: toFailed(error) });
  }
}

const LISTED = 60;
let listing: AbortController | null = null;

/** Recent traces whose question holds `query`; a newer request replaces one that still runs. */
export async function loadRecent(query: string): Promise<void> {
  listing?.abort();
  const controller = new AbortController();
  listing = controller;
  useTraces.setState({ recent: { kind: 'loading' } });
  try {
    const wanted = query.trim();
    const input = wanted === '' ? { limit: LISTED } : { limit: LISTED, query: wanted };
    const { traces } = await api.call('traces.list', input, controller.signal);
    if (listing === controller) useTraces.setState({ recent: { kind: 'ready', value: traces } });
  } catch (error) {
    if (listing === controller) useTraces.setState({ recent: { kind: 'failed', failure: toFailed(error) } });
  }
}

let running: AbortController | null = null;

/** Asks a trace's question again with something changed, and opens the comparison of the two. */
export async function replay(input: ReplayInput): Promise<void> {
  running?.abort();
  const controller = new AbortController();
  running = controller;
  useTraces.setState({ replaying: { kind: 'running' } });
  try {
    const trace = await api.call('traces.replay', input, controller.signal);
    if (running !== controller) return;
    put(trace.id, { kind: 'ready', value: trace });
    useTraces.setState({ replaying: { kind: 'idle' } });
    announce(t('replay.done'));
    go({ name: 'trace', id: input.id, withId: trace.id });
  } catch (error) {
    if (running === controller) useTraces.setState({ replaying: { kind: 'failed', failure: toFailed(error) } });
  }
}

/** Ends a replay that still runs, and forgets why the last one failed. */
export function stopReplay(): void {
  running?.abort();
  running = null;
  useTraces.setState({ replaying: { kind: 'idle' } });
}
