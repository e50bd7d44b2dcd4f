import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findConversation } from '../../main/stores/conversations.ts';
import { listDigests } from '../../main/stores/health.ts';
import { type Applied, applyRecords } from '../../main/stores/project/apply.ts';
import { createProjector, getApplied } from '../../main/stores/projector.ts';
import { type Database, empty, openDatabase, record, said, started } from './open-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => empty(database.db));

const digests = async () => JSON.stringify(await listDigests(database.db.read, 1));
type Event = Applied['event'];

const anyTurn = fc.constantFrom(...'abcdefgh');
const anyConversation = fc.constantFrom('c', 'd', 'gone');
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        id: anyTurn,
        conversationId: anyConversation,
        parentTurnId: fc.option(anyTurn),
        position: fc.nat(9),
        role: fc.constantFrom('user' as const, 'assistant' as const, 'system' as const),
        text: fc.constantFrom('', 'Ein Hafen', '東京', 'x'),
        saidAt: fc.option(fc.constantFrom('2024-05-01T10:00:00Z', '2023-01-01T00:00:00+02:00')),
        isHidden: fc.boolean(),
      })
      .map(({ id, ...body }): Event => said(id, body)),
  },
  { weight: 2, arbitrary: anyConversation.map((id): Event => started(id)) },
  anyConversation.map((conversationId): Event => ({ kind: 'conversation.removed', body: { conversationId } })),
  anyConversation.map((conversationId): Event => ({ kind: 'conversation.restored', body: { conversationId } })),
  fc.tuple(anyConversation, fc.string()).map(
    ([conversationId, title]): Event => ({
      kind: 'conversation.renamed',
      body: { conversationId, title: title.replaceAll('\0', '').toWellFormed() },
    }),
  ),
  fc.tuple(anyConversation, anyTurn).map(
    ([conversationId, leafTurnId]): Event => ({
      kind: 'conversation.branch-chosen',
      body: { conversationId, leafTurnId },
    }),
  ),
  fc.tuple(anyTurn, anyTurn, fc.array(anyTurn, { maxLength: 3 }), fc.boolean()).map(
    ([replyTurnId, questionTurnId, inPrompt, isAccess]): Event => ({
      kind: 'answered',
      body: {
        replyTurnId,
        questionTurnId,
        traceId: null,
        mode: 'evidence',
        modelId: null,
        citations: [{ n: 1, turnIds: [questionTurnId], quote: 'x' }],
        inPrompt,
        isAccess,
        tokensPerSecond: null,
      },
    }),
  ),
  fc.constant(null),
);

describe('stores/projector', () => {
  it('makes the same tables of the same events, however they are split into batches (any events)', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 1, maxLength: 25 }), sizes, async (events, split) => {
        const records = record(events);
        await empty(database.db);
        for (const one of records) await database.db.transaction((tx) => applyRecords(tx, [one]));
        const oneByOne = await digests();

        await empty(database.db);
        const projector = await createProjector(database.db);
        for (let at = 0, n = 0; at < records.length; n += 1) {
          const size = split[n % split.length] ?? 1;
          await projector.apply(records.slice(at, at + size));
          at += size;
        }
        expect(await digests()).toBe(oneByOne);
        expect(await getApplied(database.db.read)).toEqual({ seq: records.length, hash: records.at(-1)?.hash });
      }),
      { numRuns: 12 },
    );
  });

  it('applies what comes twice, late or out of order exactly once and in order', async () => {
    const projector = await createProjector(database.db);
    const records = record([
      started('c'),
      said('a'),
      { kind: 'conversation.renamed', body: { conversationId: 'c', title: 'One' } },
      { kind: 'conversation.renamed', body: { conversationId: 'c', title: 'Two' } },
    ]);
    const [first, second, third, fourth] = records as [Applied, Applied, Applied, Applied];
    await Promise.all([
      projector.apply([third, fourth]),
      projector.apply([second]),
      projector.apply([first]),
      projector.apply([second, third]),
    ]);
    await projector.apply(records);
    const row = await findConversation(database.db.read, 'c');
    expect([row?.title, row?.turnCount, projector.appliedSeq()]).toEqual(['Two', 1, 4]);
  });

  it('refuses a batch that does not follow on what is there', async () => {
    const apply = (from: number) => database.db.transaction((tx) => applyRecords(tx, record([said('a')], from)));
    await expect(apply(2)).rejects.toThrow();
    await apply(1);
    await expect(apply(1)).rejects.toThrow();
    expect((await getApplied(database.db.read)).seq).toBe(1);
  });

  it('leaves nothing of a batch that failed, and takes it up again from `applied_seq`', async () => {
    let failures = 1;
    const projector = await createProjector({
      ...database.db,
      transaction: (work) =>
        database.db.transaction(async (tx) => {
          const result = await work(tx);
          failures -= 1;
          if (failures >= 0) throw new Error('power cut');
          return result;
        }),
    });
    const records = record([started('c'), said('a')]);
    await expect(projector.apply(records)).rejects.toThrow();
    expect([await getApplied(database.db.read), await findConversation(database.db.read, 'c')]).toEqual([
      { seq: 0, hash: '0'.repeat(64) },
      null,
    ]);
    await projector.apply(record([said('b', { position: 1 })], 3));
    expect((await findConversation(database.db.read, 'c'))?.turnCount).toBe(2);
    expect((await getApplied(database.db.read)).seq).toBe(3);
  });
});
