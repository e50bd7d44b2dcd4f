import { checkStoredLine, type JournalRecord, type Sealer } from './record.pure.ts';

const RECORD_START = Buffer.from('{"at":"');
const RECORD_END = Buffer.from('"v":1}');

/** Finds a sound record at the start of a line whose newline was changed, removed, or preceded by a carriage return. */
export function splitJoined(
  line: Uint8Array,
  sealer: Sealer | null,
): { readonly record: JournalRecord; readonly rest: Uint8Array } | null {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
  const cuts: { readonly end: number; readonly restAt: number }[] = [{ end: bytes.length - 1, restAt: bytes.length }];
  for (let at = bytes.indexOf(RECORD_START, 1); at >= 0; at = bytes.indexOf(RECORD_START, at + 1)) {
    cuts.push({ end: at, restAt: at }, { end: at - 1, restAt: at });
  }
  for (const { end, restAt } of cuts) {
    const left = bytes.subarray(0, end);
    if (!endsRecord(left)) continue;
    const check = checkStoredLine(left, { prev: null, seq: null, sealer });
    if (check.kind === 'ok') return { record: check.record, rest: bytes.subarray(restAt) };
  }
  return null;
}

function endsRecord(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(-RECORD_END.length)).equals(RECORD_END);
}

function startsRecord(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, RECORD_START.length)).equals(RECORD_START);
}

/** How many records a run of unreadable lines is: a newline written into a record makes two lines of it. */
export function countRecords(lines: readonly Uint8Array[]): number {
  return lines.filter((line, i) => {
    const before = lines[i - 1];
    return before === undefined || endsRecord(before) || startsRecord(line);
  }).length;
}
