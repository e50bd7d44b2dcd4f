import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DoctorReport } from '../../main/contract/app.ts';
import type { Client } from '../../main/contract/index.ts';
import { type Engine, type OpenEngine, openEngine } from '../../main/engine.ts';
import { systemClock } from '../../main/lib/clock.ts';
import { silentLog } from '../../main/lib/log.ts';
import { openStore } from '../../main/stores/open.ts';
import type { Db } from '../../main/stores/run.ts';

export const repository = fileURLToPath(new URL('../../', import.meta.url));
export const templateFolder = join(repository, 'out/db-template');

export type Folder = AsyncDisposable & { readonly path: string };

/** An empty folder that is removed at the end of the test. */
export async function makeFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'palimpsest-engine-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export type Opened = AsyncDisposable & { readonly engine: Engine; readonly client: Client };

export async function openFolder(
  dataFolder: string,
  options: Partial<Pick<OpenEngine, 'inference' | 'appRoot' | 'workers' | 'clock'>> = {},
): Promise<Opened> {
  const engine = await openEngine({
    dataFolder,
    appRoot: repository,
    version: 'test',
    mode: 'command line',
    env: {},
    ...options,
  });
  const client = engine.client();
  return {
    engine,
    client,
    [Symbol.asyncDispose]: async () => {
      client.close();
      await engine.close();
    },
  };
}

export async function examine(
  client: Client,
  input: { readonly shouldRebuild?: boolean; readonly shouldRepair?: boolean } = {},
): Promise<DoctorReport & { readonly steps: readonly string[] }> {
  const steps: string[] = [];
  const report = await client.stream(
    'doctor.run',
    { shouldRebuild: false, shouldRepair: false, ...input },
    { onChunk: ({ step }) => steps.push(step) },
  );
  return { ...report, steps };
}

/** Works on the database of a folder that no engine has open, behind the journal's back. */
export async function withDatabase(dataFolder: string, work: (db: Db) => Promise<unknown>): Promise<void> {
  const { db } = await openStore({ dataFolder, templateFolder }, { clock: systemClock, log: silentLog });
  try {
    await work(db);
  } finally {
    await db.close();
  }
}
