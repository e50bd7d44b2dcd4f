import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listDocumentsLike } from '../../main/stores/documents.ts';
import {
  ensureEmbeddingSpace,
  getPendingCount,
  insertEmbeddings,
  listPendingFragments,
} from '../../main/stores/embeddings.ts';
import { listFeedPassages } from '../../main/stores/feed.ts';
import { getCounts, listDigests } from '../../main/stores/health.ts';
import { listPassages } from '../../main/stores/passages.ts';
import { type Applied, applyRecords } from '../../main/stores/project/apply.ts';
import { createProjector } from '../../main/stores/projector.ts';
import { type Database, empty, openDatabase, record } from './open-database.ts';

const DIMENSION = 384;
let database: Database;
let embeddingSpaceId: number;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  await empty(database.db);
  embeddingSpaceId = await database.db.transaction((tx) => ensureEmbeddingSpace(tx, 'test/384'));
});

type Event = NonNullable<Applied['event']>;
const added = (documentId: string, chunks: readonly string[], over: { name?: string; from?: number } = {}): Event => ({
  kind: 'document.added',
  body: {
    ...{ documentId, spaceId: 'home', name: over.name ?? 'boiler.md', mediaType: 'text/markdown', zone: 'UTC' },
    sha256: `hash of ${documentId}`,
    chunks: chunks.map((text, n) => ({
      ...{ chunkId: `${documentId}/${n + (over.from ?? 0)}`, title: 'boiler.md › Pressure', text, page: null },
      ...{ from: n * 100, to: n * 100 + text.length },
    })),
  },
});
const removed = (documentId: string): Event => ({ kind: 'document.removed', body: { documentId } });
const procedure = (procedureId: string, steps: readonly string[]): Event => ({
  kind: 'procedure.set',
  body: { procedureId, spaceId: 'home', trigger: 'Writing letters', steps, evidence: ['t1'], zone: 'UTC' },
});
const summary = (summaryId: string, text: string, saidAt: string | null = '2024-05-01T10:00:00Z'): Event => ({
  kind: 'summary.written',
  body: {
    ...{ summaryId, spaceId: 'home', title: 'Spring', text, covers: ['t1', 't2'], saidAt, zone: 'UTC', by: 'extract' },
  },
});

const read = () => database.db.read;
const write = (events: readonly Event[], from?: number) =>
  database.db.transaction((tx) => applyRecords(tx, record(events, from)));
const pending = () => listPendingFragments(read(), { afterSeq: 0, afterId: '', limit: 99 });
const feed = (after = { seq: 0, id: '' }, limit = 99) => listFeedPassages(read(), { after, limit });
const counts = () => getCounts(read(), embeddingSpaceId);

/** Writes vectors and token states of what waits, as the indexer does; returns whose. */
async function embed(fragments: Awaited<ReturnType<typeof pending>>) {
  const vectors = fragments.map(({ id }) => ({
    ...{ fragmentId: id, chunk: 0, fromChar: 0, toChar: 1, vector: new Float32Array(DIMENSION).fill(0.1) },
  }));
  const tokens = fragments.map(({ id }) => ({ fragmentId: id, bits: new Uint8Array(48) }));
  const batch = { spaceId: embeddingSpaceId, fragments, vectors, tokens };
  return [...(await database.db.transaction((tx) => insertEmbeddings(tx, batch)))];
}

describe('stores/passages', () => {
  it('gives what packing needs, of each kind, with the name of the document', async () => {
    await write([added('d', ['Two bar.']), procedure('p', ['Be short', 'No "Dear"']), summary('s', 'It rained.')]);
    const rows = await listPassages(read(), ['d/0', 'p', 's', 'unknown']);
    expect(rows).toMatchObject([
      {
        ...{ id: 'd/0', kind: 'document', parentId: 'd', name: 'boiler.md', title: 'boiler.md › Pressure' },
        ...{ body: 'Two bar.', page: null, fromChar: 0, toChar: 8, evidence: [], saidAt: null, zone: 'UTC' },
      },
      {
        ...{ id: 'p', kind: 'procedure', parentId: null, name: 'Writing letters', evidence: ['t1'] },
        ...{ body: 'Writing letters\nBe short\nNo "Dear"', saidAt: new Date('2024-06-01T00:00:02Z') },
      },
      {
        id: 's',
        kind: 'summary',
        evidence: ['t1', 't2'],
        saidAt: new Date('2024-05-01T10:00:00Z'),
        body: 'It rained.',
      },
    ]);
    expect((await pending()).map(({ id, speaker, text }) => [id, speaker, text])).toEqual([
      ['d/0', 'boiler.md › Pressure', 'Two bar.'],
      ['p', 'Writing letters', 'Writing letters\nBe short\nNo "Dear"'],
      ['s', 'Spring', 'It rained.'],
    ]);
  });

  it('feeds passages in the order of their last change, page after page, removals among them', async () => {
    await write([added('d', ['One', 'Two', 'Three']), summary('s', 'Four', null), removed('d')]);
    const first = await feed(undefined, 2);
    expect(first.map(({ id, isRemoved }) => [id, isRemoved])).toEqual([
      ['s', false],
      ['d/0', true],
    ]);
    const last = first.at(-1);
    const rest = await feed({ seq: last?.changedSeq ?? 0, id: last?.id ?? '' });
    expect(rest.map(({ id, seq, changedSeq, isRemoved }) => [id, seq, changedSeq, isRemoved])).toEqual([
      ['d/1', 1, 3, true],
      ['d/2', 1, 3, true],
    ]);
    expect(rest[0]).toMatchObject({
      kind: 'document',
      spaceId: 'home',
      parentId: 'd',
      lexical: 'boiler.md › pressure two',
    });
  });

  it('leaves nothing of a removed passage to be found, counted or embedded', async () => {
    await write([added('d', ['One', 'Two']), procedure('p', ['Three']), summary('s', 'Four')]);
    await embed((await pending()).filter(({ id }) => id !== 'd/1'));
    expect(await counts()).toMatchObject({ searchable: 4, embedded: 3, pending: 1, unindexed: 0, orphanVectors: 0 });
    await write(
      [
        removed('d'),
        { kind: 'procedure.removed', body: { procedureId: 'p' } },
        { kind: 'summary.removed', body: { summaryId: 's' } },
      ],
      4,
    );
    expect(await listPassages(read(), ['d/0', 'd/1', 'p', 's'])).toEqual([]);
    expect(await counts()).toMatchObject({
      ...{ searchable: 0, embedded: 0, pending: 0, vectors: 0, orphanVectors: 0, unindexed: 0 },
    });
    expect((await feed()).every(({ isRemoved }) => isRemoved)).toBe(true);
  });

  it('takes a later wording of a procedure or summary in place of the older one, its vectors included', async () => {
    await write([procedure('p', ['Be short']), summary('s', 'It rained.')]);
    await embed(await pending());
    await write([procedure('p', ['Be long']), summary('s', 'It snowed.')], 3);
    expect(await counts()).toMatchObject({ searchable: 2, vectors: 0, pending: 2 });
    const bodies = (await listPassages(read(), ['p', 's'])).map(({ body }) => body);
    expect(bodies).toEqual(['Writing letters\nBe long', 'It snowed.']);
    expect((await feed()).map(({ id, changedSeq }) => [id, changedSeq])).toEqual([
      ['p', 3],
      ['s', 4],
    ]);
  });

  it('brings back a summary that was removed and is written again', async () => {
    await write([summary('s', 'One'), { kind: 'summary.removed', body: { summaryId: 's' } }, summary('s', 'Two')]);
    expect((await listPassages(read(), ['s'])).map(({ body }) => body)).toEqual(['Two']);
    expect(await getPendingCount(read())).toBe(1);
  });

  it('stores nothing that was made of a wording that was replaced meanwhile', async () => {
    await write([summary('s', 'One')]);
    const waiting = await pending();
    await write([summary('s', 'Two')], 2);
    expect(await embed(waiting)).toEqual([]);
    expect((await pending()).map(({ text }) => text)).toEqual(['Two']);
    expect(await embed(await pending())).toEqual(['s']);
  });

  it('counts how much of a document is there, and finds it by its name or its bytes', async () => {
    await write([
      added('d', ['One', 'Two']),
      added('d', ['Three'], { from: 2 }),
      added('e', ['Four'], { name: 'e.md' }),
    ]);
    const like = (name: string, sha256: string, spaceId = 'home') =>
      listDocumentsLike(read(), { spaceId, name, sha256, folderId: null, path: null });
    expect(await like('boiler.md', 'other')).toMatchObject([
      { id: 'd', name: 'boiler.md', sha256: 'hash of d', chunks: 3, chunkTotal: null },
    ]);
    expect((await like('new.md', 'hash of e')).map(({ id }) => id)).toEqual(['e']);
    expect((await like('boiler.md', 'hash of e')).map(({ id }) => id)).toEqual(['d', 'e']);
    expect(await like('boiler.md', 'hash of d', 'work')).toEqual([]);
    await write([removed('d')], 4);
    expect(await like('boiler.md', 'hash of d')).toEqual([]);
  });

  it('gives what has no words no place in line', async () => {
    await write([added('d', ['🙂']), summary('s', '…')]);
    const ids = (await pending()).map(({ id }) => id);
    expect(ids).toEqual((await feed()).map(({ id }) => id));
    expect(await counts()).toMatchObject({ searchable: ids.length, unindexed: 0 });
  });

  it('makes the same rows of the same records, one by one, together and after a restart', async () => {
    const events = [
      ...[added('d', ['One', 'Two']), procedure('p', ['a']), summary('s', 'x'), removed('d'), procedure('p', ['b'])],
      ...[added('e', ['One']), { kind: 'summary.removed' as const, body: { summaryId: 's' } }, summary('s', 'y', null)],
    ];
    const digests = async () => (await listDigests(read(), embeddingSpaceId)).filter(({ rows }) => rows > 0);
    const records = record(events);
    for (const one of records) await database.db.transaction((tx) => applyRecords(tx, [one]));
    const oneByOne = await digests();
    const rows = Object.fromEntries(oneByOne.map((each) => [each.table, each.rows]));
    expect(rows).toMatchObject({ passage: 5, document: 2 });
    await empty(database.db);
    await write(events);
    expect(await digests()).toEqual(oneByOne);
    const projector = await createProjector(database.db);
    await projector.apply(records);
    expect(await digests()).toEqual(oneByOne);
  });
});
