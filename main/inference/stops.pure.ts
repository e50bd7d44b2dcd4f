/** Holds back the end of a stream while it could still become a stop string. */
export type StopFilter = {
  /** What may be shown now; `isStopped` once a stop string was seen, which itself is never shown. */
  readonly push: (text: string) => { readonly text: string; readonly isStopped: boolean };
  /** What was held back, when the answer ends without a stop string. */
  readonly flush: () => string;
};

/** Stop strings may arrive in pieces, so the longest suffix that begins one is kept until it is decided. */
export function createStopFilter(stops: readonly string[]): StopFilter {
  let held = '';
  return {
    push: (text) => {
      held += text;
      const cut = stops.map((stop) => held.indexOf(stop)).filter((at) => at >= 0);
      if (cut.length > 0) {
        const shown = held.slice(0, Math.min(...cut));
        held = '';
        return { text: shown, isStopped: true };
      }
      const keep = Math.max(0, ...stops.map((stop) => overlap(held, stop)));
      const shown = held.slice(0, held.length - keep);
      held = held.slice(held.length - keep);
      return { text: shown, isStopped: false };
    },
    flush: () => {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

function overlap(text: string, stop: string): number {
  for (let length = Math.min(text.length, stop.length - 1); length > 0; length -= 1) {
    if (stop.startsWith(text.slice(text.length - length))) return length;
  }
  return 0;
}
