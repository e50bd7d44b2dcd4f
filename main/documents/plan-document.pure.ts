/** A document that is there, and how many of its chunks are. */
export type KnownDocument = {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
  readonly chunks: number;
};

export type DocumentPlan =
  | { readonly kind: 'duplicate' }
  /** Ids of the documents whose place the new one takes. */
  | { readonly kind: 'add'; readonly replaced: readonly string[] };

/** What becomes of a file beside the documents of its space that have its name or its bytes. */
export function planDocument(known: readonly KnownDocument[], file: Omit<KnownDocument, 'id'>): DocumentPlan {
  const named = known.filter(({ name }) => name === file.name);
  // Under another name the same bytes count only where they take no older text's place.
  const rivals = named.length > 0 ? named : known;
  // A crash in the middle of writing leaves a part of the chunks, or the older text beside the newer: no duplicate.
  const isWhole = ({ sha256, chunks }: KnownDocument): boolean => sha256 === file.sha256 && chunks === file.chunks;
  if (named.length <= 1 && rivals.some(isWhole)) return { kind: 'duplicate' };
  return { kind: 'add', replaced: named.map(({ id }) => id) };
}
