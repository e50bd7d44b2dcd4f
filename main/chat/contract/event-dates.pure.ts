import { findTimePhrases } from '../../codex/dates.pure.ts';
import type { TimePoint } from '../../contract/codex.ts';
import type { OperationType } from '../../contract/recall.ts';
import { DAY_MS, localDayOf } from '../../retrieval/question/calendar.pure.ts';
import { contentWords, segmentsOf, sharedCount } from '../quote.pure.ts';
import { sayDate } from './dates.pure.ts';

/** Words that were said, and when: "last Friday" is a day only with that. */
export type Dated = {
  readonly id: string;
  readonly text: string;
  readonly saidAt: string;
  readonly zone: string;
};

/** When something happened, by the words of one turn. */
export type EventDate = {
  readonly turnId: string;
  readonly point: TimePoint;
  readonly zone: string;
  /** The words of time, as they stand there. */
  readonly words: string;
};

/** A sentence with the turns that it rests on, in the order in which it names them, and how it was come by. */
export type EventAnswer = {
  readonly dates: readonly EventDate[];
  readonly steps: readonly string[];
  readonly say: Say;
};
/** Marks are put after each date. */
type Say = (marks: readonly string[]) => string;

/** Of something that happened once: "When is bin day?" asks for a habit. */
const ASKS_WHEN =
  /^\s*(?:so,? |and |ok(?:ay)?,? )?(?:when|(?:on |in )?(?:what|which) (?:day|date|month|year))\b[^?]*\b(?:was|were|did|had|happened|took place)\b/i;
const ASKS_BETWEEN =
  /^\s*how (?:many days|many weeks|many months|long)\b[^?]*\bbetween (.{3,120}?) and (.{3,120}?)\s*\??\s*$/i;
/** What a question about a time says anyway. */
const OF_TIME: ReadonlySet<string> = contentWords('day date month year happened took place days weeks months long');
/** What came in what order, and the things that are named: "the flood, the move and the party". */
const ASKS_ORDER = /^[^?]*\b(?:order|sequence|first|earlier|last|latest)\b[^?:,]*[:,—-]\s*(.{5,400}?)\s*\??\s*$/i;
const BETWEEN_ITEMS = /\s*(?:,\s*(?:and|or)\s+|,|;|\band\b|\bor\b)\s*/i;
const MOST_ITEMS = 12;
/** A sentence that is about what the one before it named. */
const GOES_ON = /^(?:it|that|this|they|those) (?:was|were|happened|took place|only happened)\b/i;
/** Below this share of what is asked a sentence is about something else. */
const MIN_SHARE = 0.6;

/** What the closest words say of when something happened; null where the question asks for no such thing or they say nothing. */
export function deriveEventDates(
  question: string,
  operation: OperationType,
  said: readonly Dated[],
): EventAnswer | null {
  if (operation === 'temporal_lookup' && ASKS_WHEN.test(question)) {
    const date = findEventDate(question, said);
    return date === null ? null : { dates: [date], steps: [stepOf(date)], say: ([mark = '']) => sayThat(date, mark) };
  }
  const listed = operation === 'event_order' ? ASKS_ORDER.exec(question)?.[1] : undefined;
  if (listed !== undefined)
    return answerOrder(
      listed.split(BETWEEN_ITEMS).filter((item) => item !== ''),
      said,
    );
  const between = operation === 'temporal_arithmetic' ? ASKS_BETWEEN.exec(question) : null;
  const [first, second] = [between?.[1], between?.[2]].map((part) => (part ? findEventDate(part, said) : null));
  return first && second ? answerBetween(first, second) : null;
}

function answerBetween(first: EventDate, second: EventDate): EventAnswer | null {
  // A month has no day to count from.
  if (![first, second].every(({ point }) => point.precision === 'day' || point.precision === 'minute')) return null;
  const [a, b] = [first, second].map(({ point, zone }) => localDayOf(new Date(point.at), zone));
  const days = Math.abs(Math.round(((b ?? 0) - (a ?? 0)) / DAY_MS));
  const length = `${days} ${days === 1 ? 'day' : 'days'}`;
  return {
    dates: [first, second],
    steps: [stepOf(first), stepOf(second), `from one to the other: ${length}`],
    say: ([one = '', two = '']) => `That is ${length}: ${sayPoint(first)}${one} and ${sayPoint(second)}${two}.`,
  };
}

/** All of them with their days, or nothing: one whose day is not known may belong anywhere. */
function answerOrder(items: readonly string[], said: readonly Dated[]): EventAnswer | null {
  if (items.length < 2 || items.length > MOST_ITEMS) return null;
  const dated = items.flatMap((item) => {
    const date = findEventDate(item, said);
    return date === null ? [] : [{ item, date }];
  });
  if (dated.length < items.length) return null;
  const sorted = [...dated].sort((a, b) => Date.parse(a.date.point.at) - Date.parse(b.date.point.at));
  const isTold = sorted.every(
    ({ date }, index) => index === 0 || sayPoint(date) !== sayPoint(sorted[index - 1]?.date ?? date),
  );
  // Two of the same month or day stand in no order that anybody told.
  if (!isTold) return null;
  return {
    dates: sorted.map(({ date }) => date),
    steps: sorted.map(({ date }) => stepOf(date)),
    say: (marks) =>
      `In this order: ${sorted.map(({ item, date }, index) => `${item} (${sayPoint(date)})${marks[index] ?? ''}`).join('; ')}.`,
  };
}

const stepOf = (date: EventDate): string => `“${date.words}” in the words of ${date.turnId}: ${sayPoint(date)}`;
const sayPoint = ({ point, zone }: EventDate): string => sayDate(point.at, point.precision, zone);

function sayThat(date: EventDate, mark: string): string {
  const isDay = date.point.precision === 'day' || date.point.precision === 'minute';
  return `That was ${isDay ? 'on' : 'in'} ${sayPoint(date)}${mark}.`;
}

/** The newest words about it decide: what was said later corrects what was said before. */
function findEventDate(question: string, said: readonly Dated[]): EventDate | null {
  const asked = new Set([...contentWords(question)].filter((word) => !OF_TIME.has(word)));
  if (asked.size === 0) return null;
  const found = said.flatMap((one) => {
    const own = readDate(one, asked);
    return own === null ? [] : [{ ...own, saidAt: one.saidAt }];
  });
  const most = Math.max(0, ...found.map(({ shared }) => shared));
  const [newest] = found
    .filter(({ shared }) => shared === most)
    .sort((a, b) => (a.saidAt === b.saidAt ? 0 : a.saidAt < b.saidAt ? 1 : -1));
  return newest?.date ?? null;
}

/** The one time that the words about it name. */
function readDate(
  { id, text, saidAt, zone }: Dated,
  asked: ReadonlySet<string>,
): { readonly date: EventDate; readonly shared: number } | null {
  const sentences = segmentsOf(text);
  for (const [index, sentence] of sentences.entries()) {
    const shared = sharedCount(asked, contentWords(sentence));
    if (shared / asked.size < MIN_SHARE) continue;
    const next = sentences[index + 1] ?? '';
    // "I had the date of the move wrong. It was on 3 May."
    const words = GOES_ON.test(next) ? [sentence, next] : [sentence];
    const times = words.flatMap((part) =>
      findTimePhrases(part, { saidAt, zone }, false).flatMap((time) => (time.kind === 'at' ? [{ part, time }] : [])),
    );
    const [only] = times;
    if (times.length !== 1 || only === undefined || only.time.start === null) continue;
    const { part, time } = only;
    const date = { turnId: id, point: only.time.start, zone, words: part.slice(time.from, time.to).trim() };
    return { date, shared };
  }
  return null;
}
