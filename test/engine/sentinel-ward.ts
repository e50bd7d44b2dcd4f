import { cp, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../../main/contract/health.ts';
import type { Client } from '../../main/contract/index.ts';
import { type Engine, openEngine } from '../../main/engine.ts';
import { type Clock, systemClock } from '../../main/lib/clock.ts';
import type { Worker } from '../../main/lifecycle/worker.ts';
import type { Db } from '../../main/stores/run.ts';
import { createHashInference, type HashInference } from './hash-inference.ts';
import { makeJsonl, uniqueWord } from './make-turns.ts';
import { type Folder, makeFolder, repository } from './open-folder.ts';

/** Real time, moved. */
export type ShiftedClock = Clock & { shiftMs: number };
const createClock = (): ShiftedClock => {
  const clock: ShiftedClock = {
    shiftMs: 0,
    now: () => new Date(systemClock.now().getTime() + clock.shiftMs),
    monotonicMs: systemClock.monotonicMs,
  };
  return clock;
};

export type Ill = AsyncDisposable & {
  readonly engine: Engine;
  readonly client: Client;
  readonly data: string;
  readonly folder: string;
  readonly clock: ShiftedClock;
  readonly inference: HashInference;
  readonly sql: (text: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

export const importFile = (client: Client, path: string, format: 'jsonl' | 'auto' = 'jsonl') =>
  client.stream(
    'imports.run',
    { files: [{ path }], format, isDryRun: false, shouldWait: true },
    { onChunk: () => undefined },
  );
export const ask = (client: Client, text: string) => client.stream('chat.ask', { text }, { onChunk: () => undefined });

export type Options = { readonly workers?: readonly Worker[]; readonly appRoot?: string };

/** An engine whose database `getDb` hands out, so that faults can be made behind its back. */
export async function openIll(getDb: () => Db, data: string, options: Options = {}): Promise<Ill> {
  const clock = createClock();
  const inference = createHashInference();
  const engine = await openEngine({
    dataFolder: data,
    appRoot: options.appRoot ?? repository,
    version: 'test',
    mode: 'command line',
    env: {},
    ...{ clock, inference },
    ...(options.workers ? { workers: options.workers } : {}),
  });
  const client = engine.client();
  const db = getDb();
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    client.close();
    await engine.close();
  };
  return {
    ...{ engine, client, data, clock, inference, close },
    folder: join(data, '..'),
    sql: (text) => db.transaction((tx) => tx.query(text, [])),
    [Symbol.asyncDispose]: close,
  };
}

type Copied = Options & { readonly prepare?: (data: string) => Promise<void> };

/** A copy of a closed folder, open; it goes with the test. */
export async function openCopy(getDb: () => Db, sample: Folder, { prepare, ...options }: Copied = {}): Promise<Ill> {
  const folder = await makeFolder();
  const data = join(folder.path, 'data');
  await cp(join(sample.path, 'data'), data, { recursive: true });
  await prepare?.(data);
  const ill = await openIll(getDb, data, options);
  return {
    ...ill,
    [Symbol.asyncDispose]: async () => {
      await ill.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const TURNS = 520;

/** A closed folder with imported turns and a question with its answer. */
export async function makeSample(getDb: () => Db): Promise<Folder> {
  const sample = await makeFolder();
  const file = join(sample.path, 'turns.jsonl');
  await writeFile(file, makeJsonl({ turns: TURNS, seed: 7, prefix: 'a' }));
  await using opened = await openIll(getDb, join(sample.path, 'data'));
  await importFile(opened.client, file);
  await ask(opened.client, `What about ${uniqueWord('a', 5)}?`);
  return sample;
}

export async function look(client: Client, isThorough = false): Promise<readonly Finding[]> {
  const { findings } = await client.stream('health.check', { isThorough }, { onChunk: () => undefined });
  return findings;
}

export const repair = (client: Client, id: string) =>
  client.stream('health.repair', { id }, { onChunk: () => undefined });

export const settle = (client: Client) => client.call('codex.settle', {});

export const codesOf = (findings: readonly Finding[]): readonly string[] => findings.map(({ id }) => id).sort();

/** One bit of a file is another one. */
export async function flipByte(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, at);
    await file.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
  } finally {
    await file.close();
  }
}
