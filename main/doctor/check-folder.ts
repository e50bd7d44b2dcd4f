import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ctx } from '../ctx.ts';
import { freeBytes, MIN_FREE_BYTES } from '../lib/disk.ts';
import { type Findings, problem } from './finding.ts';

/** Below this a user should know before anything is refused. */
const LOW_FREE_BYTES = 1_000_000_000;
/** The newest traces are opened, the others only counted: a folder may hold many thousands. */
const OPENED_TRACES = 20;

/** Free space, the trace files, and what interrupted work left in the folder. */
export async function checkFolder(found: Findings, ctx: Ctx): Promise<void> {
  await checkSpace(found, ctx.dataFolder);
  await checkTraces(found, ctx);
  await checkLeftovers(found, ctx.dataFolder);
}

async function checkSpace(found: Findings, folder: string): Promise<void> {
  const free = await freeBytes(folder);
  if (free === null) return;
  const freeMb = Math.floor(free / 1_000_000);
  if (free < MIN_FREE_BYTES) {
    const message = `The disk is full: ${freeMb} MB are free, so nothing new is saved.`;
    found.problems.push(problem({ check: 'disk.space', message, fix: 'Free some space.' }));
  } else if (free < LOW_FREE_BYTES) found.notes.push(`The disk is nearly full: ${freeMb} MB are free.`);
}

async function checkTraces(found: Findings, ctx: Ctx): Promise<void> {
  const names = await listNames(join(ctx.dataFolder, 'traces'));
  const files = names.filter((name) => name.endsWith('.json.gz')).sort();
  found.counts.traces = files.length;
  let unreadable = 0;
  for (const name of files.slice(-OPENED_TRACES)) {
    const isReadable = await ctx.traces.get(name.replace('.json.gz', '')).then(
      () => true,
      () => false, // counted below; a trace explains an answer and costs none
    );
    if (!isReadable) unreadable += 1;
  }
  if (unreadable > 0)
    found.notes.push(`${unreadable} of the newest traces cannot be read; their answers stay as they are.`);
}

const FORGET_MARKER = 'forget.json';
const LEFTOVER = /(?:\.new|\.tmp)$|^lock\.(?:new|take)-/;
const ASIDE = /\.damaged(?:-\d+)?$/;

async function checkLeftovers(found: Findings, folder: string): Promise<void> {
  const left: string[] = [];
  for (const inner of ['', 'journal', 'traces', 'cache', 'drafts']) {
    const names = await listNames(join(folder, inner));
    left.push(...names.filter((name) => LEFTOVER.test(name)).map((name) => join(inner, name)));
  }
  const uploads = await listNames(join(folder, 'uploads'));
  if (uploads.length > 0) left.push(`uploads (${uploads.length})`);
  const aside = (await listNames(folder)).filter((name) => ASIDE.test(name)).sort();
  if (aside.length > 0)
    found.notes.push(`Could not be read and are kept aside, with the defaults in their place: ${aside.join(', ')}.`);
  if ((await listNames(folder)).includes(FORGET_MARKER))
    found.problems.push(
      problem({
        check: 'forget.unfinished',
        file: FORGET_MARKER,
        message: 'Something that was to be forgotten is not gone everywhere yet.',
        fix: 'Where a forget is under way, wait for its receipt. Otherwise make sure that the disk has space and can be written, and start Palimpsest again: it ends the forget first.',
      }),
    );
  if (left.length > 0) found.notes.push(`Left by interrupted work, and harmless: ${left.sort().join(', ')}.`);
}

async function listNames(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []); // a folder that nothing has needed yet
}
