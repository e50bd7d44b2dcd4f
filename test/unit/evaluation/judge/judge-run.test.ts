import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportCalibration, readCalibration } from '../../../../main/evaluation/judge/calibration.ts';
import { findJudging, type JudgeInput, judgeRun } from '../../../../main/evaluation/judge/judge-run.ts';
import { readCsv, writeCsv } from '../../../../main/evaluation/judge/sheet.pure.ts';
import { answerMatched } from '../../../../main/evaluation/matched/answer-matched.ts';
import { makeRun, scriptedModel } from '../matched/made-run.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-judge-'));
  await makeRun(folder, [
    { name: 'palimpsest-full', answers: ['Ghent, right-word', 'Bruges, right-word'], supplied: [] },
    { name: 'vector-thirty', answers: ['wrong-word', 'Ghent, wrong-word'], supplied: [] },
    { name: 'silent-arm', answers: [null, null], supplied: [] },
  ]);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const watch = { signal: new AbortController().signal, onProgress: () => undefined };
const input = (over: Partial<JudgeInput> & Pick<JudgeInput, 'model'>): JudgeInput => ({
  ...{
    runFolder: folder,
    isModelTooSmall: false,
    arms: null,
    answers: 'own',
    arePairsCompared: true,
    limit: null,
    seed: 3,
  },
  ...over,
});

/** Judges by a word that stands in the answers, as a fair judge would by their meaning. */
const fair = (asked: string): string => {
  const answers = (name: string) => asked.split(`${name}:\n<<<\n`)[1]?.split('\n>>>')[0] ?? '';
  if (asked.includes('Answer to grade'))
    return answers('Answer to grade').includes('right-word')
      ? '{"grade":5,"stale":false,"details":"none"}'
      : '{"grade":2,"stale":true,"details":"unsupported"}';
  return answers('Answer A').includes('right-word') ? '{"better":"A"}' : '{"better":"B"}';
};

describe('a model as a judge', () => {
  it('grades every answer, compares each pair from both sides and counts by arm', async () => {
    const { model, asked } = scriptedModel(fair);
    const summary = await judgeRun(input({ model }), watch);
    expect(asked).toHaveLength(2 * 2 + 2 * 2);
    expect(summary.arms).toEqual([
      { arm: 'palimpsest-full', answers: 2, unreadable: 0, stale: 0, unsupported: 0, score: 1 },
      { arm: 'silent-arm', answers: 0, unreadable: 0, stale: 0, unsupported: 0, score: null },
      { arm: 'vector-thirty', answers: 2, unreadable: 0, stale: 2, unsupported: 2, score: 0 },
    ]);
    expect(summary.pairs).toEqual([
      {
        ...{ first: 'palimpsest-full', second: 'vector-thirty', pairs: 2, firstBetter: 2, secondBetter: 0, ties: 0 },
        ...{ inconsistent: 0, unreadable: 0 },
      },
    ]);
    expect(summary.consistency).toEqual({ consistent: 2, of: 2 });
    expect(summary.warning).toBeNull();
  });

  it('is told no name of an arm', async () => {
    const { model, asked } = scriptedModel(fair);
    await judgeRun(input({ model }), watch);
    for (const text of asked) expect(text).not.toMatch(/palimpsest|vector|silent/);
  });

  it('tells the right answer of that day, what was right before, and what it rests on', async () => {
    const { model, asked } = scriptedModel(fair);
    await judgeRun(input({ model, arePairsCompared: false }), watch);
    const later = asked.find((text) => text.includes('asked on 2024-04-01')) ?? '';
    expect(later).toContain('Right answer:\n<<<\nBruges');
    expect(later).toContain('no longer right: <<<\nGhent');
    expect(later).toContain('2024-03-01 Ann: I moved to Bruges');
    expect(asked.find((text) => text.includes('asked on 2024-02-01'))).toContain('no longer right: none');
  });

  it('counts a judge that goes by the place as inconsistent, and words that are no reply as 0', async () => {
    const { model } = scriptedModel((asked) => (asked.includes('Answer A') ? '{"better":"A"}' : 'A good answer! 5/5'));
    const summary = await judgeRun(input({ model }), watch);
    expect(summary.pairs[0]).toMatchObject({ inconsistent: 2, firstBetter: 0, secondBetter: 0 });
    expect(summary.consistency).toEqual({ consistent: 0, of: 2 });
    expect(summary.arms[0]).toMatchObject({ unreadable: 2, score: 0 });
  });

  it('goes on where it was stopped, and ends with the same bytes', async () => {
    const { model } = scriptedModel(fair);
    await judgeRun(input({ model }), watch);
    const lines = join(folder, 'judge', 'lines.jsonl');
    const whole = await readFile(lines, 'utf8');
    const summary = await readFile(join(folder, 'judge', 'summary.json'), 'utf8');
    await writeFile(lines, whole.slice(0, whole.length / 2));
    const second = scriptedModel(fair);
    await judgeRun(input({ model: second.model }), watch);
    expect(await readFile(lines, 'utf8')).toBe(whole);
    expect(await readFile(join(folder, 'judge', 'summary.json'), 'utf8')).toBe(summary);
    expect(second.asked.length).toBeLessThan(8);
  });

  it('mixes no judgements of two models, seeds or prompts', async () => {
    const { model } = scriptedModel(fair);
    await judgeRun(input({ model }), watch);
    await expect(judgeRun(input({ model, seed: 4 }), watch)).rejects.toMatchObject({ code: 'evaluation.other-run' });
    expect((await findJudging(folder))?.header).toMatchObject({ temperature: 0, gradePromptHash: /^[0-9a-f]{64}$/ });
  });

  it('judges some questions, each with all of its arms', async () => {
    const { model } = scriptedModel(fair);
    await judgeRun(input({ model, limit: 1, arePairsCompared: false }), watch);
    const lines = (await findJudging(folder))?.lines ?? [];
    expect(lines).toHaveLength(2);
    expect(new Set(lines.map(({ checkpoint }) => checkpoint)).size).toBe(1);
  });

  it('judges the answers that one model gave for all arms', async () => {
    await answerMatched(
      {
        ...{ runFolder: folder, isModelTooSmall: false, arms: null, budgetTokens: null, maxTokens: 9 },
        model: scriptedModel(() => 'matched right-word').model,
      },
      watch,
    );
    const { model, asked } = scriptedModel(fair);
    const summary = await judgeRun(input({ model, answers: 'matched', arePairsCompared: false }), watch);
    expect(asked[0]).toContain('matched right-word');
    expect(summary.arms[0]).toMatchObject({ answers: 2, score: 1 });
  });

  it('says where its figures mean nothing', async () => {
    const { model } = scriptedModel(fair);
    const summary = await judgeRun(input({ model, isModelTooSmall: true }), watch);
    expect(summary.warning).toMatch(/mean nothing/);
  });
});

describe('a sheet for a person to grade', () => {
  const sheet = (name: string, items = 10) => ({ runFolder: folder, path: join(folder, name), items, seed: 1 });

  it('shows neither the arm nor the grade of the judge', async () => {
    await judgeRun(input({ model: scriptedModel(fair).model }), watch);
    expect(await exportCalibration(sheet('sheet.csv'))).toBe(4);
    const text = await readFile(join(folder, 'sheet.csv'), 'utf8');
    expect(text).not.toMatch(/palimpsest|vector/);
    const [header, ...rows] = readCsv(text) ?? [];
    expect(header?.at(-1)).toBe('grade');
    expect(rows.map((row) => row.at(-1))).toEqual(['', '', '', '']);
    await expect(exportCalibration(sheet('sheet.csv'))).rejects.toMatchObject({ code: 'export.exists' });
  });

  it.each(['sheet.csv', 'sheet.json'])('measures how far the judge and the person agree by %s', async (name) => {
    await judgeRun(input({ model: scriptedModel(fair).model }), watch);
    await exportCalibration(sheet(name));
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    if (name.endsWith('.csv')) {
      const [header = [], ...rows] = readCsv(text) ?? [];
      const graded = rows.map((row, index) => [
        ...row.slice(0, -1),
        index === 3 ? '' : (row[6] ?? '').includes('right') ? '5' : '1',
      ]);
      await writeFile(path, writeCsv([header, ...graded]));
    } else {
      const rows = JSON.parse(text) as { answer: string; grade: number | '' }[];
      for (const [index, row] of rows.entries()) row.grade = index === 3 ? '' : row.answer.includes('right') ? 5 : 1;
      await writeFile(path, JSON.stringify(rows));
    }
    const agreement = await readCalibration(folder, path);
    expect(agreement).toMatchObject({ items: 3, ungraded: 1, unreadable: 0, binary: { accuracy: 1, kappa: 1 } });
    expect(agreement.accuracy).toBeLessThan(1);
  });

  it('refuses a sheet of another run, grades that are none, and an item twice', async () => {
    await judgeRun(input({ model: scriptedModel(fair).model }), watch);
    const path = join(folder, 'other.csv');
    const refused = async (...rows: readonly string[][]) => {
      await writeFile(path, writeCsv([['item', 'grade'], ...rows]));
      return readCalibration(folder, path).then(
        () => 'read',
        (error: { code: string }) => error.code,
      );
    };
    expect(await refused(['nothing', '5'])).toBe('evaluation.invalid');
    expect(await refused(['nothing', '6'])).toBe('evaluation.invalid');
    await exportCalibration(sheet('s.csv', 1));
    const item = readCsv(await readFile(join(folder, 's.csv'), 'utf8'))?.[1]?.[0] ?? '';
    expect(await refused([item, '5'])).toBe('read');
    expect(await refused([item, '5'], [item, '4'])).toBe('evaluation.invalid');
  });
});
