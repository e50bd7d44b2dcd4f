import type { Request, StreamRequest } from './contract/handlers.ts';

/** Long enough for a write that has begun; a request that does not listen must not keep the keys in memory. */
const STOP_MS = 10_000;

type AnyRequest = Request & Partial<StreamRequest<unknown>>;

/** The requests that are under way, so that they can all be stopped before what they work on is closed. */
export function createRequestGate() {
  const live = new Set<Promise<unknown>>();
  let stopping = new AbortController();
  return {
    run: <T>(request: AnyRequest, work: (request: AnyRequest) => Promise<T>): Promise<T> => {
      const signal = AbortSignal.any([request.signal, stopping.signal]);
      const task = work({ ...request, signal });
      live.add(task);
      const end = (): void => void live.delete(task);
      task.then(end, end);
      return task;
    },
    isBusy: (): boolean => live.size > 0,
    /** Resolves when all have ended, or after a while. */
    stopAll: async (): Promise<void> => {
      stopping.abort();
      stopping = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_MS);
      });
      await Promise.race([Promise.allSettled(live), late]);
      clearTimeout(timer);
    },
  };
}
