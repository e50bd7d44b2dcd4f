export type RestartPlan = { readonly kind: 'restart'; readonly delayMs: number } | { readonly kind: 'give-up' };

/** Deaths further back than this say nothing about now. */
export const WINDOW_MS = 60_000;
const MAX_RESTARTS = 5;
const FIRST_DELAY_MS = 250;

/**
 * What follows the latest of `deathsMs` (monotonic, ascending): a restart after a doubling pause, or none, because a
 * process that dies over and over needs the user and not another try.
 */
export function planRestart(deathsMs: readonly number[]): RestartPlan {
  const latest = deathsMs.at(-1) ?? 0;
  const recent = deathsMs.filter((at) => latest - at < WINDOW_MS).length;
  if (recent > MAX_RESTARTS) return { kind: 'give-up' };
  return { kind: 'restart', delayMs: FIRST_DELAY_MS * 2 ** Math.max(0, recent - 1) };
}
