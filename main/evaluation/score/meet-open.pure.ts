import { type Met, UNMET } from './met.pure.ts';
import type { Segment, SplitAnswer } from './split-answer.pure.ts';
import { findForms, toComparable, wordsOf } from './words.pure.ts';

/** Shared words from which a free text counts as met; a judge can say more. */
const MET_F1 = 0.5;
/** Short references are met by standing in the answer word by word. */
const SHORT_WORDS = 6;

/** F1 of the words that two texts share, each as often as both have it. */
export function tokenF1(given: readonly string[], wanted: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of given) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared += 1;
  }
  return shared === 0 ? 0 : (2 * shared) / (given.length + wanted.length);
}

/** Free words, by the words that are shared, without stems. */
export function meetOpen({ claims, quotes }: SplitAnswer, text: string): Met {
  const comparable = toComparable(text);
  const plain = wordsOf(comparable, { isPlain: true }).map(({ form }) => form);
  const forms = wordsOf(comparable).map(({ form }) => form);
  const f1Of = (segments: readonly Segment[]): number =>
    tokenF1(
      segments.flatMap((one) => wordsOf(one.text, { isPlain: true }).map(({ form }) => form)),
      plain,
    );
  const holds = (segments: readonly Segment[]): boolean =>
    forms.length <= SHORT_WORDS && segments.some(({ words }) => findForms(words, forms).length > 0);
  const whole = f1Of(claims);
  // One by one: an answer may have more sentences than a call has room for arguments.
  const claim = claims.reduce((best, one) => Math.max(best, f1Of([one])), whole);
  const quote = quotes.reduce((best, one) => Math.max(best, f1Of([one])), 0);
  const inClaim = holds(claims) ? 1 : claim;
  const inQuotes = holds(quotes) ? 1 : quote;
  return {
    ...UNMET,
    ...{ inClaim, inQuotes, isMet: inClaim >= MET_F1 || (claims.length === 0 && inQuotes >= MET_F1) },
    ...{ isLoose: inClaim < MET_F1 && inQuotes >= MET_F1, tokenF1: claims.length === 0 ? quote : whole },
  };
}
