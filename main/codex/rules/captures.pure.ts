import type { EntityType } from '../../contract/codex.ts';
import type { ObjectRef } from '../candidate.pure.ts';
import type { Clock } from '../dates.pure.ts';
import { CLOSED } from './closed-words.pure.ts';
import { GIVEN_NAMES } from './lists.pure.ts';
import { readName } from './names.pure.ts';
import { type Kind, type ObjectContext, readObject, type Words } from './objects.pure.ts';
import { isManner } from './reading.pure.ts';
import { readRole } from './roles.pure.ts';
import type { Shape } from './shape.pure.ts';
import { DOING_SHAPES } from './shapes-doing.pure.ts';
import { MIND_SHAPES } from './shapes-mind.pure.ts';
import { resolvePronoun, SPEAKER, type SubjectContext } from './subject.pure.ts';
import type { Token } from './token.pure.ts';
import { readAmount, readDate, readNumber, type Value } from './values.pure.ts';
import { CLAUSE_WORDS, LINK_WORDS, TRAILING } from './words.pure.ts';

export type Item = { readonly ref: ObjectRef; readonly from: number; readonly to: number };
export type Capture = { readonly items: readonly Item[]; readonly isHedged: boolean; readonly next: number };

export type CaptureContext = ObjectContext &
  SubjectContext & {
    readonly tokens: readonly Token[];
    readonly end: number;
    readonly clock: Clock;
    readonly isAhead: boolean;
    readonly isList: boolean;
  };

const SHAPES: Readonly<Record<string, Shape>> = { ...DOING_SHAPES, ...MIND_SHAPES };
const ENTITIES: readonly EntityType[] = [
  'person',
  'pet',
  'organisation',
  'place',
  'thing',
  'work',
  'event',
  'project',
  'topic',
];
const KINDS: Readonly<Record<string, Kind>> = { title: 'title', text: 'text', plan: 'plan' };

export const literal = (text: string, value: string | null = null): ObjectRef => ({ kind: 'literal', text, value });
const entity = (name: string, type: EntityType): ObjectRef => ({ kind: 'name', name, type });

const refOf = (words: Words, type: EntityType | 'text'): Item => ({
  ref: type === 'text' ? literal(words.text) : entity(words.text, type),
  from: words.from,
  to: words.to,
});
const ofValue = ({ text, value, from, to }: Value): Item => ({ ref: literal(text, value), from, to });

/** Whether what is said may be over at `at`: the end, a mark, a time, or a word that no object goes on with. */
export function isOver(
  at: number,
  { tokens, end, isTime }: Pick<CaptureContext, 'tokens' | 'end' | 'isTime'>,
): boolean {
  const token = tokens[at];
  if (token === undefined || at >= end || isTime(at)) return true;
  const { word } = token;
  return (
    isManner(word) ||
    (token.isMark && word !== "'") ||
    CLAUSE_WORDS.has(word) ||
    LINK_WORDS.has(word) ||
    TRAILING.has(word) ||
    word === 'and' ||
    /^(a|these|every|ever|full|part|all|twice|once|this|right|living|working|based|studying)$/.test(word)
  );
}

/** Names of people or animals: "Tom", "Tom and Ana". */
function captureNames(at: number, context: CaptureContext): Capture | null {
  const items: Item[] = [];
  let next = at;
  for (let steps = 0; steps < 6; steps += 1) {
    const name = readName(context.tokens, next, context);
    if (name === null || name.next > context.end) break;
    items.push({ ref: entity(name.name, 'person'), from: name.from, to: name.to });
    next = name.next;
    const joint = context.tokens[next]?.word;
    if (joint !== ',' && joint !== 'and') break;
    if (readName(context.tokens, next + 1, context) === null) break;
    next += 1;
  }
  return items.length === 0 || context.tokens[next]?.word === "'s" ? null : { items, isHedged: false, next };
}

/** Someone by name, by role with or without a name: "Tom", "my brother Tom", "my boss". */
function capturePeople(at: number, context: CaptureContext): Capture | null {
  const names = captureNames(at, context);
  if (names !== null) return names;
  const word = context.tokens[at]?.word ?? '';
  if (word !== 'my' && word !== 'our' && word !== 'his' && word !== 'her') return null;
  const mention = word === 'my' || word === 'our' ? { ref: SPEAKER } : resolvePronoun(word, context.mentions);
  const role = readRole(context.tokens, at + 1);
  if (role === null || mention === null || context.tokens[role.next]?.word === "'s") return null;
  const start = context.tokens[role.next]?.word === ',' ? role.next + 1 : role.next;
  const name = readName(context.tokens, start, {
    text: context.text,
    isSmall: context.isTypedSmall && start === role.next && GIVEN_NAMES.has(context.tokens[start]?.word ?? ''),
  });
  const from = context.tokens[at]?.from ?? 0;
  if (name !== null && name.next <= context.end) {
    const first: Item = { ref: entity(name.name, role.role.type), from, to: name.to };
    const more =
      role.role.isPlural && context.tokens[name.next]?.word === 'and' ? captureNames(name.next + 1, context) : null;
    return { items: [first, ...(more?.items ?? [])], isHedged: false, next: more?.next ?? name.next };
  }
  if (role.role.isPlural) return null;
  const ref: ObjectRef = { kind: 'role', of: mention.ref, relation: role.role.relation, label: role.label };
  return { items: [{ ref, from, to: context.tokens[role.next - 1]?.to ?? from }], isHedged: false, next: role.next };
}

/** The longest word group of a closed list at `at`; an article before it allowed. */
function closedAt(
  words: (text: string) => string | null,
  at: number,
  context: CaptureContext,
): { readonly value: string; readonly from: number; readonly to: number; readonly next: number } | null {
  const { tokens, end, text } = context;
  const start = /^(a|an|the)$/.test(tokens[at]?.word ?? '') ? at + 1 : at;
  for (let length = Math.min(6, end - start); length > 0; length -= 1) {
    const from = tokens[start]?.from ?? 0;
    const to = tokens[start + length - 1]?.to ?? 0;
    const value = words(text.slice(from, to).toLowerCase().replace(/[’‘]/g, "'"));
    if (value !== null) return { value, from, to, next: start + length };
  }
  return null;
}

function captureClosed(name: string, at: number, context: CaptureContext): Capture | null {
  const closed = CLOSED[name];
  if (closed === undefined) return null;
  const items: Item[] = [];
  let next = at;
  for (let steps = 0; steps < 8; steps += 1) {
    const found = closedAt(closed.find, next, context);
    if (found === null) break;
    const said = context.text.slice(found.from, found.to);
    const isChanged = found.value !== said.toLowerCase().replace(/[’‘]/g, "'");
    const shown = isChanged ? found.value : said;
    items.push({
      ref:
        closed.type === 'text'
          ? literal(shown, closed.isNumber === true ? found.value : null)
          : entity(shown, closed.type),
      from: found.from,
      to: found.to,
    });
    next = found.next;
    if (closed.isList !== true) break;
    let i = next;
    while (/^(,|and|or|&|a|bit|little|some|of)$/.test(context.tokens[i]?.word ?? '')) i += 1;
    if (i === next || closedAt(closed.find, i, context) === null) break;
    next = i;
  }
  return items.length === 0 ? null : { items, isHedged: false, next };
}

const isMentioned = (name: string, { mentions }: CaptureContext): boolean =>
  mentions.some(({ ref }) => ref.kind === 'name' && ref.name === name);

/** A name by its capital; typed small, where the shape allows it and nothing before it says that it is none. */
function isProperEnough(
  shape: Shape,
  item: Words,
  { isTypedSmall, before }: { readonly isTypedSmall: boolean; readonly before: string },
): boolean {
  if (shape.isProper !== true || item.tokens.some(({ isCapital }) => isCapital)) return true;
  return isTypedSmall && shape.isSmallToo === true && !/^(?:the|a|an|my|our|this|that)$/.test(before);
}

function captureShape(name: string, at: number, context: CaptureContext): Capture | null {
  const shape = SHAPES[name];
  if (shape === undefined) return null;
  const start = shape.strip?.has(context.tokens[at]?.word ?? '') === true ? at + 1 : at;
  const first = context.tokens[start]?.word ?? '';
  if (shape.first !== undefined && !shape.first.test(first)) return null;
  if (shape.notFirst?.test(first) === true) return null;
  const isList = context.isList && shape.isList !== false;
  const stop =
    shape.until === undefined
      ? -1
      : context.tokens.findIndex(({ word }, i) => i > start && shape.until?.test(word) === true);
  const end = stop < 0 ? context.end : Math.min(stop, context.end);
  const found = readObject({ kind: shape.kind, isList, tokens: context.tokens, at: start, end }, context);
  if (found === null) return null;
  const items = found.items.filter((item) => {
    const text = item.text.toLowerCase().replace(/[’‘]/g, "'");
    return (
      (shape.test?.test(text) ?? true) &&
      shape.not?.test(text) !== true &&
      !(shape.isTitle === true && (GIVEN_NAMES.has(text) || isMentioned(item.text, context))) &&
      isProperEnough(shape, item, { isTypedSmall: context.isTypedSmall, before: first })
    );
  });
  if (items.length === 0 || items[0] !== found.items[0]) return null;
  return { items: items.map((item) => refOf(item, shape.type)), isHedged: found.isHedged, next: found.next };
}

function captureDate(at: number, context: CaptureContext, isAnniversary: boolean): Capture | null {
  const from = context.tokens[at]?.from ?? 0;
  const to = context.tokens[context.end - 1]?.to ?? from;
  const date = readDate(context.text, { from, to }, { clock: context.clock, isAhead: context.isAhead, isAnniversary });
  if (date === null) return null;
  const next = context.tokens.findIndex((token, i) => i >= at && token.from >= date.to);
  return { items: [ofValue(date)], isHedged: false, next: next < 0 ? context.end : next };
}

/** Reads what a pattern names `<name>` at `at`; null when the words there cannot be that. */
export function capture(name: string, at: number, context: CaptureContext): Capture | null {
  if (at >= context.end) return null;
  if (name.startsWith('@'))
    return captureClosed(name.slice(1), at, context) ?? captureShape(name.slice(1), at, context);
  if (name === 'names') return captureNames(at, context);
  if (name === 'people' || name === 'person') return capturePeople(at, context);
  if (name === 'date' || name === 'birthday') return captureDate(at, context, name === 'birthday');
  if (name === 'number' || name === 'amount') {
    const value = (name === 'number' ? readNumber : readAmount)(context.text, context.tokens, at);
    return value === null ? null : { items: [ofValue(value.found)], isHedged: false, next: value.next };
  }
  if (SHAPES[name] !== undefined) return captureShape(name, at, context);
  const type = ENTITIES.find((one) => one === name);
  const kind = type ?? KINDS[name] ?? 'noun';
  const found = readObject({ kind, isList: context.isList, tokens: context.tokens, at, end: context.end }, context);
  if (found === null) return null;
  const shown = type ?? (name === 'title' ? 'work' : 'text');
  return { items: found.items.map((item) => refOf(item, shown)), isHedged: found.isHedged, next: found.next };
}
