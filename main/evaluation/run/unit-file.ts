import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import { keyOf, type Observation, type StateReport, UnitLine } from '../format/observation.ts';

/** Where a unit's lines are, by arm and trajectory. */
export const unitPath = (folder: string, arm: string, trajectory: string): string =>
  join(folder, 'units', arm, `${trajectory}.jsonl`);

export type UnitFile = {
  readonly isDone: boolean;
  readonly has: (observation: Pick<Observation, 'arm' | 'trajectory' | 'checkpoint' | 'probe'>) => boolean;
  readonly hasState: (checkpoint: string) => boolean;
  readonly observations: () => number;
  /** SHA-256 of everything that is in it by now. */
  readonly hash: () => string;
  readonly append: (line: UnitLine) => Promise<void>;
  /** What was appended survives a power cut from here on. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Place = { readonly folder: string; readonly arm: string; readonly trajectory: string };

/**
 * Opens a unit's file to go on where it ended. A line that was cut by the end of an earlier run is kept as evidence of it,
 * and made again (ECHO, appendix A).
 */
export async function openUnitFile(place: Place): Promise<UnitFile> {
  const path = unitPath(place.folder, place.arm, place.trajectory);
  await mkdir(dirname(path), { recursive: true });
  const { lines, bytes } = await readAndCut(path, place);
  const sum = createHash('sha256').update(bytes);
  const observed = new Set(lines.flatMap((line) => (line.t === 'observation' ? [keyOf(line)] : [])));
  const states = new Set(lines.flatMap((line) => (line.t === 'state' ? [line.checkpoint] : [])));
  const file = await open(path, 'a');
  return {
    isDone: lines.at(-1)?.t === 'end',
    has: (one) => observed.has(keyOf(one)),
    hasState: (checkpoint) => states.has(checkpoint),
    observations: () => observed.size,
    hash: () => sum.copy().digest('hex'),
    append: async (line) => {
      const text = `${JSON.stringify(line)}\n`;
      await write(file, text);
      sum.update(text);
      if (line.t === 'observation') observed.add(keyOf(line));
      if (line.t === 'state') states.add(line.checkpoint);
    },
    sync: () => file.datasync(),
    close: () => file.close(),
  };
}

async function write(file: FileHandle, text: string): Promise<void> {
  try {
    await file.appendFile(text);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') throw error;
    throw new AppError(
      'disk.too-full',
      'The disk is full. What was observed so far is kept; free some space and run the same command again.',
      { cause: error },
    );
  }
}

type Kept = { readonly lines: readonly UnitLine[]; readonly bytes: Uint8Array };

async function readAndCut(path: string, place: Place): Promise<Kept> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (bytes === null) return { lines: [], bytes: new Uint8Array() };
  const { lines, goodBytes } = parseUnit(bytes);
  if (goodBytes < bytes.length) {
    await keepEvidence(place, bytes.subarray(goodBytes));
    await truncate(path, goodBytes);
  }
  return { lines, bytes: bytes.subarray(0, goodBytes) };
}

/** Every whole line up to the first that is none, and how many bytes they are. */
export function parseUnit(bytes: Buffer): { readonly lines: readonly UnitLine[]; readonly goodBytes: number } {
  const lines: UnitLine[] = [];
  let from = 0;
  for (;;) {
    const end = bytes.indexOf(0x0a, from);
    if (end === -1) break;
    const line = parseLine(bytes.toString('utf8', from, end));
    if (line === null) break;
    lines.push(line);
    from = end + 1;
  }
  return { lines, goodBytes: from };
}

function parseLine(text: string): UnitLine | null {
  try {
    return UnitLine.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null; // a torn line: the caller keeps it as evidence
  }
}

async function keepEvidence({ folder, arm, trajectory }: Place, tail: Buffer): Promise<void> {
  const evidence = join(folder, 'evidence');
  await mkdir(evidence, { recursive: true });
  for (let n = 1; ; n += 1) {
    const path = join(evidence, `${arm}.${trajectory}.${n}.cut`);
    try {
      await writeFile(path, tail, { flag: 'wx' });
      return;
    } catch (error) {
      // Evidence of an earlier interruption has that name.
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
    }
  }
}

/** All lines of a unit that is done. */
export async function readUnit(folder: string, arm: string, trajectory: string): Promise<readonly UnitLine[]> {
  return (await readWholeUnit(folder, arm, trajectory)).lines;
}

/** The lines of a unit, and whether they are still those that its run wrote; null where its end does not tell. */
export async function readWholeUnit(
  folder: string,
  arm: string,
  trajectory: string,
): Promise<{ readonly lines: readonly UnitLine[]; readonly isAsWritten: boolean | null }> {
  const bytes = await readFile(unitPath(folder, arm, trajectory));
  const { lines, goodBytes } = parseUnit(bytes);
  const end = lines.at(-1);
  if (end?.t !== 'end' || end.hash === undefined) return { lines, isAsWritten: null };
  const before = bytes.subarray(0, bytes.lastIndexOf(0x0a, goodBytes - 2) + 1);
  return { lines, isAsWritten: goodBytes === bytes.length && sha256(before) === end.hash };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Writes a whole file, or leaves what was there. */
export async function writeWhole(path: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

export type { StateReport };
