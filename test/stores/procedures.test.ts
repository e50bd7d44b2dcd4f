import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { planDisuse } from '../../main/procedures/disuse.pure.ts';
import { listPassages } from '../../main/stores/passages.ts';
import {
  countProcedures,
  findProcedure,
  isProcedureUndoable,
  listDisused,
  listHeard,
  listKnownProcedures,
  listUsesBefore,
} from '../../main/stores/procedures.ts';
import { type Applied, applyRecords } from '../../main/stores/project/apply.ts';
import { type Database, empty, openDatabase, said, started } from './open-database.ts';

type Event = NonNullable<Applied['event']>;
type SetBody = Extract<Event, { kind: 'procedure.set' }>['body'];
const START = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

let database: Database;
let seq = 0;
beforeAll(async () => {
  database = await openDatabase();
});
afterEach(async () => {
  seq = 0;
  await empty(database.db);
});
afterAll(() => database[Symbol.asyncDispose]());

/** Applies events, each on the day of its record: record 1 on the first of January. */
async function write(...events: readonly Event[]): Promise<void> {
  const records = events.map((event): Applied => {
    seq += 1;
    return { seq, hash: `${seq}`.padStart(64, '0'), at: new Date(START + (seq - 1) * DAY_MS).toISOString(), event };
  });
  await database.db.transaction((tx) => applyRecords(tx, records));
}
const set = (procedureId: string, over: Partial<SetBody> = {}): Event => ({
  kind: 'procedure.set',
  body: {
    procedureId,
    spaceId: 'home',
    trigger: 'Letters',
    steps: ['Be short'],
    evidence: ['t1'],
    zone: 'UTC',
    ...over,
  },
});
const find = (id: string) => findProcedure(database.db.read, id);
const isFound = async (id: string) => (await listPassages(database.db.read, [id])).length === 1;
const used = (procedureId: string, turnId: string): Event => ({
  kind: 'procedure.reinforced',
  body: { procedureId, why: 'used', turnId, quote: null },
});

describe('stores/procedures', () => {
  it('reads a record of before statuses as an active habit that the user set', async () => {
    await write(set('p'));
    expect(await find('p')).toMatchObject({
      ...{ status: 'active', source: 'user', evidence: [{ turnId: 't1', quote: '' }], reinforcements: 0 },
    });
    expect(await isFound('p')).toBe(true);
  });

  it('lets only what is active be found, in its present wording', async () => {
    await write(set('p', { status: 'proposed' }));
    expect(await isFound('p')).toBe(false);
    await write({ kind: 'procedure.decided', body: { procedureIds: ['p'], decision: 'accept', replaces: [] } });
    expect(await isFound('p')).toBe(true);
    await write(set('p', { steps: ['Be long'] }));
    expect((await listPassages(database.db.read, ['p']))[0]?.body).toBe('Letters\nBe long');
    await write({ kind: 'procedure.undone', body: { seq: 3 } });
    expect((await listPassages(database.db.read, ['p']))[0]?.body).toBe('Letters\nBe short');
    await write({ kind: 'procedure.removed', body: { procedureId: 'p' } });
    expect([await isFound('p'), (await find('p'))?.isRemoved]).toEqual([false, true]);
  });

  it('is gone when the record that taught it is undone, and undone once', async () => {
    await write(set('p', { status: 'proposed', reader: 'procedures 1' }), used('p', 'r'));
    expect(await isProcedureUndoable(database.db.read, 1)).toBe(true);
    await write({ kind: 'procedure.undone', body: { seq: 1 } });
    expect([await find('p'), await isProcedureUndoable(database.db.read, 1)]).toEqual([null, false]);
  });

  it('undoes a decision with all that it replaced', async () => {
    await write(set('old'), set('new', { status: 'proposed', contradicts: ['old'] }));
    await write({ kind: 'procedure.decided', body: { procedureIds: ['new'], decision: 'accept', replaces: ['old'] } });
    expect(await find('old')).toMatchObject({ status: 'inactive', why: 'replaced', replacedBy: 'new' });
    await write({ kind: 'procedure.undone', body: { seq: 3 } });
    expect([(await find('old'))?.status, (await find('new'))?.status]).toEqual(['active', 'proposed']);
  });

  it('lists as out of use what rested for more than 180 days with fewer than three reinforcements', async () => {
    await write(set('twice'), set('three'), used('twice', 'a'), used('three', 'a'));
    await write(used('twice', 'b'), used('three', 'b'), used('three', 'c'), set('waits', { status: 'proposed' }));
    const last = START + 4 * DAY_MS; // record 5 used `twice` for the last time
    const disused = async (days: number) =>
      (await listDisused(database.db.read, planDisuse(new Date(last + days * DAY_MS)))).map(({ id }) => id);
    expect([await disused(180), await disused(181), await disused(9_999)]).toEqual([[], ['twice'], ['twice']]);
  });

  it('knows which habits an answer followed, once a conversation', async () => {
    await write(set('p'), set('q', { status: 'proposed' }));
    await write(
      {
        kind: 'conversation.started',
        body: {
          conversationId: 'c',
          spaceId: 'home',
          title: null,
          source: 'palimpsest',
          originId: null,
          startedAt: null,
        },
      },
      said('ask'),
      said('reply', { role: 'assistant', parentTurnId: 'ask', position: 1 }),
      {
        kind: 'answered',
        body: {
          ...{ replyTurnId: 'reply', questionTurnId: 'ask', traceId: null, mode: 'model', modelId: 'm', citations: [] },
          ...{ inPrompt: ['p', 'q', 'other'], isAccess: true, tokensPerSecond: null },
        },
      },
      said('next', { parentTurnId: 'reply', position: 2 }),
    );
    expect(await listUsesBefore(database.db.read, ['ask', 'next'])).toEqual([
      { turnId: 'next', replyId: 'reply', procedureId: 'p' },
    ]);
    await write(used('p', 'reply'));
    expect(await listUsesBefore(database.db.read, ['next'])).toEqual([]);
  });

  it('keeps wishes that were heard once, and counts by status', async () => {
    const heard = { turnId: 't1', spaceId: 'home', trigger: 'Any answer', steps: ['Be brief'], quote: 'be brief' };
    await write(
      {
        kind: 'conversation.started',
        body: {
          conversationId: 'c',
          spaceId: 'home',
          title: null,
          source: 'palimpsest',
          originId: null,
          startedAt: null,
        },
      },
      said('t1'),
      { kind: 'procedures.read', body: { reader: 'procedures 1', throughSeq: 2, heard: [heard, heard] } },
      set('p'),
      set('q', { status: 'proposed' }),
    );
    expect((await listHeard(database.db.read, 'home')).map(({ turnId, quote }) => [turnId, quote])).toEqual([
      ['t1', 'be brief'],
    ]);
    expect(await countProcedures(database.db.read, 'home')).toEqual({ active: 1, proposed: 1, inactive: 0 });
    expect((await listKnownProcedures(database.db.read, 'elsewhere')).length).toBe(0);
  });

  it('counts what was being learned of a turn that was taken out of memory only from when it is back', async () => {
    const saving = (isSaving: boolean): Event => ({
      kind: 'conversation.consent-set',
      body: { conversationId: 'c', isSaving },
    });
    const heard = { turnId: 't1', spaceId: 'home', trigger: 'Any answer', steps: ['Be brief'], quote: 'be brief' };
    await write(
      started('c'),
      said('t1'),
      saving(false),
      set('p', { reader: 'procedures 1' }),
      { kind: 'procedures.read', body: { reader: 'procedures 1', throughSeq: 2, heard: [heard] } },
      set('own'),
    );
    expect([await find('p'), await isFound('p'), await isFound('own')]).toEqual([null, false, true]);
    expect(await listHeard(database.db.read, 'home')).toEqual([]);
    await write(saving(true));
    expect(await isFound('p')).toBe(true);
  });
});
