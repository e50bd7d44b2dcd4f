import { create } from 'zustand';
import type { Trace, TraceId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { type Loadable, toFailed } from '../failure.ts';

type TracesState = { readonly traces: Readonly<Record<TraceId, Loadable<Trace>>> };

export const useTraces = create<TracesState>(() => ({ traces: {} }));

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
