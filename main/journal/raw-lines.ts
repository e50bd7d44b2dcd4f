import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeAll } from './files.ts';
import { listSegmentNumbers, readLines, segmentName } from './segments.ts';

/** A record exactly as it lies on the disk, without its newline: sealed where the journal is. */
export type RawLine = { readonly seq: number; readonly bytes: Buffer };

/** The records up to `untilSeq`, unchecked and as they are: whoever keeps them checks them where they end up. */
export async function* readRawLines(dataFolder: string, untilSeq: number): AsyncGenerator<RawLine> {
  const folder = join(dataFolder, 'journal');
  let seq = 0;
  for (const number of await listSegmentNumbers(folder)) {
    for await (const { bytes, isTerminated } of readLines(join(folder, segmentName(number)))) {
      if (seq >= untilSeq || !isTerminated) break;
      seq += 1;
      yield { seq, bytes };
    }
    if (seq >= untilSeq) return;
  }
}

/** `{"at":"2026-11-30T14:00:00.000Z",` goes on with the body, unless that is sealed or was erased. */
const AFTER_AT = '{"at":"2026-11-30T14:00:00.000Z",'.length;

/** Whether the body of a line was erased; a sealed one is there, though nobody without the key can read it. */
export function isBodiless(line: Buffer): boolean {
  if (line.toString('latin1', AFTER_AT, AFTER_AT + 6) === '"body"') return false;
  // Quotes inside a value are escaped, so that no value can look like this field.
  return !line.includes('"sealed":"');
}

/** The same size as a journal that grew by itself; a line is never cut. */
const SEGMENT_BYTES = 16_000_000;

/** Makes the journal of a new folder of these lines (with their newlines), durably. */
export async function writeRawJournal(dataFolder: string, parts: AsyncIterable<Buffer>): Promise<void> {
  const folder = join(dataFolder, 'journal');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let number = 1;
  let position = 0;
  let handle = await open(join(folder, segmentName(number)), 'wx', 0o600);
  try {
    for await (const part of parts) {
      if (position > 0 && position + part.length > SEGMENT_BYTES) {
        await handle.sync();
        await handle.close();
        number += 1;
        position = 0;
        handle = await open(join(folder, segmentName(number)), 'wx', 0o600);
      }
      await writeAll(handle, part, position);
      position += part.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(folder);
}
