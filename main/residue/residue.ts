import { Worker } from 'node:worker_threads';
import type { ResidueInput, ResidueProgress, ResidueReport } from './scan.ts';

export type { ResidueHit, ResidueInput, ResidueReport } from './scan.ts';

export type ResidueWatch = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ResidueProgress) => void;
};

/** Looks for texts in every byte of some folders. */
export type ScanResidue = (input: ResidueInput, watch?: ResidueWatch) => Promise<ResidueReport>;

type FromWorker =
  | ({ readonly kind: 'progress' } & ResidueProgress)
  | { readonly kind: 'done'; readonly report: ResidueReport };

/** Scans in a thread of its own, since reading and comparing a gigabyte would keep every question waiting. */
export const createResidueScan =
  (workerPath: string): ScanResidue =>
  (input, { signal, onProgress } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const worker = new Worker(workerPath, { workerData: input });
      const stop = (): void => {
        void worker.terminate();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', stop, { once: true });
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'done') resolve(message.report);
        else onProgress?.(message);
      });
      // The message of an error could quote what was looked for.
      worker.once('error', (error) => reject(new Error(`the scan failed: ${error.name}`)));
      worker.once('exit', () => {
        signal?.removeEventListener('abort', stop);
        reject(new Error('the scan ended without a report'));
      });
    });
