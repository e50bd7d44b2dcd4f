import type { Instant } from '../contract/ids.ts';
import { parseInstant } from '../importing/formats/instant.pure.ts';

const DATE_ONLY = /^\d{4}[-/]\d{2}[-/]\d{2}$/;

export type WrittenTime =
  | { readonly kind: 'instant'; readonly at: Instant }
  /** Names no zone: what a clock on the wall shows. */
  | { readonly kind: 'local'; readonly local: string };

/** A time as people write it, or null. A bare date means its last moment: "as of that day" includes the day. */
export function readWrittenTime(text: string): WrittenTime | null {
  const { at, localTime } = parseInstant(text);
  if (at !== null) return { kind: 'instant', at };
  if (localTime === null) return null;
  const isDate = DATE_ONLY.test(text.trim());
  return { kind: 'local', local: isDate ? localTime.replace('T00:00:00', 'T23:59:59.999') : localTime };
}

/** A moment as a clock on the wall of `zone` shows it: `2024-05-01 09:30`. */
export function showMoment(at: Instant, zone: string): string {
  const date = new Date(at);
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return Number.isNaN(date.getTime()) ? at : format.format(date);
}

/** The day of a moment in `zone`: `2024-05-01`. */
export const showDay = (at: Instant, zone: string): string => showMoment(at, zone).slice(0, 10);
