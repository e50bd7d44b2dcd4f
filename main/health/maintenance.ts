import { join } from 'node:path';
import { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import type { Worker, WorkerRun } from '../lifecycle/worker.ts';
import { cacheKeyOf } from '../retrieval/indexer.ts';
import { countOtherSpaces } from '../stores/health-checks.ts';
import { deleteOldFindings, findMark, setMark } from '../stores/health-findings.ts';
import { deleteOldLegDays, hasLegDays } from '../stores/health-legs.ts';
import {
  type CacheText,
  checkpoint,
  getDatabaseBytes,
  listEmbeddedPassages,
  listEmbeddedTurns,
  listTableStates,
  tidyTable,
} from '../stores/health-upkeep.ts';
import { pruneJobs } from '../stores/jobs.ts';
import { keyOfText } from '../stores/vector-cache.ts';
import { plural } from './check.ts';
import { findFile, listNames, removeFiles } from './files.ts';
import { recountLegs } from './leg-counts.ts';
import { planUpkeep } from './plan-upkeep.pure.ts';

type Tally = { statements: number; longestMs: number; tables: Set<string>; pruned: number; cacheBytes: number };

const DAY_MS = 86_400_000;
const KEPT = { findingDays: 90, legDays: 400, otherCacheDays: 30 };

/** Tidies the database one table at a time, compacts caches, and prunes what is only history of upkeep itself. */
export const maintenanceWorker: Worker = {
  name: 'maintenance',
  isOfComputer: true,
  priority: 90,
  everyHours: 24,
  isForIdle: true,
  isOnByDefault: true,
  run: async (ctx, run) => {
    const before = await getDatabaseBytes(ctx.db.read);
    const tally: Tally = { statements: 0, longestMs: 0, tables: new Set(), pruned: 0, cacheBytes: 0 };
    await prune(ctx, run, tally);
    await tidyTables(ctx, run, tally);
    await tidyCaches(ctx, run, tally);
    if (!(await hasLegDays(ctx.db.read))) await recountLegs(ctx, run.breathe);
    const freed = before - (await getDatabaseBytes(ctx.db.read));
    const megabytes = (bytes: number): number => Math.round(bytes / 100_000) / 10;
    const saved = megabytes(Math.max(0, freed) + tally.cacheBytes);
    return {
      summary: `Tidied ${plural(tally.tables.size, 'table')}${saved > 0 ? `, freed ${saved} MB` : ''}; the longest step took ${Math.round(tally.longestMs)} ms.`,
      counts: {
        tables: tally.tables.size,
        statements: tally.statements,
        longestMs: Math.round(tally.longestMs),
        pruned: tally.pruned,
        databaseBytesBefore: before,
        databaseBytesAfter: before - freed,
        cacheBytesFreed: tally.cacheBytes,
      },
    };
  },
};

async function prune(ctx: Ctx, { at, breathe }: WorkerRun, tally: Tally): Promise<void> {
  await breathe();
  const daysAgo = (days: number): Date => new Date(at.getTime() - days * DAY_MS);
  tally.pruned = await ctx.db.transaction(
    async (tx) =>
      (await pruneJobs(tx)) +
      (await deleteOldFindings(tx, daysAgo(KEPT.findingDays))) +
      (await deleteOldLegDays(tx, daysAgo(KEPT.legDays).toISOString().slice(0, 10))),
  );
}

async function tidyTables(ctx: Ctx, { breathe, onProgress }: WorkerRun, tally: Tally): Promise<void> {
  const plan = planUpkeep(await listTableStates(ctx.db.read));
  const timed = async (work: () => Promise<void>): Promise<void> => {
    // A statement cannot be interrupted, so whoever asks goes first, every time.
    await breathe();
    const from = ctx.clock.monotonicMs();
    await work();
    tally.statements += 1;
    tally.longestMs = Math.max(tally.longestMs, ctx.clock.monotonicMs() - from);
  };
  for (const [done, statement] of plan.entries()) {
    await timed(() => tidyTable(ctx.db, statement));
    tally.tables.add(statement.table);
    onProgress(done + 1, plan.length + 1);
  }
  await timed(() => checkpoint(ctx.db));
}

const CACHE_MARK = 'cache';
const CacheMark = z.object({ bytes: z.number() });
/** A cache is looked through when it has grown by so much since the last time. */
const GROWN = 1.2;
const SLACK_BYTES = 1_000_000;
const PAGE = 200;

async function tidyCaches(ctx: Ctx, { at, breathe }: WorkerRun, tally: Tally): Promise<void> {
  const folder = join(ctx.dataFolder, 'cache');
  if ((await countOtherSpaces(ctx.db.read, ctx.embedding.id)) === 0) {
    for (const name of await listNames(folder)) {
      const file = await findFile(join(folder, name));
      const isOld = file !== null && at.getTime() - file.changedMs > KEPT.otherCacheDays * DAY_MS;
      // Whoever goes back to an embedder within the month finds its work.
      if (!name.endsWith('.vectors') || name === ctx.vectorCache.fileName || !isOld) continue;
      tally.cacheBytes += file.bytes;
      await removeFiles([join(folder, name)]);
    }
  }
  const bytes = (await findFile(join(folder, ctx.vectorCache.fileName)))?.bytes ?? 0;
  const mark = await findMark(ctx.db.read, CACHE_MARK, CacheMark);
  if (bytes <= (mark?.bytes ?? 0) * GROWN + SLACK_BYTES) return;
  const kept = await ctx.vectorCache.compact(await listKeys(ctx, breathe), breathe);
  tally.cacheBytes += Math.max(0, bytes - kept);
  await ctx.db.transaction((tx) => setMark(tx, CACHE_MARK, { bytes: kept }));
}

/** Keys of everything that is searched now. */
async function listKeys(ctx: Ctx, breathe: () => Promise<void>): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  const add = (rows: readonly CacheText[]): void => {
    for (const row of rows) keys.add(keyOfText(cacheKeyOf(row)));
  };
  for (let after = 0; ; ) {
    await breathe();
    const rows = await listEmbeddedTurns(ctx.db.read, { after, limit: PAGE });
    add(rows);
    if (rows.length < PAGE) break;
    after = rows.at(-1)?.place ?? after;
  }
  for (let after = ''; ; ) {
    await breathe();
    const rows = await listEmbeddedPassages(ctx.db.read, { after, limit: PAGE });
    add(rows);
    if (rows.length < PAGE) break;
    after = rows.at(-1)?.id ?? after;
  }
  return keys;
}
