import { existsSync } from 'node:fs';
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrapKey } from '../../main/backup/keys.ts';
import { openCoder } from '../../main/backup/open-backup.ts';
import { findPlace, getManifest, listBackups } from '../../main/backup/place.ts';
import { readBack } from '../../main/backup/read-back.ts';
import type { BackupReport } from '../../main/contract/index.ts';
import { verifyJournal } from '../../main/journal/verify.ts';
import { systemIds } from '../../main/lib/ids.ts';
import { buildCli, makePlace, startCli } from './cli-process.ts';

/** How often each of four ways is killed; 50 each make the two hundred that are promised. */
const KILLS = Math.max(1, Number(process.env.PALIMPSEST_KILLS ?? 4) / 4);
const FIRST = 'copper lantern drifts north';
const SECOND = 'seven quiet barrels underneath';

/** Each kill takes a few commands; a busy machine needs minutes for them. */
const PATIENCE_MS = 300_000 + KILLS * 120_000;

let folder: string;
let data: string;
let store: string;

const at = (name: string): string => join(folder, name);

/** One command to its end, or to its death after `ms`; what it printed, or null. */
async function run(args: readonly string[], killAfterMs: number | null = null): Promise<string | null> {
  await using running = startCli(args);
  running.child.stdin.end();
  if (killAfterMs !== null) {
    const dying = after(killAfterMs).then(() => running.child.kill('SIGKILL'));
    const [{ code, out }] = await Promise.all([running.ended, dying]);
    return code === 0 ? out : null;
  }
  const { code, out, err } = await running.ended;
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${err}`);
  return out;
}

const backUp = (passphrase: string, kill: number | null = null) =>
  run(['backup', '--data', data, '--out', store, '--passphrase-file', at(passphrase), '--json'], kill);

/** How long it takes undisturbed: the kills fall anywhere inside. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const points = (ms: number): readonly number[] =>
  // Spread over the run by the golden ratio: every part of it is met, and no two runs fall together.
  Array.from({ length: KILLS }, (_, n) => Math.round(ms * ((0.11 + n * 0.618_034) % 1)));

async function addTurns(from: number, n: number): Promise<void> {
  const lines = Array.from({ length: n }, (_, i) => ({
    ...{ id: `n${from + i}`, conversation: 'c', speaker: 'Ada' },
    text: `Note ${from + i} about the harbour. ${'Lamps and oars. '.repeat(20)}`,
  }));
  await writeFile(at('more.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await run(['import', at('more.jsonl'), '--data', data, '--no-wait']);
}

const watch = { signal: new AbortController().signal, breathe: async () => undefined, onStep: () => undefined };

/** Every backup that is listed opens and is whole, and no half one is listed. */
async function expectSound(passphrase: string): Promise<void> {
  const place = await findPlace(store);
  if (place === null) return;
  const listed = await listBackups(place);
  if (listed.length === 0) return;
  const coder = await openCoder(place, true, { ids: systemIds, passphrase });
  for (const { id } of listed) {
    const { faults } = await readBack({ place, manifest: await getManifest(place, id, coder), coder }, watch);
    expect(faults).toEqual([]);
  }
}

beforeAll(async () => {
  buildCli();
  const place = await makePlace();
  [folder, data, store] = [place.folder, place.data, join(place.folder, 'store')];
  await writeFile(at('first'), FIRST);
  await writeFile(at('second'), SECOND);
  await addTurns(0, 2_000);
}, PATIENCE_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('backups that are killed', { timeout: PATIENCE_MS }, () => {
  it('leaves the earlier backups good and lists no half one, and the next one works', async () => {
    const ms = await timeOf(() => backUp('first'));
    for (const [n, point] of points(ms).entries()) {
      await addTurns(10_000 + n * 10, 10);
      await backUp('first', point);
      await expectSound(FIRST);
    }
    const report = JSON.parse((await backUp('first')) ?? '') as BackupReport;
    expect(report.verified).toBe(true);
    const names = await readdir(store, { recursive: true });
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('restores whole or not at all, and a second try succeeds', async () => {
    const restore = (kill: number | null = null) =>
      run(['restore', store, '--to', at('back'), '--passphrase-file', at('first'), '--json'], kill);
    const ms = await timeOf(() => restore());
    for (const point of points(ms)) {
      await rm(at('back'), { recursive: true, force: true });
      await restore(point);
      if (existsSync(at('back'))) expect((await verifyJournal(at('back'))).problems).toEqual([]);
      else await restore();
      expect((await verifyJournal(at('back'))).ok).toBe(true);
      expect((await readdir(folder)).filter((name) => name.endsWith('.restoring'))).toEqual([]);
    }
  });

  it('has the passphrase of before or of after, and nothing between', async () => {
    const change = (from: string, to: string, kill: number | null = null) =>
      run(
        [
          ...['backup', '--data', data, '--out', store, '--passphrase-file', at(from)],
          ...['--new-passphrase-file', at(to)],
        ],
        kill,
      );
    const opens = async (name: string): Promise<boolean> => {
      const encryption = (await findPlace(store))?.header.encryption;
      const key = encryption == null ? null : unwrapKey(encryption, name === 'first' ? FIRST : SECOND);
      return (await key?.catch(() => null)) != null;
    };
    let [now, next] = ['first', 'second'];
    const ms = await timeOf(() => change(now, next));
    [now, next] = [next, now];
    for (const point of points(ms)) {
      await change(now, next, point);
      const isOld = await opens(now);
      expect(await opens(next)).toBe(!isOld);
      if (!isOld) [now, next] = [next, now];
    }
    if (now !== 'first') await change(now, 'first');
  });

  it('rotates without ever taking a part that a kept backup needs', async () => {
    // The fifth and later of one day are rotated away by every run.
    for (let n = 0; n < 4; n += 1) {
      await addTurns(20_000 + n, 1);
      await backUp('first');
    }
    await cp(store, at('before'), { recursive: true });
    const ms = await timeOf(() => backUp('first'));
    for (const point of points(ms)) {
      await rm(store, { recursive: true, force: true });
      await cp(at('before'), store, { recursive: true });
      // Late in the run is where it rotates.
      await backUp('first', Math.round(ms * 0.7 + point * 0.3));
      await expectSound(FIRST);
    }
  });
});
