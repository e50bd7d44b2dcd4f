import type { Interval } from '../../main/evaluation/report/figures.ts';
import type { AblationRow, Contrast } from '../../main/evaluation/report/report.ts';
import { type Estimate, showEstimate, showNumber, showPoints } from '../charts/estimate.ts';
import { type Effect, forestChart, sideOf } from '../charts/forest-chart.ts';
import { figure, nothing, section } from '../figure.ts';
import type { View } from '../view.ts';
import { METRICS, sayKey } from '../words.ts';

const toEstimate = (value: number, interval: Interval | null, n: number): Estimate => ({
  ...{ value, n },
  low: interval?.low ?? null,
  high: interval?.high ?? null,
});

const isShare = ({ metric }: View): boolean => METRICS[metric].unit === 'share';

/** In points where the measure is a share, else as it is. */
const formatOf = (view: View): ((value: number) => string) =>
  isShare(view) ? showPoints : (value) => `${value > 0 ? '+' : ''}${showNumber(value, 1)}`;

const CLEAR = { above: 'clearly more', below: 'clearly less', unclear: 'not shown' };

function forest(
  view: View,
  effects: readonly Effect[],
  words: { readonly caption: string; readonly sides: readonly [string, string] },
): HTMLElement {
  const format = formatOf(view);
  const summary = effects
    .map(({ label, effect }) => `${label}: ${showEstimate(effect, format)}, ${CLEAR[sideOf(effect)]}`)
    .join('; ');
  return figure(forestChart({ summary: `${words.caption}. ${summary}.`, effects, sides: words.sides, format }), {
    caption: words.caption,
    columns: ['What', isShare(view) ? 'Difference in points' : 'Difference', 'Pairs', 'In words'],
    rows: effects.map(({ label, effect }) => [
      ...[label, showEstimate(effect, format), showNumber(effect.n ?? 0)],
      CLEAR[sideOf(effect)],
    ]),
  });
}

/** What each part of the full system gives. */
export function ablationsView(view: View): HTMLElement {
  const { metric, report } = view;
  const effects = report.ablations.flatMap((row) => {
    const own = row.effects.find((effect) => effect.metric === metric);
    if (own === undefined || own.effect === null) return [];
    return [{ label: nameOf(row), effect: toEstimate(own.effect, own.intervals.trajectories, own.pairs) }];
  });
  return section(
    {
      id: 'ablations',
      heading: 'What each part is worth',
      says: `Each row takes one thing away from the full system, or changes it: to the right of the line the full system has more ${METRICS[metric].label.toLowerCase()} with it.`,
      saysNot:
        'Where the interval touches the line at zero, nothing was shown either way; parts can also stand in for each other.',
    },
    effects.length === 0
      ? nothing(
          report.ablations.length === 0
            ? 'This run has no arm that differs from the full one in exactly one thing.'
            : 'The ablations have no figure of this measure. Choose another above.',
        )
      : forest(view, effects, {
          caption: `${METRICS[metric].label}: full system less the arm without the part`,
          sides: ['more without it', 'more with it'],
        }),
  );
}

const nameOf = ({ feature, inFull, inArm }: AblationRow): string => `${feature}: ${inFull} → ${inArm}`;

/** The full system against each baseline, over everything and at each checkpoint. */
export function baselinesView(view: View): HTMLElement {
  const { metric, report } = view;
  const own = report.contrasts.filter((one) => one.metric === metric && one.kind !== 'ablation' && one.delta !== null);
  const effects = own
    .filter(({ slice }) => slice === null || slice.by === 'checkpoint')
    .toSorted((a, b) => pairOf(a).localeCompare(pairOf(b)) || (a.slice?.order ?? -1) - (b.slice?.order ?? -1))
    .map((one) => ({
      label: one.slice === null ? `${pairOf(one)}, all` : `${pairOf(one)}, ${sayKey(one.slice.by, one.slice.key)}`,
      effect: toEstimate(one.delta ?? 0, one.intervals.trajectories, one.pairs),
    }));
  return section(
    {
      id: 'baselines',
      heading: 'Against what it is compared with',
      says: `The same questions asked of two arms: to the right of the line the first has more ${METRICS[metric].label.toLowerCase()}; shown over everything and at each checkpoint.`,
      saysNot: 'It does not say what the second arm could do with other settings.',
    },
    effects.length === 0
      ? nothing('No pair of arms has a difference of this measure.')
      : forest(view, effects, {
          caption: `${METRICS[metric].label}: first arm less second`,
          sides: ['second has more', 'first has more'],
        }),
  );
}

const pairOf = ({ arm, against }: Contrast): string => `${arm} against ${against}`;
