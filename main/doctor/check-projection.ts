import { type Amendments, collectAmendments } from '../journal/amended.ts';
import { parseEvent } from '../journal/events/index.ts';
import type { Journal } from '../journal/open.ts';
import type { JournalRecord } from '../journal/record.pure.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { findTurnSeq, listTurnSeqs } from '../stores/health.ts';
import { contentOf, textHashOf } from '../stores/project/lexical-text.pure.ts';
import { getApplied } from '../stores/projector.ts';
import type { ReadTx } from '../stores/run.ts';
import { createTally, type Findings, problem } from './finding.ts';

const REBUILD = 'Run `palimpsest doctor --rebuild`: it makes the tables again from the journal.';
const PAGE_ROWS = 1_000;

type Row = Awaited<ReturnType<typeof listTurnSeqs>>[number];

/** The rows of `turn` in order of their seq, a page at a time, with a look at the next one. */
function createRows(tx: ReadTx) {
  let page: readonly Row[] = [];
  let at = 0;
  let afterSeq = 0;
  let isOver = false;
  return {
    /** The row with the lowest seq not yet taken, or null at the end. */
    peek: async (): Promise<Row | null> => {
      if (at >= page.length && !isOver) {
        page = await listTurnSeqs(tx, { afterSeq, limit: PAGE_ROWS });
        at = 0;
        isOver = page.length === 0;
      }
      return page[at] ?? null;
    },
    take: (): void => {
      afterSeq = page[at]?.seq ?? afterSeq;
      at += 1;
    },
  };
}

/** What the table must hold for a record: nothing, or this turn, or what was left of it by a forget. */
function expectedOf(
  record: JournalRecord,
  amendments: Amendments,
): { readonly id: string; readonly textHash: string } | null {
  if (record.kind !== 'turn.said') return null;
  const parsed = parseEvent(record);
  const event = parsed.state === 'known' ? parsed.event : amendments.get(record.seq);
  if (event?.kind !== 'turn.said') return null;
  return { id: event.body.turnId, textHash: textHashOf(contentOf(event.body)) };
}

/** Walks journal and table side by side: each turn of the journal has its row with its words, and no other row exists. */
export async function checkProjection(
  found: Findings,
  input: { readonly tx: ReadTx; readonly journal: Journal; readonly signal: AbortSignal },
): Promise<number> {
  const { tx, journal, signal } = input;
  const untilSeq = await checkApplied(found, tx, journal);
  const rows = createRows(tx);
  const tally = createTally(found, (left) =>
    problem({ check: 'projection.turn', message: `${left} more rows differ from the journal.`, fix: REBUILD }),
  );
  const extra = (row: Row): void =>
    tally.add(
      problem({
        check: 'projection.turn',
        seq: row.seq,
        id: row.id,
        message: `Turn row ${row.seq} is not in the journal.`,
        fix: REBUILD,
      }),
    );
  const skipRowsBefore = async (seq: number): Promise<Row | null> => {
    let row = await rows.peek();
    while (row !== null && row.seq < seq) {
      extra(row);
      rows.take();
      row = await rows.peek();
    }
    return row;
  };
  const amendments = await collectAmendments(journal, 1);
  for await (const record of journal.read(1)) {
    throwIfAborted(signal);
    if (record.seq > untilSeq) break;
    const expected = expectedOf(record, amendments);
    if (expected === null) continue;
    const row = await skipRowsBefore(record.seq);
    if (row?.seq === record.seq) rows.take();
    const fault = await compare(tx, { seq: record.seq, expected, row });
    if (fault !== null) tally.add(problem({ check: 'projection.turn', ...fault, seq: record.seq, fix: REBUILD }));
  }
  await skipRowsBefore(untilSeq + 1);
  return tally.finish();
}

async function checkApplied(found: Findings, tx: ReadTx, journal: Journal): Promise<number> {
  const applied = await getApplied(tx);
  const record = applied.seq === 0 ? null : await journal.readAt(applied.seq);
  if (record?.hash === applied.hash) return applied.seq;
  found.problems.push(
    problem({
      check: 'projection.applied',
      seq: applied.seq,
      message: `The tables say that they hold the journal up to record ${applied.seq}, but they were made from another one.`,
      fix: REBUILD,
    }),
  );
  return applied.seq;
}

type Compared = {
  readonly seq: number;
  readonly expected: { readonly id: string; readonly textHash: string };
  readonly row: Row | null;
};

async function compare(tx: ReadTx, { seq, expected, row }: Compared) {
  if (row?.seq !== seq) {
    // A turn that the journal holds twice has the row of the first.
    const first = await findTurnSeq(tx, expected.id);
    if (first !== null && first < seq) return null;
    return { id: expected.id, message: `The turn of record ${seq} is missing from the tables.` };
  }
  if (row.id !== expected.id) return { id: row.id, message: `The row of record ${seq} belongs to another turn.` };
  if (row.textHash === expected.textHash) return null;
  return { id: row.id, message: `The row of record ${seq} has other words than the journal.` };
}
