import type { Fault, JournalRecord } from './record.pure.ts';

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

/** A sound record and the file in which it stands. */
export type Placed = { readonly record: JournalRecord; readonly file: string };
