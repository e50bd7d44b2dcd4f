import type { Clock } from '../main/lib/clock.ts';
import type { Model, ModelFile, ModelSource } from './catalogue.ts';
import type { OutgoingConnection } from './hub.ts';
import type { Part } from './partial.ts';

export type FetchStep = 'connecting' | 'downloading' | 'verifying' | 'installing';

export type FetchProgress = {
  readonly step: FetchStep;
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly bytesPerSecond: number;
  readonly source: 'folder' | 'hub' | 'pip';
};

export type FetchOptions = {
  readonly model: Model;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: FetchProgress) => void;
  /** Every connection that leaves this computer, so that the app can show it. */
  readonly onConnection?: (connection: OutgoingConnection) => void;
  readonly hubUrl?: string;
  readonly python?: string;
  readonly stallMs?: number;
  /** Free bytes where the models are kept. */
  readonly freeBytes?: (folder: string) => Promise<number>;
};

/** What every kind of source is given to fill one file. */
export type FileFetch = {
  readonly model: Model;
  readonly file: ModelFile;
  readonly part: Part;
  readonly options: FetchOptions;
  readonly onBytes: (sizeBytes: number) => void;
};

/** Bytes and hash that the finished file must have, and who says so. */
export type Expected = { readonly bytes: number; readonly sha256: string | null; readonly from: string };

export type FetchSource = Extract<ModelSource, { kind: 'folder' | 'hub' | 'pip' }>;
