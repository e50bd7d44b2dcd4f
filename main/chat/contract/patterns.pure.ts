import { FORMS, type Form, type VerbPhrase } from './forms.pure.ts';

/** By what a question names a relation. */
export type Kind = 'verb' | 'begin' | 'end' | 'noun' | 'have';
export type Pattern = {
  readonly form: Form;
  readonly kind: Kind;
  readonly pattern: RegExp;
  /** The verb is "be", which stands before the subject or among the adverbs. */
  readonly isBe: boolean;
  /** "What don't I eat". */
  readonly isNegated: boolean;
  /** A question without any of these words cannot match; empty where nothing is sure. */
  readonly keys: readonly string[];
};

const ADVERBS =
  '(?:ever|now|currently|presently|still|usually|normally|often|already|both|all|also|actually|really|even|just|recently|regularly|previously|formerly|originally|first|last|most recently|have|has|had|been|be|being|am|are|is|was|were|used to|use to|going to|not|do|does|did)';
const PREPOSITION = /^(?:in|at|for|on|to|with|by|of|as)$/;
const ADJECTIVE = '(?:(?<adj>current|present|new|old|previous|former|last|first|original) )?';

/** Words as a pattern that matches just them. */
export const literal = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The words after a verb; the preposition at their end may stand elsewhere or be left out ("where do I live"). */
function restPattern(rest: string): string {
  const words = rest.split(' ').filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  const isOpen = PREPOSITION.test(last);
  const fixed = (isOpen ? words.slice(0, -1) : words).map((word) => ` ${literal(word)}`).join('');
  return `${fixed.replace(' my ', " §'s ")}${isOpen ? `(?: (?<prep>${literal(last)}))?` : '(?<prep>)'}`;
}

const formsOf = ({ verb }: VerbPhrase): readonly string[] => [
  ...new Set([verb.base, verb.third, verb.past, verb.participle, verb.ing]),
];
const anyOf = (words: readonly string[]): string => `(?:${words.map(literal).join('|')})`;
const firstWord = (words: string): string => /^[^\s'-]*/.exec(words)?.[0] ?? '';

const shape = (middle: string): RegExp =>
  new RegExp(`^(?<head>.*?)§(?<adv>(?: ${ADVERBS})*)${middle}(?<tail>(?: .*)?)$`, 'u');

function verbPatterns(form: Form, phrase: VerbPhrase, kind: 'verb' | 'begin' | 'end'): readonly Pattern[] {
  const isBe = phrase.verb.base === 'be';
  const rest = restPattern(phrase.rest);
  const forms = formsOf(phrase);
  const fixed = firstWord(phrase.rest);
  const base = { form, isBe, isNegated: phrase.verb.isNegated };
  const own: Pattern = {
    ...base,
    kind,
    keys: isBe ? (PREPOSITION.test(fixed) ? [] : [fixed]) : forms,
    pattern: shape(isBe ? rest : ` ${anyOf(forms)}${rest}`),
  };
  if (kind !== 'verb' || isBe) return [own];
  const around = (words: string, edge: Kind): Pattern => ({
    ...base,
    kind: edge,
    keys: [phrase.verb.ing, phrase.verb.base],
    pattern: shape(` (?:${words}) (?:to )?${anyOf([phrase.verb.ing, phrase.verb.base])}${rest}`),
  });
  return [
    own,
    around('start|started|starting|begin|began|begun', 'begin'),
    around('stop|stopped|quit|finish|finished|cease|ceased', 'end'),
  ];
}

function nounPatterns(form: Form): readonly Pattern[] {
  if (form.nouns.length === 0) return [];
  const words = form.nouns.flatMap(({ word, plural }) => [plural, word]).sort((a, b) => b.length - a.length);
  const noun = `(?<noun>${words.map(literal).join('|')})(?![\\p{L}'-])`;
  const have = '(?:have|has|had|having|own|owns|owned|keep|keeps|kept|got|use|uses|used)';
  const keys = [...new Set(words.map(firstWord))];
  const make = (kind: Kind, pattern: RegExp): Pattern => ({ form, kind, isBe: false, isNegated: false, keys, pattern });
  return [
    make('noun', new RegExp(`^(?<head>.*?)§'s ${ADJECTIVE}${noun}(?<tail>(?: .*)?)$`, 'u')),
    make('noun', new RegExp(`^(?<head>.*?)the ${ADJECTIVE}${noun} (?:of|for) §(?<tail>(?: .*)?)$`, 'u')),
    make('have', shape(` ${have}(?: (?:any|a|an|some|the|§'s))?(?: ${noun})?`)),
  ];
}

/** Everything that asks for a relation. */
export const patternsOf = (form: Form): readonly Pattern[] => [
  ...form.verbs.flatMap((phrase) => verbPatterns(form, phrase, 'verb')),
  ...form.begins.flatMap((phrase) => verbPatterns(form, phrase, 'begin')),
  ...form.ends.flatMap((phrase) => verbPatterns(form, phrase, 'end')),
  ...nounPatterns(form),
];

/** By the words that have to stand in a question; trying every pattern takes 4 ms, and those of its words 0.2. */
function indexPatterns(patterns: readonly Pattern[]): ReadonlyMap<string, readonly Pattern[]> {
  const index = new Map<string, Pattern[]>();
  for (const pattern of patterns)
    for (const key of pattern.keys.length === 0 ? [''] : pattern.keys) {
      const known = index.get(key);
      if (known) known.push(pattern);
      else index.set(key, [pattern]);
    }
  return index;
}

const INDEX = indexPatterns(FORMS.flatMap(patternsOf));

/** Patterns that may match a text, in the order of the table. */
export function listPatterns(text: string): readonly Pattern[] {
  const words = new Set(['', ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set([...words].flatMap((word) => INDEX.get(word) ?? []))];
}
