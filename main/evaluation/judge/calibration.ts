import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../contract/errors.ts';
import { seeded } from '../lib/seeded.pure.ts';
import { openRun } from '../matched/read-run.ts';
import { type Agreement, measureAgreement } from './agreement.pure.ts';
import { findJudging } from './judge-run.ts';
import type { GradeLine } from './judged.ts';
import { readItems } from './judged-items.ts';
import { readCsv, writeCsv } from './sheet.pure.ts';

const COLUMNS = ['item', 'asked on', 'question', 'right answer', 'no longer right', 'what was said', 'answer', 'grade'];

/** One answer for a person to grade, without the arm and without the judge's grade. */
const SheetItem = z.strictObject({
  item: z.string(),
  askedOn: z.string(),
  question: z.string(),
  rightAnswer: z.string(),
  noLongerRight: z.string(),
  whatWasSaid: z.string(),
  answer: z.string(),
  /** 1 to 5 by the rubric of the judge; empty until a person has filled it in. */
  grade: z.union([z.int().min(1).max(5), z.literal('')]),
});
type SheetItem = z.infer<typeof SheetItem>;

export type CalibrationSheet = {
  readonly runFolder: string;
  /** `.csv` or `.json`. */
  readonly path: string;
  readonly items: number;
  readonly seed: number;
};

/** Writes answers that the judge graded, chosen by the seed, for a person to grade without seeing its grades. */
export async function exportCalibration({ runFolder, path, items, seed }: CalibrationSheet): Promise<number> {
  const { header, grades } = await readGrades(runFolder);
  const run = await openRun(runFolder);
  const arms = Object.keys(header.letters);
  const known = new Map(
    (await readItems({ run, runFolder, arms, answers: header.answers })).map((item) => [placeOf(item), item]),
  );
  // One draw of all, so that two sheets of different sizes share their beginning.
  const chosen = seeded(`calibration ${seed}`).shuffle(grades.toSorted(byItem)).slice(0, items);
  const rows = chosen.flatMap((line): readonly SheetItem[] => {
    const item = known.get(placeOf(line));
    const answer = item?.answers.get(line.arm);
    if (item === undefined || answer === undefined) return [];
    const { text } = item;
    return [
      {
        ...{ item: itemOf(line), askedOn: text.askedAt.slice(0, 10), question: text.question, answer, grade: '' },
        ...{ rightAnswer: text.reference, noLongerRight: text.superseded.join('\n') },
        whatWasSaid: text.evidence.join('\n'),
      },
    ];
  });
  await write(path, path.endsWith('.json') ? `${JSON.stringify(rows, null, 1)}\n` : toCsv(rows));
  return rows.length;
}

export type Calibration = Agreement & {
  /** Rows that the person left empty. */
  readonly ungraded: number;
  /** Judge's replies among the graded rows that were no grade; they count as grade 0, which nobody gives. */
  readonly unreadable: number;
};

/** How far the judge grades as the person does who filled in the sheet. */
export async function readCalibration(runFolder: string, path: string): Promise<Calibration> {
  const { grades } = await readGrades(runFolder);
  const byId = new Map(grades.map((line) => [itemOf(line), line]));
  const rows = parseSheet(path, await readFile(path, 'utf8'));
  const graded = rows.filter((row) => row.grade !== '');
  const rated = graded.map(({ item, grade }) => {
    const line = byId.get(item);
    if (line === undefined || grade === '')
      throw new AppError('evaluation.invalid', 'The sheet has an item that the judge of this run did not grade.');
    return { judge: line.grade?.grade ?? 0, human: grade };
  });
  if (new Set(graded.map(({ item }) => item)).size < graded.length)
    throw new AppError('evaluation.invalid', 'The sheet has an item twice. Grade each answer once.');
  return {
    ...measureAgreement(rated),
    ungraded: rows.length - graded.length,
    unreadable: rated.filter(({ judge }) => judge === 0).length,
  };
}

async function readGrades(runFolder: string) {
  const judging = await findJudging(runFolder);
  if (judging === null)
    throw new AppError('evaluation.invalid', 'The run was not judged yet. Let a model judge it first: `lsrep judge`.');
  return { header: judging.header, grades: judging.lines.filter((line) => line.t === 'grade') };
}

const placeOf = ({ trajectory, checkpoint, probe }: Omit<GradeLine, 't' | 'arm' | 'grade'>): string =>
  [trajectory, checkpoint, probe].join('\u0000');

/** Names an answer without telling which arm gave it. */
const itemOf = (line: GradeLine): string =>
  createHash('sha256')
    .update(`${placeOf(line)}\u0000${line.arm}`)
    .digest('hex')
    .slice(0, 12);

const byItem = (a: GradeLine, b: GradeLine): number => (itemOf(a) < itemOf(b) ? -1 : 1);

const toCsv = (rows: readonly SheetItem[]): string =>
  writeCsv([
    COLUMNS,
    ...rows.map((row) => [
      ...[row.item, row.askedOn, row.question, row.rightAnswer, row.noLongerRight, row.whatWasSaid, row.answer],
      String(row.grade),
    ]),
  ]);

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new AppError('export.exists', 'There is a file of that name, and it may hold grades. Name another.');
    throw new AppError('export.unwritable', 'The sheet cannot be written there.', { cause: error });
  }
}

type GradedRow = Pick<SheetItem, 'item' | 'grade'>;

function parseSheet(path: string, text: string): readonly GradedRow[] {
  const rows = path.endsWith('.json') ? parseJson(text) : parseCsv(text);
  if (rows === null)
    throw new AppError(
      'evaluation.invalid',
      'The sheet cannot be read. Keep its columns; grades are whole numbers from 1 to 5.',
    );
  return rows;
}

function parseJson(text: string): readonly GradedRow[] | null {
  try {
    return z.array(SheetItem).safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null; // the caller says what to do
  }
}

function parseCsv(text: string): readonly GradedRow[] | null {
  const [header, ...rows] = readCsv(text) ?? [];
  const item = header?.indexOf('item') ?? -1;
  const grade = header?.indexOf('grade') ?? -1;
  if (item === -1 || grade === -1) return null;
  const read = rows.map((row) => ({ item: row[item] ?? '', grade: gradeOf(row[grade] ?? '') }));
  return read.every((row): row is GradedRow => row.grade !== null) ? read : null;
}

const gradeOf = (cell: string): GradedRow['grade'] | null =>
  cell.trim() === '' ? '' : /^[1-5]$/.test(cell.trim()) ? Number(cell) : null;
