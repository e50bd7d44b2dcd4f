import { addDays, addMonths, type Day, dayOf } from './day.pure.ts';

/** The two clocks; null is now. `knownOn` is never later than today. */
export type AsOf = { readonly trueOn: Day | null; readonly knownOn: Day | null };

export const NOW: AsOf = { trueOn: null, knownOn: null };

/** What the heading says: which of the sentences, and with which days. */
export type AsOfSentence =
  | { readonly kind: 'now' }
  | { readonly kind: 'was' | 'willBe'; readonly day: Day }
  | { readonly kind: 'told'; readonly day: Day }
  | { readonly kind: 'wasJudged' | 'expected'; readonly day: Day; readonly known: Day };

/** The sentence that says what the two rulers show. */
export function sentenceOf({ trueOn, knownOn }: AsOf, today: Day): AsOfSentence {
  if (trueOn === null && knownOn === null) return { kind: 'now' };
  const day = trueOn ?? today;
  if (knownOn === null) return { kind: day > today ? 'willBe' : 'was', day };
  if (day === knownOn) return { kind: 'told', day };
  return { kind: day > knownOn ? 'expected' : 'wasJudged', day, known: knownOn };
}

export type Clock = 'true' | 'known';

export type Bounds = { readonly first: Day; readonly last: Day; readonly today: Day };

/** Moves one clock to a day within its ruler, or both together; today becomes now. */
export function moveTo(asOf: AsOf, move: { clock: Clock; day: Day; isTogether: boolean }, bounds: Bounds): AsOf {
  const { clock, day, isTogether } = move;
  const last = clock === 'known' ? bounds.today : bounds.last;
  const [, within = day] = [bounds.first, day, last].sort();
  const trueOn = within === bounds.today ? null : within;
  const knownOn = within >= bounds.today ? null : within;
  if (clock === 'true') return { trueOn, knownOn: isTogether ? knownOn : asOf.knownOn };
  return { knownOn, trueOn: isTogether ? trueOn : asOf.trueOn };
}

type Press = { readonly key: string; readonly shiftKey: boolean; readonly isRtl: boolean };

/** Where a key takes a handle: arrows a day, with shift a month, pages the next change, T today; null for other keys. */
export function dayForKey(day: Day, press: Press, ruler: Bounds & { readonly changes: readonly Day[] }): Day | null {
  const step = (n: number) => (press.shiftKey ? addMonths(day, n) : addDays(day, n));
  switch (press.key) {
    case 'ArrowUp':
      return step(1);
    case 'ArrowDown':
      return step(-1);
    case 'ArrowRight':
      return step(press.isRtl ? -1 : 1);
    case 'ArrowLeft':
      return step(press.isRtl ? 1 : -1);
    case 'PageUp':
      return ruler.changes.find((each) => each > day) ?? day;
    case 'PageDown':
      return ruler.changes.findLast((each) => each < day) ?? day;
    case 'Home':
      return ruler.first;
    case 'End':
      return ruler.last;
    case 't':
    case 'T':
      return ruler.today;
    default:
      return null;
  }
}

/** The days on which something changed, each once, oldest first. */
export function listChangeDays(instants: readonly string[]): readonly Day[] {
  return [...new Set(instants.map((instant) => dayOf(Date.parse(instant))))].sort();
}

/** How far *Play* goes at each step: a year a second, however often it steps. */
export const playFrom = (day: Day, stepMs: number): Day => addDays(day, Math.max(1, Math.round((stepMs * 365) / 1000)));
