import { create } from 'zustand';
import type { OutputOf, RevisionId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { go } from '../../router.ts';
import { type Loadable, toFailed } from '../failure.ts';
import { inLayers } from './revisions.pure.ts';

export type FactView = OutputOf<'codex.fact'>;

type FactState = { readonly id: RevisionId | null; readonly entry: Loadable<FactView> };

export const useFact = create<FactState>(() => ({ id: null, entry: { kind: 'loading' } }));

let reading = 0;

/** Other values of the page on screen, the newest first: one of them is there when the one that was open is undone. */
function othersOf({ entry }: FactState, id: RevisionId): readonly RevisionId[] {
  if (entry.kind !== 'ready') return [];
  const layers = inLayers(entry.value.revisions).map((each) => each.id);
  return layers.includes(id) ? layers.filter((each) => each !== id) : [];
}

async function readFirst(ids: readonly RevisionId[]): Promise<{ readonly id: RevisionId; readonly view: FactView }> {
  let failure: unknown = null;
  for (const id of ids) {
    try {
      return { id, view: await api.call('codex.fact', { id }) };
    } catch (error) {
      failure ??= error; // the first says what is wrong with the fact that was asked for
    }
  }
  throw failure;
}

/** Reads one fact with everything that was ever believed in its place. What is on screen stays while it is read again. */
export async function loadFact(id: RevisionId): Promise<void> {
  reading += 1;
  const ticket = reading;
  const before = useFact.getState();
  const others = othersOf(before, id);
  const isHere = before.entry.kind === 'ready' && before.entry.value.revisions.some((each) => each.id === id);
  useFact.setState({ id, ...(isHere ? {} : { entry: { kind: 'loading' } }) });
  try {
    const found = await readFirst([id, ...others]);
    if (ticket !== reading) return;
    useFact.setState({ id: found.id, entry: { kind: 'ready', value: found.view } });
    if (found.id !== id) go({ name: 'fact', id: found.id }, { replace: true });
  } catch (error) {
    if (ticket === reading) useFact.setState({ entry: { kind: 'failed', failure: toFailed(error) } });
  }
}

/** Leaves the page: nothing is read again for it. */
export function closeFact(): void {
  reading += 1;
  useFact.setState({ id: null, entry: { kind: 'loading' } });
}

/** Reads the open fact again, because something was learnt, decided or taken back. */
export async function refreshFact(): Promise<void> {
  const { id } = useFact.getState();
  if (id !== null) await loadFact(id);
}
