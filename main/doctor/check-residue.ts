import { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { collectAmendments } from '../journal/amended.ts';
import { parseEvent } from '../journal/events/index.ts';
import { throwIfAborted } from '../lib/abort.ts';
import type { ScanResidue } from '../residue/residue.ts';
import { countRowsOf, listWordlessTurns } from '../stores/residue.ts';
import { createTally, type Findings, problem } from './finding.ts';

export type ResidueCheck = {
  readonly ctx: Ctx;
  readonly scanResidue: ScanResidue;
  /** Texts that must be found nowhere. */
  readonly words: readonly string[];
  /** Folders beside the data folder, such as Electron's profile. */
  readonly profiles: readonly string[];
  readonly signal: AbortSignal;
  readonly step: (text: string) => Promise<void>;
};

const FORGET_AGAIN = 'If it was to be forgotten, forget it once more: that clears everything again and looks again.';
const REBUILD = 'Run `palimpsest doctor --rebuild`: it makes the tables again from the journal.';
const OUT_OF_REACH =
  'No program can look into copies that you made yourself, the swap space of this computer, and what a solid-state disk keeps of overwritten files.';
const BACKUPS_AS_THEY_LIE =
  'Backups were searched as they lie. What is encrypted in them was not: "palimpsest backup --rewrite" takes out of them what was forgotten.';
const BATCH = 1_000;

/** What of forgotten things is left: in tables and traces, and, for words that are given, in every byte of every file. */
export async function checkResidue(found: Findings, check: ResidueCheck): Promise<void> {
  await check.step('Looking for rows of forgotten records');
  await checkRows(found, check);
  await check.step('Looking for traces of forgotten turns');
  await checkTraces(found, check);
  if (check.words.length > 0 || check.profiles.length > 0) await checkFiles(found, check);
  found.notes.push(OUT_OF_REACH);
}

async function checkRows(found: Findings, { ctx, signal }: ResidueCheck): Promise<void> {
  const amendments = await collectAmendments(ctx.journal, 1);
  let empty: number[] = [];
  const rows = new Map<string, number>();
  const count = async (): Promise<void> => {
    for (const { table, rows: more } of await countRowsOf(ctx.db.read, empty))
      rows.set(table, (rows.get(table) ?? 0) + more);
    empty = [];
  };
  for await (const record of ctx.journal.read(1)) {
    throwIfAborted(signal);
    if (parseEvent(record).state === 'erased' && !amendments.has(record.seq)) empty.push(record.seq);
    if (empty.length >= BATCH) await count();
  }
  await count();
  for (const [table, n] of rows) {
    const message = `${n} rows of the table ${table} were made of records that are erased.`;
    found.problems.push(problem({ check: 'residue.rows', message, fix: REBUILD }));
  }
}

/** Of a trace only what says which turns it quotes. */
const Quoting = z.object({
  questionTurnId: z.string().nullable(),
  replyTurnId: z.string().nullable(),
  candidates: z.array(z.object({ turnId: z.string().nullable() })),
});

async function checkTraces(found: Findings, { ctx, signal }: ResidueCheck): Promise<void> {
  const quotedBy = new Map<string, string>();
  await ctx.traces.scan((id, json) => {
    const quoting = readQuoting(json);
    if (quoting === null) return;
    const turns = [quoting.questionTurnId, quoting.replyTurnId, ...quoting.candidates.map(({ turnId }) => turnId)];
    for (const turnId of turns) if (turnId !== null) quotedBy.set(turnId, id);
  }, signal);
  const left = new Set<string>();
  const ids = [...quotedBy.keys()];
  for (let from = 0; from < ids.length; from += BATCH) {
    throwIfAborted(signal);
    for (const id of await listWordlessTurns(ctx.db.read, ids.slice(from, from + BATCH)))
      left.add(quotedBy.get(id) ?? '');
  }
  const tally = createTally(found, (more) =>
    problem({ check: 'residue.trace', message: `${more} more traces quote turns that are gone.`, fix: FORGET_AGAIN }),
  );
  for (const id of left) {
    const message = 'A trace quotes turns that are gone.';
    tally.add(problem({ check: 'residue.trace', file: `traces/${id}.json.gz`, id, message, fix: FORGET_AGAIN }));
  }
  tally.finish();
}

function readQuoting(json: Uint8Array): z.infer<typeof Quoting> | null {
  try {
    return Quoting.parse(JSON.parse(Buffer.from(json).toString('utf8')));
  } catch {
    return null; // of another version, or damaged: the scan for words looks into it all the same
  }
}

async function checkFiles(found: Findings, { ctx, scanResidue, words, profiles, signal, step }: ResidueCheck) {
  // What only lies in memory yet is brought to where it can be looked for.
  await ctx.traces.flush();
  await ctx.db.maintain('checkpoint');
  await step('Looking for the given words in every byte of every file');
  const folders = [ctx.dataFolder, ...profiles];
  const { keyring } = ctx.vault;
  const report = await scanResidue({ folders, needles: words, keyring }, { signal });
  const tally = createTally(found, (more) =>
    problem({ check: 'residue', message: `The given words stand at ${more} more places.`, fix: FORGET_AGAIN }),
  );
  for (const { folder, file, offset, how, needle } of report.hits) {
    const where = folder === 0 ? file : `profile ${folder}: ${file}`;
    const message = `Line ${needle + 1} of the given words stands here at byte ${offset} (${how}).`;
    tally.add(problem({ check: 'residue', file: where, message, fix: FORGET_AGAIN }));
  }
  tally.finish();
  Object.assign(found.counts, { residueFiles: report.files, residueBytes: report.bytes, residueFound: report.found });
  for (const { why, files } of report.leftOut) found.notes.push(`Not searched: ${files} files (${why}).`);
  if (report.openedFiles > 0) found.notes.push(`Searched under the key: ${report.openedFiles} encrypted files.`);
  if (report.shut.length > 0)
    found.notes.push(
      `Searched as ciphertext only: ${report.shut.length} encrypted files that no key here opens, such as ${report.shut[0]}.`,
    );
  if (keyring !== null) found.notes.push(BACKUPS_AS_THEY_LIE);
  if (report.tooShort.length > 0) {
    const lines = report.tooShort.map((index) => index + 1).join(', ');
    found.notes.push(`Too short to be told from chance, and not looked for: line ${lines} of the given words.`);
  }
  for (const file of report.unreadable) {
    const message = 'This file could not be read wholly, so it was not searched.';
    found.problems.push(problem({ check: 'residue', file, message, fix: 'Check its permissions, then look again.' }));
  }
}
