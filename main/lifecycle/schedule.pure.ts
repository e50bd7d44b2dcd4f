const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits before another try; one more failure after the last of them and the job waits for the user. */
export const RETRY_DELAYS_MS: readonly number[] = [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS);

/** When a job that failed `attempts` times may be tried again; null: not by itself. */
export function retryAt(attempts: number, nowMs: number): number | null {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  return delay === undefined ? null : nowMs + delay;
}

/**
 * When a worker is due. However many of its times were missed, they are one run: workers make up for the time since their
 * last. A last run in the future means that the clock was put back; nobody waits a year for it to come round again.
 */
export function dueAt(input: {
  readonly lastMs: number | null;
  readonly everyHours: number;
  readonly nowMs: number;
}): number {
  const { lastMs, everyHours, nowMs } = input;
  if (lastMs === null || lastMs > nowMs + MINUTE_MS) return nowMs;
  return lastMs + everyHours * HOUR_MS;
}

export type Simulated<N> = { readonly worker: N; readonly atMs: number };

/**
 * Every time at which workers run in `days` simulated days, in order: at the end of each of their periods, the more
 * frequent ones once a day, since what they find within a day stays found. Those that look at the computer come once, last,
 * for the real time: nothing happened to it. Zero days: each once, now.
 */
export function planSimulation<N>(input: {
  readonly workers: readonly Planned<N>[];
  readonly fromMs: number;
  readonly nowMs: number;
  readonly days: number;
}): readonly Simulated<N>[] {
  const { fromMs, nowMs, days } = input;
  const workers = [...input.workers].sort((a, b) => a.priority - b.priority);
  if (days === 0) return workers.map(({ name }) => ({ worker: name, atMs: fromMs }));
  const ofMemory = workers.filter(({ isOfComputer }) => isOfComputer !== true);
  const inDays = Array.from({ length: days }, (_, day) => day + 1).flatMap((day) =>
    ofMemory
      .filter(({ everyHours }) => day % Math.max(1, Math.round(everyHours / 24)) === 0)
      .map(({ name }) => ({ worker: name, atMs: fromMs + day * 24 * HOUR_MS })),
  );
  const ofComputer = workers.filter((worker) => !ofMemory.includes(worker));
  return [...inDays, ...ofComputer.map(({ name }) => ({ worker: name, atMs: nowMs }))];
}

type Planned<N> = {
  readonly name: N;
  readonly everyHours: number;
  readonly priority: number;
  readonly isOfComputer?: true;
};
