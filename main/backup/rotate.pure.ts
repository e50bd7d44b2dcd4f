/** How many backups stay. A backup stays for every rule that it fits. */
export type Keep = {
  /** The newest ones, whatever their age. */
  readonly last: number;
  /** The newest one of each of so many days, weeks (from Monday) and months with any, in UTC. */
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
};

export const DEFAULT_KEEP: Keep = { last: 3, daily: 7, weekly: 4, monthly: 6 };

type Dated = { readonly id: string; readonly at: string };

const DAY_MS = 86_400_000;
/** 1 January 1970 was a Thursday. */
const MONDAY_OFFSET = 3;

const PERIODS = {
  daily: (at: Date) => String(Math.floor(at.getTime() / DAY_MS)),
  weekly: (at: Date) => String(Math.floor((Math.floor(at.getTime() / DAY_MS) + MONDAY_OFFSET) / 7)),
  monthly: (at: Date) => at.toISOString().slice(0, 7),
} as const;

/** Ids of the backups that no rule keeps, oldest first. The newest one always stays. */
export function planRotation(backups: readonly Dated[], keep: Keep): readonly string[] {
  const newestFirst = [...backups].sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1));
  const kept = new Set(newestFirst.slice(0, Math.max(1, keep.last)).map(({ id }) => id));
  for (const rule of ['daily', 'weekly', 'monthly'] as const) {
    const seen = new Set<string>();
    for (const { id, at } of newestFirst) {
      const period = PERIODS[rule](new Date(at));
      if (seen.has(period)) continue;
      if (seen.size >= keep[rule]) break;
      seen.add(period);
      kept.add(id);
    }
  }
  return newestFirst.flatMap(({ id }) => (kept.has(id) ? [] : [id])).reverse();
}
