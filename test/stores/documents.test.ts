import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  findDocument,
  findPassageIndex,
  getDocumentCount,
  hasRemovedDocument,
  listCitedPassages,
  listDocumentPassages,
  listDocuments,
  listUnfinishedDocuments,
} from '../../main/stores/documents.ts';
import { ensureEmbeddingSpace, getPendingCount } from '../../main/stores/embeddings.ts';
import {
  deleteFolderFiles,
  findFolderAt,
  insertFolderCheck,
  insertFolderFile,
  listFolderDocuments,
  listFolderFiles,
  listFolders,
} from '../../main/stores/folders.ts';
import { listDigests } from '../../main/stores/health.ts';
import { type Applied, applyRecords } from '../../main/stores/project/apply.ts';
import { type Database, empty, openDatabase, record } from './open-database.ts';

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
type Added = Extract<Event, { kind: 'document.added' }>['body'];
const added = (documentId: string, texts: readonly string[], over: Partial<Added> = {}): Event => ({
  kind: 'document.added',
  body: {
    ...{ documentId, spaceId: 'home', name: `${documentId}.pdf`, mediaType: 'application/pdf', zone: 'UTC' },
    sha256: `hash of ${documentId}`,
    chunks: texts.map((text, n) => ({
      ...{
        chunkId: `${documentId}/${n}`,
        title: documentId,
        text,
        page: n + 1,
        from: n * 100,
        to: n * 100 + text.length,
      },
    })),
    chunkTotal: texts.length,
    ...over,
  },
});
const removed = (documentId: string, why?: 'vanished'): Event => ({
  kind: 'document.removed',
  body: { documentId, ...(why === undefined ? {} : { why }) },
});
const restored = (documentId: string): Event => ({ kind: 'document.restored', body: { documentId } });
const watched = (folderId: string, removesVanished = false): Event => ({
  kind: 'folder.watched',
  body: { folderId, spaceId: 'home', path: `/papers/${folderId}`, removesVanished },
});
const unwatched = (folderId: string): Event => ({ kind: 'folder.unwatched', body: { folderId } });

const read = () => database.db.read;
const write = (events: readonly Event[], from?: number) =>
  database.db.transaction((tx) => applyRecords(tx, record(events, from)));
const page = (over: { query?: string; spaceId?: string; offset?: number; limit?: number } = {}) =>
  listDocuments(read(), { spaceId: null, query: null, offset: 0, limit: 50, ...over });

describe('stores/documents', () => {
  it('lists newest first, by space, name, title or path, page after page', async () => {
    await write([
      added('a', ['One'], { title: 'Lease' }),
      added('b', ['Two'], { folderId: 'f', path: 'sub/deep.pdf' }),
      added('c', ['Three'], { spaceId: 'work' }),
      watched('f'),
    ]);
    const ids = async (over: Parameters<typeof page>[0]) => (await page(over)).map(({ id }) => id);
    expect(await ids({})).toEqual(['c', 'b', 'a']);
    expect(await ids({ offset: 1, limit: 1 })).toEqual(['b']);
    expect(await ids({ spaceId: 'home' })).toEqual(['b', 'a']);
    expect([await ids({ query: 'LEA' }), await ids({ query: 'sub/' }), await ids({ query: '%' })]).toEqual([
      ['a'],
      ['b'],
      [],
    ]);
    expect(await getDocumentCount(read(), { spaceId: 'home', query: null })).toBe(2);
  });

  it('gives chunks in the order of the text, and the place of a character and of a citation', async () => {
    await write([
      added(
        'a',
        Array.from({ length: 12 }, (_, n) => `Text ${n}`),
      ),
    ]);
    const passages = await listDocumentPassages(read(), { documentId: 'a', offset: 9, limit: 9 });
    expect(passages.map(({ id, page: n }) => [id, n])).toEqual([
      ['a/9', 10],
      ['a/10', 11],
      ['a/11', 12],
    ]);
    const at = (from: number) => findPassageIndex(read(), { documentId: 'a', from });
    expect([await at(0), await at(99), await at(100), await at(5_000)]).toEqual([0, 0, 1, 11]);
    expect(await listCitedPassages(read(), ['a/10', 'turn'])).toEqual([
      { id: 'a/10', documentId: 'a', name: 'a.pdf', page: 11, index: 10 },
    ]);
  });

  it('knows what the user took away, and what only its file took along', async () => {
    const place = { folderId: 'f', path: 'x.pdf' };
    const sha256 = 'hash of a';
    await write([added('a', ['One'], place), removed('a', 'vanished')]);
    expect(await hasRemovedDocument(read(), { ...place, sha256 })).toBe(false);
    await write([restored('a'), removed('a')], 3);
    expect(await hasRemovedDocument(read(), { ...place, sha256 })).toBe(true);
    expect(await hasRemovedDocument(read(), { ...place, sha256: 'other' })).toBe(false);
  });

  it('brings a document back with its chunks, which wait for their vectors; once', async () => {
    await write([added('a', ['One', 'Two']), removed('a')]);
    expect([await page(), await getPendingCount(read())]).toEqual([[], 0]);
    expect((await findDocument(read(), 'a'))?.isRemoved).toBe(true);
    await write([restored('a')], 3);
    expect((await page()).map(({ id, passages }) => [id, passages])).toEqual([['a', 2]]);
    expect(await getPendingCount(read())).toBe(2);
    const digest = await listDigests(read(), embeddingSpaceId);
    await write([restored('a')], 4);
    expect(await listDigests(read(), embeddingSpaceId)).toEqual(digest);
  });

  it('finds what was cut short while it was written', async () => {
    await write([
      added('a', ['One']),
      added('b', ['One'], { chunkTotal: 3 }),
      added('c', ['One'], { chunkTotal: 2 }),
      removed('c'),
    ]);
    expect(await listUnfinishedDocuments(read())).toEqual([{ id: 'b' }]);
  });
});

describe('stores/folders', () => {
  it('keeps a folder under its id when it is watched again, with another choice', async () => {
    await write([watched('f'), watched('g'), unwatched('f'), watched('f', true)]);
    expect((await listFolders(read())).map(({ id, removesVanished }) => [id, removesVanished])).toEqual([
      ['f', true],
      ['g', false],
    ]);
    await write([unwatched('g')], 5);
    expect((await listFolders(read())).map(({ id }) => id)).toEqual(['f']);
    expect(await findFolderAt(read(), { path: '/papers/g', spaceId: 'home' })).toMatchObject({
      id: 'g',
      isWatched: false,
    });
    expect(await findFolderAt(read(), { path: '/papers/g', spaceId: 'work' })).toBeNull();
  });

  it('says of a document that its file is missing only after a look that found the folder', async () => {
    await write([watched('f'), added('a', ['One'], { folderId: 'f', path: 'a.pdf' })]);
    const isMissing = async () => (await findDocument(read(), 'a'))?.isMissing;
    const look = (problem: string | null) =>
      database.db.transaction((tx) =>
        insertFolderCheck(tx, { folderId: 'f', checkedAt: '2024-05-01T10:00:00Z', problem, counts: { found: 0 } }),
      );
    expect(await isMissing()).toBe(false);
    await look('not there');
    expect(await isMissing()).toBe(false);
    await look(null);
    expect(await isMissing()).toBe(true);
    const file = { path: 'a.pdf', sizeBytes: 5, mtimeMs: 1.5, problem: null };
    await database.db.transaction((tx) => insertFolderFile(tx, 'f', file));
    expect(await isMissing()).toBe(false);
    expect(await listFolderFiles(read(), 'f')).toEqual([file]);
    expect(await listFolderDocuments(read(), 'f')).toEqual([{ id: 'a', name: 'a.pdf', path: 'a.pdf' }]);
    await database.db.transaction((tx) => deleteFolderFiles(tx, 'f', ['a.pdf']));
    expect(await isMissing()).toBe(true);
    await write([unwatched('f')], 3);
    expect(await isMissing()).toBe(false);
  });
});
