import type { ModelPlaces } from '../models/locate.ts';
import type { Extraction } from './codex/extraction.ts';
import type { Settings } from './contract/app.ts';
import type { EventKey, PayloadOf } from './contract/index.ts';
import type { Documents } from './documents/desk.ts';
import type { Fence } from './forget/fence.ts';
import type { Tombstones } from './forget/tombstones.ts';
import type { Inference } from './inference/client.ts';
import type { Erasure } from './journal/erase.ts';
import type { JournalEvent } from './journal/events/index.ts';
import type { Journal } from './journal/open.ts';
import type { JournalRecord } from './journal/record.pure.ts';
import type { Vault } from './journal/vault.ts';
import type { Clock } from './lib/clock.ts';
import type { FileCodec } from './lib/file-codec.ts';
import type { Ids } from './lib/ids.ts';
import type { Log } from './lib/log.ts';
import type { ProcedureReader } from './procedures/reader.ts';
import type { Indexer } from './retrieval/indexer.ts';
import type { ReloadableMemory } from './retrieval/memory/reloadable.ts';
import type { JsonFile } from './stores/json-file.ts';
import type { Db } from './stores/run.ts';
import type { TraceStore } from './stores/traces.ts';
import type { VectorCache } from './stores/vector-cache.ts';
import type { SummaryDesk } from './summaries/model-writer.ts';

/** What every use-case works with: built once, in `engine.ts`, and passed as the first argument. */
export type Ctx = {
  readonly dataFolder: string;
  /** How whole files of the data folder are kept. */
  readonly files: FileCodec;
  readonly db: Db;
  /** Read only: what is written goes through `commit`. */
  readonly journal: Pick<Journal, 'read' | 'readAt' | 'readAll' | 'scan' | 'lastSeq' | 'sealer'>;
  /** The signing key, and the keys of a protected folder. */
  readonly vault: Vault;
  /** Appends to the journal, fsyncs, applies to the tables, in that order. Resolves when both are done. */
  readonly commit: (events: readonly JournalEvent[], watch?: CommitWatch) => Promise<readonly JournalRecord[]>;
  /** Takes bodies out of the journal and what was made of them out of the tables; only forgetting does this. */
  readonly erase: (erasure: Omit<Erasure, 'onDurable'>) => Promise<readonly JournalRecord[]>;
  /** What was forgotten since this engine was opened: work that began before may not bring it back. */
  readonly fence: Fence;
  /** By which what was forgotten is known again. */
  readonly tombstones: Tombstones;
  /** Seq of the last record in the tables: the generation that a query reads. */
  readonly generation: () => number;
  readonly inference: Inference;
  readonly embedding: EmbeddingTarget;
  readonly counter: TokenCounter;
  readonly traces: TraceStore;
  readonly settings: JsonFile<Settings>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly emit: <K extends EventKey>(key: K, payload: PayloadOf<K>) => void;
  /** IANA zone in which times without one are read. */
  readonly zone: () => string;
  readonly indexer: Indexer;
  /** Reads turns for facts in the background. */
  readonly extraction: Extraction;
  /** Reads the user's turns for how they want things done. */
  readonly procedures: ProcedureReader;
  /** Copies of the indexes in memory; the tables are the store. */
  readonly memory: ReloadableMemory;
  /** Reads files as documents, and adds them one after another. */
  readonly documents: Documents;
  /** Who writes summaries beside their own sentences. */
  readonly summaries: SummaryDesk;
  /** What the embedder has made before, by text. */
  readonly vectorCache: VectorCache;
  /** Where model files are. */
  readonly models: ModelPlaces;
};

export type CommitWatch = {
  /** After the fsync and before the tables: from here on the records cannot be lost. */
  readonly onDurable?: (records: readonly JournalRecord[]) => void;
};

/** The space that new vectors go to and queries are compared in. */
export type EmbeddingTarget = { readonly name: string; readonly id: number; readonly modelName: string };

/** Counts in the tokens of the embedder's own vocabulary: for budgets where no chat model is there to count. */
export type TokenCounter = { readonly name: string; readonly count: (text: string) => number };
