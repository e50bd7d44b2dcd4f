import { Growing } from './growing.pure.ts';
import { countScope, type Layout, type LexicalScope } from './lexical-scope.pure.ts';

/** Okapi BM25's usual constants; windows and sessions are long and of like length, so theirs is normalised as much. */
const K1 = 1.2;
const B = 0.75;
/** Words of a question that are looked up, rarest first: a pasted book must not stop the search. */
const MAX_TERMS = 64;
const TF_BITS = 8;
const TF_MAX = 255;

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
  readonly matched: Int32Array;
  /** Documents whose windows do. */
  readonly windowMatched: Int32Array;
};

const idfOf = (documents: number, having: number): number => Math.log(1 + (documents - having + 0.5) / (having + 0.5));
const averageOf = (total: number, count: number): number => (count > 0 ? Math.max(1, total / count) : 1);

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

  /** How many of the documents that count have a term: for how rare it is there. */
  countHaving(term: string, isCounted: (doc: number) => boolean): number {
    const postings = this.#terms.get(term);
    let count = 0;
    for (let i = 0; i < (postings?.size ?? 0); i += 1) {
      if (isCounted((postings?.data[i] ?? 0) >>> TF_BITS)) count += 1;
    }
    return count;
  }

  /** Adds the next document; its number is the order in which it came. */
  add(terms: readonly string[]): number {
    const doc = this.lengths.size;
    this.lengths.push(terms.length);
    for (const term of terms) {
      let postings = this.#terms.get(term);
      if (!postings) {
        postings = new Growing((n) => new Uint32Array(n), 2);
        this.#terms.set(term, postings);
      }
      const last = postings.size === 0 ? 0 : (postings.data[postings.size - 1] ?? 0);
      if (postings.size === 0 || last >>> TF_BITS !== doc) postings.push(doc * (1 << TF_BITS) + 1);
      else if ((last & TF_MAX) < TF_MAX) postings.data[postings.size - 1] = last + 1;
    }
    return doc;
  }

  /** Nothing of these documents is left, nor a word that only they have. Their numbers stay. */
  remove(docs: ReadonlySet<number>): void {
    for (const doc of docs) if (doc < this.lengths.size) this.lengths.data[doc] = 0;
    for (const [term, postings] of this.#terms) {
      const { data, size } = postings;
      let kept = 0;
      for (let i = 0; i < size; i += 1) {
        const posting = data[i] ?? 0;
        if (docs.has(posting >>> TF_BITS)) continue;
        data[kept] = posting;
        kept += 1;
      }
      data.fill(0, kept, size);
      postings.size = kept;
      if (kept === 0) this.#terms.delete(term);
    }
  }

  /** What is counted over everything in a mask: keep the result while mask and layout stand (see `countScope`). */
  scopeOf(mask: Uint8Array, layout: Layout, older?: LexicalScope): LexicalScope {
    return countScope({ lengths: this.lengths.data, mask, layout }, older);
  }

  /** BM25 of every document, window and session in scope. */
  score(question: readonly Term[], scope: LexicalScope, layout: Layout): LexicalScores {
    const { size, data: lengths } = this.lengths;
    const own = createTally(size);
    const window = createTally(size);
    const session = createTally(layout.sessionCount);
    const sizes = {
      own: { lengths, average: averageOf(scope.total, scope.count) },
      window: { lengths: scope.windowLength, average: averageOf(scope.windowTotal, scope.count) },
      session: { lengths: scope.sessionLength, average: averageOf(scope.total, scope.sessionCount) },
    };
    const idf = new Map<string, number>();
    let idfTotal = 0;
    for (const { term, weight, postings } of this.#lookUp(question, scope.mask)) {
      const rarity = idfOf(scope.count, postings.length);
      const gain = rarity * weight;
      idf.set(term, rarity);
      idfTotal += gain;
      spread(postings, scope.mask, { layout, own, window, session });
      settle(own, { ...sizes.own, gain, cover: gain });
      settle(window, { ...sizes.window, gain: idfOf(scope.count, window.countedSize) * weight, cover: gain });
      const sessionGain = idfOf(scope.sessionCount, session.countedSize) * weight;
      settle(session, { ...sizes.session, gain: sessionGain, cover: 0 });
    }
    return {
      ...{ own: own.scores, window: window.scores, session: session.scores },
      coverage: shareOf(own, idfTotal),
      windowCoverage: shareOf(window, idfTotal),
      idf,
      matched: own.matched.subarray(0, own.matchedSize),
      windowMatched: window.matched.subarray(0, window.matchedSize),
    };
  }

  /** Postings in scope of the question's words; of very many words the rarest. */
  #lookUp(question: readonly Term[], mask: Uint8Array) {
    return question
      .map(({ term, weight }) => {
        const list = this.#terms.get(term);
        const postings = list === undefined ? new Uint32Array() : inScope(list.data.subarray(0, list.size), mask);
        return { term, weight, postings };
      })
      .sort((a, b) => a.postings.length - b.postings.length || (a.term < b.term ? -1 : 1))
      .slice(0, MAX_TERMS);
  }
}

function inScope(postings: Uint32Array, mask: Uint8Array): Uint32Array {
  const kept = new Uint32Array(postings.length);
  let count = 0;
  for (let i = 0; i < postings.length; i += 1) {
    const posting = postings[i] ?? 0;
    if (mask[posting >>> TF_BITS] !== 1) continue;
    kept[count] = posting;
    count += 1;
  }
  return kept.subarray(0, count);
}

/**
 * Scores of one key, and how often the word at hand is in each. Plain arrays of full length with a count beside them:
 * a frequent word touches most of a history, three times over.
 */
type Tally = {
  readonly scores: Float32Array;
  /** Inverse document frequency of the words met, later as a share. */
  readonly coverage: Float32Array;
  readonly frequency: Float32Array;
  /** Those in which the word at hand is. */
  readonly counted: Int32Array;
  countedSize: number;
  /** Those in which any word was. */
  readonly matched: Int32Array;
  matchedSize: number;
};

const createTally = (size: number): Tally => ({
  ...{ scores: new Float32Array(size), coverage: new Float32Array(size), frequency: new Float32Array(size) },
  ...{ counted: new Int32Array(size), countedSize: 0, matched: new Int32Array(size), matchedSize: 0 },
});

function count(tally: Tally, at: number, tf: number): void {
  const { frequency } = tally;
  const known = frequency[at] ?? 0;
  if (known === 0) {
    tally.counted[tally.countedSize] = at;
    tally.countedSize += 1;
  }
  frequency[at] = known + tf;
}

type Keys = { readonly layout: Layout; readonly own: Tally; readonly window: Tally; readonly session: Tally };

/** Counts a word in its documents, and in the windows and sessions that these belong to. */
function spread(postings: Uint32Array, mask: Uint8Array, { layout, own, window, session }: Keys): void {
  const { previous, next, session: sessions } = layout;
  for (let i = 0; i < postings.length; i += 1) {
    const posting = postings[i] ?? 0;
    const doc = posting >>> TF_BITS;
    const tf = posting & TF_MAX;
    count(own, doc, tf);
    const before = previous[doc] ?? -1;
    const after = next[doc] ?? -1;
    if (before >= 0 && mask[before] === 1) count(window, before, tf);
    count(window, doc, tf);
    if (after >= 0 && mask[after] === 1) count(window, after, tf);
    const within = sessions[doc] ?? -1;
    if (within >= 0) count(session, within, tf);
  }
}

const saturate = (tf: number, lengthRatio: number): number => (tf * (K1 + 1)) / (tf + K1 * (1 - B + B * lengthRatio));

type Settling = {
  readonly lengths: Float32Array;
  readonly average: number;
  /** What the word is worth to the score and to the coverage. */
  readonly gain: number;
  readonly cover: number;
};

/** Turns the counts of one word into scores, and makes ready for the next. */
function settle(tally: Tally, { lengths, average, gain, cover }: Settling): void {
  const { scores, coverage, frequency, counted, matched } = tally;
  for (let i = 0; i < tally.countedSize; i += 1) {
    const at = counted[i] ?? 0;
    const score = scores[at] ?? 0;
    if (score === 0) {
      matched[tally.matchedSize] = at;
      tally.matchedSize += 1;
    }
    scores[at] = score + gain * saturate(frequency[at] ?? 0, (lengths[at] ?? 0) / average);
    coverage[at] = (coverage[at] ?? 0) + cover;
    frequency[at] = 0;
  }
  tally.countedSize = 0;
}

function shareOf({ coverage, matched, matchedSize }: Tally, total: number): Float32Array {
  for (let i = 0; i < matchedSize; i += 1) {
    const at = matched[i] ?? 0;
    coverage[at] = total > 0 ? (coverage[at] ?? 0) / total : 0;
  }
  return coverage;
}
