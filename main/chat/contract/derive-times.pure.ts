import type { Revision } from '../../contract/codex.ts';
import { localDayOf } from '../../retrieval/question/calendar.pure.ts';
import { type Case, type Derived, end, onDate, sayClauses, sayConflict, UNKNOWN } from './clauses.pure.ts';
import { coarser, type Edge, endOf, lengthBetween, sayDate, sayLength, startOf, subtractDays } from './dates.pure.ts';
import { formOf } from './forms.pure.ts';
import { plain, type Sentence, sayInterval, sayOpening, sayValue, type Tense } from './say.pure.ts';
import { conflictAmong, holdsAt, inOrder, isNamed, ofKind } from './select-revisions.pure.ts';

/** The stretch that a question about time means: of the value it names, else what holds now, else the last. */
function pick({ question, now, standing }: Case): Revision | null {
  const asked = standing.filter(({ relation }) => question.relations.includes(relation));
  const kind = inOrder(ofKind(asked, question.noun, false));
  const { value } = question;
  const named = value === null ? kind : kind.filter((revision) => isNamed(revision, value));
  return named.findLast((revision) => holdsAt(revision, now)) ?? named.at(-1) ?? null;
}

const edgeAt = (now: Date): Edge => ({ at: now.toISOString(), precision: 'day', isStated: true });

/** One value, with what is said of its time after it. */
function sayWith(
  revision: Revision,
  of: Case,
  { tense, more }: { readonly tense: Tense; readonly more: string },
): Sentence {
  const form = formOf(revision.relation);
  const isVerb = form.say.kind === 'verb';
  const noun =
    of.question.noun !== null && form.nouns.some(({ word }) => word === of.question.noun?.word)
      ? of.question.noun
      : null;
  // "Your dog has been Bo for a year" is no sentence: nouns stay in the present.
  const said = !isVerb && tense === 'perfect' ? 'present' : tense;
  const opening = sayOpening(form, { who: of.who, tense: said, noun, isMany: false });
  return end([plain(opening), { text: `${sayValue(revision, form)}${isVerb ? '' : ','} ${more}`, revision }]);
}

/** When something began, ended or happened. */
export function deriveWhen(of: Case): Derived {
  const { question, now, zone } = of;
  const revision = pick(of);
  if (revision === null) return UNKNOWN;
  const disputed = conflictAmong(of.standing);
  if (disputed.length > 0) return sayConflict(disputed, of, 'present');
  const start = startOf(revision);
  const { isEvent } = formOf(revision.relation);
  const isHolding = !isEvent && holdsAt(revision, now);
  const told = (sentence: Sentence, step: string): Derived => ({
    outcome: 'known',
    sentence,
    used: [revision],
    steps: [step],
  });
  if (question.edge === 'end') {
    const to = endOf(revision, of.all);
    if (to === null) {
      const more = `${sayInterval(revision, of.all, zone)}; no end of it is known`.replace(/^;/, '');
      return { ...told(sayWith(revision, of, { tense: 'present', more }), 'no end is recorded'), outcome: 'over' };
    }
    return told(
      sayWith(revision, of, { tense: 'past', more: sayInterval(revision, of.all, zone) }),
      `its end: ${to.at}`,
    );
  }
  if (start === null || !start.isStated) return told(sayUndated(revision, of, isHolding), 'its beginning was not said');
  const ago = question.isAgo ? ` (${agoOf(start, of)} ago)` : '';
  const more = isEvent ? onDate(start.at, start.precision, zone) : sayInterval(revision, of.all, zone);
  const tense = isEvent || !isHolding ? 'past' : 'perfect';
  return told(
    sayWith(revision, of, { tense, more: `${more}${ago}` }),
    `its beginning: ${start.at} (${start.precision})`,
  );
}

function agoOf(start: Edge, { question, now, zone }: Case): string {
  return sayLength(lengthBetween(start, edgeAt(now), zone), start.precision, question.unit);
}

/** Known to hold since no later than the day on which it was said. */
function sayUndated(revision: Revision, of: Case, isHolding: boolean): Sentence {
  const { isEvent } = formOf(revision.relation);
  const said = revision.validFrom ?? revision.evidence[0]?.at ?? null;
  const first = said === null ? '' : ` (first said on ${sayDate(said, 'day', of.zone)})`;
  const what = isEvent ? 'when it was' : 'when it began';
  const tense: Tense = isEvent || !isHolding ? 'past' : 'present';
  const [opening, item] = sayClauses([revision], of, { tense, isTimed: false });
  return end([opening ?? plain(''), { text: `${item?.text ?? ''}${first}`, revision }], `; ${what} is not known`);
}

/** How long something has held, or did: dates are subtracted on the calendar. */
export function deriveDuration(of: Case): Derived {
  const { question, now, zone } = of;
  const revision = pick(of);
  if (revision === null) return UNKNOWN;
  const disputed = conflictAmong(of.standing);
  if (disputed.length > 0) return sayConflict(disputed, of, 'present');
  const start = startOf(revision);
  if (start === null)
    return {
      outcome: 'known',
      sentence: sayUndated(revision, of, holdsAt(revision, now)),
      used: [revision],
      steps: ['its beginning is not known'],
    };
  const { isEvent } = formOf(revision.relation);
  const recorded = isEvent ? null : endOf(revision, of.all);
  const isOver = recorded !== null && new Date(recorded.at) <= now;
  const to = isOver ? recorded : edgeAt(now);
  const length = lengthBetween(start, to, zone);
  const precision = coarser(start.precision, isOver ? to.precision : 'day');
  const words = sayLength(length, precision, question.unit);
  const least = !start.isStated ? 'at least ' : isOver && !to.isStated ? 'at most ' : '';
  const interval = sayInterval(revision, of.all, zone);
  const first = start.isStated ? '' : `first said on ${sayDate(start.at, 'day', zone)}`;
  const beside = [first, interval].filter((text) => text !== '').join(', ');
  const more = isEvent
    ? `${start.isStated ? onDate(start.at, start.precision, zone) : ''} (${least}${words} ago)`.trim()
    : `for ${least}${words.replace(/^about /, least === '' ? 'about ' : '')}${beside === '' ? '' : ` (${beside})`}`;
  return {
    outcome: 'known',
    sentence: sayWith(revision, of, { tense: isOver || isEvent ? 'past' : 'perfect', more }),
    used: [revision],
    steps: [
      `from ${start.at} (${start.isStated ? start.precision : 'first said'}) to ${to.at}`,
      `${length.years} years, ${length.months} months, ${length.days} days; ${length.totalDays} days in all`,
    ],
  };
}

type Begun = { readonly revision: Revision; readonly start: Edge };

/** Two stated beginnings, the earlier first; what was only first said on a day cannot be put beside another. */
function pickTwo(of: Case): readonly [Begun, Begun] | null {
  const { question } = of;
  const { other } = question;
  if (other === null) return null;
  // Its own relations, and not those of both.
  const own = question.relations.filter((relation) => !other.relations.includes(relation));
  const first = { ...question, relations: own.length === 0 ? question.relations : own };
  const found = [first, other].flatMap((asked): readonly Begun[] => {
    const revision = pick({ ...of, question: asked });
    const start = revision === null ? null : startOf(revision);
    return revision !== null && start?.isStated ? [{ revision, start }] : [];
  });
  const [a, b] = found.toSorted((x, y) => x.start.at.localeCompare(y.start.at));
  return a === undefined || b === undefined || a.revision.id === b.revision.id ? null : [a, b];
}

const dated = ({ revision, start }: Begun, zone: string): string =>
  `${sayValue(revision, formOf(revision.relation))} (${sayDate(start.at, start.precision, zone)})`;

/** How far two beginnings lie apart. */
export function deriveBetween(of: Case): Derived {
  const two = pickTwo(of);
  if (two === null) return { ...UNKNOWN, steps: ['one of the two beginnings was not said'] };
  const [a, b] = two;
  const length = lengthBetween(a.start, b.start, of.zone);
  const words = sayLength(length, coarser(a.start.precision, b.start.precision), of.question.unit);
  return {
    outcome: 'known',
    sentence: end([
      plain('Between '),
      { text: dated(a, of.zone), revision: a.revision },
      plain(' and '),
      { text: dated(b, of.zone), revision: b.revision },
      plain(` lie ${words}`),
    ]),
    used: [a.revision, b.revision],
    steps: [
      `from ${a.start.at} to ${b.start.at}`,
      `${length.years} years, ${length.months} months, ${length.days} days; ${length.totalDays} days in all`,
    ],
  };
}

/** Which of two began first; the same day, or the same month where no more is known, is not ordered. */
export function deriveFirst(of: Case): Derived {
  const two = pickTwo(of);
  if (two === null) return { ...UNKNOWN, steps: ['one of the two beginnings was not said'] };
  const [a, b] = two;
  const precision = coarser(a.start.precision, b.start.precision);
  const isSame = sayDate(a.start.at, precision, of.zone) === sayDate(b.start.at, precision, of.zone);
  const parts = [
    { text: dated(a, of.zone), revision: a.revision },
    plain(isSame ? ' and ' : ' came first, then '),
    { text: dated(b, of.zone), revision: b.revision },
  ];
  return {
    outcome: 'known',
    sentence: end(parts, isSame ? ' cannot be ordered by what is known' : ''),
    used: [a.revision, b.revision],
    steps: [`${a.start.at} (${a.start.precision}) and ${b.start.at} (${b.start.precision}) compared`],
  };
}

const FULL_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Years since a birthday; else the age that was said, and how long ago that was. */
export function deriveAge(of: Case): Derived {
  const { standing, who, now, zone } = of;
  const disputed = conflictAmong(standing);
  if (disputed.length > 0) return sayConflict(disputed, of, 'present');
  const are = `${who.isMe ? 'You are' : `${who.name} is`}`;
  const birthday = standing.find(({ object }) => object.kind === 'literal' && FULL_DAY.test(object.value));
  if (birthday?.object.kind === 'literal') {
    const length = subtractDays(Date.parse(birthday.object.value), localDayOf(now, zone));
    const date = sayDate(birthday.object.value, 'day', 'UTC');
    return {
      outcome: 'known',
      sentence: end([plain(`${are} `), { text: `${length.years}, born on ${date}`, revision: birthday }]),
      used: [birthday],
      steps: [`from ${birthday.object.value} to ${now.toISOString().slice(0, 10)}: ${length.years} full years`],
    };
  }
  const stated = inOrder(standing.filter(({ relation }) => relation === 'age')).at(-1);
  const said =
    stated?.evidence
      .flatMap(({ at }) => (at === null ? [] : [at]))
      .toSorted()
      .at(-1) ??
    stated?.validFrom ??
    null;
  const age = stated?.object.kind === 'literal' ? Number.parseInt(stated.object.value, 10) : Number.NaN;
  if (stated === undefined || said === null || !Number.isFinite(age)) return UNKNOWN;
  const { years } = subtractDays(localDayOf(new Date(said), zone), localDayOf(now, zone));
  const were = who.isMe ? 'You were' : `${who.name} was`;
  const nowWords = `${who.isMe ? 'you are' : `${who.name} is`} ${age + years} or ${age + years + 1} now`;
  return {
    outcome: 'known',
    sentence: end([
      { text: `${were} ${age} on ${sayDate(said, 'day', zone)}`, revision: stated },
      plain(`, so ${nowWords}`),
    ]),
    used: [stated],
    steps: [`${age} on ${said}; ${years} full years since`],
  };
}
