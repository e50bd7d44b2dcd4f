/** Wall time and monotonic time; injected everywhere so that tests and simulated months own it. */
export type Clock = {
  readonly now: () => Date;
  /** Milliseconds since an arbitrary origin, never going back. */
  readonly monotonicMs: () => number;
};

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
};

export function fixedClock(start: Date): Clock & { readonly advance: (ms: number) => void } {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    monotonicMs: () => at,
    advance: (ms) => {
      at += ms;
    },
  };
}
