import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { listModels } from '../../../models/list.ts';
import { verifyModel } from '../../../models/locate.ts';
import { readLockState } from '../../journal/lock-state.ts';
import { findMark, setMark } from '../../stores/health-findings.ts';
import { type Check, type CheckRun, type Found, found, plural } from '../check.ts';
import { findFile, listLeftovers, listNames } from '../files.ts';

/** Traces explain answers; beyond this the oldest explain little that anybody still asks. */
export const TRACES_BYTES = 2_000_000_000;
export const TRACE_FILES = 50_000;
const OPENED = { hourly: 3, thorough: 40 };
export const TRACE_SUFFIX = '.json.gz';

export const tracesCheck: Check = {
  name: 'traces',
  codes: ['traces.large', 'traces.unreadable'],
  run: async (run) => {
    const { ctx, isThorough } = run;
    const folder = join(ctx.dataFolder, 'traces');
    const names = (await listNames(folder)).filter((name) => name.endsWith(TRACE_SUFFIX)).sort();
    const unreadable = await countUnreadable(run, names.slice(-(isThorough ? OPENED.thorough : OPENED.hourly)));
    const bytes = isThorough ? await sizeOf(run, folder, names) : 0;
    const all: Found[] = [];
    if (names.length > TRACE_FILES || bytes > TRACES_BYTES)
      all.push(
        found({
          code: 'traces.large',
          severity: 'notice',
          message: `There are ${plural(names.length, 'trace')}, which take ${Math.round(bytes / 1_000_000)} MB.`,
          fix: 'Remove the oldest. Answers stay; how the oldest came about can then no longer be shown.',
          repair: 'prune-traces',
          evidence: { files: names.length, bytes },
        }),
      );
    if (unreadable > 0)
      all.push(
        found({
          code: 'traces.unreadable',
          severity: 'notice',
          message: `${plural(unreadable, 'trace')} cannot be read. The answers stay as they are; how they came about cannot be shown.`,
          fix: 'Set them aside. They are kept in traces/damaged.',
          repair: 'set-traces-aside',
          evidence: { unreadable },
        }),
      );
    return all;
  },
};

async function countUnreadable({ ctx, breathe }: CheckRun, names: readonly string[]): Promise<number> {
  let unreadable = 0;
  for (const name of names) {
    await breathe();
    if (!(await canReadTrace(ctx, name))) unreadable += 1;
  }
  return unreadable;
}

/** Nothing that Palimpsest writes comes near this; reading it would cost more than it can say. */
const TRACE_BYTES = 64_000_000;

/** Whether a trace file holds a trace. */
export async function canReadTrace(ctx: CheckRun['ctx'], name: string): Promise<boolean> {
  const file = await findFile(join(ctx.dataFolder, 'traces', name));
  if (file === null || file.bytes > TRACE_BYTES) return false;
  return ctx.traces.get(name.slice(0, -TRACE_SUFFIX.length)).then(
    () => true,
    () => false, // that is the answer; a trace explains an answer and costs none
  );
}

async function sizeOf({ breathe }: CheckRun, folder: string, names: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const [n, name] of names.entries()) {
    if (n % 200 === 0) await breathe();
    bytes += (await findFile(join(folder, name)))?.bytes ?? 0;
  }
  return bytes;
}

const ASIDE = /\.damaged(?:-\d+)?$/;
export const listAside = async (folder: string): Promise<readonly string[]> =>
  (await listNames(folder)).filter((name) => ASIDE.test(name)).sort();

/** Small files that are read only at start: whether the next start could. */
const SMALL = ['settings.json', 'drafts.json', 'connections.json'] as const;

export const smallFilesCheck: Check = {
  name: 'small files',
  codes: ['file.aside', 'file.unreadable'],
  run: async ({ ctx }) => {
    const all: Found[] = [];
    const aside = await listAside(ctx.dataFolder);
    if (aside.length > 0)
      all.push(
        found({
          code: 'file.aside',
          severity: 'notice',
          message: `${aside.join(', ')} could not be read, and ${aside.length === 1 ? 'was' : 'were'} put aside; the defaults took ${aside.length === 1 ? 'its' : 'their'} place. Nothing that was said is in there.`,
          fix: 'Look at your settings. Then remove what was put aside.',
          repair: 'delete-aside',
          evidence: { files: aside.length },
        }),
      );
    for (const name of SMALL) {
      const stored = await readFile(join(ctx.dataFolder, name)).catch(() => null); // not written yet
      if (stored === null || isJson(ctx.files.decode(stored, name)?.toString('utf8') ?? '')) continue;
      all.push(
        found({
          code: 'file.unreadable',
          about: name,
          message: `${name} was changed from outside and cannot be read: the next start would begin with the defaults.`,
          fix: 'Write it again as it is in use now.',
          // The others are written again with the next change of what they hold.
          repair: name === 'settings.json' ? 'write-again' : null,
        }),
      );
    }
    return all;
  },
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // that is the answer
  }
}

export const leftoversCheck: Check = {
  name: 'leftovers',
  codes: ['folder.leftovers', 'lock.leftover', 'lock.lost'],
  run: async ({ ctx }) => {
    const all: Found[] = [];
    const left = await listLeftovers(ctx.dataFolder, ctx.clock.now());
    if (left.length > 0)
      all.push(
        found({
          code: 'folder.leftovers',
          severity: 'notice',
          message: `${plural(left.length, 'file was', 'files were')} left by interrupted work: harmless, and in the way.`,
          fix: 'Remove them.',
          repair: 'remove-leftovers',
          evidence: { files: left.length },
        }),
      );
    const lock = await readLockState(ctx.dataFolder);
    if (lock.leftovers.length > 0)
      all.push(
        found({
          code: 'lock.leftover',
          severity: 'notice',
          message: `${plural(lock.leftovers.length, 'lock')} of a process that has ended ${lock.leftovers.length === 1 ? 'lies' : 'lie'} in the folder.`,
          fix: 'Remove them.',
          repair: 'remove-leftovers',
          evidence: { files: lock.leftovers.length },
        }),
      );
    if (!lock.isOwn)
      all.push(
        found({
          code: 'lock.lost',
          message: "This folder's lock is gone or names another process: a second Palimpsest could write to it.",
          fix: 'Close any other Palimpsest that has this folder open, then take the lock again.',
          repair: 'take-lock',
        }),
      );
    return all;
  },
};

const MODEL_MARK = 'models';
const ModelMark = z.record(z.string(), z.string());

/** Model files by size and time each hour; by their hash once a day, and when either has changed. */
export const modelsCheck: Check = {
  name: 'models',
  codes: ['model.changed'],
  run: async ({ ctx, isThorough, signal, breathe }) => {
    const known = (await findMark(ctx.db.read, MODEL_MARK, ModelMark)) ?? {};
    const next: Record<string, string> = {};
    const all: Found[] = [];
    const chosen = ctx.settings.get().chatModelId;
    for (const { model, located } of await listModels(ctx.models)) {
      await breathe();
      const isUsed = model.task === 'embedding' || model.id === chosen;
      if (located.kind === 'missing' && !(model.id === chosen)) continue;
      const stamp = located.kind === 'present' ? await stampOf(Object.values(located.paths)) : '';
      const before = known[model.id];
      // Its bytes were checked when it came: what is seen for the first time is only remembered.
      const isDoubtful = before !== undefined && before !== stamp;
      const state = isDoubtful || (isThorough && isUsed) ? await verifyModel(model, ctx.models, signal) : located;
      next[model.id] = state.kind === 'present' ? stamp : 'unusable';
      if (state.kind === 'present') continue;
      const isBundled = model.sources.some(({ kind }) => kind === 'bundled');
      all.push(
        found({
          code: 'model.changed',
          about: model.id,
          message: `The model ${model.name} cannot be used: ${state.reason}`,
          fix: isBundled
            ? 'Install Palimpsest again: this model comes with it.'
            : 'Fetch it again, or choose another model.',
          repair: isBundled ? null : 'fetch-model',
        }),
      );
    }
    await ctx.db.transaction((tx) => setMark(tx, MODEL_MARK, next));
    return all;
  },
};

async function stampOf(paths: readonly string[]): Promise<string> {
  const files = await Promise.all(paths.map(findFile));
  return files.map((file) => (file === null ? '-' : `${file.bytes} ${Math.round(file.changedMs)}`)).join(', ');
}
