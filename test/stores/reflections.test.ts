import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BodyOf } from '../../main/journal/events/index.ts';
import { type Applied, applyRecords } from '../../main/stores/project/apply.ts';
import { findReflectionTime, listDenials, listFactClaims, listReflections } from '../../main/stores/reflections.ts';
import { listRevisionsOf } from '../../main/stores/revisions.ts';
import { type Database, empty, openDatabase, record, said, started } from './open-database.ts';

let database: Database;
let from = 1;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  from = 1;
  await empty(database.db);
});

type Event = NonNullable<Applied['event']>;
type Claim = BodyOf<'codex.claimed'>['claims'][number];

const read = () => database.db.read;
/** @returns the seq of the last record */
const write = async (events: readonly Event[]): Promise<number> => {
  await database.db.transaction((tx) => applyRecords(tx, record(events, from)));
  from += events.length;
  return from - 1;
};

const claimOf = (claimId: string, over: Partial<Claim> = {}): Claim => ({
  ...{ claimId, act: 'state', subjectId: 'me', relation: 'does regularly' },
  ...{ object: { kind: 'literal', text: 'swimming, most weeks', value: 'swimming' }, replaces: null, replacesIds: [] },
  ...{ validFrom: null, validTo: null, isPast: false, isImplied: false, observedAt: '2024-05-01T10:00:00Z' },
  ...{
    assertedBy: 'assistant',
    source: 'reflection',
    confidence: 0.7,
    quote: { text: 'words', from: 0 },
    heldFor: null,
    mayMean: [],
  },
  ...over,
});
const claimed = (
  turnId: string | null,
  claims: readonly Claim[],
  over: Partial<BodyOf<'codex.claimed'>> = {},
): Event => ({
  kind: 'codex.claimed',
  body: { spaceId: 'home', turnId, extractor: 'reflection/1', entities: [], claims, withdrawn: [], ...over },
});
const TURNS = ['t1', 't2', 't3', 't4', 't5'];
const made = (restsOn: readonly (string | null)[] = []): Event => ({
  kind: 'reflection.made',
  body: {
    ...{ spaceId: 'home', reflectionId: 'r', of: 'recurrence', minimum: 4, headId: 'c5' },
    evidence: TURNS.map((turnId, n) => ({ claimId: `c${n + 1}`, turnId, restsOn: restsOn[n] ?? null })),
  },
});

/** Five turns in two conversations, and a conclusion from all of them that needs four. */
async function conclude(over: Partial<Claim> = {}, restsOn: readonly (string | null)[] = []): Promise<void> {
  await write([
    { kind: 'space.created', body: { spaceId: 'home', name: 'Home' } },
    ...[started('c'), started('d')],
    ...TURNS.map((id, n) => said(id, { position: n, conversationId: n < 3 ? 'c' : 'd' })),
    ...restsOn.flatMap((id, n) =>
      id === null
        ? []
        : [
            claimed(TURNS[n] ?? '', [claimOf(id, { relation: 'visited', assertedBy: 'user', source: 'user' })], {
              extractor: 'rules 1',
            }),
          ],
    ),
    made(restsOn),
    ...TURNS.map((id, n) => claimed(id, [claimOf(`c${n + 1}`, over)])),
  ]);
}

const beliefs = async () =>
  (await listRevisionsOf(read(), 'home', 'me')).filter(({ relation }) => relation === 'does regularly');
const inbox = async () => (await read().query('select claim_id from inbox order by 1', [])).rows;
const decide = (claimIds: readonly string[], decision: 'accept' | 'reject' | 'reject-always'): Event => ({
  kind: 'codex.decided',
  body: { spaceId: 'home', claimIds: [...claimIds], decision, subjectId: null },
});

describe('stores/project/reflections', () => {
  it('makes one belief of all its claims, said by the assistant', async () => {
    await conclude();
    expect(await beliefs()).toMatchObject([
      { status: 'active', assertedBy: 'assistant', claimIds: ['c1', 'c2', 'c3', 'c4', 'c5'], confidence: 0.7 },
    ]);
    expect(await inbox()).toEqual([]);
  });

  it('puts one claim into the inbox, which speaks for all of them', async () => {
    await conclude({ heldFor: 'unsure' });
    expect(await inbox()).toEqual([{ claim_id: 'c5' }]);
    expect(await beliefs()).toEqual([]);
    await write([decide(['c5'], 'accept')]);
    expect(await inbox()).toEqual([]);
    expect((await beliefs()).map(({ claimIds }) => claimIds.length)).toEqual([5]);
  });

  it('goes as a whole when the user rejects it, comes back by undo, and is not concluded again', async () => {
    await conclude({ heldFor: 'unsure' });
    const seq = await write([decide(['c5'], 'reject')]);
    expect(await inbox()).toEqual([]);
    expect((await listReflections(read(), 'home')).map(({ gone }) => gone)).toEqual(['user']);
    await write([{ kind: 'codex.undone', body: { seq } }]);
    expect(await inbox()).toEqual([{ claim_id: 'c5' }]);
    expect((await listReflections(read(), 'home')).map(({ gone }) => gone)).toEqual([null]);
  });

  it('stays while enough of its turns are there, goes with one more, and comes back with them', async () => {
    await conclude();
    await write([{ kind: 'conversation.removed', body: { conversationId: 'd' } }]);
    expect(await beliefs()).toEqual([]);
    expect((await listReflections(read(), 'home')).map(({ gone }) => gone)).toEqual(['evidence']);
    await write([{ kind: 'conversation.restored', body: { conversationId: 'd' } }]);
    expect((await beliefs()).map(({ claimIds }) => claimIds.length)).toEqual([5]);
    expect((await listReflections(read(), 'home')).map(({ gone }) => gone)).toEqual([null]);
  });

  it('loses what rests on a rejected or withdrawn claim, and goes when too little is left', async () => {
    await conclude({}, ['f1', 'f2', null, null, null]);
    await write([decide(['f1'], 'reject')]);
    expect((await beliefs()).map(({ claimIds }) => claimIds)).toEqual([['c2', 'c3', 'c4', 'c5']]);
    const seq = await write([claimed('t2', [], { extractor: 'rules 2', withdrawn: ['f2'] })]);
    expect(await beliefs()).toEqual([]);
    await write([{ kind: 'codex.undone', body: { seq } }]);
    expect((await beliefs()).map(({ claimIds }) => claimIds)).toEqual([['c2', 'c3', 'c4', 'c5']]);
  });

  it('loses what rests on a claim that the user corrected', async () => {
    await conclude({}, ['f1', 'f2', null, null, null]);
    const correct = claimOf('u1', {
      act: 'retract',
      relation: 'visited',
      assertedBy: 'correction',
      source: 'user',
      quote: null,
      replacesIds: ['f1', 'f2'],
    });
    await write([claimed(null, [correct], { extractor: 'user' })]);
    expect(await beliefs()).toEqual([]);
    expect((await listFactClaims(read(), 'home')).map(({ claimId }) => claimId)).toEqual([]);
  });

  it('loses to what the user says of it, and remembers that', async () => {
    await conclude();
    const retract = claimOf('u1', {
      act: 'retract',
      assertedBy: 'correction',
      source: 'user',
      quote: null,
      observedAt: '2024-06-01T10:00:00Z',
      replacesIds: ['c1', 'c2', 'c3', 'c4', 'c5'],
    });
    await write([claimed(null, [retract], { extractor: 'user' })]);
    expect((await beliefs()).map(({ status }) => status)).toEqual(['retracted']);
    expect((await listReflections(read(), 'home')).map(({ gone }) => gone)).toEqual(['user']);
    expect(await listDenials(read(), 'home', ['does regularly'])).toEqual([
      { subjectId: 'me', relation: 'does regularly', objectId: null, value: 'swimming' },
    ]);
  });

  it('goes when the worker drops it, and can be made again', async () => {
    await conclude();
    await write([{ kind: 'reflection.dropped', body: { spaceId: 'home', reflectionIds: ['r'] } }]);
    expect(await beliefs()).toEqual([]);
    await write([made(), ...TURNS.map((id, n) => claimed(id, [claimOf(`c${n + 1}`)]))]);
    expect((await beliefs()).map(({ status, claimIds }) => [status, claimIds.length])).toEqual([['active', 5]]);
  });

  it('remembers for which time a space was looked at, and never an earlier one', async () => {
    const run = (at: string): Event => ({ kind: 'reflection.run', body: { spaceId: 'home', at } });
    await write([run('2024-06-08T00:00:00Z'), run('2024-06-01T00:00:00Z')]);
    expect(await findReflectionTime(read(), 'home')).toEqual(new Date('2024-06-08T00:00:00Z'));
  });
});
