import type { Form } from './forms.pure.ts';
import type { Kind, Pattern } from './patterns.pure.ts';
import { type Head, isThingOf, nounOf, readHead, readTail, type Tail } from './question-shape.pure.ts';
import type { Tense } from './say.pure.ts';

/** One way to read a question. */
export type Match = {
  readonly form: Form;
  readonly kind: Kind;
  readonly head: Head;
  readonly tail: Tail;
  readonly tense: Tense;
  readonly noun: Form['nouns'][number] | null;
  readonly adjective: string;
  readonly size: number;
  /** The preposition at the end of the phrase is there, or the phrase has none. */
  readonly hasPreposition: boolean;
  readonly isNegated: boolean;
};

/** "How old is …" and the like ask by an adjective for what a noun names. */
const IDIOMS: readonly (readonly [RegExp, string])[] = [
  [/^how old (?:is|am|are|was|were|will) §(?: be)?$/, "what is §'s age"],
  [/^how tall (?:is|am|are|was|were) §$/, "what is §'s height"],
  [/^how much (?:do|does|did) § weigh$/, "what is §'s weight"],
  [/^how much (?:do|does|did) § (?:earn|make|get paid)$/, "what is §'s salary"],
  [/^how (?:do|does|did) § (?:get|go|travel|commute) to work$/, "what is §'s commute"],
  [/^what (?:do|does) § do$/, "what is §'s job"],
  [/^who manages §$/, "who is §'s boss"],
  [/^how much rent (?:do|does) § pay$/, "what is §'s rent"],
  [/^what nationality (?:is|am|are) §$/, "what is §'s nationality"],
  [/^what should (?:you|i|we) call §$/, "what is §'s preferred name"],
  [/^what (breed|species) (?:is|was) §$/, "what is §'s $1"],
  [/^what (?:kind|sort|type) of animal (?:is|was) §$/, "what is §'s species"],
  [/^what (?:is|are) § called$/, "what is §'s name"],
  [/^(?:what|which) religion (?:is|am|are) §$/, "what is §'s religion"],
];

/** A question with each idiom said plainly. */
export const withoutIdioms = (text: string): string =>
  IDIOMS.reduce((said, [pattern, as]) => said.replace(pattern, as), text);

function tenseOf(head: Head, adverbs: string, tail: string): Tense {
  if (/^(?:did|was|were|had)$/.test(head.aux) || /\b(?:used to|use to|was|were|formerly|previously)\b/.test(adverbs))
    return 'past';
  if (/^ (?:was|were)\b/.test(tail)) return 'past';
  return /^(?:have|has)$/.test(head.aux) || /\b(?:have|has)\b/.test(adverbs) ? 'perfect' : 'present';
}

/** Words that may stand before the value in "before moving to Ghent". */
function verbWords(form: Form): ReadonlySet<string> {
  const phrases = [...form.verbs, ...form.begins, ...form.ends];
  const verbs = phrases.flatMap(({ verb, rest }) => [
    ...[verb.base, verb.third, verb.past, verb.participle, verb.ing],
    ...rest.split(' '),
  ]);
  return new Set([...verbs, 'moved', 'moving', 'started', 'starting', 'joined', 'joining', 'began', 'became']);
}

/** "Do I play any instruments" asks for all of them. */
const withoutThing = (tail: Tail, form: Form): Tail =>
  tail.value !== null && tail.value !== '' && (isThingOf(tail.value, form) || nounOf(tail.value, form) !== undefined)
    ? { ...tail, value: null }
    : tail;

/** What a pattern reads in a marked question, or null. */
export function matchPattern({ form, kind, pattern, isBe }: Pattern, text: string, isRequest: boolean): Match | null {
  const groups = pattern.exec(text)?.groups;
  if (groups === undefined) return null;
  const head = readHead(groups.head ?? '', isRequest);
  if (head === null) return null;
  const adverbs = groups.adv ?? '';
  if (isBe && !/^(?:am|is|are|was|were)$/.test(head.aux) && !/\b(?:am|is|are|was|were|been|be)\b/.test(adverbs))
    return null;
  const noun = nounOf(groups.noun ?? head.thing, form) ?? null;
  if (kind === 'have' && noun === null) return null;
  const isWhether = head.asks === 'polar' && (groups.tail ?? '') !== '';
  const isThing = kind === 'noun' || kind === 'have' || isWhether || isThingOf(head.thing, form);
  if (!isThing || (kind === 'noun' && head.thing !== '' && head.thing !== noun?.word)) return null;
  const afterNoun = kind === 'noun' ? (groups.tail ?? '').replace(/^ (?:is|are|was|were)\b/, '') : (groups.tail ?? '');
  const said = readTail(afterNoun, verbWords(form));
  const tail = withoutThing(said, form);
  // "Am I going to …" asks for what is to come, and not for what happened.
  if (form.isEvent && !isBe && /^(?:am|is|are)$/.test(head.aux)) return null;
  // Of several relations with one verb the one that the noun names is meant.
  const named = tail === said ? 0 : (said.value ?? '').length;
  const size = text.length - (groups.head ?? '').length - afterNoun.length + named;
  const order = /\b(first|last)\b/.exec(adverbs)?.[1] as 'first' | 'last' | undefined;
  return {
    ...{ form, kind, head, noun, size },
    hasPreposition: groups.prep !== undefined || (head.preposition !== '' && head.thing !== ''),
    isNegated: head.isNegated || /\bnot\b/.test(adverbs),
    tail: order === undefined ? tail : { ...tail, order },
    tense: tenseOf(head, adverbs, groups.tail ?? ''),
    adjective: groups.adj ?? '',
  };
}

/** Whether the verb phrase may stand without its preposition, and with or without a "not". */
export function isWellFormed(match: Match, { isNegated }: Pattern, acceptsWhen: boolean): boolean {
  const { form, kind, head, tail, hasPreposition } = match;
  if (match.isNegated !== isNegated) return false;
  if (kind === 'noun' || kind === 'have') return head.asks !== 'where' || form.isPlace || kind === 'noun';
  if (head.asks === 'where' && !form.isPlace) return false;
  if (hasPreposition) return true;
  if (tail.value !== null) return false;
  if (kind !== 'verb') return head.asks === 'when' || head.asks === 'ago';
  const isPlace = form.isPlace && /^(?:where|when|duration|polar|ago)$/.test(head.asks);
  return isPlace || (acceptsWhen && head.asks === 'when');
}

/** Whether its values are times themselves. */
export const takesWhen = (form: Form, object: readonly string[]): boolean =>
  object.includes('date') || form.things.includes('time') || form.relation === 'appointment';

/** The past of what happened and the present of what holds; "when" of a date; the longest words. */
export function scoreOf({ form, tense, head, size, kind }: Match, acceptsWhen: boolean): number {
  const isTense = form.isEvent === (tense !== 'present');
  const isWhen = head.asks === 'when' && acceptsWhen;
  return size * 8 + (isWhen ? 4 : 0) + (isTense ? 2 : 0) + (kind === 'verb' ? 0 : 1);
}

/** A question that says more than was understood is not answered from the ledger alone. */
export function isFitting({ head, tail, kind, form }: Match, acceptsWhen: boolean): boolean {
  const isValueAsked = head.asks === 'when' || head.asks === 'duration' || head.asks === 'ago' || head.asks === 'until';
  if (tail.value !== null && !(isValueAsked || head.asks === 'polar')) return false;
  if (kind === 'begin' || kind === 'end') return isValueAsked || (kind === 'begin' && head.asks !== 'count');
  if (head.asks === 'when' && kind === 'noun' && !acceptsWhen) return false;
  return !(head.asks === 'where' && kind === 'noun' && !form.isPlace && form.relation !== 'home address');
}
