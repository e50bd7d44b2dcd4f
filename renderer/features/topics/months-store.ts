import { create } from 'zustand';
import type { OutputOf, Summary } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
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

/** Reads the months again, and those that are open. */
export async function refreshMonths(): Promise<void> {
  try {
    const { months } = await api.call('summaries.months', {});
    useMonths.setState({ list: { kind: 'ready', value: months }, read: {} });
    await Promise.all(Object.keys(useMonths.getState().open).map((month) => openMonth(month)));
  } catch (error) {
    useMonths.setState({ list: { kind: 'failed', failure: toFailed(error) } });
  }
}

const setOpen = (month: string, value: Loadable<OpenMonth>): void =>
  useMonths.setState(({ open }) => ({ open: { ...open, [month]: value } }));

/** Reads a month's own summary and those of its sittings. */
export async function openMonth(month: string, limit = PAGE): Promise<void> {
  if (useMonths.getState().open[month]?.kind !== 'ready') setOpen(month, { kind: 'loading' });
  try {
    const page = { month, limit, offset: 0 };
    const [periods, sittings] = await Promise.all([
      api.call('summaries.list', { ...page, scope: 'period', limit: 1 }),
      api.call('summaries.list', { ...page, scope: 'session' }),
    ]);
    const [own] = periods.summaries;
    const period = own === undefined ? null : await api.call('summaries.get', { id: own.id });
    setOpen(month, { kind: 'ready', value: { period, sittings: sittings.summaries, total: sittings.total } });
  } catch (error) {
    setOpen(month, { kind: 'failed', failure: toFailed(error) });
  }
}

const setRead = (id: string, value: Loadable<Read>): void =>
  useMonths.setState(({ read }) => ({ read: { ...read, [id]: value } }));

/** Reads a summary sentence by sentence. */
export async function openSummary(id: string): Promise<void> {
  if (useMonths.getState().read[id]?.kind === 'ready') return;
  setRead(id, { kind: 'loading' });
  try {
    setRead(id, { kind: 'ready', value: await api.call('summaries.get', { id }) });
  } catch (error) {
    setRead(id, { kind: 'failed', failure: toFailed(error) });
  }
}
