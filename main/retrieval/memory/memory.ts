import { setImmediate } from 'node:timers/promises';
import type { FragmentKind } from '../../contract/recall.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import {
  type FeedPassage,
  type FeedTurn,
  listChangedConversations,
  listFeedPassages,
  listFeedPassagesOf,
  listFeedTurns,
  listFeedTurnsOf,
  listFeedVectors,
  listVectorsOf,
} from '../../stores/feed.ts';
import type { Db } from '../../stores/run.ts';
import { type Analyse, createAnalyser } from './analyse.ts';
import { type Bounds, Columns, type FragmentFacts } from './columns.pure.ts';
import { factsOfPassage, factsOfTurn } from './facts.pure.ts';
import { halfToFloats } from './half.pure.ts';
import { LexicalIndex } from './lexical-index.pure.ts';
import { VectorIndex } from './vector-index.pure.ts';
import { createViews, type View } from './views.ts';

export type StoredVectors = { readonly fragmentId: string; readonly vectors: readonly Float32Array[] };

/**
 * Copies of the indexes in memory, fed from the tables and never the truth: an inverted index, vectors and facts, all by
 * the same number. They are read anew at each start, in the background.
 */
export type Memory = {
  readonly columns: Columns;
  readonly lexical: LexicalIndex;
  readonly vectors: VectorIndex;
  readonly analyse: Analyse;
  /** Resolves when everything that the tables hold now is here, vectors as far as they are made. */
  readonly sync: () => Promise<void>;
  /** The indexer hands over what it has just stored. */
  readonly addVectors: (stored: readonly StoredVectors[]) => void;
  /** Nothing is left here of what was forgotten; what the tables still have of these fragments is read anew. */
  readonly forget: (ids: readonly string[]) => Promise<void>;
  readonly viewOf: (bounds: Bounds, kinds: ReadonlySet<FragmentKind>) => View;
  /** What is held, of what is not removed. */
  readonly counts: () => { readonly fragments: number; readonly vectors: number };
  readonly close: () => Promise<void>;
};

type Source = {
  readonly db: Pick<Db, 'read'>;
  readonly embeddingSpaceId: number;
  readonly dimension: number;
  /** Seq of the last record in the tables: while it stands, nothing has changed but vectors, which are handed in. */
  readonly generation: () => number;
  readonly clock: Clock;
  readonly log: Log;
};

const FRAGMENT_PAGE = 500;
const VECTOR_PAGE = 1_000;

export function createMemory(source: Source): Memory {
  const columns = new Columns();
  const lexical = new LexicalIndex();
  const vectors = new VectorIndex(source.dimension);
  let analyse = createAnalyser();
  const views = createViews(columns, lexical);
  const intake = createIntake(columns, vectors);
  let isClosed = false;

  const add = (facts: FragmentFacts, words: string): void => {
    const doc = columns.add(facts);
    lexical.add(analyse(words));
    intake.arrived(doc, facts.id);
  };

  const { read } = source.db;
  /** Seq of each passage's wording: a removal is told under the same one, another wording under its own. */
  const wordings = new Map<string, number>();
  let seen = { generation: -1, conversations: 0, turns: 0, passages: { seq: 0, id: '' } };
  /** What was handed over before a passage came in may be of an older wording, so its vectors are read. */
  const readVectorsOf = async (ids: readonly string[]): Promise<void> => {
    const stored = new Map<string, Float32Array[]>();
    for (const { fragmentId, half } of await listVectorsOf(read, { spaceId: source.embeddingSpaceId, ids })) {
      const own = stored.get(fragmentId) ?? [];
      own.push(halfToFloats(half));
      stored.set(fragmentId, own);
    }
    intake.handOver([...stored].map(([fragmentId, own]) => ({ fragmentId, vectors: own })));
  };
  const readFragments = async (): Promise<void> => {
    const generation = source.generation();
    if (generation === seen.generation) return;
    const limit = FRAGMENT_PAGE;
    const added: string[] = [];
    for await (const row of pages(limit, () =>
      listChangedConversations(read, { afterSeq: seen.conversations, limit }),
    )) {
      columns.setGroup(row.id, row.spaceId, row.isRemoved);
      seen = { ...seen, conversations: row.changedSeq };
    }
    for await (const row of pages(limit, () => listFeedTurns(read, { afterSeq: seen.turns, limit }))) {
      if (isClosed) return;
      if (columns.find(row.id) < 0) add(factsOfTurn(row), row.lexical);
      seen = { ...seen, turns: row.dueSeq };
    }
    for await (const row of pages(limit, () => listFeedPassages(read, { after: seen.passages, limit }))) {
      columns.setGroup(row.id, row.spaceId, row.isRemoved);
      if (wordings.get(row.id) !== row.seq) {
        wordings.set(row.id, row.seq);
        intake.forget(row.id);
        add(factsOfPassage(row), row.lexical);
        added.push(row.id);
      }
      seen = { ...seen, passages: { seq: row.changedSeq, id: row.id } };
    }
    if (added.length > 0 && intake.isLoaded()) await readVectorsOf(added);
    seen = { ...seen, generation };
  };

  const forget = async (ids: readonly string[]): Promise<void> => {
    const turns: FeedTurn[] = [];
    const passages: FeedPassage[] = [];
    for (let from = 0; from < ids.length; from += FRAGMENT_PAGE) {
      const page = ids.slice(from, from + FRAGMENT_PAGE);
      turns.push(...(await listFeedTurnsOf(read, page)));
      passages.push(...(await listFeedPassagesOf(read, page)));
      await setImmediate();
    }
    // From here to the end nobody looks in between.
    const gone = columns.listAll(new Set(ids));
    for (const id of ids) {
      intake.forget(id);
      wordings.delete(id);
    }
    for (const doc of gone) {
      columns.remove(doc);
      vectors.remove(doc);
    }
    lexical.remove(new Set(gone));
    // It remembers words.
    analyse = createAnalyser();
    for (const row of turns) add(factsOfTurn(row), row.lexical);
    for (const row of passages) {
      columns.setGroup(row.id, row.spaceId, row.isRemoved);
      wordings.set(row.id, row.seq);
      add(factsOfPassage(row), row.lexical);
    }
    await readVectorsOf([...turns, ...passages].map(({ id }) => id));
  };

  const readVectors = async (): Promise<void> => {
    let after = { fragmentId: '', chunk: -1 };
    const limit = VECTOR_PAGE;
    const { embeddingSpaceId: spaceId } = source;
    for await (const row of pages(limit, () => listFeedVectors(read, { spaceId, after, limit }))) {
      if (isClosed) return;
      intake.read(row.fragmentId, halfToFloats(row.half));
      after = { fragmentId: row.fragmentId, chunk: row.chunk };
    }
  };

  const load = async (): Promise<void> => {
    const from = source.clock.monotonicMs();
    await readFragments();
    await readVectors();
    intake.loaded();
    const ms = Math.round(source.clock.monotonicMs() - from);
    source.log('memory.loaded', { fragments: columns.size, vectors: vectors.rows, terms: lexical.termCount, ms });
  };

  const loading = load();
  let tail: Promise<void> = loading;
  tail.catch(() => undefined); // whoever asks first gets the failure
  return {
    columns,
    lexical,
    vectors,
    get analyse() {
      return analyse;
    },
    forget: (ids) => {
      tail = tail.catch(() => undefined).then(() => forget(ids));
      return loading.then(() => tail);
    },
    sync: () => {
      // One after another: two readers of the same page would add it twice. A reading that failed is tried again.
      tail = tail.catch(() => undefined).then(readFragments);
      return loading.then(() => tail);
    },
    addVectors: intake.handOver,
    counts: () => ({ fragments: columns.size - columns.removed, vectors: vectors.rows }),
    viewOf: views.viewOf,
    close: async () => {
      isClosed = true;
      await tail.catch(() => undefined); // closing: its failure has no listener left
      await loading.catch(() => undefined); // likewise
    },
  };
}

/**
 * Rows of page after page until one is not full; `next` goes on where the rows so far have led. PGlite answers within the
 * same turn of the event loop, so without a pause a long reading would keep everyone else waiting until its end.
 */
async function* pages<T>(limit: number, next: () => Promise<readonly T[]>): AsyncGenerator<T> {
  for (;;) {
    const rows = await next();
    yield* rows;
    if (rows.length < limit) return;
    await setImmediate();
  }
}

/**
 * Vectors come two ways: read from the tables at start, and handed over by the indexer, which may be ahead of the feed.
 * Each fragment takes them from one way only.
 */
function createIntake(columns: Columns, vectors: VectorIndex) {
  const early = new Map<string, readonly Float32Array[]>();
  /** Handed over while the tables were being read, where they will turn up again. */
  let handed: Set<number> | null = new Set();
  const addAll = (doc: number, own: readonly Float32Array[]): void => {
    for (const vector of own) vectors.add(doc, vector);
    handed?.add(doc);
  };
  return {
    arrived: (doc: number, id: string): void => {
      const own = early.get(id);
      if (own) addAll(doc, own);
      early.delete(id);
    },
    forget: (id: string): void => {
      early.delete(id);
    },
    read: (id: string, vector: Float32Array): void => {
      const doc = columns.find(id);
      if (doc >= 0 && !handed?.has(doc)) vectors.add(doc, vector);
    },
    handOver: (stored: readonly StoredVectors[]): void => {
      for (const { fragmentId, vectors: own } of stored) {
        const doc = columns.find(fragmentId);
        if (doc < 0) early.set(fragmentId, own);
        else if (!vectors.has(doc)) addAll(doc, own);
      }
    },
    loaded: (): void => {
      handed = null;
    },
    isLoaded: (): boolean => handed === null,
  };
}
