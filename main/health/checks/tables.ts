import { checkTail } from '../../journal/check-tail.ts';
import { type JournalEvent, parseEvent } from '../../journal/events/index.ts';
import type { JournalRecord } from '../../journal/record.pure.ts';
import {
  type CountedTable,
  countMiscounted,
  countMissingRows,
  countOrphanAnswers,
  countOrphanTurns,
  getSeqBeforeNewest,
  listDifferingTurns,
} from '../../stores/health-checks.ts';
import { getApplied } from '../../stores/projector.ts';
import { type Check, type CheckRun, type Found, found, plural } from '../check.ts';
import { planExpectedRows } from '../expected-rows.pure.ts';

const REBUILD = {
  fix: 'Make the tables again from the journal. Nothing is lost; they take their place when Palimpsest closes.',
  repair: 'rebuild',
} as const;

/** A difference that lasts so many looks is no record on its way from the journal to the tables. */
const SAME_LOOKS = 3;
const MAX_LOOKS = 30;

/** The record up to which the tables say they go must be the journal's, and the last one it has. */
export const appliedCheck: Check = {
  name: 'applied',
  codes: ['tables.behind'],
  run: async (run) => {
    const { ctx, breathe } = run;
    let same = 0;
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      const lastSeq = ctx.journal.lastSeq;
      const applied = await getApplied(ctx.db.read);
      const isOfJournal = applied.seq <= lastSeq && (await hashAt(run, applied.seq)) === applied.hash;
      if (isOfJournal && applied.seq >= lastSeq && applied.seq === ctx.generation()) return [];
      same = ctx.journal.lastSeq === lastSeq ? same + 1 : 0;
      if (same >= SAME_LOOKS) return [describeApplied({ isOfJournal, seq: applied.seq, lastSeq })];
      await breathe();
    }
    // Something is written all the time: the next round looks again.
    return [];
  },
};

type Applied = { readonly isOfJournal: boolean; readonly seq: number; readonly lastSeq: number };

function describeApplied({ isOfJournal, seq, lastSeq }: Applied): Found {
  const message = isOfJournal
    ? `The tables go up to record ${seq}, the journal to record ${lastSeq}.`
    : `The tables say that they go up to record ${seq}, but they were made from other records.`;
  return found({ code: 'tables.behind', message, ...REBUILD, evidence: { appliedSeq: seq, lastSeq } });
}

/** From the end of the journal as it was read for this round, then as it is now; an older record takes reading a whole file. */
async function hashAt({ ctx, tail }: CheckRun, seq: number): Promise<string | null> {
  for (const read of [tail, () => checkTail(ctx.dataFolder, ctx.journal.sealer)]) {
    const near = (await read()).records.find((record) => record.seq === seq);
    if (near !== undefined) return near.hash;
  }
  return (await ctx.journal.readAt(seq))?.hash ?? null;
}

const BATCH_RECORDS = 500;

/** Whether the rows that records call for are there with their words: the newest each hour, all once a day. */
export const rowsCheck: Check = {
  name: 'rows',
  codes: ['tables.differ'],
  run: async (run) => {
    const { ctx, breathe } = run;
    const tally = { missing: 0, other: 0, records: 0 };
    for await (const records of batches(run)) {
      const isApplied = ({ seq }: JournalRecord): boolean => seq <= ctx.generation();
      await compare(ctx, records.filter(isApplied), tally);
      tally.records += records.length;
      await breathe();
    }
    const { missing, other } = tally;
    if (missing + other === 0) return [];
    const parts = [
      ...(missing > 0 ? [`${plural(missing, 'row')} missing`] : []),
      ...(other > 0 ? [`${plural(other, 'turn')} with other words`] : []),
    ];
    const message = `The tables differ from the journal: ${parts.join(' and ')}. A batch of changes was not applied whole.`;
    return [found({ code: 'tables.differ', message, ...REBUILD, evidence: tally })];
  },
};

async function* batches({ ctx, isThorough, tail }: CheckRun): AsyncGenerator<readonly JournalRecord[]> {
  if (!isThorough) return void (yield (await tail()).records);
  let batch: JournalRecord[] = [];
  for await (const record of ctx.journal.read(1)) {
    batch.push(record);
    if (batch.length < BATCH_RECORDS) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function compare(
  ctx: CheckRun['ctx'],
  records: readonly JournalRecord[],
  tally: { missing: number; other: number },
): Promise<void> {
  const events: JournalEvent[] = records.flatMap((record) => {
    const parsed = parseEvent(record);
    return parsed.state === 'known' ? [parsed.event] : [];
  });
  const { turns, rows } = planExpectedRows(events);
  const differing = await listDifferingTurns(ctx.db.read, turns);
  tally.missing += differing.missing;
  tally.other += differing.other;
  for (const [table, keys] of Object.entries(rows) as [CountedTable, readonly string[]][])
    if (keys.length > 0) tally.missing += await countMissingRows(ctx.db.read, table, keys);
}

const WINDOW = 1_000;

/** Conversations that count other turns than they have: what is left of a batch that was half applied. */
export const countsCheck: Check = {
  name: 'counts',
  codes: ['tables.counts'],
  run: async ({ ctx, isThorough, breathe }) => {
    // A hundred conversations cost as much as everything else in an hourly round: all of them are for once a day.
    if (!isThorough) return [];
    let wrong = 0;
    for (let after: string | null = ''; after !== null; await breathe()) {
      const window: Awaited<ReturnType<typeof countMiscounted>> = await countMiscounted(ctx.db.read, {
        after,
        limit: 100,
      });
      wrong += window.wrong;
      after = window.next;
    }
    if (wrong === 0) return [];
    const message = `${plural(wrong, 'conversation')} say that they have other turns than they have.`;
    return [found({ code: 'tables.counts', message, ...REBUILD, evidence: { conversations: wrong } })];
  },
};

/** Rows whose other half is missing. */
export const orphanRowsCheck: Check = {
  name: 'orphan rows',
  codes: ['rows.orphan'],
  run: async ({ ctx, isThorough, breathe }) => {
    const tx = ctx.db.read;
    let turns = 0;
    const from = isThorough ? 0 : await getSeqBeforeNewest(tx, WINDOW);
    for (let after: number | null = from; after !== null; await breathe()) {
      const window: Awaited<ReturnType<typeof countOrphanTurns>> = await countOrphanTurns(tx, { after, limit: WINDOW });
      turns += window.orphans;
      after = window.next;
    }
    const answers = isThorough ? await countOrphanAnswers(tx) : 0;
    if (turns + answers === 0) return [];
    const parts: Found['evidence'] = { turns, answers };
    const says = [
      ...(turns > 0 ? [`${plural(turns, 'turn belongs', 'turns belong')} to no conversation`] : []),
      ...(answers > 0 ? [`${plural(answers, 'answer has', 'answers have')} lost a question or a reply`] : []),
    ];
    return [found({ code: 'rows.orphan', message: `${says.join('; ')}.`, ...REBUILD, evidence: parts })];
  },
};
