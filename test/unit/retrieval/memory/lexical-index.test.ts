import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LexicalIndex, type Term } from '../../../../main/retrieval/memory/lexical-index.pure.ts';
import type { Layout } from '../../../../main/retrieval/memory/lexical-scope.pure.ts';

const K1 = 1.2;
const B = 0.75;
const WORDS = ['ash', 'birch', 'cedar', 'elm', 'fir', 'oak'] as const;

type Doc = { readonly words: readonly string[]; readonly session: number; readonly isIn: boolean };
type Text = readonly string[];

const doc = fc.record({
  words: fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }),
  session: fc.nat(3),
  isIn: fc.boolean(),
});
/** Words that no document has count too: what a document covers is a share of the whole question. */
const question = fc.uniqueArray(
  fc.record({ term: fc.constantFrom(...WORDS, 'yew'), weight: fc.constantFrom(1, 0.3) }),
  { selector: ({ term }) => term, maxLength: 5 },
);

/** Documents of a session stand side by side in the order in which they come. */
function layoutOf(docs: readonly Doc[]): Layout {
  const beside = (at: number, step: -1 | 1): number => {
    for (let n = at + step; n >= 0 && n < docs.length; n += step) if (docs[n]?.session === docs[at]?.session) return n;
    return -1;
  };
  return {
    previous: docs.map((_, at) => beside(at, -1)),
    next: docs.map((_, at) => beside(at, 1)),
    session: docs.map(({ session }) => session),
    sessionCount: 4,
  };
}

const count = (text: Text, term: string): number => text.filter((word) => word === term).length;
const rarity = (texts: readonly Text[], total: number, term: string): number => {
  const having = texts.filter((text) => count(text, term) > 0).length;
  return Math.log(1 + (total - having + 0.5) / (having + 0.5));
};

/** BM25 as the book has it, of each of `texts`; `total` and the average say what they are compared with. */
function scoreSlowly(texts: readonly Text[], terms: readonly Term[], total: number, average: number): number[] {
  return texts.map((text) =>
    terms.reduce((sum, { term, weight }) => {
      const tf = count(text, term);
      const saturated = (tf * (K1 + 1)) / (tf + K1 * (1 - B + (B * text.length) / average));
      return sum + (tf === 0 ? 0 : weight * rarity(texts, total, term) * saturated);
    }, 0),
  );
}

const averageOf = (texts: readonly Text[], total: number): number =>
  total === 0 ? 1 : Math.max(1, texts.reduce((sum, text) => sum + text.length, 0) / total);

/** The plainest way: every window and every session written out as a text of its own. */
function searchSlowly(docs: readonly Doc[], terms: readonly Term[]) {
  const { previous, next } = layoutOf(docs);
  const own = docs.map(({ words, isIn }): Text => (isIn ? words : []));
  const windows = docs.map(
    ({ isIn }, at): Text =>
      isIn ? [...(own[previous[at] ?? -1] ?? []), ...(own[at] ?? []), ...(own[next[at] ?? -1] ?? [])] : [],
  );
  const sessions = [0, 1, 2, 3].map(
    (s): Text => docs.flatMap(({ session }, at) => (session === s ? (own[at] ?? []) : [])),
  );
  const total = docs.filter(({ isIn }) => isIn).length;
  const spoken = sessions.filter((text) => text.length > 0).length;
  const whole = terms.reduce((sum, { term, weight }) => sum + weight * rarity(own, total, term), 0);
  const cover = (texts: readonly Text[]) =>
    texts.map((text) => {
      const met = terms.filter(({ term }) => count(text, term) > 0);
      return whole > 0 ? met.reduce((sum, { term, weight }) => sum + weight * rarity(own, total, term), 0) / whole : 0;
    });
  return {
    own: scoreSlowly(own, terms, total, averageOf(own, total)),
    window: scoreSlowly(windows, terms, total, averageOf(windows, total)),
    session: scoreSlowly(sessions, terms, spoken, averageOf(sessions, spoken)),
    coverage: cover(own),
    windowCoverage: cover(windows),
    matched: own.flatMap((text, at) => (terms.some(({ term }) => count(text, term) > 0) ? [at] : [])),
    windowMatched: windows.flatMap((text, at) => (terms.some(({ term }) => count(text, term) > 0) ? [at] : [])),
  };
}

function search(docs: readonly Doc[], terms: readonly Term[]) {
  const index = new LexicalIndex();
  for (const { words } of docs) index.add(words);
  const layout = layoutOf(docs);
  const scope = index.scopeOf(
    Uint8Array.from(docs, ({ isIn }) => (isIn ? 1 : 0)),
    layout,
  );
  return { ...index.score(terms, scope, layout), scope };
}

function expectClose(made: Float32Array, wanted: readonly number[]): void {
  expect(made).toHaveLength(wanted.length);
  for (const [at, value] of wanted.entries()) expect(made[at]).toBeCloseTo(value, 4);
}

describe('retrieval/memory/lexical-index', () => {
  it('scores documents, windows and sessions as BM25 does of each written out as a text', () => {
    fc.assert(
      fc.property(fc.array(doc, { maxLength: 16 }), question, (docs, terms) => {
        const made = search(docs, terms);
        const wanted = searchSlowly(docs, terms);
        for (const key of ['own', 'window', 'session', 'coverage', 'windowCoverage'] as const)
          expectClose(made[key], wanted[key]);
        expect([...made.matched].sort((a, b) => a - b)).toEqual(wanted.matched);
        expect([...made.windowMatched].sort((a, b) => a - b)).toEqual(wanted.windowMatched);
      }),
    );
  });

  it('counts nothing outside its scope: leaving it out changes no score', () => {
    fc.assert(
      fc.property(fc.array(doc, { maxLength: 16 }), question, (docs, terms) => {
        // Of sessions of their own, so that no window lies across the edge of the scope.
        const apart = docs.map((each) => ({ ...each, session: each.isIn ? each.session % 2 : 2 + (each.session % 2) }));
        const all = search(apart, terms);
        const alone = search(
          apart.filter(({ isIn }) => isIn),
          terms,
        );
        const inside = apart.flatMap(({ isIn }, at) => (isIn ? [at] : []));
        expect(inside.map((at) => all.own[at])).toEqual([...alone.own]);
        expect(inside.map((at) => all.window[at])).toEqual([...alone.window]);
        expect([...all.session]).toEqual([...alone.session]);
        expect(all.idf).toEqual(alone.idf);
      }),
    );
  });

  it('gives the same scores when documents come one at a time between questions', () => {
    const index = new LexicalIndex();
    const docs: Doc[] = [];
    for (const words of [['oak', 'oak'], ['elm'], [], ['oak', 'fir'], ['elm', 'elm', 'oak']]) {
      docs.push({ words, session: docs.length % 2, isIn: true });
      index.add(words);
      const layout = layoutOf(docs);
      const terms = [{ term: 'oak', weight: 1 }];
      const scope = index.scopeOf(new Uint8Array(docs.length).fill(1), layout);
      expectClose(index.score(terms, scope, layout).window, searchSlowly(docs, terms).window);
    }
    expect([index.size, index.termCount]).toEqual([5, 3]);
  });

  it('looks up the rarest words of a long question, and is none the worse for a word said a thousand times', () => {
    const index = new LexicalIndex();
    index.add(Array.from({ length: 1_000 }, () => 'common'));
    index.add(['common', 'rare']);
    const layout: Layout = { previous: [-1, -1], next: [-1, -1], session: [0, 1], sessionCount: 2 };
    const scope = index.scopeOf(Uint8Array.of(1, 1), layout);
    const filler = Array.from({ length: 500 }, (_, n) => ({ term: `no${n}`, weight: 1 }));
    const short = index.score(
      [
        { term: 'common', weight: 1 },
        { term: 'rare', weight: 1 },
      ],
      scope,
      layout,
    );
    expect(short.own[1]).toBeGreaterThan(short.own[0] ?? 0);
    expect([...short.own].every(Number.isFinite)).toBe(true);
    const { idf } = index.score([...filler, { term: 'rare', weight: 1 }], scope, layout);
    expect(idf.size).toBeLessThanOrEqual(64);
  });
});
