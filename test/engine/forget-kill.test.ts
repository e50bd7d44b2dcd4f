import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../main/contract/app.ts';
import { buildCli, runCliProcess, startCli } from './cli-process.ts';
import { scanIndependently } from './independent-scan.ts';
import { makeJsonl, seeded } from './make-turns.ts';
import { type Folder, makeFolder } from './open-folder.ts';

/** SIGKILLs in the middle of a forget; the issue asks for `PALIMPSEST_KILLS=200`. */
const KILLS = Number(process.env.PALIMPSEST_KILLS ?? 4);
const WORD = 'quillemborough';
const LOOK_MS = 5;
/** From the marker to the receipt takes about this long here; later kills come after the end. */
const MOST_MS = 1_200;

let folder: Folder;
const filled = (): string => join(folder.path, 'filled');
beforeAll(async () => {
  buildCli();
  folder = await makeFolder();
  const file = join(folder.path, 'turns.jsonl');
  const told = ['told', 'told-too'].map((id) =>
    JSON.stringify({
      id,
      conversation: 'told',
      role: 'user',
      speaker: 'Ada',
      text: `My sister ${WORD} lives in Oslo. ${id}`,
    }),
  );
  await writeFile(file, `${makeJsonl({ turns: 60, seed: 11, prefix: 'f' })}${told.join('\n')}\n`);
  await mkdir(filled());
  expect((await runCliProcess(['import', file, '--data', filled(), '--json'])).code).toBe(0);
  expect((await runCliProcess(['workers', 'run', 'extract', '--data', filled(), '--json'])).code).toBe(0);
}, 240_000);
afterAll(() => folder[Symbol.asyncDispose]());

async function examine(data: string): Promise<DoctorReport> {
  const { out, err } = await runCliProcess(['doctor', '--rebuild', '--data', data, '--json']);
  if (out.trim() === '') throw new Error(`doctor said nothing but: ${err}`);
  return JSON.parse(out) as DoctorReport;
}

/** Kills a forget at a moment of its work; whether it was still running. */
async function kill(data: string, waitMs: number): Promise<boolean> {
  await using running = startCli(['forget', '--about', WORD, '--yes', '--data', data, '--json']);
  let isOver = false;
  const ended = running.ended.then(() => {
    isOver = true;
  });
  while (!isOver && !existsSync(join(data, 'forget.json'))) await pause(LOOK_MS);
  await Promise.race([ended, pause(waitMs)]);
  running.child.kill('SIGKILL');
  return (await running.ended).code === null;
}

describe('SIGKILL in the middle of a forget', () => {
  it(
    `is ended by the next start, ${KILLS} times`,
    async () => {
      const random = seeded(17);
      let kills = 0;
      for (let n = 0; n < KILLS; n += 1) {
        const data = join(folder.path, `killed ${n}`);
        await cp(filled(), data, { recursive: true });
        if (await kill(data, random() * MOST_MS)) kills += 1;
        const report = await examine(data);
        expect({ n, ok: report.ok, problems: report.problems }).toEqual({ n, ok: true, problems: [] });
        expect(existsSync(join(data, 'forget.json'))).toBe(false);
        expect(scanIndependently([data], [WORD]), `kill ${n}`).toEqual([]);
        const { turns } = report.counts;
        expect(turns, `kill ${n}`).toBeGreaterThanOrEqual(60);
        await rm(data, { recursive: true, force: true });
      }
      expect(kills).toBeGreaterThan(0);
    },
    300_000 + KILLS * 120_000,
  );
});
