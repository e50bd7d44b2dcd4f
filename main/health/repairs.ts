import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import type { RepairKey } from '../contract/health.ts';
import { WorkerName } from '../contract/lifecycle.ts';
import { LegName } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import { createFindings } from '../doctor/finding.ts';
import { type RebuildDeps, rebuildAndCompare } from '../doctor/rebuild.ts';
import { acquireLock } from '../journal/lock.ts';
import { removeLockLeftovers } from '../journal/lock-state.ts';
import type { Journal } from '../journal/open.ts';
import { signHead } from '../journal/sign-head.ts';
import type { Jobs } from '../lifecycle/jobs.ts';
import { insertMissingPending } from '../stores/embeddings.ts';
import { type FindingRow, findMark, setMark } from '../stores/health-findings.ts';
import { resetLegStanding } from '../stores/health-legs.ts';
import { deleteForeignVectors, deleteOrphans, renewPassages } from '../stores/health-repairs.ts';
import { listQueue } from '../stores/jobs.ts';
import { plural } from './check.ts';
import { canReadTrace, listAside, TRACE_FILES, TRACE_SUFFIX, TRACES_BYTES } from './checks/files.ts';
import { KIND_OF_LEG } from './checks/legs.ts';
import { CLOCK_MARK, ClockMark } from './checks/machine.ts';
import { findFile, listLeftovers, listNames, removeFiles } from './files.ts';

export type RepairDeps = {
  readonly journal: Journal;
  readonly rebuild: RebuildDeps;
  readonly jobs: Jobs;
  /** The user's click is what allows a download. */
  readonly fetchModel: (id: string, signal: AbortSignal) => Promise<void>;
};

export type Repairing = {
  readonly finding: FindingRow;
  readonly signal: AbortSignal;
  readonly step: (text: string) => Promise<void>;
};

/** What was done, and whether its effect is still to come. */
export type Repaired = { readonly message: string; readonly isLater?: boolean };

type Repair = (ctx: Ctx, deps: RepairDeps, repairing: Repairing) => Promise<Repaired>;

/** What is behind each button. All may be clicked twice; none removes anything that was said. */
export const REPAIRS: Readonly<Record<RepairKey, Repair>> = {
  'sign-head': async (ctx, _, { step }) => {
    await step('Reading every record');
    const { keyPair } = ctx.vault;
    const { sealer } = ctx.journal;
    const isSigned = await signHead({ folder: ctx.dataFolder, clock: ctx.clock, keyPair, sealer, pause });
    if (isSigned) return { message: 'The journal is signed as it is now.' };
    throw new AppError(
      'journal.damaged',
      'Not every record is sound, so nothing was signed. See what else was found about the journal.',
    );
  },
  rebuild: async (ctx, { journal, rebuild }, { signal, step }) => {
    await rebuildAndCompare(createFindings(), { ctx, journal, deps: rebuild, signal, step });
    return {
      message:
        'The tables were made again from the journal. They take the place of the present ones when Palimpsest closes.',
      isLater: true,
    };
  },
  'make-vectors': async (ctx, _, { signal, step }) => {
    await step('Making vectors');
    await ctx.db.transaction((tx) => insertMissingPending(tx, ctx.embedding.id));
    let made = 0;
    await ctx.indexer.whenIdle({
      signal,
      onRound: (n) => {
        made += n;
      },
    });
    return { message: `${plural(made, 'turn or passage has its', 'turns or passages have their')} vectors.` };
  },
  'delete-orphans': async (ctx) => {
    const gone = await ctx.db.transaction(deleteOrphans);
    return { message: `${plural(gone, 'row')} removed.` };
  },
  'delete-other-spaces': async (ctx) => {
    const gone = await ctx.db.transaction((tx) => deleteForeignVectors(tx, ctx.embedding.id));
    return { message: `${plural(gone, 'row')} removed.` };
  },
  'reload-memory': async (ctx, _, { step }) => {
    await step('Reading the index anew');
    await ctx.memory.reload();
    return { message: 'The index was read anew from the tables.' };
  },
  'renew-leg': renewLeg,
  'accept-clock': async (ctx) => {
    const nowMs = ctx.clock.now().getTime();
    const mark = await findMark(ctx.db.read, CLOCK_MARK, ClockMark);
    const last = await ctx.journal.readAt(ctx.journal.lastSeq);
    const acceptedMs = Math.max(mark?.seenMs ?? 0, mark?.acceptedMs ?? 0, last === null ? 0 : Date.parse(last.at));
    // Only times before a jump back are accepted: a jump ahead is simply the latest time seen now.
    const accepted = acceptedMs > nowMs ? acceptedMs : (mark?.acceptedMs ?? 0);
    await ctx.db.transaction((tx) => setMark(tx, CLOCK_MARK, { seenMs: nowMs, acceptedMs: accepted }));
    return { message: 'The clock is taken to be right.' };
  },
  'clear-space': clearSpace,
  'retry-job': async (ctx, { jobs }, { finding }) => {
    const worker = WorkerName.parse(finding.about);
    const own = (await listQueue(ctx.db.read)).filter((job) => job.worker === worker);
    const running = own.find(({ state }) => state === 'running');
    if (running !== undefined) {
      // One that does not stop holds the line up, so its end is not waited for.
      await jobs.cancel(running.id);
      await jobs.runNow(worker);
      return { message: 'It was told to stop, and begins again after that.' };
    }
    const dead = own.find(({ state }) => state === 'dead');
    await (dead === undefined ? jobs.runNow(worker) : jobs.retry(dead.id));
    await jobs.tick();
    return { message: 'It was tried again.' };
  },
  'read-turns': async (ctx, _, { signal, step }) => {
    await step('Reading turns for facts');
    const { read } = await ctx.extraction.drain(signal);
    return { message: `${plural(read, 'turn was', 'turns were')} read.` };
  },
  'restart-host': async (ctx, _, { step }) => {
    await step('Starting the model process');
    await ctx.inference.restart();
    return { message: 'The model process was started again.' };
  },
  'fetch-model': async (_, { fetchModel }, { finding, signal, step }) => {
    await step('Fetching the model');
    await fetchModel(finding.about, signal);
    return { message: 'The model was fetched, and its bytes are what its maker published.' };
  },
  'prune-traces': pruneTraces,
  'set-traces-aside': setTracesAside,
  'delete-aside': async (ctx) => {
    const names = await listAside(ctx.dataFolder);
    const gone = await removeFiles(names.map((name) => join(ctx.dataFolder, name)));
    return { message: `${plural(gone, 'file')} removed.` };
  },
  'write-again': async (ctx) => {
    await ctx.settings.set(ctx.settings.get());
    return { message: 'The settings were written as they are in use.' };
  },
  'remove-leftovers': async (ctx) => {
    const locks = await removeLockLeftovers(ctx.dataFolder);
    const files = await removeFiles(await listLeftovers(ctx.dataFolder, ctx.clock.now()));
    return { message: `${plural(locks + files, 'file')} removed.` };
  },
  'take-lock': async (ctx) => {
    await acquireLock({ folder: ctx.dataFolder, clock: ctx.clock, ids: ctx.ids });
    return { message: 'The folder is locked again.' };
  },
  'write-summaries': async (_, { jobs }, { step }) => {
    await step('Writing summaries');
    await jobs.runNow('summaries');
    await jobs.tick();
    return { message: 'The summaries were written again.' };
  },
};

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function renewLeg(ctx: Ctx, _: RepairDeps, { finding, signal, step }: Repairing): Promise<Repaired> {
  const leg = LegName.parse(finding.about);
  const kind = KIND_OF_LEG[leg];
  if (finding.code === 'leg.failing') {
    await step('Starting the model process');
    await ctx.inference.restart();
  }
  if (kind !== undefined) {
    await step('Making vectors');
    await ctx.db.transaction((tx) => renewPassages(tx, kind));
    await ctx.indexer.whenIdle({ signal });
  }
  await step('Reading the index anew');
  await ctx.memory.reload();
  await ctx.db.transaction((tx) => resetLegStanding(tx, leg));
  return { message: 'The leg is watched anew from here on.' };
}

/** Only what can be made again: caches of other models, what interrupted work left. */
async function clearSpace(ctx: Ctx, { rebuild }: RepairDeps): Promise<Repaired> {
  const folder = join(ctx.dataFolder, 'cache');
  const others = (await listNames(folder))
    .filter((name) => name.endsWith('.vectors') && name !== rebuild.cache.fileName)
    .map((name) => join(folder, name));
  const paths = [...others, ...(await listLeftovers(ctx.dataFolder, ctx.clock.now()))];
  const sizes = await Promise.all(paths.map(findFile));
  const freed = sizes.reduce((sum, size) => sum + (size?.bytes ?? 0), 0);
  await removeFiles(paths);
  return { message: `${Math.round(freed / 1_000_000)} MB are free again.` };
}

/** How much of a limit stays, so that the next trace does not reach it again. */
const KEPT_SHARE = 0.8;

async function pruneTraces(ctx: Ctx, _: RepairDeps, { step }: Repairing): Promise<Repaired> {
  await step('Looking at the traces');
  const folder = join(ctx.dataFolder, 'traces');
  const names = (await listNames(folder)).filter((name) => name.endsWith(TRACE_SUFFIX));
  const files: { readonly path: string; readonly bytes: number; readonly changedMs: number }[] = [];
  for (const [n, name] of names.entries()) {
    if (n % 200 === 0) await pause();
    const path = join(folder, name);
    const file = await findFile(path);
    if (file !== null) files.push({ path, ...file });
  }
  files.sort((a, b) => b.changedMs - a.changedMs || (a.path < b.path ? -1 : 1));
  let bytes = 0;
  const firstGone = files.findIndex((file, n) => {
    bytes += file.bytes;
    return bytes > TRACES_BYTES * KEPT_SHARE || n >= TRACE_FILES * KEPT_SHARE;
  });
  const gone = firstGone < 0 ? [] : files.slice(firstGone).map(({ path }) => path);
  await removeFiles(gone);
  return { message: `${plural(gone.length, 'trace')} removed.` };
}

async function setTracesAside(ctx: Ctx, _: RepairDeps, { step }: Repairing): Promise<Repaired> {
  const folder = join(ctx.dataFolder, 'traces');
  await mkdir(join(folder, 'damaged'), { recursive: true });
  let moved = 0;
  const names = (await listNames(folder)).filter((name) => name.endsWith(TRACE_SUFFIX));
  for (const [n, name] of names.entries()) {
    if (n % 100 === 0) await step(`Reading traces, ${n} of ${names.length}`);
    if (await canReadTrace(ctx, name)) continue;
    await rename(join(folder, name), join(folder, 'damaged', name));
    moved += 1;
  }
  return { message: `${plural(moved, 'trace')} put into traces/damaged.` };
}
