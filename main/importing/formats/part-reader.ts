import type { ParsedElement } from './conversation-parts.ts';

/** Reads what belongs together piece by piece: elements of a JSON file, or parts of a text as they arrive. */
export type PartReader<Piece> = {
  readonly read: (piece: Piece) => Iterable<ParsedElement>;
  /** What was held back until the end; also after a break, so that what was read before it stands. */
  readonly end: () => Iterable<ParsedElement>;
};

/** A reader of elements that are each a conversation of their own. */
export function readEach(parse: (element: unknown) => ParsedElement): PartReader<unknown> {
  return { read: (element) => [parse(element)], end: () => [] };
}
