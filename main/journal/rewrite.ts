import { open, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeIfPresent, shownName, syncFolder } from './files.ts';
import { describeFault } from './read.ts';
import { checkStoredLine, lineOf, type Sealer } from './record.pure.ts';
import { listSegmentNumbers, readLines, segmentName } from './segments.ts';
import { damageError } from './state.ts';
import { findStoredBody } from './stored-body.pure.ts';

const FLUSH_BYTES = 1_000_000;

export type Rewrite = {
  /** A data folder whose journal nobody has open, and whose end is whole. */
  readonly folder: string;
  /** Opens every line there may be, of the key before too. */
  readonly from: Sealer;
  /** Null: bodies lie in the open afterwards. */
  readonly to: Sealer | null;
  /** Whether a sealed line is already as `to` would write it. */
  readonly isCurrent: (sealed: Uint8Array) => boolean;
  readonly onProgress?: (doneBytes: number, totalBytes: number) => Promise<void>;
};

/**
 * Writes every record anew, sealed or in the open, one segment after the other by temporary file and rename: killed at any
 * point, every line is whole and of the one or the other kind, and the next call does what is left.
 */
export async function rewriteJournal(input: Rewrite): Promise<void> {
  const journalFolder = join(input.folder, 'journal');
  const paths = (await listSegmentNumbers(journalFolder)).map((number) => join(journalFolder, segmentName(number)));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let done = 0;
  for (const [i, path] of paths.entries()) {
    await input.onProgress?.(done, total);
    if (await hasOthers(path, input)) await rewriteSegment(path, input);
    done += sizes[i] ?? 0;
  }
  // What a kill left of a rewriting may hold bodies in the open.
  for (const name of await readdir(journalFolder)) {
    if (name.endsWith('.tmp')) await removeIfPresent(join(journalFolder, name));
  }
  await syncFolder(journalFolder);
  await input.onProgress?.(total, total);
}

/** Whether every line is as `to` would write it: nothing needs the key before any more. */
export async function isRewritten(input: Omit<Rewrite, 'onProgress'>): Promise<boolean> {
  const journalFolder = join(input.folder, 'journal');
  for (const number of await listSegmentNumbers(journalFolder))
    if (await hasOthers(join(journalFolder, segmentName(number)), input)) return false;
  return true;
}

/** Reads every line as a rewriting would, and writes nothing: throws `journal.damaged` at the first that could not be. */
export async function assertRewritable(input: Omit<Rewrite, 'onProgress'>): Promise<void> {
  const journalFolder = join(input.folder, 'journal');
  let seq = 0;
  for (const number of await listSegmentNumbers(journalFolder)) {
    const path = join(journalFolder, segmentName(number));
    for await (const { bytes, isTerminated } of readLines(path)) {
      seq += 1;
      // A torn end is cut before anything is rewritten.
      if (isTerminated) rewriteLine({ path, bytes, seq }, input);
    }
  }
}

async function hasOthers(path: string, input: Rewrite): Promise<boolean> {
  for await (const { bytes } of readLines(path)) if (isOther(bytes, input)) return true;
  return false;
}

function isOther(line: Buffer, { to, isCurrent }: Rewrite): boolean {
  const body = findStoredBody(line);
  if (body.kind === 'sealed') return to === null || !isCurrent(body.bytes);
  return body.kind === 'open' && to !== null;
}

async function rewriteSegment(path: string, input: Rewrite): Promise<void> {
  const temporary = `${path}.tmp`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    let pending: string[] = [];
    let pendingChars = 0;
    for await (const line of readLines(path)) {
      const text = rewriteLine({ path, bytes: line.bytes, seq: 0 }, input);
      pending.push(text, '\n');
      pendingChars += text.length;
      if (pendingChars < FLUSH_BYTES) continue;
      await handle.writeFile(pending.join(''));
      pending = [];
      pendingChars = 0;
    }
    await handle.writeFile(pending.join(''));
    await handle.sync();
  } catch (error) {
    await removeIfPresent(temporary);
    throw error;
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
  await syncFolder(join(input.folder, 'journal'));
}

type PlacedLine = { readonly path: string; readonly bytes: Buffer; readonly seq: number };

function rewriteLine({ path, bytes, seq }: PlacedLine, input: Rewrite): string {
  if (!isOther(bytes, input)) return bytes.toString('utf8');
  const check = checkStoredLine(bytes, { prev: null, seq: null, sealer: input.from });
  if (check.kind === 'ok') return lineOf(check.record, input.to);
  // Evidence is never rewritten: the folder stays readable as it is, part one kind and part the other.
  throw damageError(shownName(path), seq, check.kind === 'faulty' ? describeFault(check.fault) : 'it is misplaced');
}
