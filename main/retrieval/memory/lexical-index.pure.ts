import { Growing } from './growing.pure.ts';

/** Okapi BM25's usual constants; windows and sessions are long and of like length, so theirs is normalised as much. */
const K1 = 1.2;
const B = 0.75;
/** Words of a question that are looked up, rarest first: a pasted book must not stop the search. */
const MAX_TERMS = 64;
const TF_BITS = 8;
const TF_MAX = 255;

/** How documents lie to each other: -1 where there is none. Windows and sessions are read along these. */
export type Layout = {
  readonly previous: ArrayLike<number>;
  readonly next: ArrayLike<number>;
  readonly session: ArrayLike<number>;
  readonly sessionCount: number;
};

/** What one question may see, with the statistics that BM25 needs, counted inside it and nowhere else. */
export type LexicalScope = {
  /** 1 for each document in scope. */
  readonly mask: Uint8Array;
  readonly count: number;
  readonly averageLength: number;
  readonly windowLength: Float32Array;
  readonly averageWindowLength: number;
  readonly sessionLength: Float32Array;
  readonly sessionCount: number;
  readonly averageSessionLength: number;
};

export type Term = { readonly term: string; readonly weight: number };

/** Scores by document, 0 where no word is shared. */
export type LexicalScores = {
  readonly own: Float32Array;
  /** The document together with those before and after it. */
  readonly window: Float32Array;
  /** By session. */
  readonly session: Float32Array;
  /** Share of the question's inverse document frequency that the document's own words cover, 0 to 1. */
  readonly coverage: Float32Array;
  readonly windowCoverage: Float32Array;
  readonly idf: ReadonlyMap<string, number>;
  /** Documents that share a word with the question themselves. */
  readonly matched: readonly number[];
};

const idfOf = (documents: number, having: number): number => Math.log(1 + (documents - having + 0.5) / (having + 0.5));

/**
 * An inverted index in memory with three keys a document: itself, its window of one turn on each side, and its session,
 * all from one list of postings. Nothing is stored for windows and sessions, so adding a turn touches its own words only.
 */
export class LexicalIndex {
  readonly #terms = new Map<string, Growing<Uint32Array>>();
  readonly lengths = new Growing((n) => new Float32Array(n), 1024);

  get size(): number {
    return this.lengths.size;
  }

  get termCount(): number {
    return this.#terms.size;
  }

  /** Adds the next document; its number is the order in which it came. */
  add(terms: readonly string[]): number {
    const doc = this.lengths.size;
    this.lengths.push(terms.length);
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      let postings = this.#terms.get(term);
      if (!postings) {
        postings = new Growing((n) => new Uint32Array(n), 2);
        this.#terms.set(term, postings);
      }
      postings.push(doc * (1 << TF_BITS) + Math.min(TF_MAX, count));
    }
    return doc;
  }

  /** Counts lengths inside a mask. O(documents): keep the result while mask and layout stand. */
  scopeOf(mask: Uint8Array, layout: Layout): LexicalScope {
    const { data: lengths, size } = this.lengths;
    const windowLength = new Float32Array(size);
    const sessionLength = new Float32Array(layout.sessionCount);
    let count = 0;
    let total = 0;
    let windowTotal = 0;
    for (let doc = 0; doc < size; doc += 1) {
      if (mask[doc] !== 1) continue;
      const own = lengths[doc] ?? 0;
      const before = layout.previous[doc] ?? -1;
      const after = layout.next[doc] ?? -1;
      const window =
        own + (mask[before] === 1 ? (lengths[before] ?? 0) : 0) + (mask[after] === 1 ? (lengths[after] ?? 0) : 0);
      windowLength[doc] = window;
      count += 1;
      total += own;
      windowTotal += window;
      const session = layout.session[doc] ?? -1;
      if (session >= 0) sessionLength[session] = (sessionLength[session] ?? 0) + own;
    }
    const sessionCount = sessionLength.reduce((n, length) => n + (length > 0 ? 1 : 0), 0);
    return {
      mask,
      count,
      averageLength: count > 0 ? Math.max(1, total / count) : 1,
      windowLength,
      averageWindowLength: count > 0 ? Math.max(1, windowTotal / count) : 1,
      sessionLength,
      sessionCount,
      averageSessionLength: sessionCount > 0 ? Math.max(1, total / sessionCount) : 1,
    };
  }

  /** BM25 of every document, window and session in scope. */
  score(question: readonly Term[], scope: LexicalScope, layout: Layout): LexicalScores {
    const { size } = this.lengths;
    const own = new Float32Array(size);
    const window = new Float32Array(size);
    const session = new Float32Array(layout.sessionCount);
    const coverage = new Float32Array(size);
    const windowCoverage = new Float32Array(size);
    const scratch = { window: new Float32Array(size), session: new Float32Array(layout.sessionCount) };
    const idf = new Map<string, number>();
    const matched: number[] = [];
    let idfTotal = 0;
    for (const { term, weight, documents, frequencies } of this.#lookUp(question, scope.mask)) {
      const rarity = idfOf(scope.count, documents.length);
      idf.set(term, rarity);
      idfTotal += rarity * weight;
      const touched = spread(documents, frequencies, { mask: scope.mask, layout, scratch });
      for (const [index, doc] of documents.entries()) {
        if (own[doc] === 0) matched.push(doc);
        const tf = frequencies[index] ?? 0;
        own[doc] =
          (own[doc] ?? 0) + rarity * weight * saturate(tf, (this.lengths.data[doc] ?? 0) / scope.averageLength);
        coverage[doc] = (coverage[doc] ?? 0) + rarity * weight;
      }
      const windowRarity = idfOf(scope.count, touched.windows.length);
      for (const doc of touched.windows) {
        const ratio = (scope.windowLength[doc] ?? 0) / scope.averageWindowLength;
        window[doc] = (window[doc] ?? 0) + windowRarity * weight * saturate(scratch.window[doc] ?? 0, ratio);
        windowCoverage[doc] = (windowCoverage[doc] ?? 0) + rarity * weight;
        scratch.window[doc] = 0;
      }
      const sessionRarity = idfOf(scope.sessionCount, touched.sessions.length);
      for (const s of touched.sessions) {
        const ratio = (scope.sessionLength[s] ?? 0) / scope.averageSessionLength;
        session[s] = (session[s] ?? 0) + sessionRarity * weight * saturate(scratch.session[s] ?? 0, ratio);
        scratch.session[s] = 0;
      }
    }
    if (idfTotal > 0) {
      for (const doc of matched) coverage[doc] = (coverage[doc] ?? 0) / idfTotal;
      for (let doc = 0; doc < size; doc += 1) windowCoverage[doc] = (windowCoverage[doc] ?? 0) / idfTotal;
    }
    return { own, window, session, coverage, windowCoverage, idf, matched };
  }

  /** Postings in scope of the question's words; of very many words the rarest. */
  #lookUp(question: readonly Term[], mask: Uint8Array) {
    return question
      .map(({ term, weight }) => {
        const documents: number[] = [];
        const frequencies: number[] = [];
        const postings = this.#terms.get(term);
        for (let i = 0; i < (postings?.size ?? 0); i += 1) {
          const posting = postings?.data[i] ?? 0;
          const doc = posting >>> TF_BITS;
          if (mask[doc] !== 1) continue;
          documents.push(doc);
          frequencies.push(posting & TF_MAX);
        }
        return { term, weight, documents, frequencies };
      })
      .sort((a, b) => a.documents.length - b.documents.length || (a.term < b.term ? -1 : 1))
      .slice(0, MAX_TERMS);
  }
}

const saturate = (tf: number, lengthRatio: number): number => (tf * (K1 + 1)) / (tf + K1 * (1 - B + B * lengthRatio));

type Spread = {
  readonly mask: Uint8Array;
  readonly layout: Layout;
  readonly scratch: { readonly window: Float32Array; readonly session: Float32Array };
};

/** Counts a word in the windows and sessions that its documents belong to; the counts stay in `scratch`. */
function spread(documents: readonly number[], frequencies: readonly number[], { mask, layout, scratch }: Spread) {
  const windows: number[] = [];
  const sessions: number[] = [];
  for (const [index, doc] of documents.entries()) {
    const tf = frequencies[index] ?? 0;
    for (const at of [layout.previous[doc] ?? -1, doc, layout.next[doc] ?? -1]) {
      if (mask[at] !== 1) continue;
      if (scratch.window[at] === 0) windows.push(at);
      scratch.window[at] = (scratch.window[at] ?? 0) + tf;
    }
    const s = layout.session[doc] ?? -1;
    if (s < 0) continue;
    if (scratch.session[s] === 0) sessions.push(s);
    scratch.session[s] = (scratch.session[s] ?? 0) + tf;
  }
  return { windows, sessions };
}
