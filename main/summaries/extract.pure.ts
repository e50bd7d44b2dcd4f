import { type Facts, listFacts } from './informative.pure.ts';
import { sentencesOf } from './sentences.pure.ts';
import type { SourceTurn } from './stretch.pure.ts';

/** How words become index terms, and how rare a term is where the turns come from. */
export type Rarity = {
  readonly analyse: (text: string) => readonly string[];
  readonly idf: (term: string) => number;
};

export type Sentence = {
  readonly turn: SourceTurn;
  readonly text: string;
  /** Place in what it was taken from. */
  readonly place: number;
  readonly terms: ReadonlySet<string>;
  readonly score: number;
};

/** Small talk: thanks, greetings and praise say nothing of anybody. */
const SMALL_TALK =
  /^(?:(?:hey|hi|hello|thanks|thank you|wow|oh|great|awesome|cool|nice|yes|yeah|yep|no|sure|okay|ok|absolutely|definitely|sounds|that['’]s|good|you['’]re welcome|congrats|congratulations|glad|happy to)\b)/iu;
/** What these stand for is in another sentence. */
const POINTS_BACK = /^(?:it|that|this|these|those|they|he|she|and|but|so|also|then|which)\b/iu;
/** A heading or an item of a list leans on what stands above it. */
const ENDS = /[.!?。！？…]['"”’)\]]*$/u;
/** An assistant explains what anybody could look up; what people say is theirs. */
const ASSISTANT = 0.5;
const REDUNDANT = 0.5;
/** Of the best sentence's worth: less is padding. */
const LEAST = 0.3;
const WORDS_OF_A_SENTENCE = 7;

/** All sentences of some turns that could be quoted, each with how much it says. */
export function scoreSentences(turns: readonly SourceTurn[], { analyse, idf }: Rarity): readonly Sentence[] {
  const hasAssistant = turns.some(({ role }) => role === 'assistant');
  const cut = turns.flatMap((turn) =>
    turn.isAnswer || turn.role === 'system' ? [] : sentencesOf(turn.text).map((text) => ({ turn, text })),
  );
  const read = cut.map((sentence, place) => ({ ...sentence, place, terms: new Set(analyse(sentence.text)) }));
  const seen = new Map<string, number>();
  for (const { terms } of read) for (const term of terms) seen.set(term, (seen.get(term) ?? 0) + 1);
  const weigh = (terms: ReadonlySet<string>): number => {
    let sum = 0;
    for (const term of terms) sum += idf(term) * Math.log(1 + (seen.get(term) ?? 0));
    return sum / Math.max(WORDS_OF_A_SENTENCE, terms.size);
  };
  const most = read.reduce((best, { terms }) => Math.max(best, weigh(terms)), Number.EPSILON);
  return read.map(({ turn, text, place, terms }) => {
    const worth = scoreFacts(listFacts(text), text, terms.size) + (2 * weigh(terms)) / most;
    const share = hasAssistant && turn.role === 'assistant' ? ASSISTANT : 1;
    return { turn, text, place, terms, score: worth > 0 ? worth * share : worth };
  });
}

function scoreFacts(facts: Facts, text: string, terms: number): number {
  const has =
    0.6 * Math.min(2, facts.numbers) +
    0.5 * Math.min(3, facts.names) +
    (facts.times > 0 ? 0.7 : 0) +
    (facts.isDecision ? 0.9 : 0) +
    (facts.isOwn ? 0.8 : 0);
  const lacks =
    (facts.isQuestion ? 1.5 : 0) +
    (terms < 3 ? 1.5 : 0) +
    (SMALL_TALK.test(text) ? 0.9 : 0) +
    (POINTS_BACK.test(text) ? 0.4 : 0) +
    (ENDS.test(text) ? 0 : 0.8);
  return has - lacks;
}

/** Shared part of two sentences' terms. */
function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const term of a) if (b.has(term)) shared += 1;
  return shared / Math.min(a.size, b.size);
}

export type Choice = {
  readonly maxChars: number;
  readonly maxSentences: number;
  /** What a second sentence of the same turn, or of the same day, is worth less. */
  readonly spread: (sentence: Sentence) => string;
};

/** The sentences that say most together, in the order in which they were said: nothing twice, and something of everything. */
export function chooseSentences(
  sentences: readonly Sentence[],
  { maxChars, maxSentences, spread }: Choice,
): readonly Sentence[] {
  const chosen: Sentence[] = [];
  const taken = new Map<string, number>();
  const best = sentences.reduce((most, { score }) => Math.max(most, score), 0);
  const rest = new Set(sentences.filter(({ score }) => score > 0 && score >= LEAST * best));
  let left = maxChars;
  const worthOf = (sentence: Sentence): number => {
    const most = chosen.reduce((max, other) => Math.max(max, overlapOf(sentence.terms, other.terms)), 0);
    if (most >= REDUNDANT) return Number.NEGATIVE_INFINITY;
    return sentence.score - 2 * most - 0.5 * (taken.get(spread(sentence)) ?? 0);
  };
  while (chosen.length < maxSentences && rest.size > 0) {
    let next: Sentence | null = null;
    let nextWorth = Number.NEGATIVE_INFINITY;
    for (const sentence of rest) {
      const worth = worthOf(sentence);
      // What is said twice stays said twice, and what is too long stays too long.
      if (worth === Number.NEGATIVE_INFINITY || sentence.text.length > left) rest.delete(sentence);
      else if (worth > nextWorth) [next, nextWorth] = [sentence, worth];
    }
    if (next === null) break;
    rest.delete(next);
    chosen.push(next);
    left -= next.text.length;
    taken.set(spread(next), (taken.get(spread(next)) ?? 0) + 1);
  }
  return chosen.sort((a, b) => a.place - b.place);
}
