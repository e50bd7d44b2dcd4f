import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { ChainCheck, type ChainSummary } from './chain-check.pure.ts';
import type { ChainFault, Finding } from './finding.pure.ts';
import { type HeadReading, readHead } from './head.ts';
import type { Sealer } from './record.pure.ts';
import { listSegmentNumbers, readLines, segmentName } from './segments.ts';
import { findVaultFile, type VaultFile } from './vault.ts';

export type JournalProblem = {
  readonly check: `journal.${ChainFault | 'segment-missing'}` | `head.${string}` | `vault.${string}`;
  readonly file: string;
  readonly seq: number | null;
  readonly id: string | null;
  readonly message: string;
  readonly fix: string;
};

export type JournalReport = {
  readonly ok: boolean;
  readonly problems: readonly JournalProblem[];
  readonly counts: {
    readonly records: number;
    readonly erased: number;
    readonly segments: number;
    readonly bytes: number;
  };
  readonly head: {
    readonly lastSeq: number;
    readonly lastHash: string;
    /** Up to this record the history is anchored by a signature; null when there is no usable head. */
    readonly anchoredSeq: number | null;
    readonly signedAt: string | null;
    /** Against whom the anchor protects, in one sentence. */
    readonly protects: string;
  };
};

const RESTORE = 'Restore the newest backup into a new folder; this folder is kept as it is.';
const PUT_BACK = 'Put it back from a backup.';
const RESTART = 'Start Palimpsest once: it finishes this by itself.';

const FAULTS: Readonly<Record<ChainFault, { readonly says: string; readonly fix: string }>> = {
  'not-utf8': { says: 'was changed: its bytes are not valid text', fix: RESTORE },
  'not-json': { says: 'was changed: it is not a JSON line', fix: RESTORE },
  'wrong-shape': { says: 'was changed: it lacks or adds fields', fix: RESTORE },
  'not-canonical': { says: 'was changed: its bytes are not the canonical form', fix: RESTORE },
  'wrong-commit': { says: 'was changed: its body does not match its commitment', fix: RESTORE },
  'wrong-hash': { says: 'was changed: its fields do not match its hash', fix: RESTORE },
  'wrong-seal': { says: 'was changed: its body does not open with the key of this folder', fix: RESTORE },
  newline: { says: 'is whole, but the newline after it was changed', fix: RESTORE },
  'torn-tail': { says: 'is the beginning of an unfinished write, which was never acknowledged', fix: RESTART },
  'unexpected-line': { says: 'has a line before it that is no record', fix: RESTORE },
  missing: { says: 'is missing', fix: RESTORE },
  misplaced: { says: 'stands where another record belongs (moved, repeated or inserted)', fix: RESTORE },
  replaced: { says: 'was replaced: its neighbour is chained to another record', fix: RESTORE },
  'missing-body': { says: 'has no body, and no erasure names it', fix: RESTORE },
  'unerased-body': { says: 'still holds a body that was to be erased', fix: RESTART },
};

const SIGNED_IN_THE_OPEN =
  'The signing key lies unprotected in this folder: the signature shows accidents and lost records, but not changes by someone who can write the folder.';
const SIGNED_UNDER_KEY =
  'The signing key is encrypted with the key of this folder: the signature also shows changes by someone who can write the folder and cannot unlock it.';

/** Records between two pauses. */
const PAUSE_EVERY = 200;

/**
 * Checks every byte of a data folder's journal, its head and its vault; reads only, and goes on after a fault. `pause` is
 * awaited now and then, for whoever reads in the background. Without the sealer of a protected folder the chain, the
 * signature and what is missing are checked, and bodies are not.
 */
export async function verifyJournal(
  folder: string,
  pause?: () => Promise<void>,
  sealer: Sealer | null = null,
): Promise<JournalReport> {
  const problems: JournalProblem[] = [];
  const vault = await readVault(folder, problems);
  const reading = await readHead(folder, vault?.publicKey ?? null);
  const { summary, segments, bytes } = await checkSegments({ folder, reading, problems, pause, sealer });
  problems.push(...summary.findings.map(describe));
  problems.push(...checkHead(reading, summary));
  if (vault !== null && summary.firstRecord !== null && summary.firstRecord.id !== vault.journalId) {
    problems.push(
      problem({
        check: 'vault.other-journal',
        file: 'vault.json',
        message: 'The vault belongs to another journal.',
        fix: RESTORE,
        seq: 1,
      }),
    );
  }
  const head = reading.kind === 'signed' ? reading.head : null;
  return {
    ok: problems.length === 0,
    problems,
    counts: { records: summary.records, erased: summary.erased, segments, bytes },
    head: {
      lastSeq: summary.lastSeq,
      lastHash: summary.lastHash,
      anchoredSeq: head !== null && (head.seq === 0 || summary.hashAtAnchor === head.hash) ? head.seq : null,
      signedAt: head?.at ?? null,
      protects: vault?.keyWrapping.kind === 'sealed' ? SIGNED_UNDER_KEY : SIGNED_IN_THE_OPEN,
    },
  };
}

async function readVault(folder: string, problems: JournalProblem[]): Promise<VaultFile | null> {
  try {
    const vault = await findVaultFile(folder);
    if (vault === null) {
      problems.push(
        problem({
          check: 'vault.missing',
          file: 'vault.json',
          message: 'The file vault.json is missing.',
          fix: PUT_BACK,
        }),
      );
    }
    return vault;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problems.push(problem({ check: 'vault.unreadable', file: 'vault.json', message: error.message, fix: PUT_BACK }));
    return null;
  }
}

type Reading = {
  readonly folder: string;
  readonly reading: HeadReading;
  readonly problems: JournalProblem[];
  readonly pause: (() => Promise<void>) | undefined;
  readonly sealer: Sealer | null;
};

async function checkSegments({ folder, reading, problems, pause, sealer }: Reading) {
  const journalFolder = join(folder, 'journal');
  const numbers = await listSegmentNumbers(journalFolder);
  const last = numbers.at(-1) ?? 0;
  const chain = new ChainCheck(reading.kind === 'signed' ? reading.head : null, sealer);
  let bytes = 0;
  let lines = 0;
  for (let number = 1; number <= last; number += 1) {
    const file = `journal/${segmentName(number)}`;
    const path = join(journalFolder, segmentName(number));
    if (!numbers.includes(number)) {
      problems.push(
        problem({ check: 'journal.segment-missing', file, message: `The file ${file} is missing.`, fix: RESTORE }),
      );
      continue;
    }
    bytes += (await stat(path)).size;
    for await (const line of readLines(path)) {
      lines += 1;
      if (lines % PAUSE_EVERY === 0) await pause?.();
      if (line.isTerminated) chain.addLine(line.bytes, file);
      else chain.addRest(line.bytes, file, number === last);
    }
  }
  return { summary: chain.finish(), segments: numbers.length, bytes };
}

function describe(finding: Finding): JournalProblem {
  const { says, fix } = FAULTS[finding.fault];
  const { file, seq, id } = finding;
  const isRun = finding.untilSeq !== undefined && finding.untilSeq > seq;
  const message = isRun
    ? `Records ${seq} to ${finding.untilSeq} are missing before ${file} goes on.`
    : `Record ${seq} in ${file} ${says}.`;
  return { check: `journal.${finding.fault}`, file, seq, id, message, fix };
}

function checkHead(reading: HeadReading, summary: ChainSummary): readonly JournalProblem[] {
  const file = 'head.json';
  if (reading.kind === 'absent') {
    if (summary.lastSeq === 0) return [];
    return [
      problem({
        check: 'head.absent',
        file,
        message: 'The signed head is missing, so lost records at the end would not show.',
        fix: RESTART,
      }),
    ];
  }
  if (reading.kind === 'unreadable')
    return [problem({ check: 'head.unreadable', file, message: 'The signed head cannot be read.', fix: RESTART })];
  if (reading.kind === 'forged') {
    return [problem({ check: 'head.forged', file, message: 'The head is not signed by this vault.', fix: RESTORE })];
  }
  const { head } = reading;
  if (head.seq > summary.lastSeq) {
    const message = `The journal ends at record ${summary.lastSeq}, but it was signed up to record ${head.seq}: the end was lost.`;
    return [problem({ check: 'head.truncated', file, message, fix: RESTORE, seq: summary.lastSeq + 1 })];
  }
  const isNamed = summary.findings.some((finding) => finding.seq === head.seq);
  if (head.seq > 0 && summary.hashAtAnchor !== head.hash && !isNamed) {
    return [
      problem({
        check: 'head.other-history',
        file,
        message: `Record ${head.seq} is not the one that was signed.`,
        fix: RESTORE,
        seq: head.seq,
      }),
    ];
  }
  return [];
}

function problem(input: Omit<JournalProblem, 'seq' | 'id'> & { readonly seq?: number }): JournalProblem {
  return { seq: null, id: null, ...input };
}
