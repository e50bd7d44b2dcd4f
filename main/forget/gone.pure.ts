/** A part that is taken out of a turn. */
export type Cut = {
  /** UTF-16 offsets into the text as it was. */
  readonly from: number;
  readonly to: number;
  /** What goes, and what is left of the text. */
  readonly removed: string;
  readonly rest: string;
  /** How much shorter it is: what stands behind the cut moves by as much. */
  readonly removedChars: number;
};

/** What a forget takes, by id, and the questions about words that ids do not answer. */
export type Gone = {
  readonly isEverything: boolean;
  readonly spaces: ReadonlySet<string>;
  /** Conversations of which nothing is left. */
  readonly conversations: ReadonlySet<string>;
  /** Turns whose words go wholly. */
  readonly turns: ReadonlySet<string>;
  readonly cuts: ReadonlyMap<string, Cut>;
  readonly documents: ReadonlySet<string>;
  /** Of documents that go and of others. */
  readonly chunks: ReadonlySet<string>;
  readonly documentHashes: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** By `entityKey`: nothing that stays needs them. */
  readonly entities: ReadonlySet<string>;
  readonly claims: ReadonlySet<string>;
  readonly slots: ReadonlySet<string>;
  readonly procedures: ReadonlySet<string>;
  readonly summaries: ReadonlySet<string>;
  readonly reflections: ReadonlySet<string>;
  readonly clusters: ReadonlySet<string>;
  readonly imports: ReadonlySet<string>;
  readonly traces: ReadonlySet<string>;
  /** The classifier learnt from something that goes. */
  readonly areHeadsGone: boolean;
  /** Names of entities, and words of topics, that nobody says any more; folded. */
  readonly names: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** The words that are to be forgotten wherever they stand; never so but for "everything about". */
  readonly isAbout: (text: string) => boolean;
  /** Whether there are such words. */
  readonly hasWords: boolean;
  /** Conversations whose titles may have been made of what goes. */
  readonly titled: ReadonlySet<string>;
  /** Whether the text repeats a piece of what goes that nothing else says. */
  readonly repeats: (text: string) => boolean;
  /** Whether a title of this conversation was made of what goes. */
  readonly isTitleGone: (conversationId: string, title: string) => boolean;
};

export const entityKey = (spaceId: string, entityId: string): string => `${spaceId}\n${entityId}`;

export const NOTHING_GONE: Gone = {
  isEverything: false,
  spaces: new Set(),
  conversations: new Set(),
  turns: new Set(),
  cuts: new Map(),
  documents: new Set(),
  chunks: new Set(),
  documentHashes: new Set(),
  folders: new Set(),
  entities: new Set(),
  claims: new Set(),
  slots: new Set(),
  procedures: new Set(),
  summaries: new Set(),
  reflections: new Set(),
  clusters: new Set(),
  imports: new Set(),
  traces: new Set(),
  areHeadsGone: false,
  names: new Set(),
  words: new Set(),
  isAbout: () => false,
  hasWords: false,
  titled: new Set(),
  repeats: () => false,
  isTitleGone: () => false,
};

/** Whether these words of a turn go: with the turn, or because they reach into what is cut out of it. */
export function isQuoteGone(gone: Gone, turnId: string, quote: string | null): boolean {
  if (gone.turns.has(turnId)) return true;
  const cut = gone.cuts.get(turnId);
  return cut !== undefined && (quote === null || !cut.rest.includes(quote));
}
