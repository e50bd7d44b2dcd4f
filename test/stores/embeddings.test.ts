import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  deleteOtherSpaces,
  ensureEmbeddingSpace,
  getPendingCount,
  hasOtherSpaces,
  insertEmbeddings,
  insertMissingPending,
  listPendingFragments,
  listTokenStates,
  type NewEmbeddings,
} from '../../main/stores/embeddings.ts';
import { listFeedVectors } from '../../main/stores/feed.ts';
import { getCounts, listDigests } from '../../main/stores/health.ts';
import { type Applied, applyRecords } from '../../main/stores/project/apply.ts';
import { HUGE_CHARS } from '../../main/stores/project/place-in-line.pure.ts';
import { execute } from '../../main/stores/run.ts';
import { type Database, empty, openDatabase, record, said, started } from './open-database.ts';

const DIMENSION = 384;
let database: Database;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => empty(database.db));

const write = (events: readonly Applied['event'][], from?: number) =>
  database.db.transaction((tx) => applyRecords(tx, record(events, from)));
const ensure = (name: string) => database.db.transaction((tx) => ensureEmbeddingSpace(tx, name));
const pendingIds = async () =>
  (await listPendingFragments(database.db.read, { afterSeq: 0, afterId: '', limit: 99 })).map(({ id }) => id);

/** Vectors and signs that depend on the id alone. */
function made(spaceId: number, fragments: NewEmbeddings['fragments']): NewEmbeddings {
  const ids = fragments.map(({ id }) => id);
  const byte = (id: string) => id.charCodeAt(id.length - 1);
  return {
    spaceId,
    fragments,
    vectors: ids.map((fragmentId) => ({
      ...{ fragmentId, chunk: 0, fromChar: 0, toChar: 1 },
      vector: new Float32Array(DIMENSION).fill(byte(fragmentId) / 1000),
    })),
    tokens: ids.map((fragmentId) => ({ fragmentId, bits: new Uint8Array(96).fill(byte(fragmentId)) })),
  };
}
const listPending = async (ids: readonly string[]) =>
  (await listPendingFragments(database.db.read, { afterSeq: 0, afterId: '', limit: 99 })).filter(({ id }) =>
    ids.includes(id),
  );
const store = (embeddings: NewEmbeddings) => database.db.transaction((tx) => insertEmbeddings(tx, embeddings));
const embed = async (spaceId: number, ids: readonly string[]) => store(made(spaceId, await listPending(ids)));
const vectorIds = async (spaceId: number) =>
  (await listFeedVectors(database.db.read, { spaceId, after: { fragmentId: '', chunk: -1 }, limit: 99 })).map(
    ({ fragmentId }) => fragmentId,
  );

const procedure = (procedureId: string, trigger: string): Applied['event'] => ({
  kind: 'procedure.set',
  body: { procedureId, spaceId: 'home', trigger, steps: ['Open the valve'], evidence: [], zone: 'UTC' },
});
const document = (documentId: string, chunks: readonly string[]): Applied['event'] => ({
  kind: 'document.added',
  body: {
    ...{ documentId, spaceId: 'home', name: 'notes.md', mediaType: 'text/markdown', sha256: 'a'.repeat(64) },
    zone: 'UTC',
    chunks: chunks.map((text, n) => ({
      ...{ chunkId: `${documentId}-${n}`, title: 'Notes', text, page: null, from: 0, to: text.length },
    })),
  },
});

describe('stores/embeddings, the list', () => {
  it('holds turns and passages in the order of the journal, huge ones last, and none that cannot be found', async () => {
    await write([
      started('c'),
      said('huge', { text: 'word '.repeat(HUGE_CHARS / 4) }),
      said('a', { position: 1 }),
      said('hidden', { position: 2, isHidden: true }),
      said('empty', { position: 3, text: ' ' }),
      procedure('p', 'When it leaks'),
      document('d', ['First part', 'Second part']),
    ]);
    const all = await listPendingFragments(database.db.read, { afterSeq: 0, afterId: '', limit: 99 });
    expect(all.map(({ id, role, speaker }) => [id, role, speaker])).toEqual([
      ['a', 'user', 'Ada'],
      ['p', 'other', 'When it leaks'],
      ['d-0', 'other', 'Notes'],
      ['d-1', 'other', 'Notes'],
      ['huge', 'user', 'Ada'],
    ]);
    const [, , first] = all;
    const page = { afterSeq: first?.seq ?? 0, afterId: first?.id ?? '', limit: 1 };
    expect((await listPendingFragments(database.db.read, page)).map(({ id }) => id)).toEqual(['d-1']);
  });

  it('loses a fragment in the transaction that writes its vectors, or not at all', async () => {
    const spaceId = await ensure('one/384');
    await write([started('c'), said('a'), said('b', { position: 1 })]);
    const waiting = await listPending(['a']);
    const failing = database.db.transaction(async (tx) => {
      await insertEmbeddings(tx, made(spaceId, waiting));
      throw new Error('power cut');
    });
    await expect(failing).rejects.toThrow();
    expect([await pendingIds(), await vectorIds(spaceId)]).toEqual([['a', 'b'], []]);
    await embed(spaceId, ['a']);
    expect([await pendingIds(), await vectorIds(spaceId)]).toEqual([['b'], ['a']]);
  });

  it('writes a vector as it is, to the last bit but one of a number near 1', async () => {
    await write([started('c'), said('a')]);
    const spaceId = await ensure('test/384');
    const vector = Float32Array.from({ length: DIMENSION }, (_, i) => Math.sin(i * i) * 1.5 ** -(i % 30));
    const fragments = await listPending(['a']);
    const chunk = { fragmentId: 'a', chunk: 0, fromChar: 0, toChar: 1, vector };
    await store({ spaceId, fragments, vectors: [chunk], tokens: [] });
    const { rows } = await database.db.read.query('select embedding::text as text from fragment_vector', []);
    const { text } = z.object({ text: z.string() }).parse(rows[0]);
    const written = z.array(z.number()).parse(JSON.parse(text));
    expect(written).toHaveLength(DIMENSION);
    const furthest = written.reduce((most, value, i) => Math.max(most, Math.abs(value - (vector[i] ?? 9))), 0);
    expect(furthest).toBeLessThanOrEqual(2 ** -24);
  });

  it('takes up again what lacks a vector or token states, and nothing twice', async () => {
    const spaceId = await ensure('one/384');
    await write([started('c'), ...['a', 'b', 'd'].map((id, position) => said(id, { position }))]);
    await embed(spaceId, ['a', 'b', 'd']);
    await database.db.transaction(async (tx) => {
      await execute(tx, `delete from fragment_vector where fragment_id = 'a'`);
      await execute(tx, `delete from fragment_token where fragment_id = 'b'`);
    });
    expect((await getCounts(database.db.read, spaceId)).unindexed).toBe(2);
    await database.db.transaction(async (tx) => {
      expect(await insertMissingPending(tx, spaceId)).toBe(2);
      expect(await insertMissingPending(tx, spaceId)).toBe(0);
    });
    expect([await pendingIds(), (await getCounts(database.db.read, spaceId)).unindexed]).toEqual([['a', 'b'], 0]);
    await embed(spaceId, ['a', 'b']);
    expect(await getPendingCount(database.db.read)).toBe(0);
  });

  it('gives nothing to what was removed or reworded while the model worked', async () => {
    const spaceId = await ensure('one/384');
    await write([started('c'), said('a'), document('d', ['First part']), procedure('p', 'When it leaks')]);
    const working = made(spaceId, await listPending(['a', 'd-0', 'p']));
    await write([{ kind: 'document.removed', body: { documentId: 'd' } }, procedure('p', 'When it drips')], 5);
    expect(await store(working)).toEqual(new Set(['a']));
    expect([await vectorIds(spaceId), await pendingIds()]).toEqual([['a'], ['p']]);
    expect(await getCounts(database.db.read, spaceId)).toMatchObject({ orphanVectors: 0, unindexed: 0 });
  });

  it('keeps nothing of what is removed or reworded later', async () => {
    const spaceId = await ensure('one/384');
    await write([document('d', ['First part']), procedure('p', 'When it leaks')]);
    await embed(spaceId, ['d-0', 'p']);
    await write([{ kind: 'document.removed', body: { documentId: 'd' } }, procedure('p', 'When it drips')], 3);
    const states = await listTokenStates(database.db.read, { spaceId, ids: ['d-0', 'p'] });
    expect([await vectorIds(spaceId), states, await pendingIds()]).toEqual([[], [], ['p']]);
  });
});

describe('stores/embeddings, token states', () => {
  it('gives back every byte of the fragments asked for, in one space', async () => {
    const [one, two] = [await ensure('one/384'), await ensure('two/384')];
    await write([started('c'), ...['a', 'b', 'd'].map((id, position) => said(id, { position }))]);
    await embed(one, ['a', 'b', 'd']);
    const ids = ['d', 'a', 'nowhere'];
    expect(await listTokenStates(database.db.read, { spaceId: one, ids })).toEqual([
      { id: 'a', bits: new Uint8Array(96).fill(97) },
      { id: 'd', bits: new Uint8Array(96).fill(100) },
    ]);
    expect(await listTokenStates(database.db.read, { spaceId: two, ids })).toEqual([]);
  });
});

describe('stores/embeddings, another embedder', () => {
  const makeOld = async () => {
    const old = await ensure('old/384');
    await write([started('c'), said('a'), said('b', { position: 1 }), procedure('p', 'When it leaks')]);
    await embed(old, ['a', 'b', 'p']);
    return old;
  };

  it('has everything wait for vectors of the new one, and keeps the old ones until all are there', async () => {
    const old = await makeOld();
    const fresh = await ensure('new/384');
    await database.db.transaction(async (tx) => {
      expect([await hasOtherSpaces(tx, fresh), await insertMissingPending(tx, fresh)]).toEqual([true, 3]);
    });
    await embed(fresh, ['a']);
    expect([await getPendingCount(database.db.read), await vectorIds(old), await vectorIds(fresh)]).toEqual([
      2,
      ['a', 'b', 'p'],
      ['a'],
    ]);
    expect(await getCounts(database.db.read, fresh)).toMatchObject({
      embedded: 1,
      vectors: 1,
      pending: 2,
      unindexed: 0,
    });
  });

  it('deletes what the old one made only once nothing waits, and then knows that no other is left', async () => {
    const old = await makeOld();
    const fresh = await ensure('new/384');
    await database.db.transaction((tx) => insertMissingPending(tx, fresh));
    await embed(fresh, ['a', 'b']);
    await database.db.transaction((tx) => deleteOtherSpaces(tx, fresh));
    expect([await vectorIds(old), await hasOtherSpaces(database.db.read, fresh)]).toEqual([['a', 'b', 'p'], true]);
    await embed(fresh, ['p']);
    await database.db.transaction((tx) => deleteOtherSpaces(tx, fresh));
    const states = await listTokenStates(database.db.read, { spaceId: old, ids: ['a', 'b', 'p'] });
    expect([await vectorIds(old), states, await vectorIds(fresh)]).toEqual([[], [], ['a', 'b', 'p']]);
    expect(await hasOtherSpaces(database.db.read, fresh)).toBe(false);
    expect(await ensure('new/384')).toBe(fresh);
  });

  it('makes equal tables, whichever embedders were there before', async () => {
    const fresh = await ensure('new/384');
    await write([started('c'), said('a')]);
    await embed(fresh, ['a']);
    const plain = await listDigests(database.db.read, fresh);
    await empty(database.db);
    const old = await ensure('old/384');
    await write([started('c'), said('a')]);
    await embed(old, ['a']);
    const later = await ensure('new/384');
    await database.db.transaction((tx) => insertMissingPending(tx, later));
    await embed(later, ['a']);
    await database.db.transaction((tx) => deleteOtherSpaces(tx, later));
    expect(await listDigests(database.db.read, later)).toEqual(plain);
  });
});
