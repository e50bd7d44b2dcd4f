import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  countSorted,
  findCluster,
  findClusterPass,
  listClusterMembers,
  listClusters,
  listClustersOfTurns,
  listTopicQuotes,
  listTopics,
  listTopicTurns,
  listTurnIdsOfCluster,
  listUsedClusterIds,
} from '../../main/stores/clusters.ts';
import { type Applied, applyRecords } from '../../main/stores/project/apply.ts';
import { type Database, empty, openDatabase, record, said, started } from './open-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => empty(database.db));

type Event = NonNullable<Applied['event']>;
type Changed = Extract<Event, { kind: 'clusters.changed' }>['body'];

const read = () => database.db.read;
let from = 1;
const write = async (events: readonly Event[]): Promise<void> => {
  await database.db.transaction((tx) => applyRecords(tx, record(events, from)));
  from += events.length;
};
const changed = (body: Partial<Changed>): Event => ({
  kind: 'clusters.changed',
  body: {
    spaceId: 'home',
    by: 'clusters/1',
    isFull: body.pass?.fullTurns != null,
    made: [],
    renamed: [],
    gone: [],
    assigned: [],
    pass: null,
    ...body,
  },
});
const at = (day: number) => `2024-05-0${day}T10:00:00Z`;

/** Two topics of a conversation and a turn of neither. */
async function sortTwo(): Promise<void> {
  from = 1;
  await write([
    { kind: 'space.created', body: { spaceId: 'home', name: 'Home' } },
    started('c'),
    said('t1', { position: 0, saidAt: at(1), text: 'The kiln is hot and the clay is nearly dry by now.' }),
    said('t2', { position: 1, saidAt: at(3), role: 'assistant', text: 'Let the kiln cool down.' }),
    said('t3', { position: 2, saidAt: at(2), session: 'later' }),
    said('t4', { position: 3, saidAt: at(4) }),
    changed({
      made: [
        { clusterId: 'k', label: 'Kiln and clay' },
        { clusterId: 'b', label: 'Bread' },
      ],
      assigned: [
        { clusterId: 'k', turnIds: ['t1', 't2'] },
        { clusterId: 'b', turnIds: ['t3'] },
      ],
      pass: { at: '2024-06-01T00:00:00Z', fullTurns: 4 },
    }),
  ]);
}

describe('stores/clusters', () => {
  it('keeps what a sorting said, and what of it was there at the full pass', async () => {
    await sortTwo();
    await write([
      changed({
        assigned: [{ clusterId: 'k', turnIds: ['t4'] }],
        pass: { at: '2024-06-02T00:00:00Z', fullTurns: null },
      }),
    ]);
    expect(await listClusterMembers(read(), 'home')).toEqual([
      { clusterId: 'b', core: ['t3'], later: [] },
      { clusterId: 'k', core: ['t1', 't2'], later: ['t4'] },
    ]);
    expect(await findClusterPass(read(), 'home')).toEqual({
      ...{ at: new Date('2024-06-02T00:00:00Z'), fullTurns: 4, isFullAsked: false },
    });
    expect(await listClustersOfTurns(read(), ['t1', 't3', 't9'])).toEqual(
      new Map([
        ['t1', 'k'],
        ['t3', 'b'],
      ]),
    );
    expect(await listTurnIdsOfCluster(read(), 'k')).toEqual(['t1', 't2', 't4']);
  });

  it('moves turns, takes topics away and never lets an id mean another topic', async () => {
    await sortTwo();
    await write([
      changed({
        ...{ renamed: [{ clusterId: 'k', label: 'Pottery' }], gone: ['b'] },
        assigned: [
          { clusterId: 'k', turnIds: ['t3'] },
          { clusterId: null, turnIds: ['t2'] },
        ],
        pass: { at: '2024-06-03T00:00:00Z', fullTurns: 4 },
      }),
    ]);
    expect((await listClusters(read(), 'home')).map(({ id, label }) => [id, label])).toEqual([['k', 'Pottery']]);
    expect(await listClusterMembers(read(), 'home')).toEqual([{ clusterId: 'k', core: ['t1', 't3'], later: [] }]);
    expect(await findCluster(read(), 'b')).toBeNull();
    expect(await listUsedClusterIds(read(), ['b', 'k', 'x'])).toEqual(new Set(['b', 'k']));
  });

  it('keeps the name that the user gave whatever the label becomes, and gives it back', async () => {
    await sortTwo();
    const set = (name: { own: string | null } | null, isHidden: boolean | null): Event => ({
      kind: 'cluster.set',
      body: { clusterId: 'k', name, isHidden },
    });
    await write([
      set({ own: 'My pots' }, null),
      set(null, true),
      changed({ renamed: [{ clusterId: 'k', label: 'Glaze' }] }),
    ]);
    expect(await findCluster(read(), 'k')).toMatchObject({ label: 'Glaze', ownName: 'My pots', isHidden: true });
    await write([set({ own: null }, null)]);
    expect(await findCluster(read(), 'k')).toMatchObject({ ownName: null, isHidden: true });
  });

  it('remembers that everything was asked to be sorted anew until that is done', async () => {
    from = 1;
    await write([{ kind: 'clusters.asked', body: { spaceId: 'home' } }]);
    expect(await findClusterPass(read(), 'home')).toEqual({ at: null, fullTurns: null, isFullAsked: true });
    await write([changed({ pass: { at: '2024-06-01T00:00:00Z', fullTurns: null } })]);
    expect(await findClusterPass(read(), 'home')).toMatchObject({ isFullAsked: true });
    await write([changed({ pass: { at: '2024-06-02T00:00:00Z', fullTurns: 40 } })]);
    expect(await findClusterPass(read(), 'home')).toMatchObject({ isFullAsked: false, fullTurns: 40 });
  });

  it('shows topics with their size and span, quotes of people, and their turns in the order of time', async () => {
    await sortTwo();
    const topics = await listTopics(read(), { spaceId: 'home', id: null });
    expect(topics).toMatchObject([
      { id: 'k', turns: 2, sessions: 1, firstAt: new Date(at(1)), lastAt: new Date(at(3)) },
      { id: 'b', turns: 1, sessions: 1 },
    ]);
    expect((await listTopicQuotes(read(), ['k', 'b'])).map(({ clusterId, turnId }) => [clusterId, turnId])).toEqual([
      ['b', 't3'],
      ['k', 't1'],
    ]);
    const turns = await listTopicTurns(read(), { id: 'k', limit: 10, offset: 0 });
    expect(turns.map(({ turnId }) => turnId)).toEqual(['t1', 't2']);
    expect(await countSorted(read(), 'home')).toEqual({ turns: 4, sorted: 3 });
  });

  it('shows nothing of conversations that were removed', async () => {
    await sortTwo();
    await write([{ kind: 'conversation.removed', body: { conversationId: 'c' } }]);
    expect(await listTopics(read(), { spaceId: 'home', id: null })).toEqual([]);
    expect(await countSorted(read(), 'home')).toEqual({ turns: 0, sorted: 0 });
    await write([{ kind: 'conversation.restored', body: { conversationId: 'c' } }]);
    expect((await listTopics(read(), { spaceId: 'home', id: 'k' })).map(({ turns }) => turns)).toEqual([2]);
  });

  it.each<[string, Event]>([
    ['taken out of memory', { kind: 'conversation.consent-set', body: { conversationId: 'c', isSaving: false } }],
    ['moved', { kind: 'conversation.moved', body: { conversationId: 'c', spaceId: 'work' } }],
  ])('sorts nothing of a conversation that was %s while it was being sorted', async (_, event) => {
    await sortTwo();
    await write([event, changed({ assigned: [{ clusterId: 'k', turnIds: ['t1', 't3', 't3'] }] })]);
    expect(await listTurnIdsOfCluster(read(), 'k')).toEqual([]);
  });
});
