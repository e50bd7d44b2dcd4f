import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParsedTurn } from '../../../main/importing/import-item.ts';
import {
  type ConversationState,
  type Incoming,
  type KnownTurn,
  planImport,
  roleOf,
} from '../../../main/importing/plan-import.pure.ts';

type Given = Partial<ParsedTurn> & {
  readonly id: string;
  readonly parent?: string | null;
  readonly in?: string;
  readonly source?: 'jsonl' | 'chatgpt';
};

function incoming({ id, parent = null, in: conversationId = 'c', source = 'jsonl', ...turn }: Given): Incoming {
  return {
    turnId: id,
    parentId: parent,
    conversationId,
    spaceId: 'home',
    conversation: { originId: conversationId, title: null, source, startedAt: null, activeLeafKey: null },
    turn: {
      originId: id,
      parentOriginId: parent,
      key: id,
      role: 'user',
      speaker: 'Ada',
      text: `text of ${id}`,
      at: '2024-05-01T10:00:00.000Z',
      localTime: null,
      session: null,
      space: null,
      attachments: [],
      isOnActivePath: true,
      isHidden: false,
      nulCount: 0,
      ...turn,
    },
  };
}

/** A store of nothing but what imports wrote, as the engine remembers it between batches. */
function makeImporter(zone = 'UTC') {
  const stored = new Map<string, KnownTurn>();
  const conversations = new Map<string, ConversationState>();
  return {
    stored,
    plan: (batch: readonly Incoming[]) => {
      const planned = planImport(
        batch,
        { turns: new Map(stored), conversations },
        { zone, ownerName: 'Ada', importId: 'i' },
      );
      for (const [id, turn] of planned.taken) stored.set(id, turn);
      return planned;
    },
  };
}

const bodies = (planned: ReturnType<typeof planImport>) =>
  planned.events.flatMap((event) => (event.kind === 'turn.said' ? [event.body] : []));

const anyGiven = fc.record({
  id: fc.constantFrom(...'abcdefghij'),
  parent: fc.option(fc.constantFrom(...'abcdefghij'), { nil: null }),
  in: fc.constantFrom('c', 'd'),
  text: fc.constantFrom('one', 'two'),
  at: fc.option(fc.constantFrom('2024-05-01T10:00:00Z', '2023-01-01T00:00:00+02:00'), { nil: null }),
  isHidden: fc.boolean(),
});

describe('importing/plan-import', () => {
  it('adds nothing the second time, however the turns are split, and counts every turn once (any turns)', () => {
    const splits = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 });
    const inBatches = (turns: readonly Incoming[], sizes: readonly number[]) => {
      const batches: Incoming[][] = [];
      for (let at = 0, n = 0; at < turns.length; n += 1) {
        const size = sizes[n % sizes.length] ?? 1;
        batches.push(turns.slice(at, at + size));
        at += size;
      }
      return batches;
    };
    fc.assert(
      fc.property(fc.array(anyGiven, { maxLength: 24 }), splits, splits, (given, first, second) => {
        const turns = given.map(incoming);
        const importer = makeImporter();
        const once = inBatches(turns, first).map(importer.plan);
        const said = once.flatMap(bodies);
        const counted = once.reduce(
          (sum, { imported, duplicates, conflicts }) => sum + imported + duplicates + conflicts,
          0,
        );
        expect({ counted, ids: said.length }).toEqual({
          counted: turns.length,
          ids: new Set(said.map((b) => b.turnId)).size,
        });
        for (const planned of inBatches(turns, second).map(importer.plan))
          expect({ events: planned.events, imported: planned.imported }).toEqual({ events: [], imported: 0 });
        for (const name of ['c', 'd']) {
          const own = said.filter(({ conversationId }) => conversationId === name);
          expect(own.map(({ position }) => position)).toEqual(own.map((_, index) => index));
        }
      }),
    );
  });

  it('only makes links that lead to an earlier turn of the same conversation (any links)', () => {
    fc.assert(
      fc.property(fc.array(anyGiven, { maxLength: 24 }), (given) => {
        const before = new Map<string, string>();
        for (const { turnId, parentTurnId, conversationId } of bodies(makeImporter().plan(given.map(incoming)))) {
          if (parentTurnId !== null) expect(before.get(parentTurnId)).toBe(conversationId);
          before.set(turnId, conversationId);
        }
      }),
    );
  });

  it('drops rings and links to nowhere in favour of the turn before', () => {
    const planned = makeImporter().plan([
      incoming({ id: 'a', parent: 'b' }),
      incoming({ id: 'b', parent: 'a' }),
      incoming({ id: 'c', parent: 'c' }),
      incoming({ id: 'd', parent: 'gone' }),
      incoming({ id: 'e', parent: 'a' }),
    ]);
    expect(bodies(planned).map(({ turnId, parentTurnId }) => [turnId, parentTurnId])).toEqual([
      ['a', null],
      ['b', 'a'],
      ['c', 'b'],
      ['d', 'c'],
      ['e', 'a'],
    ]);
  });

  it('begins each conversation once and chains turns without a parent, hidden ones aside', () => {
    const planned = makeImporter().plan([
      incoming({ id: 'a' }),
      incoming({ id: 's', isHidden: true, role: 'system' }),
      incoming({ id: 'b' }),
      incoming({ id: 'x', in: 'd', source: 'chatgpt' }),
      incoming({ id: 'y', in: 'd', source: 'chatgpt' }),
    ]);
    expect(planned.events.filter(({ kind }) => kind === 'conversation.started')).toHaveLength(2);
    expect(bodies(planned).map(({ turnId, parentTurnId }) => [turnId, parentTurnId])).toEqual([
      ['a', null],
      ['s', 'a'],
      ['b', 'a'],
      ['x', null],
      ['y', null],
    ]);
  });

  it('infers a missing time from the turn before, else from the next that has one, and says so', () => {
    const planned = makeImporter().plan([
      incoming({ id: 'a', at: null }),
      incoming({ id: 'b', at: '2024-05-01T10:00:00.000Z' }),
      incoming({ id: 'c', at: null }),
      incoming({ id: 'd', in: 'd', at: null }),
    ]);
    expect(bodies(planned).map(({ saidAt, isTimeInferred }) => [saidAt, isTimeInferred])).toEqual([
      ['2024-05-01T10:00:00.000Z', true],
      ['2024-05-01T10:00:00.000Z', false],
      ['2024-05-01T10:00:00.000Z', true],
      [null, true],
    ]);
  });

  it('reads a time without a zone in the zone of the vault', () => {
    const turn = incoming({ id: 'a', at: null, localTime: '2024-07-01T12:00:00' });
    expect(bodies(makeImporter('Pacific/Kiritimati').plan([turn]))[0]).toMatchObject({
      saidAt: '2024-06-30T22:00:00.000Z',
      isTimeInferred: false,
      zone: 'Pacific/Kiritimati',
    });
  });

  it('tells a repeated turn from one whose words have changed', () => {
    const importer = makeImporter();
    importer.plan([incoming({ id: 'a', text: 'Hello there' })]);
    const { events, duplicates, conflicts } = importer.plan([
      incoming({ id: 'a', text: 'hello  THERE' }),
      incoming({ id: 'a', text: 'Goodbye' }),
    ]);
    expect({ events, duplicates, conflicts }).toEqual({ events: [], duplicates: 1, conflicts: 1 });
  });

  it('gives the owner the role of the user, assistants theirs, and everybody else `other`', () => {
    const role = (speaker: string) => roleOf({ role: null, speaker }, 'Ada Lovelace');
    expect(['me', ' User ', 'ada lovelace', 'ChatGPT', 'Ada', 'Ben', ''].map(role)).toEqual([
      'user',
      'user',
      'user',
      'assistant',
      'other',
      'other',
      'other',
    ]);
    expect(roleOf({ role: 'system', speaker: 'me' }, '')).toBe('system');
  });
});
