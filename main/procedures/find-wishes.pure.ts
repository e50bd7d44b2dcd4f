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
/** A turn without any of these words holds no wish. Saves reading most turns of a history sentence by sentence. */
const SIGNS =
  /\b(?:from (?:now|here|today)|future|forward|hence|rule|default|otherwise|when(?:ever)?|every time|each time|any ?time|next time|always|never|any ?more|any longer|longer|prefer|like|love|hate|want|need|rather|appreciate|don't|don’t|do not|stop|quit|no|forget|drop|needn't|please|call me|remember|avoid|you|in|it|be|use|keep|give|answer|repl(?:y|ies)|respond|explain)\b/i;

/** The wishes about how things should be done that a person states in their own words, in the order of the turn. */
export function findWishes(text: string): readonly Wish[] {
  if (!SIGNS.test(text)) return [];
  const wishes = listOwnSentences(text).flatMap((sentence) => readSentence(sentence) ?? []);
  return wishes.length > MOST ? [] : wishes;
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
