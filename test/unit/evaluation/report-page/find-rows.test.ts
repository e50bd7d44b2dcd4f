import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRows, wordAt } from '../../../../evaluation-report/rows.pure.ts';
import { openIndex } from '../../../../main/evaluation/report-page/index-rows.pure.ts';
import { ARMS, HOSTILE, makeRun } from './made-run.ts';

const RUN = makeRun({ trajectories: 2, turns: 40, probes: 12, checkpoints: 3, arms: ARMS.slice(0, 3) });
const INDEX = (() => {
  const index = openIndex();
  for (const { arm, trajectory, rows } of RUN.parts) for (const row of rows) index.add({ arm, trajectory, row });
  return index.close();
})();
const ALL = Array.from({ length: INDEX.count }, (_, row) => row);
const FIELDS = ['arm', 'trajectory', 'checkpoint', 'category', 'outcome'] as const;

describe('findRows', () => {
  it('finds all where nothing is asked, and none for a word that is nowhere', () => {
    expect(findRows(INDEX, {})).toEqual(ALL);
    expect(findRows(INDEX, { arm: 'none of them' })).toEqual([]);
    expect(findRows(INDEX, { text: 'a word that nobody said' })).toEqual([]);
  });

  it('finds what a reader would find by going through all rows', () => {
    const wanted = fc.record(
      Object.fromEntries(FIELDS.map((field) => [field, fc.constantFrom(...INDEX.words[field])])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(wanted, fc.constantFrom('', 'KETTLE 1', 'went', HOSTILE), (fields, text) => {
        const slow = ALL.filter(
          (row) =>
            FIELDS.every((field) => fields[field] === undefined || wordAt(INDEX, field, row) === fields[field]) &&
            (['question', 'answer', 'probe'] as const).some((field) =>
              wordAt(INDEX, field, row).toLowerCase().includes(text.toLowerCase()),
            ),
        );
        expect(findRows(INDEX, { ...fields, text })).toEqual(slow);
      }),
    );
  });
});
