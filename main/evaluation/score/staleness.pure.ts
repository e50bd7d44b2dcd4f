import type { ReferenceAnswer } from '../format/trajectory.ts';
import { findDates, matchDate, readWantedDate, readWholeDate } from './dates.pure.ts';
import { datesIn, findMentions, type Mention, markOf, outside, type Variants } from './mentions.pure.ts';
import type { Asked, Met } from './met.pure.ts';
import { findDurations, findNumbers, hasUnit } from './numbers.pure.ts';
import type { Staleness } from './scored.ts';
import type { Segment, SplitAnswer } from './split-answer.pure.ts';
import { formsOf, toComparable } from './words.pure.ts';

type Place = { readonly value: number; readonly from: number; readonly to: number };

/** What a text gives as the number or the length of time that is asked for: the first one of it. */
function firstValue(text: string, reference: Extract<ReferenceAnswer, { kind: 'number' | 'duration' }>): Place | null {
  const dates = findDates(text);
  if (reference.kind === 'duration') {
    const [duration] = findDurations(text, dates);
    return duration === undefined ? null : { ...duration, value: duration.days };
  }
  const numbers = findNumbers(text, dates);
  return numbers.find((number) => hasUnit(number, reference.unit)) ?? numbers[0] ?? null;
}

/** What was right before and is right again is not superseded. */
function isRightAgain(variant: string, reference: ReferenceAnswer): boolean {
  if (reference.kind === 'number' || reference.kind === 'duration') {
    const wanted = reference.kind === 'number' ? reference.value : reference.days;
    return firstValue(toComparable(variant), reference)?.value === wanted;
  }
  if (reference.kind === 'date') {
    const date = readWholeDate(variant);
    if (date === null) return false;
    return matchDate({ ...date, isSwappable: false, from: 0, to: 0 }, readWantedDate(reference.value)).isMatch;
  }
  const values = 'values' in reference ? reference.values.flat() : 'items' in reference ? reference.items.flat() : [];
  const form = formsOf(variant).join(' ');
  return values.some((value) => formsOf(value).join(' ') === form);
}

function findStale(
  segments: readonly Segment[],
  superseded: Variants,
  { reference, question }: { readonly reference: ReferenceAnswer; readonly question: string },
): readonly Mention[] {
  const wrong = superseded.filter((variant) => !isRightAgain(variant, reference));
  if (reference.kind === 'date') {
    const wanted = readWantedDate(reference.value);
    // Without its year a date may be either.
    const isRight = ({ segment, from }: Mention): boolean =>
      datesIn(segment).some((date) => date.from === from && matchDate(date, wanted).isMatch);
    return findMentions(segments, wrong, question).filter((mention) => !isRight(mention));
  }
  if (reference.kind !== 'number' && reference.kind !== 'duration') return findMentions(segments, wrong, question);
  const values = wrong.flatMap((variant) => firstValue(toComparable(variant), reference)?.value ?? []);
  return segments.flatMap((segment) => {
    const place = firstValue(segment.text, reference);
    if (place === null || !values.includes(place.value)) return [];
    const { from, to } = place;
    return [{ segment, from, to, mark: markOf(segment, { from, to }, question) }];
  });
}

export type StaleReading = { readonly staleness: Staleness; readonly isAmbiguous: boolean };
export type StaleInput = {
  readonly answer: SplitAnswer;
  readonly reference: ReferenceAnswer;
  readonly superseded: readonly Variants[];
  readonly met: Met;
  readonly asked: Asked;
  readonly isAbstaining: boolean;
};

const NOT_STALE: StaleReading = { staleness: 'none', isAmbiguous: false };

/**
 * What an answer does with values that are over (LSREP, staleness). It claims one where its own sentence gives it unmarked;
 * the past tense alone is mark enough only beside the right value. Where nothing but quotes stands, quotes of the old value
 * claim it, unless they are marked or a quote has the right one as well: then nothing says which holds.
 */
export function readStaleness(input: StaleInput): StaleReading {
  const { answer, reference, superseded, met, asked, isAbstaining } = input;
  const find = (segments: readonly Segment[]): readonly (readonly Mention[])[] =>
    superseded.map((variants) =>
      outside(findStale(segments, variants, { reference, question: asked.question }), met.right),
    );
  const claimed = find(answer.claims).flat();
  const quoted = find(answer.quotes);
  if (claimed.length + quoted.flat().length === 0) return NOT_STALE;
  const isRightClaimed = met.inClaim > 0;
  const isGiven = ({ mark }: Mention): boolean => mark === 'plain' || (mark === 'weak' && !isRightClaimed);
  if (claimed.some(isGiven)) return { staleness: 'claimed', isAmbiguous: isRightClaimed };
  if (isRightClaimed || isAbstaining) return { staleness: 'mentioned', isAmbiguous: false };
  const rightSegments = new Set(met.right.map(({ segment }) => segment));
  const isOpen = quoted.some(
    // Where one quote says that a value is over, another that names it leaves nothing open.
    (mentions) => !mentions.some(isOver) && mentions.some(({ segment }) => !rightSegments.has(segment)),
  );
  if (!isOpen) return { staleness: 'mentioned', isAmbiguous: false };
  return met.inQuotes > 0
    ? { staleness: 'mentioned', isAmbiguous: true }
    : { staleness: 'claimed', isAmbiguous: false };
}

const isOver = ({ mark }: Mention): boolean => mark === 'past' || mark === 'negated';

type OverInput = Pick<StaleInput, 'reference' | 'superseded' | 'asked'> & { readonly segments: readonly Segment[] };

/** Every superseded value that is named is said to be over: that tells that nothing holds now. */
export function isOnlyOver({ segments, reference, superseded, asked }: OverInput): boolean {
  const mentions = superseded.flatMap((variants) =>
    findStale(segments, variants, { reference, question: asked.question }),
  );
  return mentions.length > 0 && mentions.every(isOver);
}
