import type { Arm } from '../format/arm.ts';
import { isLacking } from './arm-differences.ts';
import { ablatedThing } from './contrasts.ts';
import type { Interval, MetricName } from './figures.ts';
import type { AblationRow, Contrast, Verdict } from './report.ts';

/** Less than this is nothing worth its cost. */
const MARGIN = 0.01;
const JUDGED: readonly MetricName[] = ['accuracy', 'turnRecall10', 'turnRecall'];

/** Declared before any figure: it stands in the report. */
export const VERDICT_RULE =
  'Effects are with the feature minus without it, over accuracy, turn recall at 10 and turn recall. An effect pays where its interval over trajectories is wholly above 0; it does not pay where the interval is wholly below 0, or wholly between −0.01 and 0.01; otherwise it is not shown. A feature pays where at least one effect pays and none is wholly below 0; it does not pay where none pays and one is wholly below 0, or all do not pay; otherwise it is not shown.';

/** What each thing that was changed alone gives, with a verdict by the rule. */
export function makeAblations(
  arms: readonly Arm[],
  full: string | null,
  contrasts: readonly Contrast[],
): readonly AblationRow[] {
  const whole = arms.find(({ name }) => name === full);
  if (whole === undefined) return [];
  return arms.flatMap((arm): AblationRow[] => {
    const difference = ablatedThing(whole, arm);
    if (difference === null) return [];
    const isFeatureInFull = isLacking(difference);
    const effects = contrasts
      .filter(({ kind, against, metric }) => kind === 'ablation' && against === arm.name && JUDGED.includes(metric))
      .map((contrast) => describeEffect(contrast, isFeatureInFull));
    return [
      {
        ...{ arm: arm.name, full: whole.name, feature: difference.feature },
        ...{ inFull: difference.inFirst, inArm: difference.inSecond },
        featureIn: isFeatureInFull ? 'full' : 'arm',
        effects,
        verdict: judgeAll(effects),
      },
    ];
  });
}

type Effect = AblationRow['effects'][number];

function describeEffect({ metric, delta, intervals, pairs }: Contrast, isFeatureInFull: boolean): Effect {
  const turn = (interval: Interval | null): Interval => {
    const { low, high, units } = interval ?? { low: null, high: null, units: 0 };
    if (isFeatureInFull || low === null || high === null) return { low, high, units };
    return { low: -high, high: -low, units };
  };
  const trajectories = turn(intervals.trajectories);
  return {
    metric,
    effect: delta === null || isFeatureInFull ? delta : -delta,
    intervals: { observations: turn(intervals.observations), probes: turn(intervals.probes), trajectories },
    pairs,
    verdict: judge(trajectories),
  };
}

/** The rule for one effect. */
export function judge({ low, high }: Interval): Verdict {
  if (low === null || high === null) return 'not shown';
  if (low > 0) return 'pays';
  return high < 0 || (low > -MARGIN && high < MARGIN) ? 'does not pay' : 'not shown';
}

const isHarm = ({ intervals: { trajectories } }: Effect): boolean => (trajectories.high ?? 0) < 0;

/** The rule for a feature. */
export function judgeAll(given: readonly Effect[]): Verdict {
  // What applies to nothing in this run says nothing.
  const effects = given.filter(({ pairs }) => pairs > 0);
  const harms = effects.some(isHarm);
  if (effects.some(({ verdict }) => verdict === 'pays')) return harms ? 'not shown' : 'pays';
  if (harms) return 'does not pay';
  return effects.length > 0 && effects.every(({ verdict }) => verdict === 'does not pay')
    ? 'does not pay'
    : 'not shown';
}
