import { create } from 'zustand';
import type { OutputOf, RevisionId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { type Loadable, toFailed } from '../failure.ts';

export type FactView = OutputOf<'codex.fact'>;

type FactState = { readonly id: RevisionId | null; readonly entry: Loadable<FactView> };

export const useFact = create<FactState>(() => ({ id: null, entry: { kind: 'loading' } }));

let reading = 0;

/** Reads one fact with everything that was ever believed in its place. What is on screen stays while it is read again. */
export async function loadFact(id: RevisionId): Promise<void> {
  reading += 1;
  const ticket = reading;
  const before = useFact.getState();
  const isHere = before.entry.kind === 'ready' && before.entry.value.revisions.some((each) => each.id === id);
  useFact.setState({ id, ...(isHere ? {} : { entry: { kind: 'loading' } }) });
  try {
    const value = await api.call('codex.fact', { id });
    if (ticket === reading) useFact.setState({ entry: { kind: 'ready', value } });
  } catch (error) {
    if (ticket === reading) useFact.setState({ entry: { kind: 'failed', failure: toFailed(error) } });
  }
}

/** Reads the open fact again, because something was learnt, decided or taken back. */
export async function refreshFact(): Promise<void> {
  const { id } = useFact.getState();
  if (id !== null) await loadFact(id);
}
