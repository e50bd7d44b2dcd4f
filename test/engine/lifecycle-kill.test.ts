import { cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../main/contract/app.ts';
import { WorkerName } from '../../main/contract/lifecycle.ts';
import { buildCli, runCliProcess, startCli } from './cli-process.ts';
import { makeJsonl, seeded } from './make-turns.ts';
import { type Folder, makeFolder } from './open-folder.ts';

/** SIGKILLs for each worker; `PALIMPSEST_KILLS=20` is the release check, which also kills those that leave no record. */
const IS_RELEASE = process.env.PALIMPSEST_KILLS !== undefined;
const KILLS = Number(process.env.PALIMPSEST_KILLS ?? 2);
/** Simulated time begins after anything that this computer's clock may say in the import. */
const FROM = '2040-01-01T06:00:00Z';

const LOOK_MS = 20;

type Case = {
  readonly worker: WorkerName;
  readonly days: number;
  /** Longest wait for a kill once the worker has written its first record. */
  readonly mostMs: number;
  /** Tables that come out of a disturbed folder as they do out of an undisturbed one. */
  readonly tables: readonly string[];
  /** There is no record to wait for: killed at any moment from its start on. */
  readonly isSilent?: true;
};

/** Every worker has a line here. */
const CASES: readonly Case[] = [
  { worker: 'decay', days: 400, mostMs: 1_500, tables: ['turn_life', 'decay_pass', 'turn', 'revision'] },
  { worker: 'edge-decay', days: 400, mostMs: 1_500, tables: ['decay_pass', 'turn_life', 'revision'] },
  // The rows of `summary` name the record that wrote them, which is another one after a kill.
  { worker: 'summaries', days: 1, mostMs: 1_500, tables: ['summary_turn'] },
  { worker: 'clustering', days: 1, mostMs: 500, tables: ['cluster_turn'] },
  // These are over with their first record.
  { worker: 'reflection', days: 7, mostMs: 2_500, tables: [], isSilent: true },
  { worker: 'procedures', days: 1, mostMs: 2_500, tables: ['procedure', 'procedure_heard'], isSilent: true },
  ...(
    [
      'extract',
      'procedural-decay',
      'consolidation',
      'folders',
      'sentinel',
      'classifier-tune',
      'maintenance',
      'backup',
    ] as const
  ).map((worker): Case => ({ worker, days: 1, mostMs: 2_500, tables: ['turn', 'revision'], isSilent: true })),
];

const TOLD = [
  'I like sailing.',
  'I live in Porto.',
  'I am allergic to walnuts.',
  'My birthday is on 3 May 1990.',
  'My sister Mira lives in Oslo.',
];

let folder: Folder;
const filled = (): string => join(folder.path, 'filled');
beforeAll(async () => {
  buildCli();
  folder = await makeFolder();
  const told = TOLD.map((text, n) =>
    JSON.stringify({ id: `told-${n}`, conversation: `told ${n}`, role: 'user', speaker: 'Ada', text }),
  );
  const file = join(folder.path, 'turns.jsonl');
  await writeFile(file, `${makeJsonl({ turns: 120, seed: 7, prefix: 'k' })}${told.join('\n')}\n`);
  await mkdir(filled());
  expect((await runCliProcess(['import', file, '--data', filled(), '--json'])).code).toBe(0);
  expect((await runCliProcess(['workers', 'run', 'extract', '--data', filled(), '--json'])).code).toBe(0);
}, 240_000);
afterAll(() => folder[Symbol.asyncDispose]());

const argsOf = ({ worker, days }: Case, data: string): readonly string[] => [
  ...['workers', 'run', worker, '--days', String(days), '--from', FROM, '--data', data, '--json'],
];

async function examine(data: string, ...more: readonly string[]): Promise<DoctorReport> {
  const { out, err } = await runCliProcess(['doctor', '--data', data, '--json', ...more]);
  if (out.trim() === '') throw new Error(`doctor said nothing but: ${err}`);
  return JSON.parse(out) as DoctorReport;
}

async function journalBytes(data: string): Promise<number> {
  const folder = join(data, 'journal');
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Starts the worker and kills it at a moment that the seed chooses, once it writes; whether it was still running. */
async function kill(one: Case, data: string, waitMs: number): Promise<boolean> {
  const before = await journalBytes(data);
  await using running = startCli(argsOf(one, data));
  let isOver = false;
  const ended = running.ended.then(() => {
    isOver = true;
  });
  while (!one.isSilent && !isOver && (await journalBytes(data)) === before) await pause(LOOK_MS);
  await Promise.race([ended, pause(waitMs)]);
  running.child.kill('SIGKILL');
  return (await running.ended).code === null;
}

describe('SIGKILL in the middle of upkeep', () => {
  it('knows every worker', () => {
    expect(CASES.map(({ worker }) => worker).sort()).toEqual([...WorkerName.options].sort());
  });

  it.each(CASES.filter(({ isSilent }) => IS_RELEASE || !isSilent))(
    'of $worker leaves a correct folder, and the next run ends what is left',
    async (one) => {
      const [killed, undisturbed] = ['killed', 'undisturbed'].map((name) => join(folder.path, `${one.worker} ${name}`));
      if (killed === undefined || undisturbed === undefined) throw new Error('two names');
      for (const data of [killed, undisturbed]) await cp(filled(), data, { recursive: true });
      const random = seeded(one.worker.length);
      let kills = 0;
      for (let n = 0; n < KILLS; n += 1) if (await kill(one, killed, random() * one.mostMs)) kills += 1;
      const between = await examine(killed);
      expect({ ok: between.ok, problems: between.problems }).toEqual({ ok: true, problems: [] });

      for (const data of [killed, undisturbed]) expect((await runCliProcess(argsOf(one, data))).code).toBe(0);
      const [after, expected] = [await examine(killed, '--rebuild'), await examine(undisturbed)];
      expect({ ok: after.ok, problems: after.problems }).toEqual({ ok: true, problems: [] });
      const digestsOf = (report: DoctorReport) => one.tables.map((table) => [table, report.digests?.[table]]);
      expect(digestsOf(after)).toEqual(digestsOf(expected));
      expect(after.counts.turns).toBe(expected.counts.turns);
      console.log(`${one.worker}: ${kills} of ${KILLS} were killed in the middle`);
    },
    120_000 + KILLS * 20_000,
  );
});
