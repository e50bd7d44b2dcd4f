import { AppError } from '../contract/errors.ts';

/** Throws the one abort error when the caller has gone. Work that loops calls this between steps. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('request.aborted', 'Stopped.', { retry: 'never' });
}

export function isAbort(error: unknown): boolean {
  return error instanceof AppError
    ? error.code === 'request.aborted'
    : error instanceof Error && error.name === 'AbortError';
}

/** Waits for `work` or for the abort, whichever comes first: what is left is the waiting, not the work. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  throwIfAborted(signal);
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new AppError('request.aborted', 'Stopped.', { retry: 'never' }));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    // One signal can outlive a thousand waits.
    signal.removeEventListener('abort', stop);
  }
}
