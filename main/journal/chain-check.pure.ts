import { BodyCheck } from './body-check.pure.ts';
import type { ChainFault, Finding, Placed } from './finding.pure.ts';
import { countRecords, splitJoined } from './joined-lines.pure.ts';
import { checkStoredLine, type JournalRecord, type Sealer, ZERO_HASH } from './record.pure.ts';
import { classifyRest } from './tail.pure.ts';

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
type BadLine = { readonly fault: ChainFault; readonly file: string; readonly bytes: Uint8Array };

/**
 * Follows the chain line by line and goes on after a fault, so that each faulty record is named. A line that cannot be
 * read is named by its place, which the next readable record settles; a record with an unexpected number is held back
 * until the one after it tells a gap from a misplaced record.
 */
export class ChainCheck {
  readonly #anchor: Anchor;
  readonly #sealer: Sealer | null;
  readonly #findings: Finding[] = [];
  readonly #bodies = new BodyCheck();
  readonly #movedSeqs = new Set<number>();
  #next = 1;
  /** Hash that the next record must follow; null where a gap makes it unknown. */
  #prev: string | null = ZERO_HASH;
  #bad: BadLine[] = [];
  #held: Placed | null = null;
  #last: Placed | null = null;
  /** A link that does not hold; the link after it tells which of its two records was replaced. */
  #suspect: { readonly before: Placed | null; readonly after: Placed } | null = null;
  #records = 0;
  #firstRecord: JournalRecord | null = null;
  #hashAtAnchor: string | null = null;

  /** Without the sealer of a protected folder everything is checked but whether bodies are what was committed to. */
  constructor(anchor: Anchor, sealer: Sealer | null = null) {
    this.#anchor = anchor;
    this.#sealer = sealer;
  }

  addLine(bytes: Uint8Array, file: string): void {
    const check = checkStoredLine(bytes, { prev: null, seq: null, sealer: this.#sealer });
    if (check.kind === 'ok') {
      this.#place({ record: check.record, file });
      return;
    }
    const joined = splitJoined(bytes, this.#sealer);
    if (joined !== null) {
      this.#place({ record: joined.record, file });
      this.#report('newline', { record: joined.record, file });
      if (joined.rest.length > 0) this.addLine(joined.rest, file);
      return;
    }
    this.#settleHeld();
    this.#bad.push({ fault: check.kind === 'faulty' ? check.fault : 'misplaced', file, bytes });
  }

  /** What follows the last newline of a file; `isLastFile` says whether a torn write may stand there. */
  addRest(bytes: Uint8Array, file: string, isLastFile: boolean): void {
    if (bytes.length === 0) return;
    this.#settleHeld();
    const check = checkStoredLine(bytes, { prev: null, seq: null, sealer: this.#sealer });
    const seq = this.#next + this.#bad.length;
    if (check.kind === 'ok') {
      this.#place({ record: check.record, file });
      this.#report('newline', { record: check.record, file });
    } else if (isLastFile && classifyRest(bytes, { prev: this.#prev ?? ZERO_HASH, seq }).kind === 'torn') {
      this.#findings.push({ fault: 'torn-tail', file, seq, id: null });
    } else {
      this.addLine(bytes, file);
    }
  }

  finish(): ChainSummary {
    this.#settleHeld();
    this.#settleEnd();
    return {
      findings: [...this.#findings, ...this.#bodies.finish()].sort((a, b) => a.seq - b.seq),
      records: this.#records,
      erased: this.#bodies.erased,
      lastSeq: this.#next - 1,
      lastHash: this.#last?.record.hash ?? ZERO_HASH,
      firstRecord: this.#firstRecord,
      hashAtAnchor: this.#hashAtAnchor,
    };
  }

  #report(fault: ChainFault, { record, file }: Placed): void {
    this.#findings.push({ fault, file, seq: record.seq, id: record.id });
  }

  #place(placed: Placed): void {
    const { seq } = placed.record;
    const held = this.#held;
    if (held !== null && seq === this.#next) {
      this.#report('misplaced', held);
      this.#movedSeqs.add(held.record.seq);
      this.#held = null;
    }
    this.#settleHeld();
    if (seq < this.#next) this.#report('misplaced', placed);
    else if (seq > this.#next + this.#bad.length) this.#held = placed;
    else this.#accept(placed);
  }

  #settleHeld(): void {
    const placed = this.#held;
    this.#held = null;
    if (placed !== null) this.#accept(placed);
  }

  #accept(placed: Placed): void {
    const { record, file } = placed;
    if (this.#bad.length > 0 || record.seq > this.#next) this.#settleGap(record.seq, file);
    this.#followLink(placed);
    this.#bodies.add(placed);
    if (record.seq === 1) this.#firstRecord = record;
    if (this.#anchor?.seq === record.seq) this.#hashAtAnchor = record.hash;
    this.#records += 1;
    this.#next = record.seq + 1;
    this.#prev = record.hash;
    this.#last = placed;
  }

  /** Names what stands, or should stand, between the last sound record and the one numbered `untilSeq`. */
  #settleGap(untilSeq: number, file: string): void {
    let seq = this.#next;
    for (const line of this.#bad.slice(0, untilSeq - seq)) {
      this.#findings.push({ fault: line.fault, file: line.file, seq, id: null });
      this.#bodies.forgive(seq);
      seq += 1;
    }
    const first = this.#bad[0];
    if (first && untilSeq === this.#next) {
      this.#findings.push({ fault: 'unexpected-line', file: first.file, seq, id: null });
    }
    // A record that stood too early has been named already.
    if (seq === untilSeq - 1 && this.#movedSeqs.has(seq)) seq += 1;
    if (seq < untilSeq) {
      this.#findings.push({ fault: 'missing', file, seq, id: null, untilSeq: untilSeq - 1 });
      this.#bodies.forgive(seq, untilSeq - 1);
    }
    // Two records between which a foreign line stands still follow one another.
    if (untilSeq > this.#next) this.#prev = null;
    this.#bad = [];
  }

  #followLink(placed: Placed): void {
    const isBroken = this.#prev !== null && placed.record.prev !== this.#prev;
    const suspect = this.#suspect;
    this.#suspect = null;
    if (suspect !== null) {
      this.#report('replaced', isBroken || suspect.before === null ? suspect.after : suspect.before);
    } else if (isBroken) {
      this.#suspect = { before: this.#last, after: placed };
    }
  }

  /** At the end no later record says how many the unreadable lines are, or which side of a broken link is wrong. */
  #settleEnd(): void {
    const anchor = this.#anchor;
    const first = this.#bad[0];
    if (first) {
      const isAnchored = anchor !== null && anchor.seq >= this.#next;
      const known = isAnchored ? anchor.seq - this.#next + 1 : countRecords(this.#bad.map((line) => line.bytes));
      const count = Math.max(1, Math.min(known, this.#bad.length));
      this.#settleGap(this.#next + count, first.file);
      this.#next += count;
    }
    if (this.#suspect === null) return;
    const { before, after } = this.#suspect;
    const isAfterAnchored = anchor?.seq === after.record.seq && anchor.hash === after.record.hash;
    this.#report('replaced', isAfterAnchored && before !== null ? before : after);
  }
}
