import { Worker } from 'node:worker_threads';
import type { Keyring } from '../lib/crypto/keyring.ts';
import type { ResidueInput, ResidueProgress, ResidueReport } from './scan.ts';
import { shareKeys, wipeShared } from './scan-keys.ts';

export type { ResidueHit, ResidueInput, ResidueReport } from './scan.ts';

export type ResidueWatch = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ResidueProgress) => void;
};

/** With the keys of a protected data folder, which is the first of the folders; null where nothing in it is sealed. */
export type ScanInput = ResidueInput & { readonly keyring: Keyring | null };

/** Looks for texts in every byte of some folders, and in what sealed files say. */
export type ScanResidue = (input: ScanInput, watch?: ResidueWatch) => Promise<ResidueReport>;

type FromWorker =
  | ({ readonly kind: 'progress' } & ResidueProgress)
  | { readonly kind: 'done'; readonly report: ResidueReport };

/**
 * Scans in a thread of its own, since reading and comparing a gigabyte would keep every question waiting. Its keys lie in
 * memory that both threads have, and are overwritten when it ends, however it ends.
 */
export const createResidueScan =
  (workerPath: string): ScanResidue =>
  async ({ keyring, ...input }, watch = {}) => {
    watch.signal?.throwIfAborted();
    const keys = keyring === null ? null : shareKeys(keyring);
    try {
      return await scanApart(workerPath, { ...input, keys }, watch);
    } finally {
      if (keys !== null) wipeShared(keys);
    }
  };

const scanApart = (workerPath: string, workerData: object, { signal, onProgress }: ResidueWatch) =>
  new Promise<ResidueReport>((resolve, reject) => {
    const worker = new Worker(workerPath, { workerData });
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
