import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TailReport } from '../../journal/check-tail.ts';
import { type JournalProblem, type JournalReport, verifyJournal } from '../../journal/verify.ts';
import { type Check, type CheckRun, type Found, found } from '../check.ts';

const RESTORE =
  'Restore the newest backup into a new folder; this folder is kept as it is, and what the tables hold goes on.';

/** Chain, segments and signed head: what is new every hour, every byte once a day. */
export const journalCheck: Check = {
  name: 'journal',
  codes: ['journal.damaged', 'journal.segment-missing', 'journal.head'],
  run: async (run) => (run.isThorough ? describeReport(await verifyWhole(run)) : describeTail(await run.tail())),
};

/** A record that is being written meanwhile looks like a torn one: what was read counts only if nothing moved. */
async function verifyWhole({ ctx, breathe }: CheckRun): Promise<JournalReport> {
  let before = ctx.generation();
  let report = await verifyJournal(ctx.dataFolder, breathe, ctx.journal.sealer);
  for (let tries = 1; !report.ok && tries < 3 && ctx.generation() !== before; tries += 1) {
    before = ctx.generation();
    report = await verifyJournal(ctx.dataFolder, breathe, ctx.journal.sealer);
  }
  return report;
}

function describeTail({ faults, missingSegments, head, headSeq }: TailReport): readonly Found[] {
  const [first] = faults;
  return [
    ...missingSegments.map(missingSegment),
    ...(first === undefined
      ? []
      : [
          damaged(`Record ${first.seq} in ${first.file} was changed after it was written.`, {
            seq: first.seq,
            faults: faults.length,
          }),
        ]),
    ...(head === 'good' ? [] : [describeHead(head, headSeq === null ? {} : { seq: headSeq })]),
  ];
}

const HEAD_OF: Readonly<Record<string, Exclude<TailReport['head'], 'good'>>> = {
  'head.absent': 'absent',
  'head.unreadable': 'unreadable',
  'head.forged': 'forged',
  'head.truncated': 'truncated',
  'head.other-history': 'other-history',
};

function describeReport({ problems, counts }: JournalReport): readonly Found[] {
  const heads = problems.flatMap(({ check, seq }) => {
    const kind = HEAD_OF[check];
    return kind === undefined ? [] : [describeHead(kind, seq === null ? {} : { seq })];
  });
  const missing = problems.filter(({ check }) => check === 'journal.segment-missing');
  const others = problems.filter(({ check }) => HEAD_OF[check] === undefined && check !== 'journal.segment-missing');
  const [first] = others;
  return [
    ...missing.map((problem) => missingSegment(segmentOf(problem))),
    ...(first === undefined
      ? []
      : [
          damaged(first.message, {
            ...(first.seq === null ? {} : { seq: first.seq }),
            faults: others.length,
            records: counts.records,
          }),
        ]),
    ...heads,
  ];
}

const segmentOf = ({ file }: JournalProblem): number => Number(/(\d{8})\.jsonl$/.exec(file)?.[1] ?? 0);

const damaged = (message: string, evidence: Found['evidence']): Found =>
  found({ code: 'journal.damaged', message, fix: RESTORE, evidence });

const missingSegment = (number: number): Found =>
  found({
    code: 'journal.segment-missing',
    about: String(number),
    message: `The journal's file ${String(number).padStart(8, '0')}.jsonl is missing. Its records cannot be proved, and a rebuild would lack them.`,
    fix: `Put the file back. If it is lost: ${RESTORE.toLowerCase()}`,
    evidence: { segment: number },
  });

function describeHead(kind: Exclude<TailReport['head'], 'good'>, evidence: Found['evidence']): Found {
  const of = (message: string, more: Partial<Found> = {}): Found =>
    found({ code: 'journal.head', message, fix: RESTORE, evidence, ...more });
  const sign = {
    fix: 'Sign the journal as it is now. Every record is read first.',
    repair: 'sign-head',
  } as const;
  switch (kind) {
    case 'absent':
      return of('The signed head of the journal is missing: records lost at its end would not show.', sign);
    case 'unreadable':
      return of('The signed head of the journal cannot be read: records lost at its end would not show.', sign);
    case 'forged':
      return of("The journal's head is not signed by this vault.");
    case 'truncated':
      return of('The journal was signed further than it goes: its last records were lost.');
    case 'other-history':
      return of('The record that was signed is not the one in the journal: history was rewritten.');
  }
}

/** Writes a few bytes beside the records and takes them away again: permissions alone do not show a read-only disk. */
export const writableCheck: Check = {
  name: 'writable',
  codes: ['journal.unwritable'],
  run: async ({ ctx }) => {
    // Its own name: a round that was asked for may meet one that is due.
    const path = join(ctx.dataFolder, 'journal', `probe-${ctx.ids.uuid()}.tmp`);
    try {
      const file = await open(path, 'w', 0o600);
      try {
        await file.writeFile('x');
        await file.sync();
      } finally {
        await file.close();
      }
      await rm(path, { force: true });
      return [];
    } catch {
      // Why is not needed: what to do is the same for a full disk (said by its own check), a read-only one, and permissions.
      return [
        found({
          code: 'journal.unwritable',
          message: 'The journal cannot be written to, so nothing new is saved.',
          fix: 'Check that the disk is connected and writable, and that this folder belongs to you. Then look again.',
        }),
      ];
    }
  },
};
