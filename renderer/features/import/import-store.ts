import { create } from 'zustand';
import type { ImportFormat, ImportProgress, ImportReport, UploadId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, toFailed } from '../failure.ts';
import { discardUploads, uploadFile } from './upload.ts';

export type Progress = {
  readonly sentBytes: number;
  readonly readBytes: number;
  readonly totalBytes: number;
  readonly read: number;
  readonly skipped: number;
  readonly acked: number;
  readonly indexed: number;
  readonly toIndex: number;
  readonly turnsPerSecond: number;
};

export type ImportJob = {
  readonly id: number;
  readonly names: readonly string[];
  readonly sizeBytes: number;
  readonly step: 'uploading' | 'previewing' | 'previewed' | 'importing' | 'done' | 'failed';
  readonly progress: Progress;
  readonly preview: ImportReport | null;
  readonly report: ImportReport | null;
  readonly failure: Failed | null;
  readonly isCancelling: boolean;
};

export type ChosenFormat = 'auto' | ImportFormat;

type ImportState = {
  readonly job: ImportJob | null;
  readonly finished: readonly ImportJob[];
  readonly format: ChosenFormat;
};

export const useImport = create<ImportState>(() => ({ job: null, finished: [], format: 'auto' }));

const NO_PROGRESS: Progress = {
  sentBytes: 0,
  readBytes: 0,
  totalBytes: 0,
  read: 0,
  skipped: 0,
  acked: 0,
  indexed: 0,
  toIndex: 0,
  turnsPerSecond: 0,
};

let nextId = 1;
let controller = new AbortController();
let uploads: UploadId[] = [];

const patchJob = (patch: Partial<ImportJob>): void =>
  useImport.setState(({ job }) => (job ? { job: { ...job, ...patch } } : {}));

const patchProgress = (patch: Partial<Progress>): void =>
  useImport.setState(({ job }) => (job ? { job: { ...job, progress: { ...job.progress, ...patch } } } : {}));

function takeProgress(chunk: ImportProgress): void {
  if (chunk.kind === 'acked') patchProgress({ acked: chunk.n });
  else if (chunk.kind === 'indexing')
    patchProgress({ indexed: chunk.done, toIndex: chunk.total, turnsPerSecond: chunk.turnsPerSecond });
  else {
    const { readBytes, totalBytes, read, skipped } = chunk;
    patchProgress({ readBytes, totalBytes, read, skipped });
  }
}

const run = (isDryRun: boolean): Promise<ImportReport> =>
  api.stream(
    'imports.run',
    {
      files: uploads.map((uploadId) => ({ uploadId })),
      format: useImport.getState().format,
      isDryRun,
      shouldWait: true,
    },
    { onChunk: takeProgress, signal: controller.signal },
  );

async function giveUp(error: unknown): Promise<void> {
  const failure = toFailed(error);
  await discardUploads(uploads);
  uploads = [];
  if (failure.isAborted) useImport.setState({ job: null });
  else {
    patchJob({ step: 'failed', failure });
    announce(failure.message);
  }
}

/** Takes files in, looks through them and shows what an import would do. Nothing is written yet. */
export async function chooseFiles(files: readonly File[]): Promise<void> {
  const { job } = useImport.getState();
  if (files.length === 0 || (job && job.step !== 'done' && job.step !== 'failed')) return;
  keepFinished();
  controller = new AbortController();
  uploads = [];
  const sizeBytes = files.reduce((sum, file) => sum + file.size, 0);
  const fresh: ImportJob = {
    id: nextId,
    names: files.map(({ name }) => name),
    sizeBytes,
    step: 'uploading',
    progress: NO_PROGRESS,
    preview: null,
    report: null,
    failure: null,
    isCancelling: false,
  };
  nextId += 1;
  useImport.setState({ job: fresh });
  try {
    let sent = 0;
    for (const file of files) {
      uploads.push(await uploadFile(file, controller.signal, (bytes) => patchProgress({ sentBytes: sent + bytes })));
      sent += file.size;
    }
    patchJob({ step: 'previewing' });
    const preview = await run(true);
    patchJob({ step: 'previewed', preview });
    announce(t('import.announce.previewed', { n: formatNumber(preview.imported) }));
  } catch (error) {
    await giveUp(error);
  }
}

/** Imports what was previewed. Cancelling keeps what is already safe on disk, and the report says so. */
export async function startImport(): Promise<void> {
  patchJob({ step: 'importing', progress: NO_PROGRESS });
  try {
    const report = await run(false);
    await discardUploads(uploads);
    uploads = [];
    patchJob({ step: 'done', report });
    announce(t('import.announce.done', { read: formatNumber(report.read), imported: formatNumber(report.imported) }));
  } catch (error) {
    await giveUp(error);
  }
}

/** Stops whatever is running for these files. */
export async function cancelImport(): Promise<void> {
  const { job } = useImport.getState();
  if (!job) return;
  if (job.step === 'previewed') {
    await discardUploads(uploads);
    useImport.setState({ job: null });
    return;
  }
  patchJob({ isCancelling: true });
  controller.abort();
}

/** Moves a finished import under the next one. */
function keepFinished(): void {
  useImport.setState(({ job, finished }) => (job?.step === 'done' ? { finished: [job, ...finished] } : {}));
}

export const chooseFormat = (format: ChosenFormat): void => useImport.setState({ format });
