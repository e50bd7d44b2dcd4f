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
