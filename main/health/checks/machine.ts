import { z } from 'zod';
import { freeBytes, MIN_FREE_BYTES } from '../../lib/disk.ts';
import {
  getInboxCount,
  getStaleSummaries,
  getUnread,
  listTroubledJobs,
  listWatchedPaths,
} from '../../stores/health-checks.ts';
import { findMark, setMark } from '../../stores/health-findings.ts';
import { type Check, type Found, found, plural } from '../check.ts';
import { findClockJump, nextClockMark } from '../clock-jump.pure.ts';
import { canReadFolder } from '../files.ts';

export const CLOCK_MARK = 'clock';
export const ClockMark = z.object({ seenMs: z.number(), acceptedMs: z.number() });

/** A run that is for another time than the clock shows is part of a simulation: it says nothing about the clock. */
const SIMULATED_MS = 60 * 60_000;

/** Whether the clock has jumped since the last look, or stands before the newest record. */
export const clockCheck: Check = {
  name: 'clock',
  codes: ['clock.back', 'clock.ahead'],
  run: async ({ ctx, at, tail }) => {
    const nowMs = ctx.clock.now().getTime();
    if (Math.abs(at.getTime() - nowMs) > SIMULATED_MS) return [];
    const mark = await findMark(ctx.db.read, CLOCK_MARK, ClockMark);
    const last = (await tail()).records.at(-1);
    const jump = findClockJump(mark, { nowMs, lastRecordMs: last === undefined ? null : Date.parse(last.at) });
    await ctx.db.transaction((tx) => setMark(tx, CLOCK_MARK, nextClockMark(mark, nowMs, jump)));
    if (jump === null) return [];
    const far = jump.days >= 2 ? plural(jump.days, 'day') : plural(jump.hours, 'hour');
    const evidence = { days: jump.days, hours: jump.hours };
    const repair = 'accept-clock';
    return jump.kind === 'back'
      ? [
          found({
            ...{ code: 'clock.back', repair, evidence },
            message: `This computer's clock stands ${far} before the last time that was seen here. Nothing is lost and work goes on; what is said now is dated as the clock says.`,
            fix: 'Set the clock right, then look again. If it is right now, say so.',
          }),
        ]
      : [
          found({
            ...{ code: 'clock.ahead', severity: 'notice', repair, evidence },
            message: `This computer's clock stands ${far} after the last time that was seen here.`,
            fix: 'If Palimpsest was not used for so long, say that the clock is right. Otherwise set it right, then look again.',
          }),
        ];
  },
};

/** Below this a user should know before anything is refused. */
export const LOW_FREE_BYTES = 1_000_000_000;

export const diskCheck: Check = {
  name: 'disk',
  codes: ['disk.low', 'disk.full'],
  run: async ({ ctx }) => {
    const free = await freeBytes(ctx.dataFolder);
    if (free === null || free >= LOW_FREE_BYTES) return [];
    const freeMb = Math.floor(free / 1_000_000);
    const more = {
      fix: 'Free some space. What can be made again here is removed at a click.',
      repair: 'clear-space',
      evidence: { freeMb },
    } as const;
    return free < MIN_FREE_BYTES
      ? [
          found({
            code: 'disk.full',
            message: `The disk is full: ${freeMb} MB are free, so nothing new is saved.`,
            ...more,
          }),
        ]
      : [
          found({
            ...{ code: 'disk.low', severity: 'notice', ...more },
            message: `The disk is nearly full: ${freeMb} MB are free. Below 68 MB nothing new is saved.`,
          }),
        ];
  },
};

const STUCK_MS = 6 * 60 * 60_000;

/** Background work that gave up, or that should have ended long ago. */
export const jobsCheck: Check = {
  name: 'jobs',
  codes: ['job.dead', 'job.stuck'],
  run: async ({ ctx, at }) => {
    const troubled = await listTroubledJobs(ctx.db.read, new Date(at.getTime() - STUCK_MS));
    return troubled.flatMap(({ worker, state, attempts, summary, startedAt }): Found[] => {
      if (state === 'dead')
        return [
          found({
            code: 'job.dead',
            about: worker,
            message: `The work “${worker}” failed ${plural(attempts, 'time')} and waits. ${summary ?? ''}`.trim(),
            fix: 'Try again. Everything else goes on without it.',
            repair: 'retry-job',
            evidence: { attempts },
          }),
        ];
      const hours = Math.round((at.getTime() - (startedAt?.getTime() ?? at.getTime())) / 3_600_000);
      return [
        found({
          code: 'job.stuck',
          about: worker,
          message: `The work “${worker}” has been running for ${plural(hours, 'hour')}, and all other work waits for it.`,
          fix: 'Stop it and begin again. What it has done so far stays.',
          repair: 'retry-job',
          evidence: { hours },
        }),
      ];
    });
  },
};

const UNREAD_TURNS = 500;
const UNREAD_MS = 6 * 60 * 60_000;

/** Turns that wait to be read for facts. */
export const extractionCheck: Check = {
  name: 'extraction',
  codes: ['extraction.behind'],
  run: async ({ ctx, at }) => {
    const { n, since } = await getUnread(ctx.db.read, 5_000);
    if (n < UNREAD_TURNS || since === null || at.getTime() - since.getTime() < UNREAD_MS) return [];
    const message = `${n >= 5_000 ? 'More than 5,000 turns have' : `${plural(n, 'turn has', 'turns have')}`} not been read for facts for hours.`;
    const fix = 'Read them now. Questions go first.';
    return [
      found({
        code: 'extraction.behind',
        severity: 'notice',
        message,
        fix,
        repair: 'read-turns',
        evidence: { turns: n },
      }),
    ];
  },
};

/** The process that runs the models. */
export const hostCheck: Check = {
  name: 'model process',
  codes: ['host.trouble'],
  run: async ({ ctx }) => {
    const state = ctx.inference.state();
    const of = (message: string, more: Partial<Found> = {}): readonly Found[] => [
      found({ code: 'host.trouble', message, fix: 'Start it again.', repair: 'restart-host', ...more }),
    ];
    if (state.kind === 'failed') return of(`The model process could not be started. ${state.notice}`);
    if (state.kind === 'restarting')
      return of(`The model process ended and is started again. ${state.notice}`, {
        severity: 'notice',
        evidence: { attempts: state.attempt },
      });
    // A notice says that it was not the user who chose the processor.
    if (state.kind === 'ready' && state.isCpuOnly && state.notice !== null)
      return of(state.notice, { severity: 'notice', fix: 'Try the graphics card again.' });
    return [];
  },
};

const INBOX_ITEMS = 300;

export const inboxCheck: Check = {
  name: 'inbox',
  codes: ['inbox.long'],
  run: async ({ ctx }) => {
    const waiting = await getInboxCount(ctx.db.read);
    if (waiting < INBOX_ITEMS) return [];
    const message = `${plural(waiting, 'thing waits', 'things wait')} in the inbox: too many to be read in one go, and none of them is used until then.`;
    const fix = 'Open the inbox. Accepting or rejecting a few at a time is enough.';
    return [found({ code: 'inbox.long', severity: 'notice', message, fix, evidence: { waiting } })];
  },
};

const STALE_MS = 3 * 24 * 60 * 60_000;

export const summariesCheck: Check = {
  name: 'summaries',
  codes: ['summaries.stale'],
  run: async ({ ctx, at }) => {
    const { n, since } = await getStaleSummaries(ctx.db.read);
    if (n === 0 || since === null || at.getTime() - since.getTime() < STALE_MS) return [];
    const message = `${plural(n, 'summary has', 'summaries have')} been out of date for days: the turns below them have changed.`;
    const fix = 'Write them again now.';
    return [
      found({
        code: 'summaries.stale',
        severity: 'notice',
        message,
        fix,
        repair: 'write-summaries',
        evidence: { stale: n },
      }),
    ];
  },
};

/** Folders that are watched for documents and cannot be read any more. */
export const foldersCheck: Check = {
  name: 'watched folders',
  codes: ['folder.gone'],
  run: async ({ ctx }) => {
    const all: Found[] = [];
    for (const { id, path } of await listWatchedPaths(ctx.db.read)) {
      if (await canReadFolder(path)) continue;
      all.push(
        found({
          code: 'folder.gone',
          about: id,
          message: `A watched folder cannot be read: ${path}. The documents that came from it stay as they were.`,
          fix: 'Connect its disk or put it back; or stop watching it, under Documents.',
        }),
      );
    }
    return all;
  },
};
