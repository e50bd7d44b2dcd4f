import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Cli, CliEngine } from '../../../main/cli/context.ts';
import { runCli } from '../../../main/cli/index.ts';
import { createClient } from '../../../main/contract/client.ts';
import { silentLog } from '../../../main/lib/log.ts';
import { createLoopback, serveWire } from '../../../main/rpc/serve-wire.ts';
import { type AnyHandlers, makeHandlers } from '../rpc/helpers.ts';

/** A new empty folder, and one that looks like Palimpsest data. */
export const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'palimpsest-cli-'));
export function makeDataFolder(): string {
  const folder = makeFolder();
  mkdirSync(join(folder, 'journal'));
  writeFileSync(join(folder, 'vault.json'), '{}');
  return folder;
}

export type Ran = {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly opened: readonly { readonly dataFolder: string; readonly mode: string }[];
  readonly closed: number;
};

type Options = {
  readonly handlers?: AnyHandlers;
  readonly over?: Partial<Cli>;
  readonly stdin?: string | Readable;
  readonly stop?: AbortController;
};

/** What the engine says of itself where a test does not care. */
export const status = {
  version: '1',
  mode: 'command line',
  dataFolder: '/d',
  freeBytes: null,
  zone: 'Europe/Lisbon',
  chatModel: null,
  embedder: { name: 'e', device: 'cpu' },
  host: { state: 'ready', restarts: 0, notice: null },
  index: { turns: 0, pending: 0, isIndexing: false },
  protection: '',
  history: { records: 0, state: 'unchecked', checkedAt: null },
  connections: [],
  isDownloading: false,
};

/** Spaces that the engine has where a test does not care. */
export const spaces = ['home', 'work', 's'].map((id) => ({
  ...{ id, name: id, isSaving: true, isUsing: true, isRemoved: false, conversations: 0, turns: 0, documents: 0 },
}));

/** Runs a command line against these handlers, over the real contract in one process. */
export async function runWith(argv: readonly string[], options: Options = {}): Promise<Ran> {
  const { handlers = {}, over = {}, stdin = '', stop = new AbortController() } = options;
  let out = '';
  let err = '';
  let closed = 0;
  const opened: { dataFolder: string; mode: string }[] = [];
  const engine: CliEngine = {
    connect: (wire) =>
      serveWire(wire, {
        handlers: makeHandlers({
          'app.status': async () => status,
          'spaces.list': async () => ({ spaces }),
          ...handlers,
        }),
        onEvent: () => () => undefined,
        log: silentLog,
      }),
    client: () => {
      const { engineEnd, clientEnd } = createLoopback();
      engine.connect(engineEnd);
      return createClient(clientEnd);
    },
    close: async () => {
      closed += 1;
    },
  };
  const cli: Cli = {
    version: '1.2.3',
    env: {},
    platform: 'linux',
    homeFolder: '/home/ada',
    cwd: '/home/ada/papers',
    stdin: typeof stdin === 'string' ? Readable.from([Buffer.from(stdin)]) : stdin,
    stdout: { write: (text) => (out += text), columns: 80 },
    stderr: { write: (text) => (err += text), columns: 80 },
    signal: stop.signal,
    openEngine: async (input) => {
      opened.push(input);
      return engine;
    },
    openEvaluationParts: () => Promise.reject(new Error('not expected here')),
    openBenchParts: () => Promise.reject(new Error('not expected here')),
    inspectDataFolder: () => Promise.reject(new Error('not expected here')),
    verifyBundle: () => Promise.reject(new Error('not expected here')),
    restoreBackup: () => Promise.reject(new Error('not expected here')),
    findBackup: () => Promise.reject(new Error('not expected here')),
    startServer: () => Promise.reject(new Error('not expected here')),
    openBrowser: async () => false,
    ...over,
  };
  const code = await runCli(cli, argv);
  return { code, out, err, opened, closed };
}

/** The JSON values of an output, one a line. */
export const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
