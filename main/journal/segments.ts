import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, syncFolder } from './files.ts';

const NEWLINE = 0x0a;
const CHUNK_BYTES = 1 << 18;
const SEGMENT_NAME = /^(\d{8})\.jsonl$/;

export function segmentName(number: number): string {
  return `${String(number).padStart(8, '0')}.jsonl`;
}

/** Numbers of the segments in a journal folder, in order; an absent folder has none. */
export async function listSegmentNumbers(journalFolder: string): Promise<readonly number[]> {
  const names = await readdir(journalFolder).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  });
  return names
    .map((name) => SEGMENT_NAME.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
}

/** Creates an empty segment whose name is durable; an empty one left by a failed try is taken as it is. */
export async function createSegment(journalFolder: string, number: number): Promise<void> {
  const handle = await open(join(journalFolder, segmentName(number)), 'a', 0o600);
  try {
    const { size } = await handle.stat();
    if (size > 0) throw new Error(`bug: segment ${number} has ${size} bytes before it is created`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(journalFolder);
}

export type Line = {
  /** Without the newline. */
  readonly bytes: Buffer;
  /** False for what follows the last newline. */
  readonly isTerminated: boolean;
};

/** Lines of a file, holding one chunk and one line in memory. */
export async function* readLines(path: string): AsyncGenerator<Line> {
  const handle = await open(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest: Buffer[] = [];
    for (let position = 0; ; ) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      let start = 0;
      for (let end = findNewline(chunk, 0, bytesRead); end >= 0; end = findNewline(chunk, start, bytesRead)) {
        const bytes = Buffer.concat([...rest, chunk.subarray(start, end)]);
        rest = [];
        yield { bytes, isTerminated: true };
        start = end + 1;
      }
      if (start < bytesRead) rest.push(Buffer.from(chunk.subarray(start, bytesRead)));
    }
    if (rest.length > 0) yield { bytes: Buffer.concat(rest), isTerminated: false };
  } finally {
    await handle.close();
  }
}

function findNewline(chunk: Buffer, from: number, end: number): number {
  return chunk.subarray(0, end).indexOf(NEWLINE, from);
}

export type Tail = {
  /** Whole lines, oldest first, without newlines. */
  readonly lines: readonly Buffer[];
  /** What follows the last newline. */
  readonly rest: Buffer;
  /** Whether `lines` begins with the first line of the file. */
  readonly isWhole: boolean;
  readonly sizeBytes: number;
};

/** The last whole lines of a file: at least one, if it has one, from at least `windowBytes`. */
export async function readTail(path: string, windowBytes: number): Promise<Tail> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    for (let want = windowBytes; ; want *= 4) {
      const from = Math.max(0, size - want);
      const window = Buffer.alloc(size - from);
      let read = 0;
      while (read < window.length) {
        const { bytesRead } = await handle.read(window, read, window.length - read, from + read);
        if (bytesRead === 0) break;
        read += bytesRead;
      }
      const tail = splitTail(window.subarray(0, read), from);
      if (tail.isWhole || tail.lines.length > 0) return tail;
    }
  } finally {
    await handle.close();
  }
}

function splitTail(window: Buffer, from: number): Tail {
  const isWhole = from === 0;
  const sizeBytes = from + window.length;
  const lines: Buffer[] = [];
  // A window that begins inside the file begins inside a line: that line is left out.
  let start = isWhole ? 0 : window.indexOf(NEWLINE) + 1;
  if (!isWhole && start === 0) return { lines, rest: window, isWhole, sizeBytes };
  for (let end = window.indexOf(NEWLINE, start); end >= 0; end = window.indexOf(NEWLINE, start)) {
    lines.push(window.subarray(start, end));
    start = end + 1;
  }
  return { lines, rest: window.subarray(start), isWhole, sizeBytes };
}
