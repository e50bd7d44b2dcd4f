import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const root = resolve(import.meta.dirname, '../..');
const program = join(root, 'out/main/palimpsest.js');

/** Builds a checkout that has changed, once: a build in the middle of a test would speak on its stderr. */
export function buildCli(): void {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), '--if-stale'], { stdio: 'ignore' });
}

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string };
export type Running = AsyncDisposable & {
  readonly child: ChildProcessWithoutNullStreams;
  /** The next line of stdout. */
  readonly nextLine: () => Promise<string>;
  readonly ended: Promise<Ended>;
};

/** Starts the command line as a user does, in a process of its own that does not outlive the test. */
export function startCli(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(process.execPath, [program, ...argv], {
    // What the tests of a command say must not hang on the models that happen to be on a computer.
    env: { ...process.env, DISPLAY: '', PALIMPSEST_MODELS: '', ...env },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (part) => {
    out += part;
  });
  child.stderr.on('data', (part) => {
    err += part;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<Ended>((done) => child.on('close', (code) => done({ code, out, err })));
  return {
    child,
    nextLine: async () => String((await lines.next()).value),
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export async function runCliProcess(argv: readonly string[], stdin = ''): Promise<Ended> {
  await using running = startCli(argv);
  running.child.stdin.end(stdin);
  return await running.ended;
}

const TURNS = [
  {
    id: 't1',
    at: '2024-05-01T10:00:00Z',
    speaker: 'Ada',
    role: 'user',
    text: 'My sister Clara moved to Lisbon in April.',
  },
  { id: 't2', at: '2024-05-01T10:01:00Z', speaker: 'Bot', role: 'assistant', text: 'How nice, Lisbon is sunny.' },
  {
    id: 't3',
    at: '2024-06-01T10:00:00Z',
    speaker: 'Ada',
    role: 'user',
    text: 'The dentist appointment is on 12 June.',
  },
];

/** A folder for one test: a small export in it, and the path of data that is not there yet. */
export async function makePlace() {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-cli-'));
  const exportFile = join(folder, 'turns.jsonl');
  await writeFile(exportFile, TURNS.map((turn) => `${JSON.stringify({ conversation: 'c1', ...turn })}\n`).join(''));
  return { folder, exportFile, data: join(folder, 'data') };
}
