import type { Finding, WorkerInfo, WorkerName } from '../../../main/contract/index.ts';
import { formatClock, formatDay } from '../../locales/format.pure.ts';
import { count, t } from '../../locales/text.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });

const startOfDay = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

/** A moment as one says it: "2 minutes ago", "today 03:00", "Sunday", "20 Nov 2026". */
export function sayWhen(instant: string, now: Date): string {
  const then = new Date(instant);
  const agoMs = now.getTime() - then.getTime();
  if (agoMs >= 0 && agoMs < MINUTE_MS) return t('health.when.now');
  if (agoMs >= 0 && agoMs < 60 * MINUTE_MS)
    return t('health.when.minutes', { minutes: count(Math.floor(agoMs / MINUTE_MS), 'minutes') });
  const days = Math.round((startOfDay(now) - startOfDay(then)) / DAY_MS);
  if (days === 0) return t('health.when.today', { at: formatClock(instant) });
  if (days === 1) return t('health.when.yesterday', { at: formatClock(instant) });
  return days > 0 && days < 7 ? weekday.format(then) : formatDay(instant);
}

export const workerName = (name: WorkerName): string => t(`health.worker.${name}`);

/** How often a worker runs by itself. */
export function sayOften({ everyHours, isForIdle }: WorkerInfo): string {
  if (isForIdle) return t('health.often.idle');
  if (everyHours === 1) return t('health.often.hourly');
  if (everyHours === 24) return t('health.often.daily');
  return everyHours === 168 ? t('health.often.weekly') : t('health.often.hours', { n: everyHours });
}

export type Verdict = { readonly text: string; readonly open: number; readonly isProblem: boolean };

/** The page's first sentence: what is open decides, what was dismissed does not. */
export function sayVerdict(
  findings: readonly Finding[],
  { isChecked, hasReportProblems }: { readonly isChecked: boolean; readonly hasReportProblems: boolean },
): Verdict {
  const open = findings.filter(({ isDismissed }) => !isDismissed);
  const isProblem = open.some(({ severity }) => severity === 'problem');
  const of = (text: string): Verdict => ({ text, open: open.length, isProblem });
  // What only the doctor saw is in its report, further down.
  if (hasReportProblems && !isProblem) return { ...of(t('health.verdict.problems')), isProblem: true };
  if (open.length === 0) return of(t(isChecked ? 'health.verdict.ok' : 'health.verdict.none'));
  const kind = isProblem ? 'problem' : 'notice';
  return open.length === 1
    ? of(t(`health.verdict.${kind}.one`))
    : of(t(`health.verdict.${kind}.other`, { n: open.length }));
}
