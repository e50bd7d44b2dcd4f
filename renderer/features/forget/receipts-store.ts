import { create } from 'zustand';
import type { ForgetReceipt } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';

type Receipts = { readonly receipts: readonly ForgetReceipt[]; readonly total: number };

type ReceiptsState = {
  readonly list: Loadable<Receipts>;
  /** Which one is open. */
  readonly open: string | null;
  /** Why there are no more of them; what is there stays. */
  readonly failure: Failed | null;
};

export const useReceipts = create<ReceiptsState>(() => ({ list: { kind: 'loading' }, open: null, failure: null }));

const PAGE = 20;
let latest = 0;

/** Reads the newest receipts. */
export async function loadReceipts(): Promise<void> {
  latest += 1;
  const mine = latest;
  try {
    const value = await api.call('forget.receipts', { offset: 0, limit: PAGE });
    if (mine === latest) useReceipts.setState({ list: { kind: 'ready', value }, failure: null });
  } catch (error) {
    if (mine === latest) useReceipts.setState({ list: { kind: 'failed', failure: toFailed(error) } });
  }
}

/** Reads on, to older ones. */
export async function showOlderReceipts(): Promise<void> {
  const { list } = useReceipts.getState();
  if (list.kind !== 'ready') return;
  const isStill = (): boolean => useReceipts.getState().list === list;
  try {
    const more = await api.call('forget.receipts', { offset: list.value.receipts.length, limit: PAGE });
    // A second press, or a new receipt meanwhile: what came joins only what it was asked for.
    if (!isStill()) return;
    const value = { receipts: [...list.value.receipts, ...more.receipts], total: more.total };
    useReceipts.setState({ list: { kind: 'ready', value }, failure: null });
  } catch (error) {
    if (isStill()) useReceipts.setState({ failure: toFailed(error) });
  }
}

export const toggleReceipt = (id: string): void =>
  useReceipts.setState(({ open }) => ({ open: open === id ? null : id }));

/** Reads them again whenever a forget is over; returns how to stop. */
export const watchReceipts = (): (() => void) =>
  api.on('forget.changed', ({ current }) => {
    if (current === null) void loadReceipts();
  });
