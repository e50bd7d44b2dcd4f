import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeJsonl, seeded, uniqueWord } from './make-turns.ts';
import { type Folder, makeFolder } from './open-folder.ts';
import { ackedIn, runCli, runDoctorCli, startCli } from './run-cli.ts';

/** SIGKILLs in all; `PALIMPSEST_KILLS=200` is the release check. */
const KILLS = Number(process.env.PALIMPSEST_KILLS ?? 16);
const KILLS_PER_DOCTOR = 10;
/** Some files are longer than one batch of the import; most are short, since each turn is embedded in the end. */
const turnsOf = (index: number): number => (index % 5 === 0 ? 300 : 40);
/** Longest wait before a kill: past the start, the import and the first rounds of indexing. */
const MAX_WAIT_MS = 2_000;

type Lane = {
  readonly folder: Folder;
  readonly data: string;
  readonly random: () => number;
  readonly name: string;
  /** Turns of each file that were acknowledged before some kill. */
  readonly acked: number[];
  ackedSaid: number;
  said: number;
  kills: number;
};

const fileOf = (lane: Lane, index: number) => join(lane.folder.path, `${index}.jsonl`);
const prefixOf = (lane: Lane, index: number) => `${lane.name}${index}`;
const total = (counts: readonly number[]) => counts.reduce((sum, n) => sum + n, 0);

async function nextFile(lane: Lane): Promise<number> {
  const last = lane.acked.length - 1;
  if (last >= 0 && (lane.acked[last] ?? 0) < turnsOf(last) && lane.random() < 0.8) return last;
  const index = lane.acked.length;
  lane.acked.push(0);
  const text = makeJsonl({ turns: turnsOf(index), seed: index + 1, prefix: prefixOf(lane, index) });
  await writeFile(fileOf(lane, index), text);
  return index;
}

/** Kills at a moment that the seed chooses: in the start, after an acknowledgement, or in the middle of indexing. */
async function killAtRandom(lane: Lane, run: ReturnType<typeof startCli>, isHeard: () => boolean): Promise<void> {
  const afterAck = lane.random() < 0.6;
  const waitMs = lane.random() ** 2 * MAX_WAIT_MS;
  if (afterAck) await run.until(isHeard).catch(() => undefined); // it may end first, and then it was no kill
  await Promise.race([run.ended, pause(waitMs)]);
  run.child.kill('SIGKILL');
  if ((await run.ended) === 'SIGKILL') lane.kills += 1;
}

async function killImport(lane: Lane): Promise<void> {
  const index = await nextFile(lane);
  const run = startCli(['import', fileOf(lane, index), '--data', lane.data, '--json']);
  await killAtRandom(lane, run, () => ackedIn(run.stderr()) > 0);
  lane.acked[index] = (lane.acked[index] ?? 0) + ackedIn(run.stderr());
}

async function killChat(lane: Lane): Promise<void> {
  lane.said += 1;
  const run = startCli(['chat', `Who said ${uniqueWord(lane.name, lane.said)}?`, '--data', lane.data]);
  await killAtRandom(lane, run, () => run.stdout() !== '');
  // The first word is shown after the question was saved; an orderly end means that the reply was, too.
  if ((await run.ended) === 0) lane.ackedSaid += 2;
  else if (run.stdout() !== '') lane.ackedSaid += 1;
}

async function checkClean(lane: Lane): Promise<void> {
  console.log(`${lane.name}: ${lane.kills} kills, ${total(lane.acked) + lane.ackedSaid} turns acknowledged`);
  const { code, report } = await runDoctorCli(lane.data);
  const isNothingLost = (report.counts.turns ?? 0) >= total(lane.acked) + lane.ackedSaid;
  expect({ code, problems: report.problems, isNothingLost }).toEqual({ code: 0, problems: [], isNothingLost: true });
}

async function runLane(lane: Lane, kills: number): Promise<void> {
  let checkedAt = 0;
  while (lane.kills < kills) {
    if (lane.random() < 0.7) await killImport(lane);
    else await killChat(lane);
    if (lane.kills - checkedAt < KILLS_PER_DOCTOR) continue;
    checkedAt = lane.kills;
    await checkClean(lane);
  }
  await finishLane(lane);
}

/** Every turn that was acknowledged is met again as a duplicate, and words of each file are found. */
async function finishLane(lane: Lane): Promise<void> {
  for (const index of lane.acked.keys()) {
    const { code, stdout } = await runCli(['import', fileOf(lane, index), '--data', lane.data, '--json']);
    const { read, imported, skipped } = JSON.parse(stdout);
    const duplicate = skipped.duplicate ?? 0;
    const isAckedKept = duplicate >= (lane.acked[index] ?? 0);
    expect({ code, read, sum: imported + duplicate, isAckedKept }).toEqual({
      code: 0,
      read: turnsOf(index),
      sum: turnsOf(index),
      isAckedKept: true,
    });
  }
  const { code, report } = await runDoctorCli(lane.data);
  const { turns, searchable, embedded, pending } = report.counts;
  expect({ code, problems: report.problems, pending, embedded }).toEqual({
    code: 0,
    problems: [],
    pending: 0,
    embedded: searchable,
  });
  expect(turns).toBeGreaterThanOrEqual(total([...lane.acked.keys()].map(turnsOf)) + lane.ackedSaid);
  await checkRecall(lane);
}

async function checkRecall(lane: Lane): Promise<void> {
  const wanted = [...lane.acked.keys()].flatMap((index) =>
    [0, 1, 2].map(() => ({ prefix: prefixOf(lane, index), n: Math.floor(lane.random() * turnsOf(index)) })),
  );
  const lines = wanted.map(({ prefix, n }) => JSON.stringify({ id: `${prefix}-${n}`, query: uniqueWord(prefix, n) }));
  const file = join(lane.folder.path, 'queries.jsonl');
  await writeFile(file, `${lines.join('\n')}\n`);
  const { stdout } = await runCli(['recall', '--batch', file, '--k', '3', '--data', lane.data]);
  const found = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; results: { turns: string[] }[] });
  expect(found.filter(({ id, results }) => !results.some(({ turns }) => turns.includes(id)))).toEqual([]);
  expect(found).toHaveLength(wanted.length);
}

describe('SIGKILL of the whole program', () => {
  it(
    `loses no acknowledged turn and leaves a folder that the doctor finds clean, ${KILLS} times`,
    async () => {
      // Two folders at once, one for each core.
      await Promise.all(
        [1, 2].map(async (seed) => {
          await using folder = await makeFolder();
          const data = join(folder.path, 'data');
          const name = `k${seed}n`;
          const lane: Lane = { folder, data, random: seeded(seed), name, acked: [], ackedSaid: 0, said: 0, kills: 0 };
          await runLane(lane, KILLS / 2);
        }),
      );
    },
    60_000 + KILLS * 6_000,
  );
});
