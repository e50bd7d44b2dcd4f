import { create } from 'zustand';
import type { DoctorReport } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { now } from '../../clock.ts';
import { t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, toFailed } from '../failure.ts';

type HealthState = {
  readonly steps: readonly string[];
  readonly isRunning: boolean;
  readonly isRebuilding: boolean;
  readonly report: DoctorReport | null;
  readonly checkedAt: string | null;
  readonly failure: Failed | null;
};

export const useHealth = create<HealthState>(() => ({
  steps: [],
  isRunning: false,
  isRebuilding: false,
  report: null,
  checkedAt: null,
  failure: null,
}));

let running = new AbortController();

/** Checks everything; with `shouldRebuild`, computes the tables anew from the journal first. True: it was stopped. */
export async function runDoctor(options: {
  readonly shouldRebuild: boolean;
  readonly shouldRepair: boolean;
}): Promise<boolean> {
  if (useHealth.getState().isRunning) return false;
  running = new AbortController();
  useHealth.setState({ steps: [], isRunning: true, isRebuilding: options.shouldRebuild, failure: null });
  try {
    const report = await api.stream('doctor.run', options, {
      onChunk: ({ step }) => useHealth.setState(({ steps }) => ({ steps: [...steps, step] })),
      signal: running.signal,
    });
    useHealth.setState({ report, checkedAt: now().toISOString() });
    announce(t(report.ok ? 'health.verdict.ok' : 'health.verdict.problems'));
    return false;
  } catch (error) {
    const failure = toFailed(error);
    if (!failure.isAborted) useHealth.setState({ failure });
    return failure.isAborted;
  } finally {
    useHealth.setState({ isRunning: false, isRebuilding: false });
  }
}

export const stopDoctor = (): void => running.abort();
