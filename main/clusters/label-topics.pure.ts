import { listPhrases, type Phrase } from './phrases.pure.ts';

/** Said in so many turns of a topic's sample at least, or in this share of them. */
const SAID_MIN = 3;
const SAID_SHARE = 0.04;
const WORDS_MAX = 4;
/** Longer phrases say more; names most of all. */
const WORTH = [0, 1, 1.5, 1.6];
const NAME_WORTH = 1.15;
/** What adds little to the best phrase is left out. */
const ENOUGH = 0.45;

type Tally = {
  count: number;
  names: number;
  things: number;
  readonly written: Map<string, number>;
  readonly words: number;
};

/** Phrases of one topic, by the number of turns that have them. */
export type TopicWords = { turns: number; readonly phrases: Map<string, Tally> };

export const noWords = (): TopicWords => ({ turns: 0, phrases: new Map() });

/** Counts the phrases of one turn of a topic. */
export function countPhrases(topic: TopicWords, text: string): void {
  topic.turns += 1;
  for (const phrase of listPhrases(text)) countPhrase(topic, phrase);
}

function countPhrase({ phrases }: TopicWords, { key, written, words, isName, isThing }: Phrase): void {
  const tally = phrases.get(key) ?? { count: 0, names: 0, things: 0, written: new Map(), words };
  tally.count += 1;
  if (isName) tally.names += 1;
  if (isThing) tally.things += 1;
  tally.written.set(written, (tally.written.get(written) ?? 0) + 1);
  phrases.set(key, tally);
}

type Scored = { readonly key: string; readonly tally: Tally; readonly score: number };

/**
 * A label of two to four words for each topic: the phrases that its turns say and those of other topics do not (class-based
 * TF-IDF). `without` are the names of those who speak, which would tell whose topic it is and not what it is about.
 */
export function labelTopics(topics: readonly TopicWords[], without: ReadonlySet<string>): readonly string[] {
  const total = new Map<string, number>();
  for (const { phrases } of topics)
    for (const [key, { count }] of phrases) total.set(key, (total.get(key) ?? 0) + count);
  const average = topics.reduce((sum, { turns }) => sum + turns, 0) / Math.max(1, topics.length);
  const taken = new Set<string>();
  return topics.map((topic) => {
    const scored = scorePhrases(topic, { total, average, without });
    const label = compose(scored);
    const words = wordsOf(label);
    // Two topics of one label could not be told apart: the second is named after what only it says.
    const isTaken = taken.has(words.join(' '));
    const other = isTaken
      ? compose(scored.filter(({ key }) => !key.split(' ').some((word) => words.includes(word))))
      : '';
    taken.add(wordsOf(other === '' ? label : other).join(' '));
    return other === '' ? label : other;
  });
}

const wordsOf = (label: string): readonly string[] =>
  label
    .toLowerCase()
    .match(/[^\s,]+/g)
    ?.map(String)
    .sort() ?? [];

type Whole = {
  readonly total: ReadonlyMap<string, number>;
  readonly average: number;
  readonly without: ReadonlySet<string>;
};

function scorePhrases({ turns, phrases }: TopicWords, { total, average, without }: Whole): readonly Scored[] {
  const least = Math.max(Math.min(SAID_MIN, turns), SAID_SHARE * turns);
  const scored: Scored[] = [];
  for (const [key, tally] of phrases) {
    if (tally.count < least || key.split(' ').some((word) => without.has(word))) continue;
    const rarity = Math.log(1 + average / (total.get(key) ?? tally.count));
    const isName = tally.names * 2 > tally.count;
    const worth = (WORTH[tally.words] ?? 1) * (isName ? NAME_WORTH : thingWorth(tally));
    scored.push({ key, tally, score: (tally.count / turns) * rarity * worth });
  }
  return scored.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
}

/** Verbs and exclamations set a topic apart as well, but nobody would call it that. */
const thingWorth = ({ things, count }: Tally): number => 0.4 + (0.8 * things) / count;

/** The best phrases that share no word, up to four words. */
function compose(scored: readonly Scored[]): string {
  const [best] = scored;
  if (best === undefined) return '';
  const chosen: string[] = [];
  const used = new Set<string>();
  let words = 0;
  for (const { key, tally, score } of scored) {
    const own = key.split(' ');
    if (score < best.score * ENOUGH && words >= 2) break;
    if (own.some((word) => used.has(word)) || words + own.length > WORDS_MAX) continue;
    chosen.push(writtenAs(tally));
    for (const word of own) used.add(word);
    words += own.length;
    if (words >= 2 && (chosen.length >= 2 || own.length > 1)) break;
  }
  const label = chosen.join(', ');
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

/** As most turns write it, in small letters where they do not agree on capitals. */
function writtenAs({ written, names, count }: Tally): string {
  const [most] = [...written].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const text = most?.[0] ?? '';
  return names * 2 > count ? text : text.toLowerCase();
}
