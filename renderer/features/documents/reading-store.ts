import { create } from 'zustand';
import type { Document, DocumentId, DocumentPassage } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';

export type Reading = {
  readonly document: Document;
  /** A run of passages without gaps. */
  readonly passages: readonly DocumentPassage[];
  readonly total: number;
};

type ReadingState = {
  readonly reading: Loadable<Reading>;
  /** Why there is no more of it to be read; what is there stays. */
  readonly failure: Failed | null;
};

export const useReading = create<ReadingState>(() => ({ reading: { kind: 'loading' }, failure: null }));

const BEFORE = 20;
const PAGE = 80;
let latest = 0;

/** Opens a document at a passage, with what stands round it. */
export async function openDocument(id: DocumentId, passage: number | null): Promise<void> {
  latest += 1;
  const mine = latest;
  const { reading } = useReading.getState();
  const isThere =
    reading.kind === 'ready' &&
    reading.value.document.id === id &&
    (passage === null || reading.value.passages.some(({ index }) => index === passage));
  if (isThere) return;
  useReading.setState({ reading: { kind: 'loading' }, failure: null });
  try {
    const offset = Math.max(0, (passage ?? 0) - BEFORE);
    const [document, { passages, total }] = await Promise.all([
      api.call('documents.get', { id }),
      api.call('documents.read', { id, offset, limit: PAGE }),
    ]);
    if (mine === latest) useReading.setState({ reading: { kind: 'ready', value: { document, passages, total } } });
  } catch (error) {
    if (mine === latest) useReading.setState({ reading: { kind: 'failed', failure: toFailed(error) } });
  }
}

/** Reads on, at the end or at the beginning of what is shown. */
export async function readOn(where: 'before' | 'after'): Promise<void> {
  const { reading } = useReading.getState();
  if (reading.kind !== 'ready') return;
  const { document, passages } = reading.value;
  const first = passages[0]?.index ?? 0;
  const offset = where === 'before' ? Math.max(0, first - PAGE) : first + passages.length;
  const limit = where === 'before' ? first - offset : PAGE;
  if (limit === 0) return;
  // A second press, or another document meanwhile: what came joins only what it was asked for.
  const isStill = (): boolean => useReading.getState().reading === reading;
  try {
    const more = await api.call('documents.read', { id: document.id, offset, limit });
    if (!isStill()) return;
    const joined = where === 'before' ? [...more.passages, ...passages] : [...passages, ...more.passages];
    const value = { document, passages: joined, total: more.total };
    useReading.setState({ reading: { kind: 'ready', value }, failure: null });
  } catch (error) {
    if (isStill()) useReading.setState({ failure: toFailed(error) });
  }
}

export function closeDocument(): void {
  latest += 1;
  useReading.setState({ reading: { kind: 'loading' }, failure: null });
}
