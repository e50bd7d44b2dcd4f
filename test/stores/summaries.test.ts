import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JournalEvent } from '../../main/journal/events/index.ts';
import { listPassages } from '../../main/stores/passages.ts';
import { applyRecords } from '../../main/stores/project/apply.ts';
import {
  findSummary,
  listMonthsToTell,
  listPathSources,
  listSentences,
  listStandIns,
  listSummaryPage,
  listUnlooked,
  updateLook,
} from '../../main/stores/summaries.ts';
import { type Database, empty, openDatabase, record, said, started } from './open-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

type Written = Extract<JournalEvent, { kind: 'summary.written' }>['body'];
const written = (summaryId: string, over: Partial<Written> = {}): JournalEvent => ({
  kind: 'summary.written',
  body: {
    ...{ summaryId, spaceId: 'home', title: 'May', text: 'Ada: words of t1', covers: ['t1', 't2', 't3'], zone: 'UTC' },
    ...{ saidAt: '2024-05-01T10:02:00Z', by: 'extract', scope: 'session', conversationId: 'c', month: '2024-05' },
    sentences: [{ text: 'Ada: words of t1', turns: ['t1'] }],
    ...{ fingerprint: `of ${summaryId}`, ...over },
  },
});
const period = (over: Partial<Written> = {}): JournalEvent =>
  written('month', { scope: 'period', conversationId: null, covers: ['t1'], fingerprint: 'old', ...over });

/** A talk of three turns, one after another, and what is written of it. */
const TALK: readonly JournalEvent[] = [
  started('c'),
  said('t1', { saidAt: '2024-05-01T10:00:00Z' }),
  said('t2', { parentTurnId: 't1', position: 1, saidAt: '2024-05-01T10:01:00Z' }),
  said('t3', { parentTurnId: 't2', position: 2, saidAt: '2024-05-01T10:02:00Z' }),
  written('s'),
  period(),
];

let seq = 0;
const read = () => database.db.read;
async function write(...events: readonly JournalEvent[]): Promise<void> {
  await database.db.transaction((tx) => applyRecords(tx, record(events, seq + 1)));
  seq += events.length;
}
beforeEach(async () => {
  await empty(database.db);
  seq = 0;
  await write(...TALK);
});

const EVERY = { scope: null, spaceId: null, conversationId: null, month: null };
const list = async () =>
  (await listSummaryPage(read(), EVERY, { limit: 9, offset: 0 })).rows.map(
    ({ id, isStale }) => `${id}${isStale ? ' stale' : ''}`,
  );
const follow = (turnId: string, parentTurnId: string, saidAt: string, session: string | null = null) =>
  said(turnId, { parentTurnId, position: 9, saidAt, session });

describe('stores/summaries', () => {
  it('keeps what a summary covers beside its passage, whose evidence is what its sentences are from', async () => {
    const found = await findSummary(read(), 's');
    expect(found?.turnIds).toEqual(['t1', 't2', 't3']);
    expect(found?.row).toMatchObject({ scope: 'session', month: '2024-05', turnCount: 3, isStale: false });
    expect((await listPassages(read(), ['s']))[0]?.evidence).toEqual(['t1']);
    expect((await listSentences(read(), ['s'])).get('s')).toEqual([{ text: 'Ada: words of t1', turnId: 't1' }]);
    expect((await listStandIns(read(), ['t2', 'x'])).map(({ turnId, summaryId }) => [turnId, summaryId])).toEqual([
      ['t2', 's'],
    ]);
  });

  it('reads what was written before sentences were noted as resting on all that it covers', async () => {
    const { sentences: _, scope: __, fingerprint: ___, ...old } = (written('old') as { body: Written }).body;
    await write({ kind: 'summary.written', body: old });
    expect((await listPassages(read(), ['old']))[0]?.evidence).toEqual(['t1', 't2', 't3']);
  });

  it.each([
    ['the same sitting', follow('t4', 't3', '2024-05-01T11:00:00Z'), ['month stale', 's stale']],
    ['a later sitting', follow('t4', 't3', '2024-05-01T17:00:00Z'), ['month', 's']],
    ['another branch, however late', follow('t4', 't2', '2024-05-09T10:00:00Z'), ['month stale', 's stale']],
    ['a sitting with a label of its own', follow('t4', 't3', '2024-05-01T10:03:00Z', 'two'), ['month', 's']],
    ['nothing that is covered', follow('t4', 'elsewhere', '2024-05-01T10:03:00Z'), ['month', 's']],
  ])('after a new turn of %s says what is stale', async (_, turn, stale) => {
    await write(turn);
    expect((await list()).sort()).toEqual(stale);
  });

  it('hides what hangs on a removed conversation at once, and lets no turn be stood for by it', async () => {
    await write({ kind: 'conversation.removed', body: { conversationId: 'c' } });
    expect(await list()).toEqual([]);
    expect(await listStandIns(read(), ['t2'])).toEqual([]);
    expect(await findSummary(read(), 's')).toBeNull();
  });

  it.each<[string, JournalEvent]>([
    ['taken out of memory', { kind: 'conversation.consent-set', body: { conversationId: 'c', isSaving: false } }],
    ['removed', { kind: 'conversation.removed', body: { conversationId: 'c' } }],
    ['moved', { kind: 'conversation.moved', body: { conversationId: 'c', spaceId: 'work' } }],
  ])('keeps out of reach what was being written of a conversation that was %s meanwhile', async (_, event) => {
    await write(event, written('s', { text: 'Ada: other words' }), written('s2'));
    expect(await list()).toEqual([]);
    expect(await listStandIns(read(), ['t2'])).toEqual([]);
    expect(await listPassages(read(), ['s', 's2'])).toEqual([]);
  });

  it('marks what is off the branch that was chosen', async () => {
    await write(follow('b3', 't2', '2024-05-01T10:05:00Z'), written('s', { covers: ['t1', 't2', 'b3'] }));
    expect(await list()).toContain('s');
    await write({ kind: 'conversation.branch-chosen', body: { conversationId: 'c', leafTurnId: 't3' } });
    expect(await list()).toContain('s stale');
    expect((await listPathSources(read(), 't3')).map(({ id }) => id)).toEqual(['t1', 't2', 't3']);
  });

  it('names a month that is over and of other sittings than it was told of, and one whose sittings are gone', async () => {
    const months = async (before: string) =>
      (await listMonthsToTell(read(), before)).map(({ month, sessions }) => `${month}: ${sessions}`);
    expect(await months('2024-05')).toEqual([]);
    expect(await months('2024-06')).toEqual(['2024-05: 1']);
    const [row] = await listMonthsToTell(read(), '2024-06');
    await write(period({ fingerprint: row?.fingerprint ?? '' }));
    expect(await months('2024-06')).toEqual([]);
    await write({ kind: 'summary.removed', body: { summaryId: 's' } });
    expect(await months('2024-06')).toEqual(['2024-05: 0']);
  });

  it('looks at a conversation again when anything about it is another than it was', async () => {
    const due = async (version = 'one') =>
      (await listUnlooked(read(), { version, afterId: '', limit: 9 })).map(({ id }) => id);
    const look = async () => {
      const [conversation] = await listUnlooked(read(), { version: 'one', afterId: '', limit: 9 });
      if (conversation !== undefined) await database.db.transaction((tx) => updateLook(tx, conversation));
    };
    expect(await due()).toEqual(['c']);
    await look();
    expect(await due()).toEqual([]);
    expect(await due('two')).toEqual(['c']);
    await write(follow('t4', 't3', '2024-05-09T10:00:00Z'));
    expect(await due()).toEqual(['c']);
    await look();
    await write({ kind: 'conversation.removed', body: { conversationId: 'c' } });
    expect(await due()).toEqual(['c']);
  });
});
