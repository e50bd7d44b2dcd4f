import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toLexicalQuery } from '../../main/retrieval/query-text.pure.ts';
import {
  ensureEmbeddingSpace,
  getPendingCount,
  insertMissingPending,
  insertVectors,
  listPendingTurns,
} from '../../main/stores/embeddings.ts';
import { applyRecords } from '../../main/stores/project/apply.ts';
import { execute, type ReadTx, run, type Tx } from '../../main/stores/run.ts';
import {
  getEligibleCount,
  listByBm25,
  listByCosineExact,
  listByCosineHnsw,
  listNeighbours,
  type Scope,
  type VectorSearch,
} from '../../main/stores/search.ts';
import { seeded } from '../engine/make-turns.ts';
import { type Database, openDatabase, record, rolledBack, said, started } from './open-database.ts';

const TURNS = 2_000;
const DIMENSION = 384;
const HOME: Scope = { spaceId: 'home', asOf: null, knownAt: null };

const random = seeded(11);
/** Vectors round fifty centres, as those of real texts are, and not spread evenly over the sphere. */
const centres = Array.from({ length: 50 }, () => Array.from({ length: DIMENSION }, () => random() - 0.5));
function makeVector(): Float32Array {
  const centre = centres[Math.floor(random() * centres.length)] ?? [];
  const vector = Float32Array.from(centre, (value) => value + (random() - 0.5) * 1.2);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const vectors = Array.from({ length: TURNS }, makeVector);
const idOf = (n: number) => `v${n}`;
const conversationOf = (n: number) => ['home-1', 'home-2', 'work-1', 'removed'][n % 4] ?? '';
const saidAtOf = (n: number) => new Date(Date.UTC(2024, 0, 1) + n * 3_600_000);

let database: Database;
let spaceId: number;
/** Statements that the searches sent, with their parameters. */
let sent: { readonly sql: string; readonly params: readonly unknown[] }[] = [];

const watched = <T extends ReadTx>(tx: T): T => ({
  ...tx,
  query: (sql: string, params: readonly unknown[]) => {
    sent.push({ sql, params });
    return tx.query(sql, params);
  },
});

/** What became of the last statement in the planner's hands, in the transaction and with the settings that it had. */
async function planOf(tx: Tx): Promise<string> {
  const last = sent.at(-1);
  const rows = await run(tx, z.record(z.string(), z.string()), `explain ${last?.sql ?? ''}`, last?.params ?? []);
  return rows.map((row) => Object.values(row).join('')).join('\n');
}

const bm25 = (query: string, scope: Scope = HOME, limit = 20) =>
  database.db.transaction((tx) => listByBm25(tx, { scope, query: toLexicalQuery(query), limit }));
const found = async (query: string, scope?: Scope) => (await bm25(query, scope)).map(({ id }) => id);

beforeAll(async () => {
  database = await openDatabase();
  spaceId = await database.db.transaction((tx) => ensureEmbeddingSpace(tx, 'test/384'));
  const events = [
    started('home-1'),
    started('home-2'),
    started('work-1', 'work'),
    started('removed'),
    ...vectors.map((_, n) =>
      said(idOf(n), {
        conversationId: conversationOf(n),
        position: n,
        text: `filler w${n} w${n % 7}`,
        saidAt: saidAtOf(n).toISOString(),
      }),
    ),
    { kind: 'conversation.removed' as const, body: { conversationId: 'removed' } },
    started('words'),
    said('speaker', { conversationId: 'words', speaker: 'Philippa', text: 'Good morning' }),
    said('date', { conversationId: 'words', position: 1, text: 'It began', saidAt: '2019-11-23T12:00:00Z' }),
    said('caption', {
      conversationId: 'words',
      position: 2,
      text: '',
      attachments: [{ kind: 'image', name: null, caption: 'A lighthouse at dusk', text: null }],
    }),
    said('accents', { conversationId: 'words', position: 3, text: 'Une crème brûlée à Besançon' }),
    said('cjk', { conversationId: 'words', position: 4, text: '昨日は東京でラーメンを食べました' }),
    said('thai', { conversationId: 'words', position: 5, text: 'ฉันอยู่ประเทศไทย' }),
    said('hidden', { conversationId: 'words', position: 6, text: 'lighthouse', isHidden: true }),
    said('system', { conversationId: 'words', position: 7, text: 'lighthouse', role: 'system' }),
    said('untimed', { conversationId: 'words', position: 8, text: 'A zeppelin landed', saidAt: null }),
  ];
  await database.db.transaction((tx) => applyRecords(tx, record(events)));
  await database.db.transaction((tx) =>
    insertVectors(tx, {
      spaceId,
      turnIds: vectors.map((_, n) => idOf(n)),
      vectors: vectors.map((vector, n) => ({ turnId: idOf(n), chunk: 0, fromChar: 0, toChar: 5, vector })),
    }),
  );
  await database.db.maintain('analyze');
}, 120_000);
afterAll(() => database[Symbol.asyncDispose]());

describe('stores/search by words', () => {
  it.each([
    ['Philippa', 'speaker'],
    ['23 November 2019', 'date'],
    ['the lighthouses', 'caption'],
    ['creme brulee', 'accents'],
    ['BESANCON', 'accents'],
    ['crème'.normalize('NFD'), 'accents'],
    ['東京', 'cjk'],
    ['ラーメン', 'cjk'],
    ['ประเทศไทย', 'thai'],
    ['zeppelin', 'untimed'],
  ])('finds %j', async (query, id) => {
    expect((await found(query))[0]).toBe(id);
  });

  it('never finds hidden or system turns, other spaces, removed conversations, or nothing at all', async () => {
    expect(await found('lighthouse')).toEqual(['caption']);
    expect([await found('w2'), await found('w3')].flat().some((id) => ['v2', 'v3'].includes(id))).toBe(false);
    expect(await found('w2', { ...HOME, spaceId: 'work' })).toContain('v2');
    expect(await found('blimp')).toEqual([]);
  });

  it('gives positive scores, best first', async () => {
    const scores = (await bm25('w1 filler w5')).map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(Math.min(...scores)).toBeGreaterThan(0);
  });

  it('uses its index', async () => {
    await rolledBack(database.db, async (tx) => {
      sent = [];
      await listByBm25(watched(tx), { scope: HOME, query: 'filler w8', limit: 10 });
      expect(await planOf(tx)).toMatch(/Index Scan using turn_lexical_idx/);
    });
  });
});

/** The plainest way: every vector compared, everything out of scope left out. */
function rankSlowly(query: Float32Array, isIn: (n: number) => boolean, limit: number): readonly string[] {
  const dot = (a: Float32Array) => a.reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0);
  return vectors
    .map((vector, n) => ({ n, score: dot(vector) }))
    .filter(({ n }) => isIn(n))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ n }) => idOf(n));
}

const isHome = (n: number) => conversationOf(n).startsWith('home');
const CUT = 1_200;
const SCOPES: readonly (readonly [string, Scope, (n: number) => boolean])[] = [
  ['a space without its removed conversations', HOME, isHome],
  ['another space', { ...HOME, spaceId: 'work' }, (n) => conversationOf(n) === 'work-1'],
  ['what was said up to a time, that time included', { ...HOME, asOf: saidAtOf(CUT) }, (n) => isHome(n) && n <= CUT],
  // Records 1 to 4 begin the conversations and come one second apart.
  [
    'what was known at a time, that time included',
    { ...HOME, knownAt: new Date(Date.UTC(2024, 5, 1) + (CUT + 5) * 1000) },
    (n) => isHome(n) && n <= CUT,
  ],
];

describe('stores/search by vectors', () => {
  const LIMIT = 50;
  const search = (vector: Float32Array, scope: Scope): VectorSearch => ({
    scope,
    embeddingSpaceId: spaceId,
    vector,
    limit: LIMIT,
  });

  it.each(SCOPES)('compares exactly within %s', async (_, scope, isIn) => {
    const query = makeVector();
    const exact = await listByCosineExact(database.db.read, search(query, scope));
    expect(exact.map(({ id }) => id)).toEqual(rankSlowly(query, isIn, LIMIT));
  });

  it.each(SCOPES)('finds at least 95 of 100 through HNSW within %s', async (_, scope, isIn) => {
    let hits = 0;
    for (let n = 0; n < 8; n += 1) {
      const query = makeVector();
      const near = await database.db.transaction((tx) => listByCosineHnsw(tx, search(query, scope)));
      const wanted = new Set(rankSlowly(query, isIn, LIMIT));
      expect(near).toHaveLength(LIMIT);
      expect(near.every(({ id }) => isIn(Number(id.slice(1))))).toBe(true);
      hits += near.filter(({ id }) => wanted.has(id)).length;
    }
    expect(hits / (8 * LIMIT)).toBeGreaterThanOrEqual(0.95);
  });

  it('uses HNSW where it says so, and no index where it compares exactly', async () => {
    await rolledBack(database.db, async (tx) => {
      sent = [];
      await listByCosineHnsw(watched(tx), search(makeVector(), HOME));
      expect(await planOf(tx)).toMatch(/Index Scan using turn_vector_embedding_idx/);
    });
    await rolledBack(database.db, async (tx) => {
      sent = [];
      await listByCosineExact(watched(tx), search(makeVector(), HOME));
      expect(await planOf(tx)).not.toMatch(/turn_vector_embedding_idx/);
    });
  });

  it('never compares vectors of different spaces, and takes the best chunk of a turn', async () => {
    await rolledBack(database.db, async (tx) => {
      const other = await ensureEmbeddingSpace(tx, 'other/384');
      const [near = makeVector(), far = makeVector()] = vectors;
      const chunk = (turnId: string, n: number, vector: Float32Array) => ({
        turnId,
        chunk: n,
        fromChar: 0,
        toChar: 1,
        vector,
      });
      await insertVectors(tx, {
        spaceId: other,
        turnIds: [],
        vectors: [chunk('v4', 0, far), chunk('v4', 1, near), chunk('v5', 0, far)],
      });
      for (const list of [listByCosineExact, listByCosineHnsw]) {
        const [first, ...rest] = await list(tx, { ...search(near, HOME), embeddingSpaceId: other });
        expect([first?.id, first?.score]).toEqual(['v4', expect.closeTo(1, 5)]);
        expect(rest.map(({ id }) => id)).toEqual(['v5']);
      }
    });
  });
});

describe('stores/embeddings', () => {
  it('has a searchable turn on the list until its vectors are there, and none twice', async () => {
    const pending = await listPendingTurns(database.db.read, { afterSeq: 0, limit: 99 });
    expect(pending.map(({ id }) => id)).toEqual(['speaker', 'date', 'caption', 'accents', 'cjk', 'thai', 'untimed']);
    expect(await getPendingCount(database.db.read)).toBe(7);
    await rolledBack(database.db, async (tx) => {
      await execute(tx, `delete from turn_pending`);
      await execute(tx, `delete from turn_vector where turn_id = 'v9'`);
      expect(await insertMissingPending(tx, spaceId)).toBe(8);
      expect(await insertMissingPending(tx, spaceId)).toBe(0);
    });
  });
});

describe('stores/search around a turn', () => {
  it('lists neighbours in the same conversation and session and in scope, by distance', async () => {
    const around = await listNeighbours(database.db.read, { scope: HOME, ids: ['caption'], reach: 2 });
    expect(around.map(({ neighbourId, offset }) => [neighbourId, offset])).toEqual([
      ['speaker', -2],
      ['date', -1],
      ['accents', 1],
      ['cjk', 2],
    ]);
    expect(
      await listNeighbours(database.db.read, {
        scope: { ...HOME, asOf: new Date('2020-01-01') },
        ids: ['caption'],
        reach: 2,
      }),
    ).toHaveLength(1);
  });

  it('counts what a leg could return', async () => {
    expect(await getEligibleCount(database.db.read, HOME)).toBe(TURNS / 2 + 7);
    expect(await getEligibleCount(database.db.read, { ...HOME, spaceId: 'nowhere' })).toBe(0);
    expect(await getEligibleCount(database.db.read, { ...HOME, asOf: new Date('2019-11-23T12:00:00Z') })).toBe(2);
  });
});
