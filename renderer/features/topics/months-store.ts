import { create } from 'zustand';
import type { OutputOf, Summary } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { currentSpaceId, useSpace } from '../../space.ts';
import { type Loadable, toFailed } from '../failure.ts';

type Months = OutputOf<'summaries.months'>['months'];
type Read = OutputOf<'summaries.get'>;
/** A month with what there is of it, newest sitting first. */
export type OpenMonth = { readonly period: Read | null; readonly sittings: readonly Summary[]; readonly total: number };

type MonthsState = {
  readonly list: Loadable<Months>;
  readonly open: Readonly<Record<string, Loadable<OpenMonth>>>;
  /** Summaries of sittings that were opened, with what each sentence rests on. */
  readonly read: Readonly<Record<string, Loadable<Read>>>;
};

export const useMonths = create<MonthsState>(() => ({ list: { kind: 'loading' }, open: {}, read: {} }));

const PAGE = 30;

const shownCount = (month: Loadable<OpenMonth>): number => (month.kind === 'ready' ? month.value.sittings.length : 0);

let latest = 0;

/** Reads the months again, and what is open of them, as far as it is shown. */
export async function refreshMonths(): Promise<void> {
  latest += 1;
  const mine = latest;
  try {
    const { months } = await api.call('summaries.months', {});
    if (mine !== latest) return;
    useMonths.setState({ list: { kind: 'ready', value: months } });
    const { open, read } = useMonths.getState();
    await Promise.all([
      ...Object.entries(open).map(([month, value]) => openMonth(month, Math.max(PAGE, shownCount(value)))),
      ...Object.keys(read).map(readSummary),
    ]);
  } catch (error) {
    if (mine === latest) useMonths.setState({ list: { kind: 'failed', failure: toFailed(error) } });
  }
}

const setOpen = (month: string, value: Loadable<OpenMonth>): void =>
  useMonths.setState(({ open }) => ({ open: { ...open, [month]: value } }));

/** Reads a month's own summary and those of its sittings. */
export async function openMonth(month: string, limit = PAGE): Promise<void> {
  if (useMonths.getState().open[month]?.kind !== 'ready') setOpen(month, { kind: 'loading' });
  const spaceId = currentSpaceId();
  try {
    const page = { month, limit, offset: 0 };
    const [periods, sittings] = await Promise.all([
      api.call('summaries.list', { ...page, scope: 'period', limit: 1 }),
      api.call('summaries.list', { ...page, scope: 'session' }),
    ]);
    const [own] = periods.summaries;
    const period = own === undefined ? null : await api.call('summaries.get', { id: own.id });
    if (spaceId !== currentSpaceId()) return;
    setOpen(month, { kind: 'ready', value: { period, sittings: sittings.summaries, total: sittings.total } });
  } catch (error) {
    if (spaceId === currentSpaceId()) setOpen(month, { kind: 'failed', failure: toFailed(error) });
  }
}

const setRead = (id: string, value: Loadable<Read>): void =>
  useMonths.setState(({ read }) => ({ read: { ...read, [id]: value } }));

/** Reads a summary sentence by sentence. */
export async function openSummary(id: string): Promise<void> {
  if (useMonths.getState().read[id]?.kind === 'ready') return;
  setRead(id, { kind: 'loading' });
  await readSummary(id);
}

async function readSummary(id: string): Promise<void> {
  try {
    setRead(id, { kind: 'ready', value: await api.call('summaries.get', { id }) });
  } catch (error) {
    setRead(id, { kind: 'failed', failure: toFailed(error) });
  }
}

// Summaries of one space are not shown in another, not even until they are read again.
useSpace.subscribe(() => {
  latest += 1;
  useMonths.setState({ list: { kind: 'loading' }, open: {}, read: {} });
});
