import { checkStoredLine, type Sealer } from './record.pure.ts';

/** What stands after the last newline of the last segment. */
export type Rest =
  | { readonly kind: 'nothing' }
  /** A write that stopped: the beginning of a record and no more. It was never acknowledged, so it is cut. */
  | { readonly kind: 'torn' }
  /** A whole record that lacks only its newline: it is kept and the newline is written. */
  | { readonly kind: 'unterminated'; readonly hash: string }
  /** Anything else was changed after it was written: it is never cut. */
  | { readonly kind: 'damage' };

const RECORD_START = '{"at":"';
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = [0x7b, 0x5b];
const CLOSE = [0x7d, 0x5d];

/** Tells a torn write from damage: only the proper prefix of one record, whose object never closes, is torn. */
export function classifyRest(
  rest: Uint8Array,
  expected: { readonly prev: string; readonly seq: number; readonly sealer?: Sealer | null },
): Rest {
  if (rest.length === 0) return { kind: 'nothing' };
  const start = Buffer.from(rest.subarray(0, RECORD_START.length)).toString('latin1');
  if (!RECORD_START.startsWith(start)) return { kind: 'damage' };
  const closedAt = findEndOfObject(rest);
  if (closedAt === 'control-byte') return { kind: 'damage' };
  if (closedAt === 'open') return { kind: 'torn' };
  if (closedAt !== rest.length) return { kind: 'damage' };
  const check = checkStoredLine(rest, { ...expected, sealer: expected.sealer ?? null });
  return check.kind === 'ok' ? { kind: 'unterminated', hash: check.record.hash } : { kind: 'damage' };
}

/** Offset after the byte that closes the first object; canonical JSON holds no byte below 0x20. */
function findEndOfObject(bytes: Uint8Array): number | 'open' | 'control-byte' {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x20) return 'control-byte';
    if (isEscaped) isEscaped = false;
    else if (isInString) {
      if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (OPEN.includes(byte)) depth += 1;
    else if (CLOSE.includes(byte)) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return 'open';
}
