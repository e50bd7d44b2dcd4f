import { throwIfAborted } from './abort.ts';

/** Lets background work through while nothing more urgent is held. */
export type Gate = {
  /** Closes the gate until the returned function is called. */
  readonly hold: () => () => void;
  readonly isHeld: () => boolean;
  /** Resolves when nothing is held; throws when `signal` fires first. */
  readonly whenOpen: (signal: AbortSignal) => Promise<void>;
};

export function createGate(): Gate {
  const held = new Set<symbol>();
  let waiting: (() => void)[] = [];
  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        signal.removeEventListener('abort', go);
        resolve();
      };
      waiting.push(go);
      signal.addEventListener('abort', go, { once: true });
    });
  return {
    hold: () => {
      const token = Symbol('hold');
      held.add(token);
      return () => {
        if (!held.delete(token) || held.size > 0) return;
        const free = waiting;
        waiting = [];
        for (const go of free) go();
      };
    },
    isHeld: () => held.size > 0,
    whenOpen: async (signal) => {
      while (held.size > 0 && !signal.aborted) await wait(signal);
      throwIfAborted(signal);
    },
  };
}
