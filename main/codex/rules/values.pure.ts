import { type Clock, findTimePhrases } from '../dates.pure.ts';
import { CURRENCY } from './lists.pure.ts';
import type { Token } from './token.pure.ts';

export type Value = {
  readonly text: string;
  readonly value: string | null;
  readonly from: number;
  readonly to: number;
};

const SMALL: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS: readonly string[] = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A whole number in digits or words up to 99; null for anything else. */
export function numberOf(word: string): number | null {
  if (/^\d{1,9}$/.test(word)) return Number(word);
  const small = SMALL.indexOf(word);
  if (small >= 0) return small;
  const [tens = '', ones] = word.split('-');
  const ten = TENS.indexOf(tens);
  if (ten < 2) return null;
  const one = ones === undefined ? 0 : SMALL.indexOf(ones);
  return one < 0 || one > 9 ? null : ten * 10 + one;
}

const valueAt = (text: string, tokens: readonly Token[], value: string | null): Value => {
  const from = tokens[0]?.from ?? 0;
  const to = tokens[tokens.length - 1]?.to ?? from;
  return { text: text.slice(from, to), value, from, to };
};

export function readNumber(
  text: string,
  tokens: readonly Token[],
  at: number,
): { readonly found: Value; readonly next: number } | null {
  const number = numberOf(tokens[at]?.word ?? '');
  return number === null ? null : { found: valueAt(text, tokens.slice(at, at + 1), String(number)), next: at + 1 };
}

/** "3,200 euros a month": the words, and "3200 EUR/month". */
export function readAmount(
  text: string,
  tokens: readonly Token[],
  at: number,
): { readonly found: Value; readonly next: number } | null {
  let i = at;
  while (/^(about|around|roughly|nearly|almost|approximately|over|only|just|a|some)$/.test(tokens[i]?.word ?? ''))
    i += 1;
  const start = i;
  let currency = CURRENCY[tokens[i]?.word ?? ''];
  if (currency !== undefined) i += 1;
  const said = /^(\d[\d.,]*)(k|m)?$/.exec(tokens[i]?.word ?? '');
  if (said === null) return null;
  const digits = (said[1] ?? '')
    .replace(/[.,](?=\d{3}(?:\D|$))/g, '')
    .replace(',', '.')
    .replace(/\.$/, '');
  let number = Number(digits) * (said[2] === 'k' ? 1000 : said[2] === 'm' ? 1_000_000 : 1);
  i += 1;
  if (/^(k|grand|thousand)$/.test(tokens[i]?.word ?? '')) {
    number *= 1000;
    i += 1;
  }
  if (currency === undefined) {
    currency = CURRENCY[tokens[i]?.word ?? ''];
    if (currency === undefined) return null;
    i += 1;
  }
  const per =
    /^(a|an|per|each|every|\/)$/.test(tokens[i]?.word ?? '') &&
    /^(month|year|week|day|hour)$/.test(tokens[i + 1]?.word ?? '')
      ? (tokens[i + 1]?.word ?? null)
      : null;
  const adverb = { monthly: 'month', yearly: 'year', annually: 'year', weekly: 'week' }[tokens[i]?.word ?? ''] ?? null;
  const end = per !== null ? i + 2 : adverb !== null ? i + 1 : i;
  const unit = per ?? adverb;
  return {
    found: valueAt(text, tokens.slice(start, end), `${number} ${currency}${unit === null ? '' : `/${unit}`}`),
    next: end,
  };
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** A day, month or year as ISO; "--05-03" where the year was not said and `needsYear` is false. */
export function readDate(
  text: string,
  span: { readonly from: number; readonly to: number },
  options: { readonly clock: Clock; readonly isAhead: boolean; readonly isAnniversary: boolean },
): (Value & { readonly hasPreposition: boolean }) | null {
  const words = text.slice(span.from, span.to);
  const [phrase] = findTimePhrases(words, options.clock, options.isAhead);
  const bare = /^\W{0,3}((?:19|20)\d\d)\b/.exec(words);
  if (phrase === undefined || phrase.from > 12 || phrase.kind === 'range' || phrase.kind === 'length') {
    if (bare === null) return null;
    const from = span.from + words.indexOf(bare[1] ?? '');
    return { text: bare[1] ?? '', value: bare[1] ?? null, from, to: from + 4, hasPreposition: false };
  }
  const before = words.slice(0, phrase.from).trim();
  if (
    !/^(?:on|in|the|is|scheduled|set|for|at|around|about|:|due|by|,|planned|also|now|actually|probably|from|back|born|moved|to|it's)?(?: (?:for|on|the|in|to|by|from))*$/i.test(
      before,
    )
  )
    return null;
  const date = new Date(phrase.span.from);
  const days = (phrase.span.to - phrase.span.from) / 86_400_000;
  const year = pad(date.getUTCFullYear(), 4);
  const month = pad(date.getUTCMonth() + 1, 2);
  const day = pad(date.getUTCDate(), 2);
  const isYearless = options.isAnniversary && !/\d{4}|year/.test(words.slice(phrase.from, phrase.to));
  const value =
    days > 100
      ? year
      : days > 20
        ? isYearless
          ? `--${month}`
          : `${year}-${month}`
        : isYearless
          ? `--${month}-${day}`
          : `${year}-${month}-${day}`;
  const lead =
    /^(?:on the|on|in|at|by|for|until|since|from|back in|during) /i.exec(words.slice(phrase.from, phrase.to))?.[0]
      .length ?? 0;
  const from = span.from + phrase.from + lead;
  const to = span.from + phrase.to;
  return { text: text.slice(from, to).replace(/^the /i, ''), value, from, to, hasPreposition: lead > 0 };
}
