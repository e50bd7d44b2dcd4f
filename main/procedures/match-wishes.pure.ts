import { STOP_WORDS } from '../lib/stop-words.pure.ts';
import { ANY_ANSWER } from './find-wishes.pure.ts';
import { LANGUAGES } from './words.pure.ts';

/** What two wishes are compared by. */
export type Comparable = { readonly trigger: string; readonly steps: readonly string[] };

export type Relation = 'same' | 'contrary' | 'related' | 'other';

/** Share of content words, counted twice over both, from which two wordings are one wish. */
const SAME_WORDS = 0.6;
const SAME_TRIGGER = 0.5;
/** Cosine from which two wordings that share no other sign are one wish; measured, see the test. */
const SAME_MEANING = 0.7;
/** What is left of two wordings without what was recognised in both: as much of it must be shared. */
const SAME_REST = 0.5;

type Feature = { readonly key: string; readonly value: string; readonly pattern: RegExp };

const choice = (key: string, values: Readonly<Record<string, string>>): readonly Feature[] =>
  Object.entries(values).map(([value, words]) => ({ key, value, pattern: new RegExp(`\\b(?:${words})\\b`, 'i') }));
const thing = (key: string, words: string): Feature => ({
  key,
  value: 'yes',
  pattern: new RegExp(`\\b(?:${words})\\b`, 'i'),
});

/** What an answer is like one way or the other. */
const CHOICES: readonly Feature[] = [
  ...choice('length', {
    short:
      'short(?:er)?|brief(?:ly)?|concise(?:ly)?|terse(?:ly)?|succinct(?:ly)?|to the point|one[- ]liners?|fewer words',
    long: 'long(?:er)?|lengthy|detail(?:ed|s)?|in[- ]depth|thorough(?:ly)?|verbose|comprehensive',
  }),
  ...choice('units', {
    metric: 'metric|celsius|kilomet(?:re|er)s?|grams?|kilos?|kilograms?|litres?|liters?',
    imperial: 'imperial|fahrenheit|miles?|pounds?|ounces?|cups?|feet|inches',
  }),
  ...choice('clock', { '24': '24[- ]?h(?:our)?s?', '12': '12[- ]?h(?:our)?s?|am\\/pm|a\\.m\\.' }),
  ...choice('spelling', { british: 'british', american: 'american' }),
  ...choice('tone', {
    formal: 'formal(?:ly)?',
    informal: 'informal(?:ly)?|casual(?:ly)?|like a friend',
  }),
  ...choice('place', {
    start: 'start|begin|first|lead|open|top|before',
    end: 'end|finish|close|conclude|last|bottom|after',
  }),
];
/** What an answer has or has not. */
const THINGS: readonly Feature[] = [
  thing('emoji', 'emojis?|emoticons?|smileys?'),
  thing('bullets', 'bullets?|bullet[- ]points?|bulleted'),
  thing('table', 'tables?'),
  thing('headings', 'headings?|headers?'),
  thing('exclamation', 'exclamation marks?'),
  thing('apology', 'apolog\\w+'),
  thing('source', 'sources?|cit(?:e|es|ing|ation|ations)|references?'),
  thing('example', 'examples?'),
  thing('steps', 'step[- ]by[- ]step'),
  thing('disclaimer', 'disclaimers?|caveats?'),
  thing('jargon', 'jargon|technical terms'),
  thing('link', 'links?|urls?'),
];
const LANGUAGE = new RegExp(`\\bin (${LANGUAGES})\\b`, 'i');
const NEGATIVE =
  /^(?:please )?(?:don't|do not|never|no|no more|not|stop|quit|avoid|skip|without|leave out|omit|drop|spare)\b|^i (?:really |strongly )?(?:hate|dislike|loathe|don't|do not|can't stand|cannot stand)\b|\bwithout\b|\bno\b(?! (?:longer|matter|more than|fewer))/i;
/** Words of wishing, which say nothing of what is wished. */
const WISHING = new Set(
  `always never please prefer like love hate dislike want need really generally use using give giving make keep put answer
   show tell say mention state begin start lead end open close first last write include provide explain list name note present
   answers reply replies response responses whenever every time ask asking stop rather appreciate would i'd your don't add adding`.split(
    /\s+/,
  ),
);

/** Whether two wishes are one, exclude each other, or have something to do with each other. `cosine` of their texts, where known. */
export function compareWishes(a: Comparable, b: Comparable, cosine: number | null = null): Relation {
  if (!isSameOccasion(a.trigger, b.trigger)) return 'other';
  const [mine, yours] = [featuresOf(a), featuresOf(b)];
  const shared = [...mine.keys()].filter((key) => yours.has(key));
  if (plainOf(a) === plainOf(b)) return 'same';
  const words = overlap(wordsOf(a), wordsOf(b));
  // Where something stands is contrary only of the same thing.
  const isClash = (key: string): boolean =>
    mine.get(key) !== yours.get(key) && (key !== 'place' || words >= SAME_WORDS);
  if (shared.some(isClash)) return 'contrary';
  const isOpposite = isNegative(a) !== isNegative(b);
  if (shared.length === 0 && isOpposite && words >= SAME_WORDS) return 'contrary';
  const counts = (keys: Iterable<string>): number => [...keys].filter((key) => key !== 'place').length;
  const isWhole =
    counts(shared) > 0 && counts(shared) === Math.max(counts(mine.keys()), counts(yours.keys())) && isSameRest(a, b);
  const isWorded = !isOpposite && words >= SAME_WORDS && (shared.length === 0 || isSameRest(a, b));
  if (isWhole || isWorded) return 'same';
  // Vectors hardly tell "in French" from "in German": they count where nothing else tells the two apart.
  const isAlike = cosine !== null && cosine >= SAME_MEANING && !isOpposite && mine.size === yours.size;
  if (isAlike) return 'same';
  return shared.length > 0 || words > 0 ? 'related' : 'other';
}

const plainOf = ({ steps }: Comparable): string =>
  steps
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** "Cite sources" and "cite sources in a list at the end" have the same feature and are two wishes. */
function isSameRest(a: Comparable, b: Comparable): boolean {
  const [mine, yours] = [restOf(a), restOf(b)];
  return mine.size + yours.size <= 1 || overlap(mine, yours) >= SAME_REST;
}

/** What a wish is embedded as. */
export const textOfWish = ({ trigger, steps }: Comparable): string =>
  trigger === ANY_ANSWER ? steps.join('. ') : `${trigger}: ${steps.join('. ')}`;

function isSameOccasion(a: string, b: string): boolean {
  const isAny = (trigger: string): boolean => trigger === '' || trigger.toLowerCase() === ANY_ANSWER.toLowerCase();
  if (isAny(a) || isAny(b)) return isAny(a) && isAny(b);
  return overlap(stemsOf(a), stemsOf(b)) >= SAME_TRIGGER;
}

const isNegative = ({ steps }: Comparable): boolean => steps.some((step) => NEGATIVE.test(step));

function featuresOf({ steps }: Comparable): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const step of steps) {
    const isNot = NEGATIVE.test(step);
    const language = LANGUAGE.exec(step)?.[1]?.toLowerCase();
    // "Never in French" is at odds with "in French" and with nothing else.
    if (language !== undefined) found.set(isNot ? `not ${language}` : 'language', isNot ? 'yes' : language);
    for (const { key, value, pattern } of CHOICES)
      if (pattern.test(step)) found.set(key, isNot ? other(key, value) : value);
    for (const { key, pattern } of THINGS) if (pattern.test(step)) found.set(key, isNot ? 'no' : 'yes');
  }
  const language = found.get('language');
  if (language !== undefined) found.set(`not ${language}`, 'no');
  return found;
}

/** "No long answers" are short ones. */
const other = (key: string, value: string): string =>
  CHOICES.find((each) => each.key === key && each.value !== value)?.value ?? value;

const stem = (word: string): string =>
  word.replace(/(?:ing|ed|es|s|ly|e)$/u, (end) => (word.length - end.length >= 3 ? '' : end));

const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}'/-]+/gu) ?? [])
      .filter((word) => !STOP_WORDS.has(word) && !WISHING.has(word))
      .map(stem),
  );

/** Its words without those that its features were read from. */
const restOf = ({ steps }: Comparable): ReadonlySet<string> =>
  stemsOf(
    [LANGUAGE, ...[...CHOICES, ...THINGS].map(({ pattern }) => pattern)].reduce(
      (text, pattern) => text.replace(new RegExp(pattern, 'gi'), ' '),
      steps.join(' '),
    ),
  );

const wordsOf = ({ steps }: Comparable): ReadonlySet<string> => stemsOf(steps.join(' '));

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}
