import { checkLine, type Fault, type JournalRecord, ZERO_HASH } from './record.pure.ts';
import { classifyRest } from './tail.pure.ts';

export type ChainFault =
  | Exclude<Fault, 'wrong-seq' | 'wrong-prev'>
  | 'newline'
  | 'torn-tail'
  | 'unexpected-line'
  | 'missing'
  | 'misplaced'
  | 'replaced'
  | 'missing-body'
  | 'unerased-body';

export type Finding = {
  readonly fault: ChainFault;
  readonly file: string;
  readonly seq: number;
  /** The record's id, where it can be trusted. */
  readonly id: string | null;
  /** For a run of missing records, the last one. */
  readonly untilSeq?: number;
};

export type ChainSummary = {
  readonly findings: readonly Finding[];
  readonly records: number;
  readonly erased: number;
  readonly lastSeq: number;
  readonly lastHash: string;
  readonly firstRecord: JournalRecord | null;
  /** Hash of the record at the anchor's seq, or null when the journal does not hold it. */
  readonly hashAtAnchor: string | null;
};

type Anchor = { readonly seq: number; readonly hash: string } | null;
type Placed = { readonly record: JournalRecord; readonly file: string };
type BadLine = { readonly fault: ChainFault; readonly file: string; readonly bytes: Uint8Array };

const RECORD_START = Buffer.from('{"at":"');
const RECORD_END = Buffer.from('"v":1}');

export type ChainCheck = {
  readonly addLine: (bytes: Uint8Array, file: string) => void;
  /** What follows the last newline of a file; `isLastFile` says whether a torn write may stand there. */
  readonly addRest: (bytes: Uint8Array, file: string, isLastFile: boolean) => void;
  readonly finish: () => ChainSummary;
};

/**
 * Follows the chain line by line and goes on after a fault, so that each faulty record is named. A line that cannot be
 * read is named by its place, which the next readable record settles; a record with an unexpected number is held back
 * until the one after it tells a gap from a misplaced record.
 */
export function createChainCheck(anchor: Anchor): ChainCheck {
  const findings: Finding[] = [];
  const bodies = createBodyCheck();
  let next = 1;
  let prev: string | null = ZERO_HASH;
  let records = 0;
  let lastHash = ZERO_HASH;
  let firstRecord: JournalRecord | null = null;
  let hashAtAnchor: string | null = null;
  let bad: BadLine[] = [];
  let held: Placed | null = null;
  const movedSeqs = new Set<number>();
  /** A link that does not hold; the link after it tells which of its two records was replaced. */
  let suspect: { readonly before: Placed | null; readonly after: Placed } | null = null;
  let lastPlaced: Placed | null = null;

  function report(fault: ChainFault, placed: Placed, seq = placed.record.seq): void {
    findings.push({ fault, file: placed.file, seq, id: placed.record.id });
  }

  function addLine(bytes: Uint8Array, file: string): void {
    const check = checkLine(bytes, null, null);
    if (check.kind === 'ok') {
      place({ record: check.record, file });
      return;
    }
    const joined = splitJoined(bytes);
    if (joined !== null) {
      place({ record: joined.record, file });
      findings.push({ fault: 'newline', file, seq: joined.record.seq, id: joined.record.id });
      if (joined.rest.length > 0) addLine(joined.rest, file);
      return;
    }
    settleHeld();
    bad.push({
      fault: check.fault === 'wrong-seq' || check.fault === 'wrong-prev' ? 'misplaced' : check.fault,
      file,
      bytes,
    });
  }

  function addRest(bytes: Uint8Array, file: string, isLastFile: boolean): void {
    if (bytes.length === 0) return;
    settleHeld();
    const check = checkLine(bytes, null, null);
    if (check.kind === 'ok') {
      place({ record: check.record, file });
      findings.push({ fault: 'newline', file, seq: check.record.seq, id: check.record.id });
    } else if (isLastFile && classifyRest(bytes, { prev: prev ?? ZERO_HASH, seq: next }).kind === 'torn') {
      findings.push({ fault: 'torn-tail', file, seq: next + bad.length, id: null });
    } else {
      addLine(bytes, file);
    }
  }

  function place(placed: Placed): void {
    const { seq } = placed.record;
    if (held !== null) {
      if (seq === next && held.record.seq !== next) {
        report('misplaced', held);
        movedSeqs.add(held.record.seq);
        held = null;
      } else {
        settleHeld();
      }
    }
    if (seq < next) report('misplaced', placed);
    else if (seq > next + bad.length) held = placed;
    else accept(placed);
  }

  function settleHeld(): void {
    const placed = held;
    held = null;
    if (placed !== null) accept(placed);
  }

  function accept(placed: Placed): void {
    const { record, file } = placed;
    if (bad.length > 0 || record.seq > next) settleGap(record.seq, file);
    followLink(placed);
    bodies.add(placed);
    firstRecord ??= record.seq === 1 ? record : null;
    if (anchor?.seq === record.seq) hashAtAnchor = record.hash;
    records += 1;
    next = record.seq + 1;
    prev = record.hash;
    lastHash = record.hash;
    lastPlaced = placed;
  }

  /** Names what stands, or should stand, between the last sound record and the next one. */
  function settleGap(untilSeq: number, file: string): void {
    let seq = next;
    for (const line of bad) {
      if (seq >= untilSeq) break;
      findings.push({ fault: line.fault, file: line.file, seq, id: null });
      bodies.forgive(seq);
      seq += 1;
    }
    const first = bad[0];
    if (first && untilSeq === next) findings.push({ fault: 'unexpected-line', file: first.file, seq: next, id: null });
    // A record that stood too early has been named already.
    if (seq === untilSeq - 1 && movedSeqs.has(seq)) seq += 1;
    if (seq < untilSeq) {
      findings.push({ fault: 'missing', file, seq, id: null, untilSeq: untilSeq - 1 });
      bodies.forgive(seq, untilSeq - 1);
    }
    // An unexpected line stands between two records that may still follow one another.
    if (untilSeq > next) prev = null;
    bad = [];
  }

  function followLink(placed: Placed): void {
    const isBroken = prev !== null && placed.record.prev !== prev;
    if (suspect !== null) {
      if (isBroken || suspect.before === null) report('replaced', suspect.after);
      else report('replaced', suspect.before);
      suspect = null;
    } else if (isBroken) {
      suspect = { before: lastPlaced, after: placed };
    }
  }

  function finish(): ChainSummary {
    settleHeld();
    if (bad.length > 0) {
      const known = anchor !== null && anchor.seq >= next ? anchor.seq - next + 1 : countRecords(bad);
      const named = Math.max(1, Math.min(known, bad.length));
      bad = bad.slice(0, named);
      settleGap(next + named, bad[0]?.file ?? '');
      next += named;
    }
    if (suspect !== null) {
      const isAfterAnchored = anchor?.seq === suspect.after.record.seq && anchor.hash === suspect.after.record.hash;
      report('replaced', isAfterAnchored && suspect.before !== null ? suspect.before : suspect.after);
    }
    const found = [...findings, ...bodies.finish()].sort((a, b) => a.seq - b.seq);
    return {
      findings: found,
      records,
      erased: bodies.countErased(),
      lastSeq: next - 1,
      lastHash,
      firstRecord,
      hashAtAnchor,
    };
  }

  return { addLine, addRest, finish };
}

/** A missing body is legal only where a later `erased` record names it, and what it names must be gone. */
function createBodyCheck() {
  const withoutBody = new Map<number, Placed>();
  const licensed = new Map<number, Placed>();
  const unreadable: { readonly from: number; readonly until: number }[] = [];

  function add(placed: Placed): void {
    const { record } = placed;
    if (record.body === undefined) withoutBody.set(record.seq, placed);
    else if (record.kind === 'erased') {
      for (const seq of listErasedSeqs(record.body)) if (seq < record.seq) licensed.set(seq, placed);
    }
  }

  function finish(): readonly Finding[] {
    const found: Finding[] = [];
    for (const [seq, { record, file }] of withoutBody) {
      if (!licensed.has(seq)) found.push({ fault: 'missing-body', file, seq, id: record.id });
    }
    for (const [seq, { file }] of licensed) {
      const isKnownBad = unreadable.some((range) => seq >= range.from && seq <= range.until);
      if (!(withoutBody.has(seq) || isKnownBad)) found.push({ fault: 'unerased-body', file, seq, id: null });
    }
    return found;
  }

  return {
    add,
    finish,
    forgive: (from: number, until = from) => {
      unreadable.push({ from, until });
    },
    countErased: () => withoutBody.size,
  };
}

function listErasedSeqs(body: JournalRecord['body']): readonly number[] {
  if (typeof body !== 'object' || body === null || !('seqs' in body) || !Array.isArray(body.seqs)) return [];
  return body.seqs.filter((seq) => typeof seq === 'number');
}

/** Finds a sound record at the start of a line whose newline was changed, removed, or preceded by a carriage return. */
function splitJoined(line: Uint8Array): { readonly record: JournalRecord; readonly rest: Uint8Array } | null {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
  const cuts: { readonly end: number; readonly restAt: number }[] = [{ end: bytes.length - 1, restAt: bytes.length }];
  for (let at = bytes.indexOf(RECORD_START, 1); at >= 0; at = bytes.indexOf(RECORD_START, at + 1)) {
    cuts.push({ end: at, restAt: at }, { end: at - 1, restAt: at });
  }
  for (const { end, restAt } of cuts) {
    const left = bytes.subarray(0, end);
    if (!endsRecord(left)) continue;
    const check = checkLine(left, null, null);
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
function countRecords(bad: readonly BadLine[]): number {
  return bad.filter((line, i) => {
    const before = bad[i - 1];
    return before === undefined || endsRecord(before.bytes) || startsRecord(line.bytes);
  }).length;
}
