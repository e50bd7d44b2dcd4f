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

/** The instant at which a clock on the wall of `zone` shows `local`. */
export function placeInZone(local: string, zone: string): Instant {
  const wallMs = Date.parse(`${local}Z`);
  // The offset is looked up at the instant it leads to; twice is enough, also on a day when the clocks change.
  const firstGuess = wallMs - offsetMs(wallMs, zone);
  return new Date(wallMs - offsetMs(firstGuess, zone)).toISOString();
}

function offsetMs(atMs: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(atMs);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shown - Math.floor(atMs / 1000) * 1000;
}
