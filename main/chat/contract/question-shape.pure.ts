import type { Form } from './forms.pure.ts';
import { pluralOf } from './inflect.pure.ts';

/** What stands before the subject, read word for word: a question whose beginning is not understood asks for more. */
export type Head = {
  readonly asks: 'what' | 'where' | 'when' | 'until' | 'duration' | 'ago' | 'count' | 'polar';
  /** "Which languages": `languages`. */
  readonly thing: string;
  readonly aux: string;
  readonly isNegated: boolean;
  /** "In which city": the preposition of the verb stands here. */
  readonly preposition: string;
  /** The unit of a length, where one was asked for. */
  readonly unit: 'day' | 'week' | 'month' | 'year' | null;
};

const AUX = 'do|does|did|am|is|are|was|were|have|has|had|will|can|could|would';
const HEAD = new RegExp(
  `^(?:(?<prep>in|at|for|on|to|with|from|by|of|since|until) )?(?<q>how many|how long ago|how long|how much time|since when|until when|till when|where|whom|who|what|which|when|)(?: ?\\b(?<thing>[\\p{L}' -]+?))??(?: ?\\b(?<aux>${AUX}))?(?: (?<not>not))?$`,
  'u',
);
/** "What is the name of the company that …" */
const NAMED =
  /^(?:what|which|who|where) (?:is|are|was|were) (?:the )?(?:name of |names of )?(?:the |all |any )?(?<thing>[\p{L}' -]+?)(?: (?:that|which|where|who|whom))?$/u;
const FILLER =
  /\b(?:kinds?|types?|sorts?) of\b|\b(?:of the|the|all|every|each|any|other|different|exactly|exact|else|order|a|an|of|that)\b/g;
/** "How long has it been since", "how many months ago did": back from now. */
const SINCE =
  /^how (?:long|much time|many (days|weeks|months|years)) (?:(?:has it been|is it|has passed|have passed) since|ago (?:did|was|were|is it that))$/;
const NO_HEAD: Head = { asks: 'what', thing: '', aux: '', isNegated: false, preposition: '', unit: null };
/** "Months" as a unit of length. */
export const readUnit = (plural: string): Head['unit'] =>
  (['day', 'week', 'month', 'year'] as const).find((unit) => plural === `${unit}s`) ?? null;
const UNIT = /^(?:full |whole |more |calendar )?(day|week|month|year)s$/;

const ASKS: Readonly<Record<string, Head['asks']>> = {
  where: 'where',
  when: 'when',
  'since when': 'when',
  'until when': 'until',
  'till when': 'until',
  'how long': 'duration',
  'how much time': 'duration',
  'how long ago': 'ago',
  'how many': 'count',
};

/** Reads what stands before the subject, or null. */
export function readHead(text: string, isRequest: boolean): Head | null {
  const trimmed = text.trim();
  const since = SINCE.exec(trimmed);
  if (since) return { ...NO_HEAD, asks: 'ago', aux: 'did', unit: readUnit(since[1] ?? '') };
  const named = NAMED.exec(trimmed);
  const groups = (named ?? HEAD.exec(trimmed))?.groups;
  if (groups === undefined) return null;
  const q = groups.q ?? 'what';
  const thing = (groups.thing ?? '').replace(FILLER, ' ').replace(/\s+/g, ' ').trim();
  const base = {
    thing,
    aux: groups.aux ?? '',
    isNegated: groups.not !== undefined,
    unit: null,
    preposition: groups.prep ?? '',
  };
  // "When I lived there, I had a cat" asks nothing.
  if (base.aux === '' && named === null && !isRequest) return null;
  const unit = readUnit(`${UNIT.exec(thing)?.[1] ?? ''}s`);
  if (q === 'how many' && unit !== null) return { ...base, asks: 'duration', thing: '', unit };
  if ((q === 'what' || q === 'which') && /^(?:year|month|week|day|date|time|day and year|month and year)$/.test(thing))
    return { ...base, asks: 'when', thing: '' };
  if (q === '' && base.aux !== '' && thing === '' && !isRequest) return { ...base, asks: 'polar' };
  return { ...base, asks: ASKS[q] ?? 'what' };
}

const GENERIC = new Set(['', 'thing', 'things', 'one', 'ones', 'people', 'person', 'name', 'names']);

/** Whether the noun after the question word names what the relation's values are, or nothing in particular. */
export function isThingOf(thing: string, form: Form): boolean {
  if (GENERIC.has(thing)) return !form.needsThing;
  return form.things.some((word) => word === thing || pluralOf(word) === thing) || nounOf(thing, form) !== undefined;
}

/** The noun of the relation that a word is. */
export function nounOf(word: string, form: Form): Form['nouns'][number] | undefined {
  return form.nouns.find((noun) => noun.word === word || noun.plural === word);
}

/** What stands after the relation: the value that is asked about, another value before or after it, or nothing. */
export type Tail = {
  readonly value: string | null;
  readonly relative: { readonly side: 'before' | 'after'; readonly value: string } | null;
  readonly order: 'first' | 'last' | 'previous' | null;
};

const TAIL_FILLER =
  /\b(?:right now|at the moment|at present|these days|nowadays|now|currently|presently|today|still|again|please|here|there|in total|altogether|overall|so far|already|yet|back then|at that time|at the time|then|ever|exactly|in all|over the years|in my life|in order|in chronological order|in what order|as of|if any|(?:these|those|the|all) (?:places|ones|things)|and|for)\b/g;
const LEADING = /^(?:(?:the|a|an|any|some|§'s|my|our|in|at|to|with|on|as|from|by|of|that|is|are|was|were|am) )+/;

/** Reads what stands after the relation; `verbs` are words that may come before a value ("before moving to"). */
export function readTail(text: string, verbs: ReadonlySet<string>): Tail {
  const rest = text.replace(TAIL_FILLER, ' ').replace(/\s+/g, ' ').trim();
  const relative = /^(.*?)\b(before|prior to|after)\b(.*)$/.exec(rest);
  if (relative) {
    const value = stripVerbs(relative[3] ?? '', verbs);
    if (value === '' && relative[2] !== 'after') return { value: null, relative: null, order: 'previous' };
    const side = relative[2] === 'after' ? 'after' : 'before';
    return { value: wordsOfValue(relative[1] ?? ''), relative: { side, value }, order: null };
  }
  const order = /\b(first|last)$/.exec(rest);
  const value = wordsOfValue(order ? rest.slice(0, order.index) : rest);
  return { value, relative: null, order: order ? (order[1] as 'first' | 'last') : null };
}

function wordsOfValue(text: string): string | null {
  const value = `${text.trim()} `.replace(LEADING, '').trim();
  return value === '' ? null : value;
}

function stripVerbs(text: string, verbs: ReadonlySet<string>): string {
  const words = text.trim().split(' ');
  const small = /^(?:§|§'s|i|in|at|to|with|for|on|as|the|a|an|was|were|am|is|my)$/;
  const from = words.findIndex((word) => !small.test(word) && !verbs.has(word));
  return from < 0 ? '' : words.slice(from).join(' ');
}
