import type { ImportReport } from '../../../main/contract/index.ts';
import type { ImportJob } from './import-store.ts'; // type only: the decision stays pure

export type ShownProgress = {
  readonly share: number;
  readonly isRunning: boolean;
  readonly phase: 'uploading' | 'reading' | 'indexing';
};

const share = (done: number, of: number): number => (of > 0 ? Math.min(1, done / of) : 0);

/** One bar over an import: reading and writing first, making findable second, in equal halves. */
export function progressOf(job: ImportJob): ShownProgress {
  const { progress, step, sizeBytes } = job;
  const isRunning = step === 'uploading' || step === 'previewing' || step === 'importing';
  if (step === 'uploading') return { share: share(progress.sentBytes, sizeBytes), isRunning, phase: 'uploading' };
  const read = share(progress.readBytes, progress.totalBytes);
  if (step !== 'importing') return { share: read, isRunning, phase: 'reading' };
  if (progress.toIndex === 0) return { share: read / 2, isRunning, phase: 'reading' };
  return { share: 0.5 + share(progress.indexed, progress.toIndex) / 2, isRunning, phase: 'indexing' };
}

/** What an import counts: of a document its passages, of all else turns. */
export function unitOf(report: Pick<ImportReport, 'files'> | null): 'turns' | 'passages' {
  const files = report?.files ?? [];
  return files.length > 0 && files.every(({ format }) => format === 'document') ? 'passages' : 'turns';
}

/** Seconds until the vectors are there, from the rate the engine measures; null before there is one. */
export function remainingSeconds({ progress }: ImportJob): number | null {
  if (progress.toIndex === 0 || progress.turnsPerSecond <= 0) return null;
  return (progress.toIndex - progress.indexed) / progress.turnsPerSecond;
}
