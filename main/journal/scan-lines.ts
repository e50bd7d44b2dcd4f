import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../lib/abort.ts';
import { checkStoredLine, lineOf, type Sealer } from './record.pure.ts';
import { type JournalState, segmentPath } from './state.ts';

/** A line as it stands in a segment, not checked against its hash. */
export type ScannedLine = {
  readonly seq: number;
  /** Null where it cannot be told without parsing. */
  readonly kind: string | null;
  /** Valid until the visitor returns. */
  readonly bytes: Buffer;
  /** Parsed anew at each call; not verified. */
  readonly value: () => unknown;
};

/** After so many bytes others get their turn. */
const BREATH_BYTES = 2_000_000;
const NEWLINE = 0x0a;
/** Where the second key of a line begins: its time always has the same length. */
const SECOND_KEY = '{"at":"2026-01-01T00:00:00.000Z","'.length;
const BODY = 0x62; // b
const KIND_CHARS = 60;
const SEALED = Buffer.from('"sealed":"');

/**
 * Shows every durable record that has a body, in order, several times as quickly as reading them: nothing is parsed or
 * verified, so whoever changes something by what was found reads the record itself again.
 */
export async function scanLines(
  state: JournalState,
  visit: (line: ScannedLine) => void,
  signal?: AbortSignal,
): Promise<void> {
  const untilSeq = state.lastSeq;
  for (const segment of [...state.segments]) {
    if (segment.firstSeq > untilSeq) return;
    const bytes = await readFile(segmentPath(state, segment));
    let seq = segment.firstSeq;
    let breath = BREATH_BYTES;
    for (let start = 0; start < bytes.length && seq <= untilSeq; seq += 1) {
      const found = bytes.indexOf(NEWLINE, start);
      const end = found < 0 ? bytes.length : found;
      const line = openLine(bytes.subarray(start, end), state.sealer);
      if (line[SECOND_KEY] === BODY) visit(toLine(line, seq));
      start = end + 1;
      if (start < breath) continue;
      breath = start + BREATH_BYTES;
      throwIfAborted(signal);
      await setImmediate();
    }
  }
}

/** As the line of an open folder; one that does not open is shown as it is, without a body. */
function openLine(line: Buffer, sealer: Sealer | null): Buffer {
  if (sealer === null || line[SECOND_KEY] === BODY || !line.includes(SEALED)) return line;
  const check = checkStoredLine(line, { prev: null, seq: null, sealer });
  return check.kind === 'ok' ? Buffer.from(lineOf(check.record, null)) : line;
}

function toLine(bytes: Buffer, seq: number): ScannedLine {
  return { seq, kind: kindOf(bytes, seq), bytes, value: () => JSON.parse(bytes.toString('utf8')) };
}

/** The keys stand in canonical order, so that what follows the kind has a length that is known. */
function kindOf(bytes: Buffer, seq: number): string | null {
  const after = `","prev":"","salt":"","seq":${seq},"v":1}`.length + 2 * 64;
  const end = bytes.length - after;
  const before = bytes.toString('latin1', Math.max(0, end - KIND_CHARS), end);
  const at = before.lastIndexOf('"kind":"');
  return at < 0 ? null : before.slice(at + '"kind":"'.length);
}
