import type { Journal } from '../journal/open.ts';
import { type JournalReport, verifyJournal } from '../journal/verify.ts';
import type { Findings } from './finding.ts';

/** What verification says, in the report's words. */
export function addJournalReport(found: Findings, report: JournalReport): void {
  found.problems.push(...report.problems);
  Object.assign(found.counts, {
    records: report.counts.records,
    erased: report.counts.erased,
    segments: report.counts.segments,
    journalBytes: report.counts.bytes,
  });
  const { anchoredSeq, protects } = report.head;
  if (anchoredSeq !== null) found.notes.push(`The history is signed up to record ${anchoredSeq}. ${protects}`);
}

const TRIES = 3;

/** Checks every byte of the journal, and says what opening it had to put right. */
export async function checkJournal(found: Findings, input: { readonly dataFolder: string; readonly journal: Journal }) {
  const { dataFolder, journal } = input;
  for (const note of journal.notes) found.notes.push(describeNote(note));
  let report = await verifyJournal(dataFolder, undefined, journal.sealer);
  // A record that is being written meanwhile looks like a torn one: what was read is only a finding if nothing moved.
  for (let tries = 1; !report.ok && tries < TRIES; tries += 1) {
    const before = journal.lastSeq;
    report = await verifyJournal(dataFolder, undefined, journal.sealer);
    if (journal.lastSeq === before) break;
  }
  addJournalReport(found, report);
}

function describeNote(note: Journal['notes'][number]): string {
  switch (note.kind) {
    case 'torn-tail-cut':
      return note.wasAnchored
        ? `The last record in ${note.file} (record ${note.seq}, ${note.bytes} bytes) was not whole and was cut when the folder was opened. The signed head had counted it: it was confirmed, and the disk did not keep it. A backup may hold it.`
        : `An unfinished write at the end of ${note.file} (record ${note.seq}, ${note.bytes} bytes) was cut when the folder was opened; no signed head had counted it.`;
    case 'newline-added':
      return `The last record in ${note.file} (record ${note.seq}) was whole and lacked only its line end, which was added.`;
    case 'erasure-finished':
      return `A crash had interrupted an erasure; ${note.bodies} bodies that were still to go are gone now.`;
    case 'head-unusable':
      return `The signed head was ${note.reason === 'absent' ? 'missing' : note.reason} when the folder was opened, and was signed anew.`;
  }
}
