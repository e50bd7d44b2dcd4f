import { create } from 'zustand';
import type { Finding, HealthView } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';

/** What a repair is doing, or came to. */
export type RepairState =
  | { readonly kind: 'running'; readonly id: string; readonly step: string }
  | { readonly kind: 'done'; readonly id: string; readonly isGone: boolean; readonly message: string }
  | { readonly kind: 'failed'; readonly id: string; readonly failure: Failed };

type FindingsState = {
  readonly view: Loadable<HealthView>;
  /** Also while the page is closed: the rail counts them. */
  readonly findings: readonly Finding[];
  readonly repair: RepairState | null;
  /** The check that a round is at, while one runs. */
  readonly checking: string | null;
  readonly failure: Failed | null;
};

export const useFindings = create<FindingsState>(() => ({
  view: { kind: 'loading' },
  findings: [],
  repair: null,
  checking: null,
  failure: null,
}));

let isPageOpen = false;
let reading = 0;

/** The page is there: from here on changes are read for all of it. */
export function openHealth(): Promise<void> {
  isPageOpen = true;
  return loadHealth();
}

/** Reads the whole page; what is there stays until it has come. */
export async function loadHealth(): Promise<void> {
  reading += 1;
  const ticket = reading;
  try {
    const value = await api.call('health.read', {});
    if (ticket === reading) useFindings.setState({ view: { kind: 'ready', value }, findings: value.findings });
  } catch (error) {
    if (ticket === reading && useFindings.getState().view.kind !== 'ready')
      useFindings.setState({ view: { kind: 'failed', failure: toFailed(error) } });
  }
}

export const leaveHealth = (): void => {
  isPageOpen = false;
};

/** Something is found, or no longer: the rail's count, and the page where it is open. */
export async function refreshFindings(): Promise<void> {
  if (isPageOpen) return loadHealth();
  try {
    useFindings.setState(await api.call('health.findings', {}));
  } catch {
    // The engine went away; the banner says so and the next connection reads everything again.
  }
}

/** One round of the sentinel, now. */
export async function checkHealth(isThorough: boolean): Promise<void> {
  if (useFindings.getState().checking !== null) return;
  useFindings.setState({ checking: '', failure: null });
  try {
    await api.stream(
      'health.check',
      { isThorough },
      { onChunk: ({ step }) => useFindings.setState({ checking: step }) },
    );
    await loadHealth();
  } catch (error) {
    useFindings.setState({ failure: toFailed(error) });
  } finally {
    useFindings.setState({ checking: null });
  }
}

/** Does what a finding proposes and looks again. */
export async function repairFinding(id: string): Promise<void> {
  if (useFindings.getState().repair?.kind === 'running') return;
  useFindings.setState({ repair: { kind: 'running', id, step: t('health.repair.running') } });
  try {
    const { isGone, message } = await api.stream(
      'health.repair',
      { id },
      { onChunk: ({ step }) => useFindings.setState({ repair: { kind: 'running', id, step } }) },
    );
    useFindings.setState({ repair: { kind: 'done', id, isGone, message } });
    announce(t(isGone ? 'health.repair.done' : 'health.repair.left', { message }));
    await loadHealth();
  } catch (error) {
    const failure = toFailed(error);
    useFindings.setState({ repair: failure.isAborted ? null : { kind: 'failed', id, failure } });
  }
}

export const forgetRepair = (): void => useFindings.setState({ repair: null });

/** Takes a finding out of the count, or puts it back. */
export async function dismissFinding(id: string, isDismissed: boolean): Promise<void> {
  try {
    await api.call('health.dismiss', { id, isDismissed });
    useFindings.setState({ failure: null });
    await loadHealth();
  } catch (error) {
    useFindings.setState({ failure: toFailed(error) });
  }
}
