import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixedClock } from '../../main/lib/clock.ts';
import { silentLog } from '../../main/lib/log.ts';
import { KINDS } from '../../main/retrieval/memory/columns.pure.ts';
import { createMemory, type Memory } from '../../main/retrieval/memory/memory.ts';
import { ensureEmbeddingSpace, insertEmbeddings, listPendingFragments } from '../../main/stores/embeddings.ts';
import { type Applied, applyRecords } from '../../main/stores/project/apply.ts';
import { toLexical } from '../../main/stores/project/lexical-text.pure.ts';
import { type Database, empty, openDatabase, record, said, started } from './open-database.ts';

const DIMENSION = 384;
const ALL = new Set(KINDS);
let database: Database;
let spaceId: number;
let lastSeq: number;
const open = new Set<Memory>();
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  await empty(database.db);
  lastSeq = 0;
  spaceId = await database.db.transaction((tx) => ensureEmbeddingSpace(tx, 'test/384'));
});
afterEach(async () => {
  for (const memory of open) await memory.close();
  open.clear();
});

type Event = NonNullable<Applied['event']>;
async function write(...events: readonly Event[]): Promise<void> {
  await database.db.transaction((tx) => applyRecords(tx, record(events, lastSeq + 1)));
  lastSeq += events.length;
}

/** A unit vector along one dimension. */
const axis = (n: number): Float32Array => new Float32Array(DIMENSION).fill(1, n, n + 1);

/** Writes vectors as the indexer does and returns what it hands over. */
async function embed(axes: Readonly<Record<string, readonly number[]>>) {
  const waiting = await listPendingFragments(database.db.read, { afterSeq: 0, afterId: '', limit: 9_999 });
  const own = waiting.filter(({ id }) => axes[id] !== undefined);
  const vectors = own.flatMap(({ id }) =>
    (axes[id] ?? []).map((n, chunk) => ({ fragmentId: id, chunk, fromChar: 0, toChar: 1, vector: axis(n) })),
  );
  const tokens = own.map(({ id }) => ({ fragmentId: id, bits: new Uint8Array(48) }));
  await database.db.transaction((tx) => insertEmbeddings(tx, { spaceId, fragments: own, vectors, tokens }));
  return own.map(({ id }) => ({ fragmentId: id, vectors: (axes[id] ?? []).map(axis) }));
}

function openMemory(): Memory {
  const memory = createMemory({
    ...{ db: database.db, embeddingSpaceId: spaceId, dimension: DIMENSION, generation: () => lastSeq },
    ...{ clock: fixedClock(new Date(0)), log: silentLog },
  });
  open.add(memory);
  return memory;
}

/** Ids that can be found, by their words and by their vector. */
async function find(memory: Memory, { words = '', near = 0, space = 'home' }) {
  await memory.sync();
  const { ids, layout } = memory.columns;
  const view = memory.viewOf({ spaceId: space, asOfMs: null, knownAtMs: null }, ALL);
  const terms = memory.analyse(toLexical(words)).map((term) => ({ term, weight: 1 }));
  return {
    byWords: Array.from(memory.lexical.score(terms, view.lexical, layout).matched, (doc) => ids[doc]).toSorted(),
    byVector: memory.vectors
      .search(axis(near), view.mask, 99)
      .hits.filter(({ score }) => score > 0.9)
      .map(({ doc }) => ids[doc]),
    count: view.lexical.count,
  };
}

const procedure = (procedureId: string, trigger: string): Event => ({
  kind: 'procedure.set',
  body: { procedureId, spaceId: 'home', trigger, steps: [], evidence: [], zone: 'UTC' },
});
const document = (documentId: string, chunks: readonly string[]): Event => ({
  kind: 'document.added',
  body: {
    ...{ documentId, spaceId: 'home', name: 'n.md', mediaType: 'text/markdown', sha256: 'a'.repeat(64), zone: 'UTC' },
    chunks: chunks.map((text, n) => ({
      ...{ chunkId: `${documentId}-${n}`, title: 'Notes', text, page: null, from: n * 10, to: n * 10 + 9 },
    })),
  },
});

const left = (over: { readonly text: string; readonly turnId: string }) => ({
  ...{ conversationId: 'c', parentTurnId: null, role: 'user', speaker: 'Ada', saidAt: '2024-05-01T10:00:00Z' },
  ...{ isTimeInferred: false, zone: 'UTC', session: null, status: 'complete', attachments: [], importId: null },
  ...{ isHidden: false, ...over },
});
const partOf = (turnId: string) => left({ turnId, text: 'Only egrets' });
const husk = { ...left({ turnId: '', text: '' }), speaker: '', isHidden: true, isForgotten: true };

describe('retrieval/memory', () => {
  it('holds at its start what the tables hold, page after page, with its vectors', async () => {
    const turns = Array.from({ length: 1_100 }, (_, n) => said(`t${n}`, { position: n, text: `word${n} heron` }));
    await write(started('c'), ...turns, document('d', ['A heron stands', 'A stork stands']));
    await embed(Object.fromEntries(turns.map((_, n) => [`t${n}`, [n % DIMENSION, (n + 1) % DIMENSION]])));
    const memory = openMemory();
    const found = await find(memory, { words: 'word1099 stork', near: 1099 % DIMENSION });
    expect([found.byWords, found.count]).toEqual([['d-1', 't1099'], 1_102]);
    expect(found.byVector.toSorted()).toEqual(['t1098', 't1099', 't330', 't331', 't714', 't715'].toSorted());
    expect(memory.counts()).toEqual({ fragments: 1_102, vectors: 2_200 });
    const { previous, next } = memory.columns.layout;
    const at = memory.columns.find('t500');
    expect([previous[at], next[at]].map((doc) => memory.columns.ids[doc ?? -1])).toEqual(['t499', 't501']);
  });

  it('keeps no word and no vector of what was forgotten, and reads anew what is left of it', async () => {
    const turns = ['a', 'b', 'd'].map((id, position) => said(id, { position, text: `Saying ${id} of herons` }));
    await write(started('c'), ...turns, procedure('p', 'When storks come'));
    await embed({ a: [1], b: [2], d: [3], p: [4] });
    const memory = openMemory();
    await find(memory, {});
    await write(
      { kind: 'amended', body: { seq: 3, kind: 'turn.said', body: { ...husk, turnId: 'b', position: 1 } } },
      { kind: 'amended', body: { seq: 4, kind: 'turn.said', body: { ...partOf('d'), position: 2 } } },
      { kind: 'erased', body: { seqs: [3, 4, 5] } },
    );
    await memory.forget(['b', 'd', 'p', 'nobody']);
    const found = await find(memory, { words: 'saying herons storks egrets', near: 2 });
    expect(found).toEqual({ byWords: ['a', 'd'], byVector: [], count: 2 });
    expect((await find(memory, { words: 'herons' })).byWords).toEqual(['a']);
    expect(memory.counts()).toEqual({ fragments: 2, vectors: 1 });
    const { next } = memory.columns.layout;
    expect(memory.columns.ids[next[memory.columns.find('a')] ?? -1]).toBe('d');

    const fresh = openMemory();
    expect(await find(fresh, { words: 'saying egrets' })).toEqual(await find(memory, { words: 'saying egrets' }));
    expect(fresh.lexical.termCount).toBe(memory.lexical.termCount);
    memory.addVectors(await embed({ d: [3] }));
    expect((await find(memory, { near: 3 })).byVector).toEqual(['d']);
  });

  it('takes in what came since, each once, however many ask at once', async () => {
    await write(started('c'), said('a', { text: 'The first heron' }));
    const memory = openMemory();
    expect((await find(memory, { words: 'heron' })).byWords).toEqual(['a']);
    await write(said('b', { position: 1, text: 'Another heron' }), started('w', 'work'));
    await write(said('w1', { conversationId: 'w', text: 'A heron at work' }), said('h', { isHidden: true }));
    await Promise.all([memory.sync(), memory.sync(), memory.sync()]);
    expect(await find(memory, { words: 'heron' })).toMatchObject({ byWords: ['a', 'b'], count: 2 });
    expect((await find(memory, { words: 'heron', space: 'work' })).byWords).toEqual(['w1']);
    expect(memory.counts().fragments).toBe(3);
  });

  it('gives a turn its vectors once, handed over before it came in, after that, or while all is read', async () => {
    await write(started('c'), ...['a', 'b', 'd'].map((id, position) => said(id, { position })));
    const first = await embed({ a: [1, 2] });
    const memory = openMemory();
    memory.addVectors(first); // which the reading meets too
    await memory.sync();
    memory.addVectors(await embed({ b: [2] }));
    await write(said('late', { position: 3 }));
    memory.addVectors(await embed({ d: [2], late: [2] }));
    const { byVector } = await find(memory, { near: 2 });
    expect([byVector.toSorted(), memory.counts().vectors]).toEqual([['a', 'b', 'd', 'late'], 5]);
    memory.addVectors(first);
    expect(memory.counts().vectors).toBe(5);
  });

  it('follows a conversation that is removed and restored', async () => {
    await write(started('c'), said('a', { text: 'The heron' }));
    const memory = openMemory();
    memory.addVectors(await embed({ a: [1] }));
    const seen = () => find(memory, { words: 'heron', near: 1 });
    expect(await seen()).toEqual({ byWords: ['a'], byVector: ['a'], count: 1 });
    await write({ kind: 'conversation.removed', body: { conversationId: 'c' } });
    expect(await seen()).toEqual({ byWords: [], byVector: [], count: 0 });
    await write({ kind: 'conversation.restored', body: { conversationId: 'c' } });
    expect(await seen()).toEqual({ byWords: ['a'], byVector: ['a'], count: 1 });
  });

  it('finds a passage by its latest wording only, and not at all once it is removed', async () => {
    await write(procedure('p', 'Feeding the heron'));
    const memory = openMemory();
    memory.addVectors(await embed({ p: [1] }));
    expect(await find(memory, { words: 'heron', near: 1 })).toEqual({ byWords: ['p'], byVector: ['p'], count: 1 });
    await write(procedure('p', 'Feeding the stork'));
    expect(await find(memory, { words: 'heron stork', near: 1 })).toEqual({ byWords: ['p'], byVector: [], count: 1 });
    expect((await find(memory, { words: 'heron' })).byWords).toEqual([]);
    memory.addVectors(await embed({ p: [2] }));
    expect(await find(memory, { words: 'stork', near: 2 })).toEqual({ byWords: ['p'], byVector: ['p'], count: 1 });
    await write({ kind: 'procedure.removed', body: { procedureId: 'p' } });
    expect((await find(memory, { words: 'stork', near: 2 })).count).toBe(0);
    await write(procedure('p', 'Feeding the heron again'));
    expect(await find(memory, { words: 'stork heron', near: 2 })).toEqual({ byWords: ['p'], byVector: [], count: 1 });
  });

  it('never gives a passage the vectors of a wording that it did not see', async () => {
    const memory = openMemory();
    await memory.sync();
    await write(procedure('p', 'Feeding the heron'), procedure('q', 'Feeding the stork'));
    memory.addVectors(await embed({ p: [1], q: [1] })); // before the next question
    await write(procedure('p', 'Feeding the egret'));
    expect((await find(memory, { near: 1 })).byVector).toEqual(['q']);
    await write(procedure('q', 'Feeding the ibis'));
    memory.addVectors(await embed({ p: [2], q: [2] })); // of which q still stands there with its older wording
    expect((await find(memory, { near: 1 })).byVector).toEqual([]);
    expect((await find(memory, { near: 2 })).byVector.toSorted()).toEqual(['p', 'q']);
    const again = openMemory();
    expect((await find(again, { near: 2 })).byVector.toSorted()).toEqual(['p', 'q']);
  });

  it('lets go of the chunks of a document that is removed, and of no other', async () => {
    await write(document('d', ['A heron', 'A stork']), document('e', ['A heron too']));
    const memory = openMemory();
    expect((await find(memory, { words: 'heron stork' })).byWords).toEqual(['d-0', 'd-1', 'e-0']);
    await write({ kind: 'document.removed', body: { documentId: 'd' } });
    expect(await find(memory, { words: 'heron stork' })).toMatchObject({ byWords: ['e-0'], count: 1 });
  });
});
