import { ME } from '../../contract/codex.ts';
import { contentWords, segmentsOf, sharedCount } from '../quote.pure.ts';
import type { Contract } from './contract.pure.ts';
import { sayDate } from './dates.pure.ts';

/** What the person said, and when. */
export type Said = { readonly id: string; readonly text: string; readonly saidAt: string };

/** Words that tell of a change, or of how things are after one. */
const CHANGE =
  /\b(?:now|nowadays|these days|any ?more|no longer|new|newest|switch\w*|chang\w*|mov(?:ed|es|ing)|replac\w*|instead|from (?:here|now|today) on|as of|gone off|gave up|given up|stopped|quit|left|sold|bought|took over|used to|old|previous|former|finally|back (?:to|at|in|with)|went back|again)\b/i;
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
  const topic = {
    asked,
    atLeast: Math.max(1, ...cited.memories.map(({ quote }) => sharedCount(asked, contentWords(quote)))),
    about: nameOf(contract),
    values: derivation.used.map(({ object }) => contentWords(object.kind === 'entity' ? object.name : object.text)),
  };
  const known = new Set(cited.memories.map(({ turnId }) => turnId));
  return said
    .filter(({ id, saidAt, text }) => saidAt > since && !known.has(id) && isNews(text, topic))
    .sort((a, b) => (a.saidAt < b.saidAt ? 1 : a.saidAt > b.saidAt ? -1 : 0));
}

/** Of whom the answer is, where that is not the person spoken to. */
function nameOf({ derivation }: Contract): string | null {
  const [subject] = derivation.ledger.subjects;
  return subject === undefined || subject.id === ME ? null : subject.name.toLowerCase();
}

type Topic = {
  readonly asked: ReadonlySet<string>;
  /** Words of the question that the ledger's own words share with it: news has to be as much about it. */
  readonly atLeast: number;
  readonly about: string | null;
  /** What the ledger says: who names it beside a change speaks of the same. */
  readonly values: readonly ReadonlySet<string>[];
};

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

const isNews = (text: string, { asked, atLeast, about, values }: Topic): boolean =>
  segmentsOf(text).some((sentence) => {
    if (!CHANGE.test(sentence)) return false;
    const isTheirs = about === null ? OWN.test(sentence) : sentence.toLowerCase().includes(about);
    const words = contentWords(sentence);
    const isOfValue = values.some((value) => value.size > 0 && sharedCount(value, words) === value.size);
    return isTheirs && (isOfValue || sharedCount(asked, words) >= atLeast);
  });

/** The person takes back what was said, without saying what is so instead. */
const TAKES_BACK =
  /^(?:[^.]{0,60}\b)?(?:scratch|disregard|withdraw|strike|(?:forget|ignore) (?:what|everything) i (?:said|told)|(?:i )?(?:have to |must |want to )?take back|i took back)\b|\b(?:said|told you|named|claimed) (?:\w+ )?(?:\w+ )?too (?:early|soon)\b|\bwas never (?:right|true)\b/i;
/** Below this share of what is asked the words may be about something else. */
const MIN_SHARE = 0.5;

/** The words that took back what a question asks for, where nothing was said about it since; null where there are none. */
export function findRetraction(question: string, said: readonly Said[]): Said | null {
  const asked = contentWords(question);
  if (asked.size === 0) return null;
  const about = said.flatMap((one) => {
    const sentences = segmentsOf(one.text).map((sentence) => ({
      shared: sharedCount(asked, contentWords(sentence)),
      isBack: TAKES_BACK.test(sentence),
    }));
    const shared = Math.max(0, ...sentences.map((sentence) => sentence.shared));
    const isBack = sentences.some((sentence) => sentence.isBack && sentence.shared === shared);
    return shared / asked.size < MIN_SHARE ? [] : [{ one, shared, isBack }];
  });
  const most = Math.max(0, ...about.map(({ shared }) => shared));
  const newest = about
    .filter(({ shared }) => shared === most)
    .reduce<(typeof about)[number] | null>(
      (last, next) => (last === null || next.one.saidAt > last.one.saidAt ? next : last),
      null,
    );
  return newest?.isBack === true ? newest.one : null;
}
