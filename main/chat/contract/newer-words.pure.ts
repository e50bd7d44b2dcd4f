import { contentWords, segmentsOf, sharedCount } from '../quote.pure.ts';
import type { Contract } from './contract.pure.ts';
import { sayDate } from './dates.pure.ts';

/** What the person said, and when. */
export type Said = { readonly id: string; readonly text: string; readonly saidAt: string };

/** Words that tell of a change, or of how things are after one. */
const CHANGE =
  /\b(?:now|nowadays|these days|any ?more|no longer|new|newest|switch\w*|chang\w*|mov(?:ed|es|ing)|replac\w*|instead|from (?:here|now|today) on|as of|gone off|gave up|given up|stopped|quit|left|sold|bought|took over|used to|old|previous|former|finally)\b/i;
/** What somebody else does is no news of the person. */
const OWN = /\b(?:i|we|me|us|my|our|mine|ours)\b/i;

/**
 * Turns that speak of what a question is about, later than the words that the ledger's answer rests on, and of a change. The
 * ledger holds what it could read; where others may say that it is over, it is told as of its day.
 */
export function listNewerWords(question: string, contract: Contract, said: readonly Said[]): readonly Said[] {
  const { derivation, cited } = contract;
  if (derivation.outcome !== 'known' || derivation.question.mode !== 'current') return [];
  const since = lastTimeOf(contract);
  // Entered by hand: nobody's words are newer than the person's own decision.
  if (since === null) return [];
  const asked = contentWords(question);
  const own = Math.max(1, ...cited.memories.map(({ quote }) => sharedCount(asked, contentWords(quote))));
  const known = new Set(cited.memories.map(({ turnId }) => turnId));
  return said
    .filter(({ id, saidAt, text }) => saidAt > since && !known.has(id) && isNews(text, asked, own))
    .sort((a, b) => (a.saidAt < b.saidAt ? 1 : a.saidAt > b.saidAt ? -1 : 0));
}

/** When the newest words were said that the ledger's answer rests on; null where nobody's words are kept. */
function lastTimeOf({ cited }: Contract): string | null {
  const times = cited.memories.flatMap(({ at }) => (at === null ? [] : [at]));
  return times.sort().at(-1) ?? null;
}

/** That day in words. */
export function lastDayOf(contract: Contract, zone: string): string | null {
  const at = lastTimeOf(contract);
  return at === null ? null : sayDate(at, 'day', zone);
}

const isNews = (text: string, asked: ReadonlySet<string>, atLeast: number): boolean =>
  segmentsOf(text).some(
    (sentence) => CHANGE.test(sentence) && OWN.test(sentence) && sharedCount(asked, contentWords(sentence)) >= atLeast,
  );
