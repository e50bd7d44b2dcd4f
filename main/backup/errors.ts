import { AppError } from '../contract/errors.ts';
import { errnoOf } from '../journal/files.ts';

export const newerFormat = (format: number): AppError =>
  new AppError(
    'backup.newer-format',
    'This backup was made by a newer Palimpsest. Update Palimpsest and try again; nothing was changed.',
    { details: { format } },
  );

export const notFound = (text = 'There is no such backup here. List the backups to see which there are.'): AppError =>
  new AppError('backup.not-found', text);

/** `file` is a name inside the backup folder. */
export const damaged = (file: string, what: string, chunk: string | null = null): AppError =>
  new AppError(
    'backup.damaged',
    `This backup is damaged: ${what} (${file}). Use another backup, or another copy of this folder; nothing was changed.`,
    { details: { file, ...(chunk === null ? {} : { chunk }) } },
  );

export const passphraseNeeded = (): AppError =>
  new AppError('backup.passphrase-needed', 'This backup is encrypted. Enter its passphrase.');

export const wrongPassphrase = (): AppError =>
  new AppError(
    'backup.wrong-passphrase',
    'That passphrase does not open this backup. Check capital letters and the keyboard; a copy of the folder from before the passphrase was changed needs the earlier one.',
  );

/** What a failed write to a backup folder means. The cause may hold paths, so it goes no further than the log's code. */
export function toBackupError(error: unknown): unknown {
  const errno = errnoOf(error);
  if (error instanceof AppError || errno === null) return error;
  if (errno === 'ENOSPC' || errno === 'EDQUOT') {
    return new AppError(
      'disk.too-full',
      'The disk of the backup folder is full. Earlier backups are unharmed; free some space, or choose another folder.',
      { details: { errno }, cause: error },
    );
  }
  return new AppError(
    'backup.unwritable',
    'The backup folder cannot be read or written. Check that its disk is there and that you may write to it; earlier backups are unharmed.',
    { details: { errno }, cause: error },
  );
}
