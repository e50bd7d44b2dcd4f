import type { LegReport } from '../../../main/contract/index.ts';

export const BAND_WIDTH = 620;
export const BAND_HEIGHT = 30;
const STAGES = 4;

/** Half-heights grow with the logarithm: 12,480 and 60 must both be visible in one band. */
export const bandHeight = (n: number): number => (n <= 0 ? 0 : Math.min(BAND_HEIGHT - 4, 2 + Math.log10(n + 1) * 5.6));

/** A band that narrows from eligible to selected, flat under each number and easing between them. */
export function bandPath(counts: readonly number[]): string {
  const middle = BAND_HEIGHT / 2;
  const step = BAND_WIDTH / STAGES;
  const half = counts.map((n) => bandHeight(n) / 2);
  const edge = (sign: 1 | -1, order: readonly number[]): string =>
    order
      .map((stage) => {
        const x = stage * step;
        const y = middle + sign * (half[stage] ?? 0);
        const next = middle + sign * (half[stage + 1] ?? half[stage] ?? 0);
        const flat = x + step * 0.52;
        return { x, y, next, flat, end: x + step };
      })
      .map(({ x, y, next, flat, end }, index) =>
        sign === -1
          ? `${index === 0 ? 'M' : 'L'}${x} ${y}H${flat}C${flat + 30} ${y} ${end - 30} ${next} ${end} ${next}`
          : `L${end} ${next}C${end - 30} ${next} ${flat + 30} ${y} ${flat} ${y}H${x}`,
      )
      .join('');
  const stages = counts.map((_, stage) => stage);
  return `${edge(-1, stages)}${edge(1, [...stages].reverse())}Z`;
}

/** How far a failed leg came: the band is cut there. */
export function reachedStages(leg: LegReport): number {
  if (leg.outcome !== 'failed') return STAGES;
  return leg.executed > 0 ? 2 : 1;
}

export const stageCounts = (leg: LegReport): readonly number[] => [
  leg.eligible,
  leg.executed,
  leg.produced,
  leg.selected,
];
