import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { AppError } from '../contract/errors.ts';
import { ConversationId, Instant, TraceId } from '../contract/ids.ts';
import { RecallSettings, Trace, type TraceSummary } from '../contract/recall.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { type FileCodec, plainFiles } from '../lib/file-codec.ts';
import type { Log } from '../lib/log.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** One compressed file a trace. Traces quote what was said, so they are subject to forget. */
export type TraceStore = {
  /** Written in the background; `flush` waits. A trace that cannot be written is logged and costs no answer. */
  readonly put: (trace: Trace) => void;
  readonly get: (id: string) => Promise<Trace>;
  /** Newest first, one after the other, so that a reader may stop early; files that cannot be read are passed over. */
  readonly summaries: () => AsyncIterable<TraceSummary>;
  /** Shows each trace as JSON in UTF-8, in no order: for finding words in them. */
  readonly scan: (visit: (id: string, json: Uint8Array) => void, signal?: AbortSignal) => Promise<void>;
  /** Removes traces for good, also those that are still being written. */
  readonly remove: (ids: readonly string[]) => Promise<void>;
  readonly flush: () => Promise<void>;
};

const SAFE_ID = /^[A-Za-z0-9-]{1,64}$/;
const SUFFIX = '.json.gz';
const placeOf = (id: string): string => `traces/${id}${SUFFIX}`;
/** Files that are opened side by side. */
const BATCH = 16;

/** Of a trace only what a list shows: its candidates are neither checked nor kept. */
const Listed = z
  .object({
    id: TraceId,
    at: Instant,
    query: z.string(),
    config: z.object({ recipe: z.string() }),
    settings: RecallSettings.default({}),
    abstain: z.boolean().default(false),
    replayOf: TraceId.nullable().default(null),
    conversationId: ConversationId.nullable(),
  })
  .transform(({ config, ...rest }): TraceSummary => ({ ...rest, recipe: config.recipe }));

export function openTraces(dataFolder: string, log: Log, files: FileCodec = plainFiles): TraceStore {
  const folder = join(dataFolder, 'traces');
  const fresh = new Map<string, Trace>();
  const writing = new Set<Promise<void>>();
  /** Traces never change, so that a file is read for the list once. */
  const listed = new Map<string, TraceSummary>();

  const write = async (trace: Trace): Promise<void> => {
    try {
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${trace.id}${SUFFIX}`);
      await writeFile(`${path}.new`, files.encode(await pack(JSON.stringify(trace)), placeOf(trace.id)));
      await rename(`${path}.new`, path);
      fresh.delete(trace.id);
    } catch (error) {
      log('trace.not-written', {
        id: trace.id,
        code: error instanceof Error && 'code' in error ? String(error.code) : 'unknown',
      });
    }
  };

  const summarise = async (id: string): Promise<TraceSummary | null> => {
    const known = listed.get(id);
    if (known) return known;
    try {
      const trace: unknown = fresh.get(id) ?? JSON.parse((await readUnpacked(id)).toString('utf8'));
      const summary = Listed.parse(trace);
      listed.set(id, summary);
      return summary;
    } catch {
      return null; // damaged, or gone since the folder was listed: `get` and the doctor say so, a list goes on
    }
  };

  const readUnpacked = async (id: string): Promise<Buffer> => {
    const packed = files.decode(await readFile(join(folder, `${id}${SUFFIX}`)), placeOf(id));
    if (packed === null) throw new Error('it does not open with the key of this folder');
    return unpack(packed);
  };

  return {
    put: (trace) => {
      fresh.set(trace.id, trace);
      const task = write(trace).finally(() => writing.delete(task));
      writing.add(task);
    },
    get: async (id) => {
      const waiting = fresh.get(id);
      if (waiting) return waiting;
      const missing = new AppError('trace.not-found', 'There is no trace with this id.', { retry: 'never' });
      if (!SAFE_ID.test(id)) throw missing;
      try {
        return Trace.parse(JSON.parse((await readUnpacked(id)).toString('utf8')));
      } catch (error) {
        throw new AppError(missing.code, missing.message, { retry: 'never', cause: error });
      }
    },
    summaries: async function* () {
      // What is still on its way to the disk is newer than anything there.
      const unwritten = new Set([...fresh.keys()].reverse());
      // Not `fresh`: what gets to the disk while the folder is read would be in both.
      const ids = [...unwritten, ...(await listWritten(folder)).filter((id) => !unwritten.has(id))];
      for (let from = 0; from < ids.length; from += BATCH) {
        const read = await Promise.all(ids.slice(from, from + BATCH).map(summarise));
        for (const summary of read) if (summary !== null) yield summary;
      }
    },
    scan: async (visit, signal) => {
      await Promise.all(writing);
      const ids = await listWritten(folder);
      for (let from = 0; from < ids.length; from += BATCH) {
        throwIfAborted(signal);
        const batch = ids.slice(from, from + BATCH);
        // One that cannot be read, or went away meanwhile, has no words that could be found.
        const read = await Promise.all(batch.map((id) => readUnpacked(id).catch(() => null)));
        for (const [index, json] of read.entries()) if (json !== null) visit(batch[index] ?? '', json);
      }
      for (const trace of fresh.values()) visit(trace.id, Buffer.from(JSON.stringify(trace)));
    },
    remove: async (ids) => {
      await Promise.all(writing);
      for (const id of ids) {
        fresh.delete(id);
        listed.delete(id);
        if (!SAFE_ID.test(id)) continue;
        const path = join(folder, `${id}${SUFFIX}`);
        for (const each of [path, `${path}.new`]) await rm(each, { force: true });
      }
    },
    flush: async () => {
      await Promise.all(writing);
    },
  };
}

/** Ids of the traces in a folder, by the time at which each was written, newest first. */
async function listWritten(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []); // no folder: no trace was ever written
  const ids = names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
  const dated = await Promise.all(
    ids.map(async (id) => {
      // A file that goes away between the two calls sorts last, and is passed over when it is read.
      const writtenMs = await stat(join(folder, `${id}${SUFFIX}`)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      );
      return { id, writtenMs };
    }),
  );
  return dated.sort((a, b) => b.writtenMs - a.writtenMs || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
}
