import { join } from 'node:path';
import { errnoOf } from './files.ts';
import { type HeadReading, readHead } from './head.ts';
import { checkStoredLine, type JournalRecord, type Sealer } from './record.pure.ts';
import { listSegmentNumbers, readTail, segmentName } from './segments.ts';
import { findVaultFile } from './vault.ts';

export type TailFault = { readonly file: string; readonly seq: number; readonly fault: string };

export type TailReport = {
  /** Whole records at the end, oldest first, as far as they are sound. */
  readonly records: readonly JournalRecord[];
  readonly faults: readonly TailFault[];
  /** Numbers between the first and the last segment that have no file. */
  readonly missingSegments: readonly number[];
  readonly head: 'good' | 'absent' | 'unreadable' | 'forged' | 'truncated' | 'other-history';
  readonly headSeq: number | null;
};

/** Enough for some hundred records: what was written since the last look, at the pace of one person. */
const WINDOW_BYTES = 256 * 1024;

/**
 * Checks the newest records of a folder's journal against their hashes, the chain and the signed head. What is being
 * written meanwhile is left alone: a line without its end is no record yet.
 */
export async function checkTail(folder: string, sealer: Sealer | null = null): Promise<TailReport> {
  const journalFolder = join(folder, 'journal');
  const numbers = await listSegmentNumbers(journalFolder);
  const last = numbers.at(-1) ?? 0;
  // The head first: one that is signed meanwhile would count records that were not read yet.
  const reading = await readVaultHead(folder);
  const missingSegments = Array.from({ length: last }, (_, n) => n + 1).filter((n) => !numbers.includes(n));
  const { records, faults } = await readSound(journalFolder, { numbers, sealer });
  return {
    ...{ records, faults, missingSegments },
    head: compareHead(reading, records),
    headSeq: reading.kind === 'signed' ? reading.head.seq : null,
  };
}

/** What belongs behind a record; anything where there is none. */
const after = (before: JournalRecord | null) => ({ prev: before?.hash ?? null, seq: before && before.seq + 1 });

type Window = { readonly numbers: readonly number[]; readonly sealer: Sealer | null };

async function readSound(folder: string, { numbers, sealer }: Window) {
  const records: JournalRecord[] = [];
  const faults: TailFault[] = [];
  // A segment that has just begun holds too little; the one before it goes with it.
  for (const number of numbers.slice(-2)) {
    const file = `journal/${segmentName(number)}`;
    const tail = await readTail(join(folder, segmentName(number)), WINDOW_BYTES);
    // A window that begins inside a segment, or behind one that is missing, begins the chain anew.
    const isNext = tail.isWhole && numbers.includes(number - 1);
    let before: JournalRecord | null = isNext ? (records.at(-1) ?? null) : null;
    for (const line of tail.lines) {
      const check = checkStoredLine(line, { ...after(before), sealer });
      if (check.kind === 'ok') {
        records.push(check.record);
        before = check.record;
        continue;
      }
      faults.push({ file, seq: (before?.seq ?? 0) + 1, fault: check.fault });
      // What follows a line that cannot be read is judged by itself.
      before = null;
    }
  }
  return { records, faults };
}

async function readVaultHead(folder: string): Promise<HeadReading> {
  try {
    const vault = await findVaultFile(folder);
    return await readHead(folder, vault?.publicKey ?? null);
  } catch (error) {
    if (errnoOf(error) !== null) throw error;
    return { kind: 'unreadable' }; // a vault that cannot be read vouches for nothing
  }
}

function compareHead(reading: HeadReading, records: readonly JournalRecord[]): TailReport['head'] {
  if (reading.kind !== 'signed') return reading.kind;
  const { seq, hash } = reading.head;
  const end = records.at(-1)?.seq ?? 0;
  if (seq > end) return 'truncated';
  const signed = records.find((record) => record.seq === seq);
  // Older than the window: the whole journal has to be read to compare.
  return signed === undefined || signed.hash === hash ? 'good' : 'other-history';
}
