import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client, InputOf, OutputOf } from '../../main/contract/index.ts';
import { type Engine, openEngine } from '../../main/engine.ts';
import type { HostLauncher } from '../../main/inference/client.ts';
import { type Folder, repository } from './open-folder.ts';

export const shared = process.env.PALIMPSEST_SHARED ?? join(repository, '../shared');
export const sharedModels = join(shared, 'models');
export const hasChatModel = existsSync(join(sharedModels, 'SmolLM2-135M-Instruct'));

/** An engine with the real embedder, and with the real chat model where `hasModel` is set. */
export async function openReal(
  dataFolder: string,
  options: { readonly hasModel?: boolean; readonly launchHost?: HostLauncher } = {},
): Promise<AsyncDisposable & { readonly engine: Engine; readonly client: Client }> {
  const engine = await openEngine({
    dataFolder,
    appRoot: repository,
    version: 'test',
    mode: 'command line',
    env: options.hasModel ? { PALIMPSEST_MODELS: sharedModels } : {},
    ...(options.launchHost ? { launchHost: options.launchHost } : {}),
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

type ImportInput = InputOf<'imports.run'>;
export function importPath(
  client: Client,
  path: string,
  over: Partial<ImportInput> = {},
): Promise<OutputOf<'imports.run'>> {
  const input = { files: [{ path }], format: 'auto' as const, isDryRun: false, shouldWait: true, ...over };
  return client.stream('imports.run', input, { onChunk: () => undefined });
}

export type Line = {
  readonly id?: string;
  readonly conversation?: string;
  readonly text: string;
  readonly [field: string]: unknown;
};

/** Imports turns that a test writes down; all of one conversation and speaker unless it says otherwise. */
export async function importLines(
  client: Client,
  folder: Folder,
  lines: readonly Line[],
  over: Partial<ImportInput> = {},
) {
  const path = join(folder.path, 'lines.jsonl');
  const whole = lines.map((line) => JSON.stringify({ conversation: 'c', speaker: 'Ada', role: 'user', ...line }));
  await writeFile(path, `${whole.join('\n')}\n`);
  return importPath(client, path, { format: 'jsonl', ...over });
}

export const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, n) => total + n, 0);
