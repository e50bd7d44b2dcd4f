import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCli } from './cli-process.ts';
import { type Folder, makeFolder, repository } from './open-folder.ts';
import { hasChatModel, sharedModels } from './real-folder.ts';

const canRun =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-n', 'sh', '-c', 'ip link set lo up && strace -V'], { stdio: 'ignore' }).status === 0;
if (!canRun) console.warn('SKIPPED: recording connections, which needs root on Linux with unshare, ip and strace');
if (!hasChatModel) console.warn(`SKIPPED: no SmolLM2 in ${sharedModels}; the chat is watched without a model`);

const program = join(repository, 'out/main/palimpsest.js');
const LINES = [
  { id: 't1', text: 'My sister Clara moved to Lisbon in April.', at: '2024-05-01T10:00:00Z' },
  { id: 't2', text: 'The dentist appointment is on 12 June.', at: '2024-06-01T10:00:00Z' },
];

type Call = { readonly call: string; readonly to: string };

/** What a traced call was aimed at, or null where it cannot leave this computer. */
function outsideTarget(line: string): Call | null {
  const call = /\b(connect|sendto)\(/.exec(line)?.[1];
  const address = /sa_family=(AF_\w+)(.*?\})/.exec(line);
  if (call === undefined || address === null) return null;
  const [, family = '', rest = ''] = address;
  if (family === 'AF_UNIX' || family === 'AF_NETLINK') return null;
  const host = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/.exec(rest);
  const to = host?.[1] ?? host?.[2] ?? rest;
  return to.startsWith('127.') || to === '::1' ? null : { call, to: `${family} ${to}` };
}

type Ran = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly outside: readonly Call[];
  readonly calls: number;
};

let folder: Folder;
let count = 0;

/** Runs a shell script in a network of its own that has nothing but `lo`, and records where it tried to go. */
async function runAlone(script: string): Promise<Ran> {
  count += 1;
  const log = join(folder.path, `calls-${count}.txt`);
  const home = join(folder.path, 'home');
  await mkdir(home, { recursive: true });
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    [
      '-n',
      'sh',
      '-c',
      'ip link set lo up && exec strace -f --seccomp-bpf -e trace=connect,sendto -o "$LOG" sh -c "$SCRIPT"',
    ],
    {
      encoding: 'utf8',
      timeout: 150_000,
      env: {
        ...process.env,
        LOG: log,
        SCRIPT: script,
        DISPLAY: '',
        P: `${process.execPath} ${program}`,
        DATA: join(folder.path, 'data'),
        NODE: process.execPath,
        HOME: home,
        // A model that the tests fetched for others is none of what is expected here.
        PALIMPSEST_MODELS: hasChatModel ? sharedModels : '',
      },
    },
  );
  const lines = (await readFile(log, 'utf8')).split('\n');
  return {
    code: status,
    stdout,
    stderr,
    outside: lines.flatMap((line) => outsideTarget(line) ?? []),
    calls: lines.length,
  };
}

describe.skipIf(!canRun)('without any network', () => {
  beforeAll(async () => {
    buildCli();
    folder = await makeFolder();
    const lines = LINES.map((line) => JSON.stringify({ conversation: 'c', speaker: 'Ada', role: 'user', ...line }));
    await writeFile(join(folder.path, 'turns.jsonl'), `${lines.join('\n')}\n`);
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  it('would be seen trying: a program that connects elsewhere is recorded', async () => {
    const script = `$NODE -e "require('node:net').connect(443, '192.0.2.1').on('error', () => {})"`;
    expect((await runAlone(script)).outside).toEqual([{ call: 'connect', to: 'AF_INET 192.0.2.1' }]);
  });

  it('imports, recalls, answers, lists models and examines itself without one try to reach another computer', async () => {
    const { code, stdout, stderr, outside } = await runAlone(
      [
        'set -e',
        '$P import "$DATA/../turns.jsonl" --data "$DATA" --json',
        '$P recall "Where does Clara live?" --data "$DATA" --json --k 1',
        '$P chat "Where did my sister Clara move?" --data "$DATA" --json',
        '$P models list --data "$DATA" --json',
        '$P doctor --data "$DATA" --json',
        // Nothing was left in the home folder either, such as an id of this device.
        'test -z "$(ls -A "$HOME")"',
      ].join('\n'),
    );
    expect({ code, outside, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, outside: [], stderr: '' });
    const parts = stdout
      .trim()
      .split(/\n(?=\{)/)
      .map((part) => JSON.parse(part) as Record<string, unknown>);
    expect(parts).toMatchObject([
      { read: 2, imported: 2 },
      { results: [{ turns: ['t1'] }] },
      { mode: hasChatModel ? 'model' : 'evidence' },
      { models: expect.any(Array) },
      { ok: true },
    ]);
  });

  it('serves its page in the browser, and reaches nobody else', async () => {
    const page = `fetch(JSON.parse(process.argv[1]).url).then(async (r) => console.log(r.status, (await r.text()).includes('<script')))`;
    const { code, stdout, stderr, outside } = await runAlone(
      [
        'mkfifo "$DATA.pipe"',
        '$P serve --no-open --port 0 --json --data "$DATA" > "$DATA.pipe" & server=$!',
        'read -r line < "$DATA.pipe"',
        `$NODE -e "${page}" "$line"`,
        // What sends now and then, as model runtimes do, has its chance.
        'sleep 8',
        'kill -TERM $server; wait $server',
      ].join('\n'),
    );
    expect({ code, stdout: stdout.trim(), outside, stderr: code === 0 ? '' : stderr }).toEqual({
      code: 0,
      stdout: '200 true',
      outside: [],
      stderr: '',
    });
  });
});
