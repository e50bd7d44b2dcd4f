import { findDates, type SaidDate } from './dates.pure.ts';
import { findNumbers } from './numbers.pure.ts';
import type { DetailCounts } from './scored.ts';
import type { Segment } from './split-answer.pure.ts';
import { findForms, formsOf, toComparable, type Word, wordsOf } from './words.pure.ts';

/** Names inside a sentence: what begins one is capitalised anyway. */
const NAME = /(?<=[\p{Ll}\p{N},;:)"'] )"?\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*/gu;
const NO_NAME = /^(?:I|I'm|I've|Mr|Mrs|Ms|Dr|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)$/;

type Known = { readonly words: readonly Word[]; readonly dates: readonly SaidDate[] };

const know = (texts: readonly string[]): Known => {
  const text = toComparable(texts.join('\n'));
  return { words: wordsOf(text), dates: findDates(text) };
};

type Detail = { readonly forms: readonly string[]; readonly date: SaidDate | null };

function detailsOf({ text }: Segment): readonly Detail[] {
  const dates = findDates(text);
  const names = [...text.matchAll(NAME)].filter(
    ({ 0: name, index }) =>
      !NO_NAME.test(name) && !dates.some(({ from, to }) => index < to && from < index + name.length),
  );
  return [
    ...dates.map((date) => ({ forms: formsOf(text.slice(date.from, date.to)), date })),
    ...findNumbers(text, dates).map(({ value }) => ({ forms: [String(value)], date: null })),
    ...names.map(([name]) => ({ forms: formsOf(name), date: null })),
  ];
}

/** A date is known by its parts, however it is written; what one text leaves open the other may say. */
const isDateIn = (date: SaidDate, { dates }: Known): boolean =>
  dates.some((known) =>
    (['year', 'month', 'day'] as const).every((part) => date[part] === null || known[part] === date[part]),
  );

const isIn = ({ forms, date }: Detail, known: Known): boolean =>
  date === null ? findForms(known.words, forms).length > 0 : isDateIn(date, known);

export type DetailSources = {
  /** The reference and the question: what stands there is no further detail. */
  readonly wanted: readonly string[];
  /** Evidence and everything that was supplied, with their dates. */
  readonly support: () => readonly string[];
};

/** Numbers, dates and names that an answer claims beyond its reference, by whether it can have known them. */
export function countDetails(claims: readonly Segment[], { wanted, support }: DetailSources): DetailCounts {
  const details = claims.flatMap(detailsOf).filter(({ forms }) => forms.length > 0);
  if (details.length === 0) return { total: 0, supported: 0, fabricated: 0 };
  const reference = know(wanted);
  const further = [...new Map(details.map((detail) => [detail.forms.join(' '), detail])).values()].filter(
    (detail) => !isIn(detail, reference),
  );
  const known = further.length === 0 ? reference : know(support());
  const supported = further.filter((detail) => isIn(detail, known)).length;
  return { total: further.length, supported, fabricated: further.length - supported };
}
