const FIELDS = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

/** One a zone: making a formatter takes thirty times as long as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...FIELDS });
  formatters.set(zone, made);
  return made;
}

function offsetMs(atMs: number, zone: string): number {
  const parts = formatterOf(zone).formatToParts(new Date(atMs));
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value ?? 0);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - Math.floor(atMs / 1000) * 1000;
}

/** Further than any zone is from UTC, so that a change of the clock near the time lies between. */
const DAY_MS = 24 * 3_600_000;

/**
 * The instant at which clocks in `zone` show `localTime` (`YYYY-MM-DDTHH:mm:ss`). In the hour that a clock change
 * repeats, the first; in the hour that it skips, as if the clock had not been changed yet.
 */
export function instantOf(localTime: string, zone: string): string {
  const wallMs = Date.parse(`${localTime}Z`);
  const unchanged = wallMs - offsetMs(wallMs - DAY_MS, zone);
  const changed = wallMs - offsetMs(wallMs + DAY_MS, zone);
  const isShown = (ms: number) => ms + offsetMs(ms, zone) === wallMs;
  const found = [Math.min(unchanged, changed), Math.max(unchanged, changed)].find(isShown) ?? unchanged;
  return new Date(found).toISOString();
}
