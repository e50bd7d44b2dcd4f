import { NER_TYPES } from './ner-decode.pure.ts';

export const TAG_TYPES = [
  ...NER_TYPES,
  'date',
  'amount',
  'quantity',
  'email',
  'phone',
  'url',
  'address',
  'handle',
] as const;
export type TagType = (typeof TAG_TYPES)[number];

/** Something in a text that a fact may be about, by UTF-16 offsets into the text as it was said. */
export type Tag = {
  readonly from: number;
  readonly to: number;
  readonly type: TagType;
  /** How sure it is, 0 to 1. */
  readonly score: number;
};

/** In the order of the text; of two that begin together the longer first. */
export const compareTags = (a: Tag, b: Tag): number => a.from - b.from || b.to - a.to;

/** Of tags that overlap the surer stays, of equally sure ones the longer, then the earlier; none over one of `before`. */
export function dropOverlaps(tags: readonly Tag[], before: readonly Tag[] = []): readonly Tag[] {
  const order = [...tags].sort((a, b) => b.score - a.score || b.to - b.from - (a.to - a.from) || a.from - b.from);
  // One byte a character: comparing every tag with every other takes seconds in a pasted table of numbers.
  const taken = new Uint8Array([...tags, ...before].reduce((end, { to }) => Math.max(end, to), 0));
  for (const { from, to } of before) taken.fill(1, from, to);
  const kept = order.filter(({ from, to }) => {
    const isFree = !taken.subarray(from, to).includes(1);
    if (isFree) taken.fill(1, from, to);
    return isFree;
  });
  return kept.sort(compareTags);
}

/** A name may hold a number or a time without being one: "Friday Night Lights", "Nikon D750". */
const WEAK: ReadonlySet<TagType> = new Set<TagType>(['date', 'quantity']);
const SURE_NAME = 0.6;

/**
 * Tags of rules and of the head, none over another. What rules find is exact and stays, but for a date or quantity that
 * is only a part of a name.
 */
export function mergeTags(ruleTags: readonly Tag[], headTags: readonly Tag[]): readonly Tag[] {
  const names = dropOverlaps(headTags.filter(({ score }) => score >= SURE_NAME));
  let next = 0;
  const rules = dropOverlaps(ruleTags).filter(({ from, to, type }) => {
    while ((names[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1;
    const name = names[next];
    const isPartOfName = name !== undefined && name.from <= from && to <= name.to && name.to - name.from > to - from;
    return !(isPartOfName && WEAK.has(type));
  });
  return [...rules, ...dropOverlaps(headTags, rules)].sort(compareTags);
}
