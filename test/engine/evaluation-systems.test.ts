import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Arm } from '../../main/evaluation/format/arm.ts';
import type { TrajectoryTurn } from '../../main/evaluation/format/trajectory.ts';
import { openPeer, type PeerName } from '../../main/evaluation/systems/peers.ts';
import type { ProcessSystem } from '../../main/evaluation/systems/process-system.ts';

const root = resolve(import.meta.dirname, '../..');
const embedderFolder = join(root, 'models/bundled/all-MiniLM-L6-v2');
const python = process.env.PALIMPSEST_PEERS_PYTHON ?? 'python3';
const never = new AbortController().signal;

/** Whether this Python has all that an adapter needs. */
function hasPackages(...modules: readonly string[]): boolean {
  const code = `import importlib.util as u, sys; sys.exit(any(u.find_spec(m) is None for m in sys.argv[1:]))`;
  return canRun(python, ['-c', code, ...modules, 'onnxruntime', 'tokenizers', 'numpy']);
}

function canRun(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false; // no such program, or it says no
  }
}

const PEERS: readonly { readonly name: PeerName; readonly isThere: boolean; readonly package: string }[] = [
  { name: 'reference', isThere: true, package: 'none' },
  { name: 'mem0', isThere: hasPackages('mem0'), package: 'mem0ai' },
  { name: 'langmem', isThere: hasPackages('langmem'), package: 'langmem' },
];
for (const { name, isThere, package: wanted } of PEERS)
  if (!isThere)
    console.warn(
      `SKIPPED: ${name} has no package ${wanted} in ${python}; set PALIMPSEST_PEERS_PYTHON to a Python with it.`,
    );

const hasPython = process.platform !== 'win32' && canRun('python3', ['-c', 'pass']);
if (!hasPython) console.warn('SKIPPED: no python3 on the path, so what its adapters share is not tested.');

const arm: Arm = {
  ...{ name: 'other', system: 'other', k: 10, budgetTokens: null, isMemoryFull: false },
  ...{ conversation: 'fresh', access: 'none', lifecycle: 'none' },
};

const FACTS: readonly (readonly [said: string, asked: string])[] = [
  ['My sister Petra breeds alpacas on a farm near the lake', 'Which animals does my sister breed?'],
  ['The spare key hangs behind the boiler in the cellar', 'Where is the spare key?'],
  ['I moved my dentist appointment to the ninth of June', 'When do I see the dentist?'],
  ['Our new printer only works with the blue cable', 'Which cable does the printer need?'],
  ['I am allergic to walnuts but not to almonds', 'Which nuts am I allergic to?'],
];
const TALK = [
  'The weather was dull again',
  'I read a few pages before bed',
  'Lunch was soup and bread',
  'The bus came late',
];

/** 50 turns; every tenth says something that is asked about. */
const HISTORY: readonly TrajectoryTurn[] = Array.from({ length: 50 }, (_, index) => ({
  ...{ id: `t${index}`, conversation: 'c1', speaker: 'Ann', role: 'user' },
  at: new Date(Date.UTC(2024, 0, 1 + index)).toISOString(),
  text: index % 10 === 3 ? (FACTS[Math.floor(index / 10)]?.[0] ?? '') : `${TALK[index % 4]}, as on day ${index}.`,
}));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-peer-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (name: PeerName, over: { readonly python?: string } = {}): Promise<ProcessSystem> =>
  openPeer(
    name,
    {
      ...{ arm, answerer: 'none', owner: 'Ann', zone: 'UTC', folder, seed: 7 },
      clock: { now: () => new Date('2024-03-01T12:00:00Z'), set: () => undefined },
    },
    { python, embedderFolder, countTokens: (text) => text.split(' ').length, ...over },
  );

/** The rank of the turn that answers each question; null where it did not come back. */
async function recallAll(name: PeerName): Promise<readonly (number | null)[]> {
  const system = await open(name);
  try {
    await system.ingest(HISTORY, never);
    await system.settle(never);
    expect(await system.inspect()).toMatchObject({ turns: 50, records: 50, pending: 0 });
    const ranks: (number | null)[] = [];
    for (const [index, [, question]] of FACTS.entries()) {
      const { supplied } = await system.ask({ arm, question, conversation: null }, never);
      const found = supplied.findIndex(({ turns }) => turns.includes(`t${index * 10 + 3}`));
      ranks.push(found === -1 ? null : found + 1);
    }
    console.log(`${name} ${system.hello.systemVersion} (${system.hello.mode}): ranks ${ranks.join(', ')}`);
    return ranks;
  } finally {
    await system.close();
  }
}

describe('systems that have an adapter', () => {
  for (const { name, isThere } of PEERS)
    it.skipIf(!isThere)(
      `reads 50 turns into ${name} and finds what five questions ask about, twice the same`,
      async () => {
        const ranks = await recallAll(name);
        expect(ranks).not.toContain(null);
        await rm(join(folder, 'mem0'), { recursive: true, force: true });
        expect(await recallAll(name)).toEqual(ranks);
      },
    );

  it.skipIf(!hasPython)('says what to install where a package is missing', async () => {
    // A Python that sees its own library and nothing that was installed beside it.
    const bare = join(folder, 'bare-python');
    await writeFile(bare, '#!/bin/sh\nexec python3 -S "$@"\n', { mode: 0o755 });
    await expect(open('mem0', { python: bare })).rejects.toMatchObject({
      code: 'system.unusable',
      message: expect.stringMatching(/pip install mem0ai/),
    });
  });

  it.skipIf(!hasPython)('lets no adapter leave the machine, and reach a host only where the user named it', () => {
    const code = `import sys; sys.path.insert(0, sys.argv[1])
import socket, peer
peer.stay_on_machine(["named.invalid"])
def tried(work):
    try: work()
    except OSError as error: return "refused" if "refused: adapters" in str(error) else "tried"
    return "done"
print(tried(lambda: socket.create_connection(("192.0.2.1", 443), timeout=0.1)))
print(tried(lambda: socket.socket().connect(("192.0.2.1", 443))))
print(tried(lambda: socket.getaddrinfo("other.invalid", 443)))
print(tried(lambda: socket.getaddrinfo("named.invalid", 443)))
print(tried(lambda: socket.getaddrinfo("localhost", 80)))`;
    const peers = join(root, 'main/evaluation/systems/peers');
    const said = execFileSync('python3', ['-B', '-c', code, peers], { encoding: 'utf8' });
    expect(said.trim().split('\n')).toEqual(['refused', 'refused', 'refused', 'tried', 'done']);
  });
});
