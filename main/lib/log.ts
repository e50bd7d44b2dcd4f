import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Ids, counts, durations and codes only: private text never reaches a log (style rule 10). */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;
export type Log = (event: string, fields?: LogFields) => void;

export const silentLog: Log = () => undefined;

const ROTATE_BYTES = 5_000_000;

/** One JSON object a line in a local file, rotated once at 5 MB. A log that cannot be written never stops the app. */
export function fileLog(path: string, now: () => Date): Log {
  let isFolderMade = false;
  return (event, fields = {}) => {
    try {
      if (!isFolderMade) mkdirSync(dirname(path), { recursive: true });
      isFolderMade = true;
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > ROTATE_BYTES) renameSync(path, `${path}.1`);
      appendFileSync(path, `${JSON.stringify({ at: now().toISOString(), event, ...fields })}\n`);
    } catch {
      // A full or read-only disk must not turn a diagnostic into a failure; the guarded writes report it themselves.
      return;
    }
  };
}
