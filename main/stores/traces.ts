import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { AppError } from '../contract/errors.ts';
import { Trace } from '../contract/recall.ts';
import type { Log } from '../lib/log.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** One compressed file a trace. Traces quote what was said, so they are subject to forget. */
export type TraceStore = {
  /** Written in the background; `flush` waits. A trace that cannot be written is logged and costs no answer. */
  readonly put: (trace: Trace) => void;
  readonly get: (id: string) => Promise<Trace>;
  readonly flush: () => Promise<void>;
};

const SAFE_ID = /^[A-Za-z0-9-]{1,64}$/;

export function openTraces(dataFolder: string, log: Log): TraceStore {
  const folder = join(dataFolder, 'traces');
  const fresh = new Map<string, Trace>();
  const writing = new Set<Promise<void>>();

  const write = async (trace: Trace): Promise<void> => {
    try {
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${trace.id}.json.gz`);
      await writeFile(`${path}.new`, await pack(JSON.stringify(trace)));
      await rename(`${path}.new`, path);
      fresh.delete(trace.id);
    } catch (error) {
      log('trace.not-written', {
        id: trace.id,
        code: error instanceof Error && 'code' in error ? String(error.code) : 'unknown',
      });
    }
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
        return Trace.parse(JSON.parse((await unpack(await readFile(join(folder, `${id}.json.gz`)))).toString('utf8')));
      } catch (error) {
        throw new AppError(missing.code, missing.message, { retry: 'never', cause: error });
      }
    },
    flush: async () => {
      await Promise.all(writing);
    },
  };
}
