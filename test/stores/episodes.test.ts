import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  listConversations,
  listConversationsByTitle,
  listKnownConversations,
  toConversation,
} from '../../main/stores/conversations.ts';
import {
  getNewestLeaf,
  getNextPosition,
  listPath,
  listSiblings,
  listTurns,
  listTurnsByText,
} from '../../main/stores/episodes.ts';
import { applyRecords } from '../../main/stores/project/apply.ts';
import { type Database, empty, openDatabase, record, said, started } from './open-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => empty(database.db));

const write = (events: Parameters<typeof record>[0]) =>
  database.db.transaction((tx) => applyRecords(tx, record(events)));

/** Each turn with the place of its parent among those before it; -1 makes a root. */
const anyTree = fc.array(fc.nat(30), { minLength: 1, maxLength: 14 }).map((parents) =>
  parents.map((parent, index) => ({
    id: `t${String(index).padStart(2, '0')}`,
    parent: index === 0 ? -1 : (parent % (index + 1)) - 1,
  })),
);
type Tree = readonly { readonly id: string; readonly parent: number }[];

function pathOf(tree: Tree, index: number): readonly string[] {
  const node = tree[index];
  return node === undefined ? [] : [...pathOf(tree, node.parent), node.id];
}
const childrenOf = (tree: Tree, parent: number) =>
  tree.flatMap((node, index) => (node.parent === parent ? [index] : []));
function newestLeafOf(tree: Tree, index: number): number {
  const below = childrenOf(tree, index);
  return below.length === 0 ? index : Math.max(...below.map((child) => newestLeafOf(tree, child)));
}

describe('stores/episodes', () => {
  it('walks paths, siblings and newest leaves as a naive walk does (any tree)', async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, async (tree) => {
        await empty(database.db);
        await write([
          started('c'),
          ...tree.map(({ id, parent }, position) => said(id, { position, parentTurnId: tree[parent]?.id ?? null })),
        ]);
        const tx = database.db.read;
        const rows = await listTurns(
          tx,
          tree.map(({ id }) => id),
        );
        const siblings = await listSiblings(tx, rows);
        for (const [index, { id, parent }] of tree.entries()) {
          expect({
            path: await listPath(tx, id),
            leaf: await getNewestLeaf(tx, id),
            siblings: siblings.get(id),
          }).toEqual({
            path: pathOf(tree, index),
            leaf: tree[newestLeafOf(tree, index)]?.id,
            siblings: childrenOf(tree, parent).map((child) => tree[child]?.id),
          });
        }
        expect(await getNextPosition(tx, 'c')).toBe(tree.length);
      }),
      { numRuns: 20 },
    );
  });

  it('shows no hidden turn as a sibling or a leaf', async () => {
    await write([
      started('c'),
      said('a'),
      said('b', { parentTurnId: 'a', position: 1 }),
      said('h', { parentTurnId: 'a', position: 2, isHidden: true }),
    ]);
    const [b] = await listTurns(database.db.read, ['b']);
    expect(b && (await listSiblings(database.db.read, [b])).get('b')).toEqual(['b']);
    expect(await getNewestLeaf(database.db.read, 'a')).toBe('b');
    expect(await getNextPosition(database.db.read, 'c')).toBe(3);
  });

  it('finds words as they stand, newest first, without hidden turns and removed conversations', async () => {
    await write([
      started('c'),
      started('d'),
      said('a', { text: '東京へ行った 😀' }),
      said('b', { position: 1, text: '100% sure_of\\it' }),
      said('h', { position: 2, text: '東京', isHidden: true }),
      said('x', { conversationId: 'd', text: '東京' }),
      said('y', { position: 3, text: '100 percent, sureXof' }),
      { kind: 'conversation.removed', body: { conversationId: 'd' } },
    ]);
    const find = async (pattern: string) =>
      (await listTurnsByText(database.db.read, { pattern, limit: 9 })).map(({ id }) => id);
    expect(await find('%東京%')).toEqual(['a']);
    expect(await find('%😀%')).toEqual(['a']);
    expect(await find('%100\\%%')).toEqual(['b']);
    expect(await find('%sure\\_of\\\\it%')).toEqual(['b']);
    expect(await find('%SURE%')).toEqual(['y', 'b']);
  });
});

describe('stores/conversations', () => {
  it('lists newest first, names what has no title by its first words, and leaves removed and empty ones out', async () => {
    await write([
      started('old'),
      started('new'),
      started('removed'),
      started('empty'),
      started('work', 'work'),
      said('a', { conversationId: 'old', text: `An opening ${'word '.repeat(30)}`, saidAt: '2024-01-01T00:00:00Z' }),
      said('b', { conversationId: 'new', saidAt: '2024-03-01T00:00:00Z' }),
      said('c', { conversationId: 'removed' }),
      said('d', { conversationId: 'work', saidAt: null }),
      { kind: 'conversation.renamed', body: { conversationId: 'new', title: '50% off' } },
      { kind: 'conversation.removed', body: { conversationId: 'removed' } },
    ]);
    const page = { limit: 9, offset: 0 };
    const { items, total } = await listConversations(database.db.read, { ...page, spaceId: null });
    expect(items.map(toConversation).map(({ id, title }) => [id, title])).toEqual([
      // Without a time of its own it stands where it came in.
      ['work', 'words of d'],
      ['new', '50% off'],
      ['old', expect.stringMatching(/^An opening (word )+word…$/)],
    ]);
    expect(total).toBe(3);
    expect((await listConversations(database.db.read, { ...page, spaceId: 'work' })).items.map(({ id }) => id)).toEqual(
      ['work'],
    );
    expect(
      (await listConversations(database.db.read, { limit: 1, offset: 1, spaceId: null })).items.map(({ id }) => id),
    ).toEqual(['new']);
    const titled = await listConversationsByTitle(database.db.read, { pattern: '%50\\%%', limit: 9 });
    expect(titled.map(({ id }) => id)).toEqual(['new']);
  });

  it('tells an import where a conversation ends', async () => {
    await write([started('c'), said('a'), said('b', { position: 1, parentTurnId: 'a' })]);
    expect(await listKnownConversations(database.db.read, ['c', 'nowhere'])).toEqual([
      { id: 'c', spaceId: 'home', activeLeafId: 'b', nextPosition: 2, lastSaidAt: new Date('2024-05-01T10:00:00Z') },
    ]);
  });
});
