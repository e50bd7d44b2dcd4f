import type { Arm } from '../format/arm.ts';
import { ProbeCategory } from '../format/trajectory.ts';
import type { ScoredObservation } from '../score/scored.ts';
import { nameAge } from './ages.ts';
import { familyOf, nameBudget } from './arm-differences.ts';
import { AGES, MetricName, type SliceBy } from './figures.ts';
import { HEADLINES } from './measures.ts';
import type { PlannedTrajectory } from './plan.ts';
import type { Slice } from './report.ts';
import { type ArmTable, countDenominators, type Figuring, makeFigures } from './table.ts';

/** A part of the plan: the same observations in every arm. */
export type Part = {
  readonly by: SliceBy;
  readonly key: string;
  readonly order: number;
  readonly trajectory: string | null;
  readonly places: readonly number[];
};

type Label = { readonly key: string; readonly order: number; readonly trajectory?: string };

/** Parts of the plan by everything that an observation is of, whatever the arm. */
export function partPlan(
  rows: readonly ScoredObservation[],
  trajectories: readonly PlannedTrajectory[],
): readonly Part[] {
  const ids = trajectories.map(({ id }) => id);
  const domains = [...new Set(trajectories.map(({ domain }) => domain))].sort();
  const truths = ['current', 'historical'];
  const labels: readonly (readonly [SliceBy, (row: ScoredObservation) => Label])[] = [
    ['checkpoint', ({ checkpointIndex }) => ({ key: String(checkpointIndex + 1), order: checkpointIndex })],
    [
      'checkpoint-id',
      ({ checkpoint, checkpointIndex, trajectory }) => ({ key: checkpoint, order: checkpointIndex, trajectory }),
    ],
    ['trajectory', ({ trajectory }) => ({ key: trajectory, order: ids.indexOf(trajectory) })],
    ['domain', ({ domain }) => ({ key: domain, order: domains.indexOf(domain) })],
    ['category', ({ category }) => ({ key: category, order: ProbeCategory.options.indexOf(category) })],
    [
      'age',
      ({ age }) => {
        const key = nameAge(age.days);
        return { key, order: AGES.indexOf(key) };
      },
    ],
    ['truth', ({ truth }) => ({ key: truth, order: truths.indexOf(truth) })],
  ];
  return labels.flatMap(([by, labelOf]) => partBy(rows, by, labelOf));
}

function partBy(
  rows: readonly ScoredObservation[],
  by: SliceBy,
  labelOf: (row: ScoredObservation) => Label,
): readonly Part[] {
  const parts = new Map<string, Part & { readonly places: number[] }>();
  for (const [place, row] of rows.entries()) {
    const { key, order, trajectory = null } = labelOf(row);
    const id = `${trajectory}\u0000${key}`;
    let part = parts.get(id);
    if (part === undefined) {
      part = { by, key, order, trajectory, places: [] };
      parts.set(id, part);
    }
    part.places.push(place);
  }
  // Sorting is stable: parts of one order stay as the plan has them.
  return [...parts.values()].sort((a, b) => a.order - b.order);
}

/** Many and small: only what the page draws of them, and no intervals. */
const NARROW: readonly SliceBy[] = ['checkpoint-id', 'trajectory'];

/** The figures of each arm over each part. */
export function makeSlices(tables: readonly ArmTable[], parts: readonly Part[], bootstrap: Figuring['bootstrap']) {
  return tables.flatMap((table) =>
    parts.map(({ by, key, order, trajectory, places }): Slice => {
      const isNarrow = NARROW.includes(by);
      const metrics = isNarrow ? HEADLINES : MetricName.options;
      const figures = makeFigures(table, places, { metrics, intervals: isNarrow ? [] : HEADLINES, bootstrap });
      const denominators = countDenominators(table, places);
      return { by, key, order, trajectory, arm: table.arm, family: null, denominators, figures };
    }),
  );
}

/** Arms side by side that differ in nothing but their budget, or in nothing but where they ask. */
export function makeFamilies(tables: readonly ArmTable[], arms: readonly Arm[], bootstrap: Figuring['bootstrap']) {
  const keys = { budget: nameBudget, conversation: ({ conversation }: Arm): string => conversation };
  return (['budget', 'conversation'] as const).flatMap((by) =>
    arms.flatMap((arm): Slice[] => {
      const family = familyOf(arm, arms, by);
      const table = tables.find((one) => one.arm === arm.name);
      const first = family[0];
      if (family.length < 2 || table === undefined || first === undefined) return [];
      const places = [...table.rows.keys()];
      return [
        {
          ...{ by, key: keys[by](arm), order: orderOf(family, arm, by), trajectory: null },
          ...{ arm: arm.name, family: first.name, denominators: countDenominators(table, places) },
          figures: makeFigures(table, places, { metrics: MetricName.options, intervals: HEADLINES, bootstrap }),
        },
      ];
    }),
  );
}

/** Budgets by their size, tokens before fragments; otherwise as the run declares the arms. */
function orderOf(family: readonly Arm[], arm: Arm, by: 'budget' | 'conversation'): number {
  if (by === 'conversation') return family.indexOf(arm);
  const size = ({ budgetTokens, k }: Arm): number => budgetTokens ?? 1_000_000_000 + k;
  return family.filter((other) => size(other) < size(arm)).length;
}
