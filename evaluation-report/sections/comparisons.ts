import type { Interval } from '../../main/evaluation/report/figures.ts';
import type { AblationRow, Contrast } from '../../main/evaluation/report/report.ts';
import { type Estimate, showEstimate, showNumber, showPoints } from '../charts/estimate.ts';
import { type EffectGroup, forestChart, sideOf } from '../charts/forest-chart.ts';
import { figure, nothing, section } from '../figure.ts';
import type { View } from '../view.ts';
import { METRICS, sayKey } from '../words.ts';

const toEstimate = (value: number, interval: Interval | null, n: number): Estimate => ({
  ...{ value, n },
  low: interval?.low ?? null,
  high: interval?.high ?? null,
});

/** In points where the measure is a share, else as it is. */
const formatOf = ({ metric }: View): ((value: number) => string) =>
  METRICS[metric].unit === 'share' ? showPoints : (value) => `${value > 0 ? '+' : ''}${showNumber(value, 1)}`;

const CLEAR = { above: 'clearly more', below: 'clearly less', unclear: 'not shown' };

type Words = { readonly caption: string; readonly sides: readonly [string, string] };

function forest(view: View, groups: readonly EffectGroup[], { caption, sides }: Words): HTMLElement {
  const format = formatOf(view);
  const rows = groups.flatMap(({ heading, effects }) =>
    effects.map(({ label, effect }) => ({ name: heading === '' ? label : `${heading}: ${label}`, effect })),
  );
  const summary = rows
    .map(({ name, effect }) => `${name}: ${showEstimate(effect, format)}, ${CLEAR[sideOf(effect)]}`)
    .join('; ');
  const chart = forestChart({ summary: `${caption}. ${summary}.`, groups, sides, format });
  return figure(chart, {
    caption,
    columns: ['What', format === showPoints ? 'Difference in points' : 'Difference', 'Pairs', 'In words'],
    rows: rows.map(({ name, effect }) => [
      ...[name, showEstimate(effect, format), showNumber(effect.n ?? 0)],
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
    return [
      {
        label: `${nameOf(row)} · ${row.verdict}`,
        effect: toEstimate(own.effect, own.intervals.trajectories, own.pairs),
      },
    ];
  });
  const why =
    report.ablations.length === 0
      ? 'This run has no arm that differs from the full one in exactly one thing.'
      : 'The parts have no figure of this measure: they are judged by right answers and by the evidence found. Choose one of those above.';
  return section(
    {
      id: 'ablations',
      heading: 'What each part is worth',
      says: `Each row is one part, switched on and off with nothing else changed: right of the line there is more (${METRICS[metric].label.toLowerCase()}) with it; the word after its name is the verdict over all measures by the rule at the end of the page.`,
      saysNot:
        'Where the line of a row touches zero, nothing was shown either way; and parts can stand in for each other.',
    },
    effects.length === 0
      ? nothing(why)
      : forest(view, [{ heading: '', effects }], {
          caption: `${METRICS[metric].label}: with the part less without it`,
          sides: ['more without it', 'more with it'],
        }),
  );
}

const OFF: readonly string[] = ['false', 'off', 'none'];
const PLAIN: Readonly<Record<string, string>> = {
  isMemoryFull: 'ledger, habits and slots',
  lifecycle: 'upkeep',
  access: 'asking counts as use',
};
const plain = (name: string): string =>
  PLAIN[name] ?? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The part by its name, and where it is no switch, the two ways of it. */
function nameOf({ feature, inFull, inArm, featureIn }: AblationRow): string {
  const [own, other] = featureIn === 'full' ? [inFull, inArm] : [inArm, inFull];
  return own === 'true' || OFF.includes(other) ? plain(feature) : `${plain(feature)}: ${own}, not ${other}`;
}

/** The full system against each baseline, over everything and at each checkpoint. */
export function baselinesView(view: View): HTMLElement {
  const { metric, report } = view;
  const own = report.contrasts.filter(
    (one) => one.metric === metric && one.kind !== 'ablation' && (one.slice === null || one.slice.by === 'checkpoint'),
  );
  return section(
    {
      id: 'baselines',
      heading: 'Against what it is compared with',
      says: `The same questions asked of two arms: right of the line the first has more (${METRICS[metric].label.toLowerCase()}), over everything and at each checkpoint.`,
      saysNot: 'It does not say what the second arm could do with other settings.',
    },
    own.every(({ delta }) => delta === null)
      ? nothing('No pair of arms has a difference of this measure. Choose another above.')
      : forest(view, groupPairs(own, report.method.full), {
          caption: `${METRICS[metric].label}: first arm less second`,
          sides: ['second has more', 'first has more'],
        }),
  );
}

const pairOf = ({ arm, against }: Contrast): string => `${arm} against ${against}`;

/** Pairs that were compared at checkpoints by themselves, the full arm first; all others together. */
function groupPairs(contrasts: readonly Contrast[], full: string | null): readonly EffectGroup[] {
  const known = contrasts.filter(({ delta }) => delta !== null);
  const pairs = [...new Set(known.map(pairOf))];
  const ownOf = (pair: string): readonly Contrast[] =>
    known.filter((one) => pairOf(one) === pair).toSorted((a, b) => (a.slice?.order ?? -1) - (b.slice?.order ?? -1));
  const isSliced = (pair: string): boolean => ownOf(pair).some(({ slice }) => slice !== null);
  const isFull = (pair: string): boolean => ownOf(pair)[0]?.arm === full;
  const sliced = pairs.filter(isSliced).toSorted((a, b) => Number(isFull(b)) - Number(isFull(a)));
  const others = pairs.filter((pair) => !isSliced(pair));
  return [
    ...sliced.map((pair) => ({ heading: pair, effects: ownOf(pair).map((one) => toEffect(one, sayPlace(one))) })),
    ...(others.length === 0
      ? []
      : [
          {
            heading: 'Other pairs, over everything',
            effects: others.flatMap(ownOf).map((one) => toEffect(one, pairOf(one))),
          },
        ]),
  ];
}

const sayPlace = ({ slice }: Contrast): string =>
  slice === null ? 'over everything' : `checkpoint ${sayKey(slice.by, slice.key)}`;

const toEffect = (one: Contrast, label: string): EffectGroup['effects'][number] => ({
  label,
  effect: toEstimate(one.delta ?? 0, one.intervals.trajectories, one.pairs),
});
