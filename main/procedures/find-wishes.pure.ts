import { findSecret } from '../codex/secrets.pure.ts';
import { readMarkers } from './markers.pure.ts';
import { listOwnSentences, type OwnSentence } from './own-voice.pure.ts';
import { readCore } from './read-core.pure.ts';
import { DANGEROUS, LIMITED } from './words.pure.ts';

/** What a wish is about when it is about every answer. */
export const ANY_ANSWER = 'Any answer';

export type Wish = {
  /** `standing`: said as a rule. `once`: for one answer. `stop`: a rule is taken back. */
  readonly kind: 'standing' | 'once' | 'stop';
  readonly trigger: string;
  readonly steps: readonly string[];
  /** Verbatim in the turn. */
  readonly quote: string;
};

/** Wishes of one turn at most: who says more at once has pasted them. */
const MOST = 6;
/** Share of a turn that its wishes make up where it says nothing else: the rest is thanks and please. */
const WHOLE = 0.7;
/** A sentence without any of these words states no wish: most of a history is passed over by this alone. */
const SIGNS =
  /\b(?:always|never|(?:from|starting) (?:now|here|today|this)|future|forward|henceforth|rule|default|otherwise|whenever|(?:every|each|any|next) ?time|any ?more|any longer|no longer|no more|no need|needn't|stop|quit|prefer|preference|wish|rather|appreciate|like|love|hate|dislike|can't stand|cannot stand|don't|don’t|do not|want|need|(?:when|if) (?:i|you|we)|call me|address me|forget|drop|please|pls)\b|^\W*(?:(?:can|could|would|will) you |please |just )*(?:be|keep|make|explain|say|put|give me|answer|reply|respond|write|use|show|present|an?|no|in|as|with|without|only)\b/i;

/** The wishes about how things should be done that a person states in their own words, in the order of the turn. */
export function findWishes(text: string): readonly Wish[] {
  const wishes = listOwnSentences(text).flatMap((sentence) =>
    SIGNS.test(sentence.text) ? (readSentence(sentence) ?? []) : [],
  );
  return wishes.length > MOST ? [] : wishes;
}

/** Whether a turn says how things should be done and hardly anything else: it asks for no answer. */
export function isOnlyWish(text: string): boolean {
  const wishes = findWishes(text).filter(({ kind }) => kind !== 'once');
  const said = wishes.reduce((sum, { quote }) => sum + quote.length, 0);
  return said > 0 && said / text.trim().length >= WHOLE;
}

function readSentence(sentence: OwnSentence): Wish | null {
  const { quote } = sentence;
  if (DANGEROUS.test(quote) || findSecret(quote) !== null) return null;
  const plain = straighten(sentence.text);
  const marked = readMarkers(plain, sentence.isQuestion);
  if (marked === null || LIMITED.test(`${marked.trigger ?? ''} ${marked.core}`)) return null;
  if (sentence.items.length > 0) return readList(sentence, marked.isStanding, marked.trigger);
  const core = readCore(marked);
  if (core === null) return null;
  const trigger = marked.trigger ?? ANY_ANSWER;
  return { kind: core.kind, trigger: capital(trigger), steps: core.steps.map(capital), quote };
}

/** "From now on:" with a list under it. Each line must be a wish by itself. */
function readList(sentence: OwnSentence, isStanding: boolean, trigger: string | null): Wish | null {
  if (!isStanding) return null;
  const steps = sentence.items.map((item) => {
    const marked = readMarkers(straighten(item), false);
    const core = marked === null ? null : readCore({ ...marked, isStanding: true });
    return core?.kind === 'standing' ? core.steps : null;
  });
  if (steps.some((step) => step === null)) return null;
  return {
    ...{ kind: 'standing', trigger: capital(trigger ?? ANY_ANSWER), quote: sentence.quote },
    steps: steps.flatMap((step) => step ?? []).map(capital),
  };
}

const straighten = (text: string): string => text.replace(/[‘’ʼ]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ');

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
