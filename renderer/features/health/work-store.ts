import { create } from 'zustand';
import type { OutputOf, WorkerName } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';
import { workerName } from './words.ts';

export type Work = OutputOf<'workers.list'>;

type WorkState = {
  readonly work: Loadable<Work>;
  readonly failure: Failed | null;
  /** Asked for here: what comes of it is said aloud. */
  readonly asked: ReadonlySet<WorkerName>;
};

export const useWork = create<WorkState>(() => ({ work: { kind: 'loading' }, failure: null, asked: new Set() }));

let isPageOpen = false;
let isStale = false;
let isReading = false;

/** Bursts of progress cost one read at a time. */
async function readWork(): Promise<void> {
  isStale = true;
  if (isReading) return;
  isReading = true;
  try {
    while (isStale) {
      isStale = false;
      const value = await api.call('workers.list', {});
      sayResults(value);
      useWork.setState({ work: { kind: 'ready', value } });
    }
  } catch (error) {
    if (useWork.getState().work.kind !== 'ready')
      useWork.setState({ work: { kind: 'failed', failure: toFailed(error) } });
  } finally {
    isReading = false;
  }
}

function sayResults({ workers }: Work): void {
  const { asked } = useWork.getState();
  const ended = workers.filter(({ name, current }) => asked.has(name) && current === null);
  if (ended.length === 0) return;
  for (const { name, last } of ended)
    announce(t('health.work.announce', { name: workerName(name), summary: last?.summary ?? '' }));
  useWork.setState({ asked: new Set([...asked].filter((name) => !ended.some((worker) => worker.name === name))) });
}

export function openWork(): Promise<void> {
  isPageOpen = true;
  return readWork();
}

export const leaveWork = (): void => {
  isPageOpen = false;
};

/** What runs in the background is only read where it is shown. */
export async function refreshWork(): Promise<void> {
  if (isPageOpen) await readWork();
}

async function change(work: () => Promise<unknown>): Promise<void> {
  try {
    useWork.setState({ failure: null });
    await work();
  } catch (error) {
    useWork.setState({ failure: toFailed(error) });
  }
  await readWork();
}

export const runNow = (worker: WorkerName): Promise<void> =>
  change(async () => {
    await api.call('workers.runNow', { worker });
    useWork.setState(({ asked }) => ({ asked: new Set([...asked, worker]) }));
  });

export const stopJob = (id: string): Promise<void> => change(() => api.call('workers.cancel', { id }));
export const retryJob = (id: string): Promise<void> => change(() => api.call('workers.retry', { id }));
export const setPaused = (isPaused: boolean): Promise<void> =>
  change(() => api.call('workers.setPaused', { isPaused }));
export const setOn = (worker: WorkerName, isOn: boolean): Promise<void> =>
  change(() => api.call('workers.setOn', { worker, isOn }));
