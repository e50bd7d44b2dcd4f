import type { Finding, Placed } from './finding.pure.ts';
import { isSealed, type JournalRecord } from './record.pure.ts';

/** A missing body is legal only where a later `erased` record names it, and what it names must be gone. */
export class BodyCheck {
  readonly #withoutBody = new Map<number, Placed>();
  readonly #licensed = new Map<number, Placed>();
  readonly #unreadable: { readonly from: number; readonly until: number }[] = [];

  get erased(): number {
    return this.#withoutBody.size;
  }

  add(placed: Placed): void {
    const { record } = placed;
    if (record.body === undefined && !isSealed(record)) this.#withoutBody.set(record.seq, placed);
    else if (record.kind === 'erased') {
      for (const seq of listErasedSeqs(record.body)) if (seq < record.seq) this.#licensed.set(seq, placed);
    }
  }

  /** These records are already named for something else. */
  forgive(from: number, until = from): void {
    this.#unreadable.push({ from, until });
  }

  finish(): readonly Finding[] {
    const found: Finding[] = [];
    for (const [seq, { record, file }] of this.#withoutBody) {
      if (!this.#licensed.has(seq)) found.push({ fault: 'missing-body', file, seq, id: record.id });
    }
    for (const [seq, { file }] of this.#licensed) {
      const isKnownBad = this.#unreadable.some((range) => seq >= range.from && seq <= range.until);
      if (!(this.#withoutBody.has(seq) || isKnownBad)) found.push({ fault: 'unerased-body', file, seq, id: null });
    }
    return found;
  }
}

function listErasedSeqs(body: JournalRecord['body']): readonly number[] {
  if (typeof body !== 'object' || body === null || !('seqs' in body) || !Array.isArray(body.seqs)) return [];
  return body.seqs.filter((seq) => typeof seq === 'number');
}
