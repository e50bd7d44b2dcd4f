import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProbeCategory, Trajectory } from '../../../../main/evaluation/format/trajectory.ts';
import { validateTrajectory } from '../../../../main/evaluation/format/validate.pure.ts';
import { checkGenerated } from '../../../../main/evaluation/generator/check.pure.ts';
import { generateTrajectory } from '../../../../main/evaluation/generator/generate.pure.ts';
import { describeTrajectories } from '../../../../main/evaluation/generator/manifest.pure.ts';
import { listPublicTrajectories, PUBLIC_PLAN, PUBLIC_SEED } from '../../../../main/evaluation/generator/plan.pure.ts';

const root = resolve(import.meta.dirname, '../../../..');
const DAY_MS = 86_400_000;

describe('evaluation/generator', () => {
  it('makes the same bytes of the same seed, and another world of another', () => {
    const make = (seed: number): string => JSON.stringify(generateTrajectory({ seed, domain: 'home', turns: 200 }));
    expect(make(1)).toBe(make(1));
    expect(make(1)).not.toBe(make(2));
  });

  it('makes histories in which nothing is wrong, of any seed', () => {
    const domains = [...new Set(PUBLIC_PLAN.map(({ domain }) => domain))];
    const input = fc.record({
      seed: fc.oneof(fc.nat(), fc.string({ minLength: 1, maxLength: 20 })),
      domain: fc.constantFrom(...domains),
      turns: fc.integer({ min: 200, max: 420 }),
      company: fc.constantFrom('assistant' as const, 'pair' as const, 'group' as const),
    });
    fc.assert(
      fc.property(input, (one) => {
        const trajectory = generateTrajectory(one);
        expect(trajectory.turns).toHaveLength(one.turns);
        expect(Trajectory.parse(trajectory)).toEqual(trajectory);
        expect([...validateTrajectory(trajectory), ...checkGenerated(trajectory)]).toEqual([]);
      }),
      { numRuns: 20, seed: 8 },
    );
  });
});

describe('the public histories', () => {
  const all = listPublicTrajectories();

  it('are at least 24 in 6 domains, of 200 to 5,000 turns, over months to years', () => {
    expect(all.length).toBeGreaterThanOrEqual(24);
    expect(new Set(all.map(({ domain }) => domain)).size).toBe(6);
    const sizes = all.map(({ turns }) => turns.length);
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([200, 5_000]);
    for (const { turns, checkpoints, probes } of all) {
      const days = (Date.parse(checkpoints.at(-1)?.at ?? '') - Date.parse(turns[0]?.at ?? '')) / DAY_MS;
      expect(days).toBeGreaterThan(150);
      expect([checkpoints.length >= 5, checkpoints.length <= 10]).toEqual([true, true]);
      expect([probes.length >= 20, probes.length <= 60]).toEqual([true, true]);
    }
  });

  it('hold every change of a ledger and ask of every category that a ledger can answer', () => {
    const changes = new Set(all.flatMap(({ ledger }) => ledger.map(({ change }) => change)));
    expect([...changes].sort()).toEqual(
      ['assert', 'conflict', 'correct', 'document', 'end', 'late', 'procedure', 'recur', 'retract', 'revise'].sort(),
    );
    const asked = new Set(all.flatMap(({ probes }) => probes.map(({ category }) => category)));
    const left = ProbeCategory.options.filter((category) => !asked.has(category));
    expect(left).toEqual(['summary', 'other']);
    expect(all.every(({ turns }) => turns.some(({ arrivesAt }) => arrivesAt !== undefined))).toBe(true);
    expect(all.every(({ documents }) => documents.length >= 3 && documents.length <= 10)).toBe(true);
    expect(all.filter(({ turns }) => turns.some(({ role }) => role === 'other')).length).toBeGreaterThanOrEqual(8);
  });

  it('have nothing wrong in them', () => {
    for (const trajectory of all) {
      expect([trajectory.id, ...validateTrajectory(trajectory), ...checkGenerated(trajectory)]).toEqual([
        trajectory.id,
      ]);
    }
  });

  it('are the ones whose hashes were published', () => {
    const published: unknown = JSON.parse(readFileSync(join(root, 'docs/lsrep/public-1.json'), 'utf8'));
    expect(describeTrajectories(PUBLIC_SEED, all)).toEqual(published);
  });
});
