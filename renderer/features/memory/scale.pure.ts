import { DAY_MS, localDate } from './day.pure.ts';

/** The one time axis under rulers and lifelines. */
export type Scale = { readonly fromMs: number; readonly toMs: number };

export type Tick = {
  readonly share: number;
  /** Null where a label would crowd its neighbours. */
  readonly label: { readonly kind: 'year' | 'month'; readonly ms: number; readonly share: number } | null;
};

const YEAR_MS = 365.25 * DAY_MS;
/** A fresh folder still gets a year to look at. */
const LEAST_MS = YEAR_MS;
/** What began long before anything was said is cut at the axis, or decades of nothing would fill it. */
const BEFORE_FIRST_KNOWN_MS = 12 * YEAR_MS;
const MOST_AHEAD_MS = 3 * YEAR_MS;
const MOST_LABELS = 10;

type Changes = { readonly valid: readonly number[]; readonly known: readonly number[]; readonly nowMs: number };

/** Chooses an axis that holds every change but the very old, and some of what is to come. */
export function planScale({ valid, known, nowMs }: Changes): Scale {
  const firstKnown = Math.min(nowMs, ...known);
  const firstValid = Math.max(Math.min(firstKnown, ...valid), firstKnown - BEFORE_FIRST_KNOWN_MS);
  const from = Math.min(firstValid, nowMs - LEAST_MS);
  const ahead = Math.min(Math.max(nowMs, ...valid), nowMs + MOST_AHEAD_MS);
  const span = ahead - from;
  const start = new Date(from - span * 0.02);
  const end = new Date(Math.max(ahead + span * 0.03, nowMs + span * 0.1));
  return {
    fromMs: localDate(start.getFullYear(), start.getMonth() + 1, 1).getTime(),
    toMs: localDate(end.getFullYear(), end.getMonth() + 2, 1).getTime(),
  };
}

/** Where an instant stands on the axis, 0 to 1; what lies outside stands at its edge. */
export function shareOf({ fromMs, toMs }: Scale, ms: number): number {
  return Math.min(1, Math.max(0, (ms - fromMs) / (toMs - fromMs)));
}

export const msAt = ({ fromMs, toMs }: Scale, share: number): number =>
  fromMs + Math.min(1, Math.max(0, share)) * (toMs - fromMs);

function yearTicks(scale: Scale, step: number): readonly Tick[] {
  const first = new Date(scale.fromMs).getFullYear();
  const last = new Date(scale.toMs).getFullYear();
  const ticks: Tick[] = [];
  for (let year = Math.ceil(first / step) * step; year <= last; year += step) {
    const ms = localDate(year, 1, 1).getTime();
    const middle = localDate(year, 1 + 6 * step, 1).getTime();
    const hasLabel = middle > scale.fromMs && middle < scale.toMs;
    if (ms < scale.fromMs && !hasLabel) continue;
    ticks.push({
      share: shareOf(scale, ms),
      label: hasLabel ? { kind: 'year', ms, share: shareOf(scale, middle) } : null,
    });
  }
  return ticks;
}

function monthTicks(scale: Scale, step: number): readonly Tick[] {
  const start = new Date(scale.fromMs);
  const ticks: Tick[] = [];
  const first = Math.ceil(start.getMonth() / step) * step;
  for (let month = first; ; month += step) {
    const ms = localDate(start.getFullYear(), month + 1, 1).getTime();
    if (ms >= scale.toMs) return ticks;
    const share = shareOf(scale, ms);
    // The name of a month stands behind its mark, so at the very end there is no room for it.
    ticks.push({ share, label: share < 0.9 ? { kind: 'month', ms, share } : null });
  }
}

/** Marks of the axis: years while they fit, years by steps on a long axis, months on a short one. */
export function listTicks(scale: Scale): readonly Tick[] {
  const years = (scale.toMs - scale.fromMs) / YEAR_MS;
  if (years < 3.2) return monthTicks(scale, years * 12 <= 14 ? 2 : years * 12 <= 24 ? 4 : 6);
  const step = [1, 2, 5, 10, 20, 50].find((each) => years / each <= MOST_LABELS) ?? 100;
  return yearTicks(scale, step);
}

/** Dots of a ruler; those that would fall on one another become one. */
export function listDots(scale: Scale, changes: readonly number[]): readonly number[] {
  const shares = changes
    .filter((ms) => ms >= scale.fromMs && ms <= scale.toMs)
    .map((ms) => Math.round(shareOf(scale, ms) * 400) / 400);
  return [...new Set(shares)].sort((a, b) => a - b);
}
