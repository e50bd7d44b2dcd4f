import { z } from 'zod';
import { AppError } from '../contract/errors.ts';
import type { FindingCode } from '../contract/health.ts';
import type { Ctx } from '../ctx.ts';
import { checkTail, type TailReport } from '../journal/check-tail.ts';
import { isAbort } from '../lib/abort.ts';
import type { Worker, WorkerRun } from '../lifecycle/worker.ts';
import {
  clearFinding,
  clearFindings,
  findMark,
  listOpenFindings,
  setMark,
  upsertFinding,
} from '../stores/health-findings.ts';
import { type Check, type Found, found, plural } from './check.ts';
import { leftoversCheck, modelsCheck, smallFilesCheck, tracesCheck } from './checks/files.ts';
import { journalCheck, writableCheck } from './checks/journal.ts';
import { legsCheck } from './checks/legs.ts';
import {
  clockCheck,
  diskCheck,
  extractionCheck,
  foldersCheck,
  hostCheck,
  inboxCheck,
  jobsCheck,
  summariesCheck,
} from './checks/machine.ts';
import { appliedCheck, countsCheck, orphanRowsCheck, rowsCheck } from './checks/tables.ts';
import { vectorsCheck, waitingCheck } from './checks/vectors.ts';

/** In the order in which one part is made from another. */
export const CHECKS: readonly Check[] = [
  ...[journalCheck, writableCheck, appliedCheck, rowsCheck, countsCheck, orphanRowsCheck, vectorsCheck, waitingCheck],
  ...[legsCheck, clockCheck, diskCheck, jobsCheck, extractionCheck, hostCheck, modelsCheck, tracesCheck],
  ...[smallFilesCheck, leftoversCheck, inboxCheck, summariesCheck, foldersCheck],
];

export const LOOKS_MARK = 'looks';
export const Looks = z.object({ at: z.iso.datetime(), thoroughAt: z.iso.datetime().nullable() });

export type LookInput = {
  readonly at: Date;
  readonly isThorough: boolean;
  readonly signal: AbortSignal;
  readonly breathe: () => Promise<void>;
  /** Only the checks that decide about this. */
  readonly only?: FindingCode;
  readonly onCheck?: (name: string, done: number, total: number) => Promise<void> | void;
};

export type Looked = { readonly checks: number; readonly found: number; readonly cleared: number };

/** One round: every check looks, and what it found or no longer finds is written down. */
export async function look(ctx: Ctx, input: LookInput): Promise<Looked> {
  const { at, only } = input;
  const checks = only === undefined ? CHECKS : CHECKS.filter(({ codes }) => codes.includes(only));
  const open = new Set((await listOpenFindings(ctx.db.read)).map(({ code }) => code));
  let tail: Promise<TailReport> | null = null;
  const readTail = (): Promise<TailReport> => {
    tail ??= checkTail(ctx.dataFolder, ctx.journal.sealer);
    return tail;
  };
  let cleared = 0;
  let total = 0;
  for (const [done, check] of checks.entries()) {
    await input.onCheck?.(check.name, done, checks.length);
    await input.breathe();
    const isThorough = input.isThorough || check.codes.some((code) => open.has(code));
    const { all, codes } = await runCheck(check, { ctx, ...input, isThorough, tail: readTail });
    total += all.length;
    cleared += await ctx.db.transaction(async (tx) => {
      const seen = all.map((one) => ({ ...one, id: idOf(one) }));
      for (const one of seen) await upsertFinding(tx, one, at);
      // A check that could look takes back that it could not.
      if (codes.length > 0 && open.has('check.failed')) await clearFinding(tx, idOf(failed(check.name, '')), at);
      const isOld = codes.some((code) => open.has(code));
      return isOld ? clearFindings(tx, { codes, seenIds: seen.map(({ id }) => id), at }) : 0;
    });
  }
  await noteLook(ctx, input);
  const now = await listOpenFindings(ctx.db.read);
  ctx.emit('health.changed', { open: now.filter(({ dismissedAt }) => dismissedAt === null).length });
  return { checks: checks.length, found: total, cleared };
}

const idOf = ({ code, about }: Found): string => (about === '' ? code : `${code} ${about}`);

async function runCheck(check: Check, run: Parameters<Check['run']>[0]) {
  try {
    return { all: await check.run(run), codes: check.codes };
  } catch (error) {
    if (isAbort(error) || run.signal.aborted) throw error;
    run.ctx.log('sentinel.failed', { check: check.name, why: error instanceof Error ? error.name : 'unknown' });
    const why = error instanceof AppError ? error.message : 'The log has more.';
    // What it could not see is neither cleared nor found.
    return { all: [failed(check.name, why)], codes: [] };
  }
}

const failed = (name: string, why: string): Found =>
  found({
    code: 'check.failed',
    about: name,
    severity: 'notice',
    message: `The watch could not look at everything (${name}). ${why}`,
    fix: 'It tries again within the hour.',
  });

async function noteLook(ctx: Ctx, { at, isThorough, only }: LookInput): Promise<void> {
  if (only !== undefined) return;
  const before = await findMark(ctx.db.read, LOOKS_MARK, Looks);
  const iso = at.toISOString();
  await ctx.db.transaction((tx) =>
    setMark(tx, LOOKS_MARK, { at: iso, thoroughAt: isThorough ? iso : (before?.thoroughAt ?? null) }),
  );
}

/** A little under a day: the hourly look that comes next to it takes everything. */
const THOROUGH_EVERY_MS = 23 * 60 * 60_000;

/** A mark from the future, left by a simulation or a wrong clock, holds nothing up. */
async function isThoroughDue(ctx: Ctx, at: Date): Promise<boolean> {
  const looks = await findMark(ctx.db.read, LOOKS_MARK, Looks);
  if (looks?.thoroughAt === undefined || looks.thoroughAt === null) return true;
  const sinceMs = at.getTime() - Date.parse(looks.thoroughAt);
  return sinceMs >= THOROUGH_EVERY_MS || sinceMs < 0;
}

/** Hourly: what is new, and a stretch of what is old; once a day everything. */
export const sentinelWorker: Worker = {
  name: 'sentinel',
  isOfComputer: true,
  priority: 5,
  everyHours: 1,
  isForIdle: false,
  isOnByDefault: true,
  run: async (ctx, { at, signal, breathe, onProgress }: WorkerRun) => {
    const isThorough = await isThoroughDue(ctx, at);
    const looked = await look(ctx, {
      ...{ at, isThorough, signal, breathe },
      onCheck: (_, done, total) => onProgress(done, total),
    });
    const more = looked.cleared > 0 ? `, ${looked.cleared} put right since the last look` : '';
    const kind = isThorough ? 'Looked at everything' : 'Looked at what is new';
    return {
      summary: `${kind}: ${plural(looked.checks, 'check')}, ${plural(looked.found, 'finding')}${more}.`,
      counts: { ...looked, thorough: isThorough ? 1 : 0 },
    };
  },
};
