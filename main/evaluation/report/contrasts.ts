import type { Arm } from '../format/arm.ts';
import type { Bootstrap } from '../statistics/bootstrap.pure.ts';
import { comparePairs, mcnemarOf, type Pair, pairedInterval } from '../statistics/paired.pure.ts';
import { familyOf, listDifferences, nameBudget } from './arm-differences.ts';
import { ComparedBy, type MetricName } from './figures.ts';
import { HEADLINES, isBinary, isBounded } from './measures.ts';
import type { Contrast } from './report.ts';
import type { Part } from './slices.ts';
import type { ArmTable } from './table.ts';

type Couple = Pick<Contrast, 'arm' | 'against' | 'kind'>;

export type Comparing = {
  readonly arms: readonly Arm[];
  readonly tables: ReadonlyMap<string, ArmTable>;
  readonly parts: readonly Part[];
  readonly baselines: readonly string[];
  readonly full: string | null;
  /** What the gate asks for: this arm against that one. */
  readonly gated: readonly (readonly [arm: string, against: string])[];
  readonly bootstrap: Bootstrap;
};

const SLICED: readonly string[] = ComparedBy.options;

/** Every arm against the baseline of its budget, what fresh conversations change, and each thing that was changed alone. */
export function makeContrasts(comparing: Comparing): readonly Contrast[] {
  const full = comparing.arms.find(({ name }) => name === comparing.full);
  const mains = full === undefined ? [] : familyOf(full, comparing.arms, 'budget').map(({ name }) => name);
  return listCouples(comparing).flatMap((couple) => {
    const isGated = comparing.gated.some(([arm, against]) => arm === couple.arm && against === couple.against);
    const isSliced = isGated || (couple.kind !== 'ablation' && mains.includes(couple.arm));
    const parts = isSliced ? comparing.parts.filter(({ by }) => SLICED.includes(by)) : [];
    return HEADLINES.flatMap((metric) => [
      compare(comparing, { couple, metric, part: null }),
      ...parts.map((part) => compare(comparing, { couple, metric, part })).filter(({ pairs }) => pairs > 0),
    ]);
  });
}

function listCouples({ arms, baselines, full, gated }: Comparing): readonly Couple[] {
  const couples: Couple[] = [];
  const add = (arm: Arm, against: Arm, kind: Couple['kind']): void => {
    const isKnown = couples.some((one) => one.arm === arm.name && one.against === against.name && one.kind === kind);
    if (arm.name !== against.name && !isKnown) couples.push({ arm: arm.name, against: against.name, kind });
  };
  for (const baseline of baselines.flatMap((name) => arms.filter((arm) => arm.name === name))) {
    const family = familyOf(baseline, arms, 'budget');
    for (const arm of arms) {
      if (family.includes(arm)) continue;
      add(arm, family.find((one) => nameBudget(one) === nameBudget(arm)) ?? baseline, 'baseline');
      // The full arm against every declared baseline, whatever its budget: that is what was declared.
      if (arm.name === full) add(arm, baseline, 'baseline');
    }
  }
  for (const fresh of arms.filter(({ conversation }) => conversation === 'fresh'))
    for (const other of familyOf(fresh, arms, 'conversation'))
      if (other.conversation === 'continuing') add(fresh, other, 'conversation');
  const whole = arms.find(({ name }) => name === full);
  if (whole !== undefined) for (const arm of arms) if (ablatedThing(whole, arm) !== null) add(whole, arm, 'ablation');
  for (const [name, against] of gated) {
    const [arm, other] = [arms.find((one) => one.name === name), arms.find((one) => one.name === against)];
    const isKnown = couples.some((one) => one.arm === name && one.against === against);
    if (arm !== undefined && other !== undefined && !isKnown) add(arm, other, 'gate');
  }
  return couples;
}

/** What budgets and conversations change has figures of its own, and another system is no part of this one. */
const NO_FEATURES: readonly string[] = ['budget', 'conversation', 'system'];

/** The one declared thing in which an arm differs from the full one; null where it is none, several, or no feature. */
export function ablatedThing(full: Arm, arm: Arm) {
  const [difference, ...more] = listDifferences(full, arm);
  if (difference === undefined || more.length > 0 || NO_FEATURES.includes(difference.feature)) return null;
  return difference;
}

type Comparison = { readonly couple: Couple; readonly metric: MetricName; readonly part: Part | null };

function compare({ tables, bootstrap }: Comparing, { couple, metric, part }: Comparison): Contrast {
  const own = tables.get(couple.arm);
  const other = tables.get(couple.against);
  const pairs = own === undefined || other === undefined ? [] : pairUp({ own, other, metric }, part?.places ?? null);
  const { least, most, ...compared } = comparePairs(pairs);
  const hasBounds = isBounded(metric);
  const isWhole = part === null;
  return {
    ...couple,
    metric,
    slice: part === null ? null : { by: part.by, key: part.key, order: part.order },
    ...compared,
    ...{ least: hasBounds ? least : null, most: hasBounds ? most : null },
    intervals: {
      observations: isWhole ? pairedInterval(pairs, bootstrap, 'observations') : null,
      probes: isWhole ? pairedInterval(pairs, bootstrap, 'probes') : null,
      trajectories: pairedInterval(pairs, bootstrap, 'trajectories'),
    },
    mcnemar: isWhole && isBinary(metric) ? mcnemarOf(pairs) : null,
  };
}

type Two = { readonly own: ArmTable; readonly other: ArmTable; readonly metric: MetricName };

/** The observations to which the metric applies in both arms. */
function pairUp({ own, other, metric }: Two, places: readonly number[] | null): readonly Pair[] {
  const left = own.columns[metric];
  const right = other.columns[metric];
  const pairs: Pair[] = [];
  for (const place of places ?? own.rows.keys()) {
    const [row, otherRow] = [own.rows[place], other.rows[place]];
    const weight = left.weights[place] as number;
    if (row === undefined || otherRow === undefined || weight === 0 || right.weights[place] === 0) continue;
    pairs.push({
      ...{ probe: row.probe, trajectory: row.trajectory, weight },
      ...{ own: left.sums[place] as number, other: right.sums[place] as number },
      ...{ isOwnMissing: row.status !== 'observed', isOtherMissing: otherRow.status !== 'observed' },
    });
  }
  return pairs;
}
