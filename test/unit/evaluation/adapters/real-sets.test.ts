import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LeftOut } from '../../../../main/evaluation/adapters/converted.pure.ts';
import { type AdapterName, readSet } from '../../../../main/evaluation/adapters/read-set.ts';
import type { Probe, Trajectory } from '../../../../main/evaluation/format/trajectory.ts';
import { validateTrajectory } from '../../../../main/evaluation/format/validate.pure.ts';

const repository = join(import.meta.dirname, '../../../..');
const data = join(process.env.PALIMPSEST_SHARED ?? join(repository, '../shared'), 'data');

/** Histories of a set with what was left out; only what is counted is kept, never a text of it. */
async function count(name: AdapterName, folder: string) {
  const leftOut: LeftOut[] = [];
  const probes: Pick<Probe, 'category' | 'sourceCategory' | 'references'>[] = [];
  let histories = 0;
  const check = (one: Trajectory): void => expect(validateTrajectory(one)).toEqual([]);
  for await (const one of readSet({ name, path: join(data, folder), onLeftOut: (_, out) => leftOut.push(...out) })) {
    check(one);
    histories += 1;
    probes.push(...one.probes);
  }
  const scored = probes.filter(({ references }) => references[0]?.answer.kind !== 'unknown');
  const evidence = scored.reduce((sum, { references }) => sum + (references[0]?.evidence.length ?? 0), 0);
  return { histories, asked: probes.length, scored: scored.length, evidence, leftOut: leftOut.length };
}

/** Written where the sets were not at hand: until somebody has run it beside them, it decides nothing unasked. */
const isAsked = process.env.PALIMPSEST_REAL_SETS === '1';

function real(folder: string): boolean {
  const isThere = existsSync(join(data, folder));
  if (!isThere || !isAsked) console.warn(`SKIPPED: the real set ${folder}; run beside it with PALIMPSEST_REAL_SETS=1`);
  return isThere && isAsked;
}

describe('evaluation/adapters on the real sets', () => {
  it.skipIf(!real('locomo'))('reads LoCoMo, and its questions that rest on a turn are asked', async () => {
    const { histories, asked, scored, leftOut } = await count('locomo', 'locomo');
    expect(histories).toBe(5);
    // 760 by the older evaluation's reading of evidence.
    expect(scored).toBeGreaterThanOrEqual(750);
    expect(scored).toBeLessThanOrEqual(770);
    expect(leftOut).toBeLessThan(asked / 50);
  });

  it.skipIf(!real('longmemeval'))('reads LongMemEval, a history a question', async () => {
    const { histories, asked, scored, evidence, leftOut } = await count('longmemeval', 'longmemeval');
    expect(histories + leftOut).toBe(60);
    expect(asked).toBe(histories);
    expect(scored).toBe(52);
    expect(evidence).toBeGreaterThanOrEqual(52);
    expect(evidence).toBeLessThanOrEqual(84);
  });

  it.skipIf(!real('beam-100k'))('reads BEAM, and its questions that rest on a turn are asked', async () => {
    const { histories, asked, scored, leftOut } = await count('beam', 'beam-100k');
    expect([histories, asked + leftOut, scored]).toEqual([10, 200, 179]);
  });
});
