import { AppError } from '../../contract/errors.ts';
import { isAbort } from '../../lib/abort.ts';

const FULL: readonly string[] = ['ENOSPC', 'EDQUOT'];

/**
 * What a user can do about a failure that is none of the app's: the end that was asked for, and files or folders that
 * cannot be read or written. Everything else comes back as it is. The system's own message is never told on: it names paths.
 */
export function plainFailure(error: unknown): unknown {
  if (error instanceof AppError && error.code !== 'request.aborted') return error;
  if (isAbort(error))
    return new AppError(
      'request.aborted',
      'Stopped. What was done so far is kept; run the same command again to go on.',
      { cause: error },
    );
  const code = systemCode(error);
  if (code === null) return error;
  if (FULL.includes(code))
    return new AppError(
      'disk.too-full',
      'The disk is full. What was done so far is kept; free some space and run the same command again.',
      { cause: error },
    );
  return new AppError(
    'folder.unusable',
    `A file or folder cannot be read or written (${code}). Check that each path is right and that you may use it, then run the same command again.`,
    { cause: error },
  );
}

/** The system's word for why a call failed, such as EACCES; null where no call to the system failed. */
function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return null;
  return typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}
