import {
  type EntityId,
  type FactEvidence,
  ME,
  type Revision,
  type RevisionId,
  type TimePoint,
} from '../../../main/contract/index.ts';
import { formatDay, formatMonth } from '../../locales/format.pure.ts';
import { count, t } from '../../locales/text.ts';
import { speakerName } from '../frame/names.ts';
import { type Day, noonOf } from './day.pure.ts';
import type { LifelineName } from './lifeline.pure.ts';
import type { ReadDate } from './read-date.pure.ts';
import { endKnownMs, isWithdrawn, sayFact, sayFactOf, textOf } from './revisions.pure.ts';

export const dayText = (day: Day): string => formatDay(new Date(noonOf(day)).toISOString());

/** A time as exactly as it was meant: "2024", "May 2024", "3 May 2024". */
export function pointText(at: string, precision: TimePoint['precision']): string {
  if (precision === 'year') return String(new Date(at).getFullYear());
  return precision === 'month' ? formatMonth(at) : formatDay(at);
}

/** The owner of the folder is "You"; everybody else has a name. */
export const nameOf = (entity: { readonly id: EntityId; readonly name: string }): string =>
  entity.id === ME ? t('memory.me') : entity.name;

export const factText = (fact: Pick<Revision, 'relation' | 'object'>): string =>
  sayFact(fact.relation, textOf(fact.object));

/** "Mira lives in Lisbon", for a sentence about somebody who is not the reader. */
export const wholeFactText = (fact: Pick<Revision, 'subject' | 'relation' | 'object'>): string =>
  fact.subject.id === ME ? factText(fact) : sayFactOf(fact.subject.name, fact.relation, textOf(fact.object));

const AREAS = [
  ...['home', 'work', 'projects', 'skills', 'events', 'money', 'family', 'identity', 'health', 'preferences'],
  ...['media', 'plans', 'travel', 'possessions', 'pets', 'habits', 'opinions', 'reflections', 'own'],
] as const;

/** The heading of an area; one that the page has no words for goes under "Other". */
export const areaText = (area: string): string => t(`area.${AREAS.find((each) => each === area) ?? 'other'}`);

/** Who said it: one's own turns are "You", whatever name an export gave them. */
export const whoSaid = ({ role, speaker }: Pick<FactEvidence, 'role' | 'speaker'>): string =>
  role === 'user' ? t('turn.you') : speakerName(speaker);

/** When a value held: "1 Sep 2026 →", "at the latest 3 May 2024 → 2025". */
export function intervalText(revision: Revision): string {
  const { validFrom, validTo, precision, isStartStated } = revision;
  const from =
    validFrom === null
      ? t('fact.interval.unknown')
      : isStartStated
        ? pointText(validFrom, precision)
        : t('fact.interval.said', { day: formatDay(validFrom) });
  if (validTo === null) return t('fact.interval.open', { from });
  return t('fact.interval.closed', { from, to: formatDay(validTo) });
}

/** Since when Palimpsest knows it, and until when it believed it. */
export function knownText(revision: Revision, all: ReadonlyMap<RevisionId, Revision>): string {
  const day = formatDay(revision.knownFrom);
  if (revision.knownTo !== null) return t('fact.believed', { from: day, to: formatDay(revision.knownTo) });
  const end = new Date(endKnownMs(revision, all)).toISOString();
  if (revision.validTo === null || isWithdrawn(revision) || formatDay(end) === day)
    return t('fact.knownSince', { day });
  return t('fact.knownSinceEnd', { day, end: formatDay(end) });
}

function currentText({ text, since, until }: LifelineName['current'][number]): string {
  if (since !== null && until !== null)
    return t('line.from', { value: text, from: formatDay(since), to: formatDay(until) });
  if (since !== null) return t('line.since', { value: text, day: formatDay(since) });
  return until === null ? t('line.alone', { value: text }) : t('line.until', { value: text, day: formatDay(until) });
}

function beforeTexts(name: LifelineName): readonly string[] {
  const since = name.current[0]?.since ?? null;
  return name.before.map(({ text, until }) =>
    until === null || until === since
      ? t('line.untilThen', { value: text })
      : t('line.until', { value: text, day: formatDay(until) }),
  );
}

/** The one name of a lifeline: "lives in Leipzig since 1 Sep 2026; Ghent until then; one correction". */
export function lifelineText(relation: string, name: LifelineName): string {
  const values = name.current.map(({ text }) => text).join(` ${t('memory.or')} `);
  const now = name.isConflict
    ? `${relation}: ${t('line.conflict', { values })}`
    : name.current.length > 0
      ? sayFact(relation, name.current.map(currentText).join(', '))
      : name.before.length > 0
        ? relation
        : sayFact(relation, t('line.none'));
  const corrections = name.corrections > 0 ? [count(name.corrections, 'corrections')] : [];
  return [now, ...beforeTexts(name), ...corrections].join('; ');
}

/** The same without its value, to stand under it: "Since 1 Sep 2026; Ghent until then". */
export function historyText(name: LifelineName): string {
  if (name.isConflict) {
    const values = name.current.map(({ text }) => text).join(` ${t('memory.or')} `);
    return t('line.conflict', { values }).replace(/^./, (letter) => letter.toUpperCase());
  }
  const own = name.current.flatMap(({ since, until }) => {
    if (since !== null && until !== null)
      return [t('line.only.from', { from: formatDay(since), to: formatDay(until) })];
    if (since !== null) return [t('line.only.since', { day: formatDay(since) })];
    return [until === null ? t('line.only.unknown') : t('line.only.until', { day: formatDay(until) })];
  });
  const parts = [...new Set(own), ...beforeTexts(name)];
  return (parts.length === 0 ? t('line.only.over') : parts.join('; ')).replace(/^./, (letter) => letter.toUpperCase());
}

const monthName = (month: number): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long' }).format(new Date(2000, month - 1, 1));

/** What is wrong with a date, as a question; null where nothing is. */
export function dateTrouble(date: ReadDate): string | null {
  switch (date.kind) {
    case 'noSuchDay':
      return t('date.noSuchDay', { month: monthName(date.month), year: date.year, days: date.days });
    case 'noSuchMonth':
      return t('date.noSuchMonth', { month: date.month });
    case 'twoWays':
      return t('date.twoWays', { first: date.choices[0], second: date.choices[1] });
    case 'noYear':
      return t('date.noYear');
    case 'unreadable':
      return t('date.unreadable');
    default:
      return null;
  }
}
