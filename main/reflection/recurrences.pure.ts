import { type Activity, listActivities } from './activities.pure.ts';
import { type Conclusion, DAY_MS, type Evidence, type Said, sentenceAt, spread, WEEK_MS } from './conclusion.pure.ts';

const WEEKS_MIN = 4;
const SPAN_MIN_MS = 28 * DAY_MS;
/** Of the weeks in which somebody said anything at all: in so many it has to come up. */
const SHARE_MIN = 0.5;
const MINIMUM = 4;
const ONE_WEEKDAY = 0.8;
const MORNINGS = 0.6;

type Doing = Evidence & { readonly activity: Activity; readonly zone: string };

/** Doings by speaker, gathered turn by turn so that no text need be kept. */
export type Doings = {
  readonly add: (said: Said) => void;
  readonly conclude: () => readonly Conclusion[];
};

export function gatherDoings(): Doings {
  const bySubject = new Map<string, { readonly weeks: Set<number>; readonly doings: Map<string, Doing[]> }>();
  return {
    add: (said) => {
      const own = bySubject.get(said.subjectId) ?? { weeks: new Set<number>(), doings: new Map<string, Doing[]>() };
      bySubject.set(said.subjectId, own);
      own.weeks.add(weekOf(said.at));
      for (const activity of listActivities(said.text)) {
        const { turnId, at, zone } = said;
        const quote = sentenceAt(said.text, activity.from);
        const doing = { turnId, at, zone, quote, restsOn: null, activity };
        own.doings.set(activity.key, [...(own.doings.get(activity.key) ?? []), doing]);
      }
    },
    conclude: () =>
      [...bySubject].flatMap(([subjectId, { weeks, doings }]) =>
        [...doings].flatMap(([key, all]) => concludeOne({ subjectId, key, weeks }, all) ?? []),
      ),
  };
}

const weekOf = (at: number): number => Math.floor(at / WEEK_MS);

type Whose = { readonly subjectId: string; readonly key: string; readonly weeks: ReadonlySet<number> };

/** "Does it regularly": in four weeks at least, over a month at least, and in every other week of talk at least. */
function concludeOne({ subjectId, key, weeks }: Whose, all: readonly Doing[]): Conclusion | null {
  const days = onePerDay(all);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < SPAN_MIN_MS) return null;
  const own = new Set(days.map(({ at }) => weekOf(at)));
  const between = [...weeks].filter((week) => week >= weekOf(first.at) && week <= weekOf(last.at)).length;
  if (own.size < WEEKS_MIN || own.size < SHARE_MIN * between) return null;
  const { label } = first.activity;
  return {
    ...{ of: 'recurrence', subjectId, relation: 'does regularly', key, minimum: MINIMUM },
    object: { kind: 'literal', text: `${label}, ${howOften(days)}`, value: key },
    confidence: Math.min(0.95, 0.6 + 0.04 * (own.size - WEEKS_MIN)),
    evidence: spread(days).map(({ turnId, at, quote, restsOn }) => ({ turnId, at, quote, restsOn })),
  };
}

/** The first telling of each day, oldest first. */
function onePerDay(all: readonly Doing[]): readonly Doing[] {
  const byDay = new Map<number, Doing>();
  for (const doing of [...all].sort((a, b) => a.at - b.at || (a.turnId < b.turnId ? -1 : 1))) {
    const day = Math.floor(doing.at / DAY_MS);
    if (!byDay.has(day)) byDay.set(day, doing);
  }
  return [...byDay.values()];
}

function howOften(days: readonly Doing[]): string {
  if (days.filter(({ activity }) => activity.isMorning).length >= MORNINGS * days.length) return 'most mornings';
  const weekdays = new Map<string, number>();
  for (const { at, zone } of days) {
    const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: zone }).format(at);
    weekdays.set(day, (weekdays.get(day) ?? 0) + 1);
  }
  const [most] = [...weekdays].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (most !== undefined && days.length >= 5 && most[1] >= ONE_WEEKDAY * days.length) return `on ${most[0]}s`;
  return 'most weeks';
}
