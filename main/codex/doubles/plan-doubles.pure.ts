import { stemmer } from 'stemmer';
import type { EntityType } from '../../contract/codex.ts';
import type { DoubleWhy } from '../../contract/doubles.ts';
import { areAlike } from '../entities.pure.ts';
import { nameKeyOf } from '../names.pure.ts';

/** An entity with what decides whether another one is the same. */
export type Named = {
  readonly id: string;
  readonly type: EntityType;
  /** Its name and aliases, normalised (`nameKeyOf`). */
  readonly keys: readonly string[];
  /** Links and facts: `relation>id` where it is the subject, `relation<id` where it is the value. */
  readonly facts: ReadonlySet<string>;
  /** Values of relations that can have only one: two different ones are two entities. */
  readonly single: ReadonlyMap<string, string>;
  /** Turns that speak of it. */
  readonly turnIds: ReadonlySet<string>;
};

export type Double = {
  readonly fromId: string;
  readonly intoId: string;
  readonly why: DoubleWhy;
  /** Nothing but the way of writing differs. */
  readonly isSure: boolean;
};

export const pairKey = (a: string, b: string): string => (a < b ? `${a}\n${b}` : `${b}\n${a}`);

const LIVING: ReadonlySet<EntityType> = new Set(['person', 'pet']);
/** A slip of one letter in a shorter name makes another name: Ann and Dan, Tim and Tom. */
const SPELLING_FROM = 6;
/** Words that tell nothing apart. */
const SMALL = new Set(['the', 'a', 'an', 'of', 'and', 'for', 'in', 'at', 'on', 'my', 'our']);

const wordsOf = (key: string): readonly string[] => key.split(' ').filter((word) => word !== '' && !SMALL.has(word));
const stemsOf = (key: string): string => [...wordsOf(key)].map(stemmer).sort().join(' ');
const hasDigits = (key: string): boolean => /\p{N}/u.test(key);

/** Whether two texts differ by one letter put in, left out, changed, or two that changed places. */
export function isOneSlip(a: string, b: string): boolean {
  if (a === b) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from += 1;
  if (short.length < long.length) return short.slice(from) === long.slice(from + 1);
  const isChanged = short.slice(from + 1) === long.slice(from + 1);
  const isSwapped =
    short[from] === long[from + 1] && short[from + 1] === long[from] && short.slice(from + 2) === long.slice(from + 2);
  return isChanged || isSwapped;
}

type Likeness = { readonly why: DoubleWhy; readonly isSure: boolean };

/** How two names are one, or null. Numbers are never a slip: two years of a race are two races. */
function compareKeys(a: string, b: string, isLiving: boolean): Likeness | null {
  if (a === b) return { why: 'same name', isSure: !isLiving };
  if (a.replaceAll(' ', '') === b.replaceAll(' ', '')) return { why: 'joined', isSure: true };
  if (hasDigits(a) || hasDigits(b)) return null;
  if (!isLiving && stemsOf(a) === stemsOf(b)) return { why: 'same words', isSure: true };
  if (Math.min(a.length, b.length) >= SPELLING_FROM && isOneSlip(a, b)) return { why: 'spelling', isSure: false };
  const [wa, wb] = [wordsOf(a), wordsOf(b)];
  if (isLiving)
    return wa.length !== wb.length && wa[0] === wb[0] && Math.min(wa.length, wb.length) === 1
      ? { why: 'first name', isSure: false }
      : null;
  const [few, many] = wa.length <= wb.length ? [wa, new Set(wb.map(stemmer))] : [wb, new Set(wa.map(stemmer))];
  return few.length >= 2 && few.every((word) => many.has(stemmer(word))) ? { why: 'part of', isSure: false } : null;
}

function compare(a: Named, b: Named): Likeness | null {
  if (!areAlike(a.type, b.type)) return null;
  const isLiving = LIVING.has(a.type) || LIVING.has(b.type);
  const found = a.keys.flatMap((one) => b.keys.flatMap((other) => compareKeys(one, other, isLiving) ?? []));
  return found.find(({ isSure }) => isSure) ?? found[0] ?? null;
}

/** What shows that two entities are two, whatever they are called. */
function areTwo(a: Named, b: Named, likeness: Likeness): boolean {
  for (const [relation, value] of a.single) {
    const other = b.single.get(relation);
    if (other !== undefined && other !== value) return true;
  }
  const isLinked = [...a.facts].some((fact) => fact.slice(fact.search(/[<>]/) + 1) === b.id);
  // Who speaks of both in one turn means two; of one thing in two ways of writing people do speak twice.
  return isLinked || (!likeness.isSure && [...a.turnIds].some((id) => b.turnIds.has(id)));
}

const sharedFacts = (a: Named, b: Named): number => [...a.facts].filter((fact) => b.facts.has(fact)).length;

/** Names that could be one meet in one of these: comparing each with each would cost the square. */
function bucketsOf({ keys, type }: Named): ReadonlySet<string> {
  return new Set(
    keys.flatMap((key) => {
      const words = wordsOf(key);
      const joined = key.replaceAll(' ', '');
      const stems = LIVING.has(type) ? words.slice(0, 1) : words.map(stemmer);
      return [joined.slice(0, 4), joined.slice(-4), ...stems];
    }),
  );
}

/** A word that very many names have tells none of them apart. */
const MAX_BUCKET = 200;

/** Pairs that are compared between two pauses: some milliseconds of work. */
const STEP_PAIRS = 500;

/**
 * A plan of merges: pairs of entities that are probably one, surest first (design section 8, consolidation). Each entity
 * goes into at most one other, the one with more facts; a first name that could be two people goes into neither. In steps:
 * five thousand entities take seconds.
 */
export function* planDoubles(
  entities: readonly Named[],
  keptApart: ReadonlySet<string>,
): Generator<undefined, readonly Double[]> {
  const seen = new Set<string>();
  const found: (Double & { readonly shared: number })[] = [];
  for (const bucket of fillBuckets(entities)) {
    for (const [at, a] of bucket.entries()) {
      for (const b of bucket.slice(at + 1)) {
        const pair = pairKey(a.id, b.id);
        if (a.id === b.id || seen.has(pair) || keptApart.has(pair)) continue;
        seen.add(pair);
        if (seen.size % STEP_PAIRS === 0) yield;
        const likeness = compare(a, b);
        if (likeness === null || areTwo(a, b, likeness)) continue;
        found.push({ ...direct(a, b, likeness.why), ...likeness, shared: sharedFacts(a, b) });
      }
    }
  }
  return choose(found);
}

function fillBuckets(entities: readonly Named[]): readonly (readonly Named[])[] {
  const buckets = new Map<string, Named[]>();
  for (const entity of entities)
    for (const name of bucketsOf(entity)) {
      const bucket = buckets.get(name);
      if (bucket === undefined) buckets.set(name, [entity]);
      else bucket.push(entity);
    }
  return [...buckets.values()].filter(({ length }) => length <= MAX_BUCKET);
}

/** Into the fuller name where one is short for the other, else into the one of which more is known. */
function direct(a: Named, b: Named, why: DoubleWhy): { readonly fromId: string; readonly intoId: string } {
  const longest = ({ keys }: Named): number => Math.max(...keys.map(({ length }) => length));
  const weight = (entity: Named): number => (why === 'first name' ? longest(entity) : entity.facts.size);
  const isAFirst = weight(a) > weight(b) || (weight(a) === weight(b) && a.id < b.id);
  const [into, from] = isFixed(b.id) ? [b, a] : isFixed(a.id) || isAFirst ? [a, b] : [b, a];
  return { fromId: from.id, intoId: into.id };
}

/** They stay who they are. */
const isFixed = (id: string): boolean => id === 'me' || id === 'assistant';

function choose(found: readonly (Double & { readonly shared: number })[]): readonly Double[] {
  const ordered = [...found].sort(
    (a, b) =>
      Number(b.isSure) - Number(a.isSure) ||
      b.shared - a.shared ||
      pairKey(a.fromId, a.intoId).localeCompare(pairKey(b.fromId, b.intoId)),
  );
  const ways = new Map<string, number>();
  for (const { fromId, why } of found) if (why === 'first name') ways.set(fromId, (ways.get(fromId) ?? 0) + 1);
  const gone = new Set<string>();
  const kept = new Set<string>();
  return ordered.flatMap(({ shared: _, ...double }) => {
    const { fromId, intoId, why } = double;
    if (gone.has(fromId) || gone.has(intoId) || kept.has(fromId) || isFixed(fromId)) return [];
    if (why === 'first name' && (ways.get(fromId) ?? 0) > 1) return [];
    gone.add(fromId);
    kept.add(intoId);
    return [double];
  });
}

export const keysOf = (names: readonly string[]): readonly string[] => [
  ...new Set(names.map(nameKeyOf).filter((key) => key !== '')),
];
