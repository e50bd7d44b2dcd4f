/** A document that is there, and how many of its chunks are. */
export type KnownDocument = {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
  readonly chunks: number;
  /** Chunks that make it whole; null where its record does not say. */
  readonly chunkTotal: number | null;
  /** The watched folder that it lies in, and its path there. */
  readonly folderId: string | null;
  readonly path: string | null;
};

export type NewFile = {
  readonly name: string;
  readonly sha256: string;
  /** Null before its words are read. */
  readonly chunks: number | null;
  readonly folderId: string | null;
  readonly path: string | null;
};

export type DocumentPlan =
  | { readonly kind: 'duplicate'; readonly of: KnownDocument }
  /** Ids of the documents whose place the new one takes. */
  | { readonly kind: 'add'; readonly replaced: readonly string[] };

/** Files of one name in two watched folders, or in one and by hand, are two documents. */
const isSamePlace = (a: Omit<NewFile, 'chunks' | 'sha256'>, b: Omit<NewFile, 'chunks' | 'sha256'>): boolean =>
  a.folderId === b.folderId && (a.path ?? a.name) === (b.path ?? b.name);

/** What becomes of a file beside the documents of its space that have its place or its bytes. */
export function planDocument(known: readonly KnownDocument[], file: NewFile): DocumentPlan {
  const here = known.filter((each) => isSamePlace(each, file));
  // Under another name the same bytes count only where they take no older text's place.
  const rivals = here.length > 0 ? here : known;
  // A crash in the middle of writing leaves a part of the chunks, or the older text beside the newer: no duplicate.
  const same = rivals.find(
    ({ sha256, chunks, chunkTotal }) =>
      sha256 === file.sha256 && (chunkTotal === null ? chunks === file.chunks : chunks === chunkTotal),
  );
  if (here.length <= 1 && same !== undefined) return { kind: 'duplicate', of: same };
  return { kind: 'add', replaced: here.map(({ id }) => id) };
}
