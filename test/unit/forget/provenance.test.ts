import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SPACE } from '../../../main/contract/ids.ts';
import { type Cut, entityKey, type Gone, NOTHING_GONE } from '../../../main/forget/gone.pure.ts';
import { judgeEvent } from '../../../main/forget/provenance.pure.ts';
import { JournalEvent } from '../../../main/journal/events/index.ts';
import { anyEvent, TURNS } from './any-event.ts';

const someTurns = fc.subarray([...TURNS]).map((ids) => new Set(ids));

/** Claims of turns that go are known by the tables before a record is judged. */
const claimsOf = (event: JournalEvent, gone: ReadonlySet<string>): readonly string[] =>
  event.kind === 'codex.claimed' && event.body.turnId !== null && gone.has(event.body.turnId)
    ? event.body.claims.map(({ claimId }) => claimId)
    : [];

const goneOf = (turns: ReadonlySet<string>, events: readonly JournalEvent[]): Gone => ({
  ...NOTHING_GONE,
  turns,
  claims: new Set(events.flatMap((event) => claimsOf(event, turns))),
});

/** Every word that a turn said stands in whatever was made of it, as `word-` and the turn's id. */
const saysWordOf = (value: unknown, turnId: string): boolean => JSON.stringify(value).includes(`word-${turnId}.`);

const left = (event: JournalEvent, gone: Gone): JournalEvent | null => {
  const judged = judgeEvent(event, gone);
  if (judged === 'erase') return null;
  return judged === 'keep' ? event : JournalEvent.parse({ kind: event.kind, body: judged });
};

describe('forget/provenance', () => {
  it('leaves no word of a turn that goes in any record', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), someTurns, (events, turns) => {
        const gone = goneOf(turns, events);
        for (const event of events) {
          const kept = left(event, gone);
          for (const turnId of turns) expect(kept !== null && saysWordOf(kept, turnId), event.kind).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps every record whole that has nothing to do with what goes', () => {
    fc.assert(
      fc.property(anyEvent, someTurns, (event, turns) => {
        const gone = goneOf(turns, [event]);
        const isConcerned = [...turns].some((turnId) => JSON.stringify(event.body).includes(`"${turnId}"`));
        if (!isConcerned) expect(judgeEvent(event, gone)).toBe('keep');
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the words of every turn that stays, but in what was made of both', () => {
    const mixed = new Set(['summary.written', 'answered']);
    fc.assert(
      fc.property(anyEvent, someTurns, (event, turns) => {
        if (mixed.has(event.kind)) return;
        const kept = left(event, goneOf(turns, [event]));
        for (const turnId of TURNS)
          if (!turns.has(turnId) && saysWordOf(event, turnId)) expect(saysWordOf(kept, turnId), event.kind).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves nothing to take when it judges what it left once more', () => {
    fc.assert(
      fc.property(anyEvent, someTurns, (event, turns) => {
        const gone = goneOf(turns, [event]);
        const kept = left(event, gone);
        if (kept !== null) expect(judgeEvent(kept, gone)).toBe('keep');
      }),
      { numRuns: 300 },
    );
  });

  it('leaves the place of a turn where others of its conversation stay, and nothing else of it', () => {
    const said: JournalEvent = {
      kind: 'turn.said',
      body: {
        ...{ turnId: 't1', conversationId: 'c1', parentTurnId: 't0', position: 3, role: 'user', speaker: 'Ada' },
        ...{
          text: 'My code is 4711.',
          saidAt: '2026-01-02T03:04:05.000Z',
          isTimeInferred: false,
          zone: 'Europe/Vienna',
        },
        ...{ session: 'morning', status: 'complete', importId: 'i1', isHidden: false },
        attachments: [{ kind: 'image', name: 'code.png', caption: 'my code', text: null }],
      },
    };
    const gone: Gone = { ...NOTHING_GONE, turns: new Set(['t1']) };
    expect(judgeEvent(said, gone)).toEqual({
      ...{ turnId: 't1', conversationId: 'c1', parentTurnId: 't0', position: 3, role: 'user', speaker: '' },
      ...{ text: '', saidAt: '2026-01-02T03:04:05.000Z', isTimeInferred: false, zone: 'Europe/Vienna', session: null },
      ...{ status: 'complete', importId: null, isHidden: true, isForgotten: true, attachments: [] },
    });
    expect(judgeEvent(said, { ...gone, conversations: new Set(['c1']) })).toBe('erase');
  });

  it('takes a part out of a turn with the claims that rest on it, and moves the others', () => {
    const cut: Cut = { from: 0, to: 18, removed: 'My name is Ada. ', rest: 'I live in Graz.', removedChars: 18 };
    const gone: Gone = { ...NOTHING_GONE, cuts: new Map([['t1', cut]]) };
    const quote = (from: number, text: string) => ({ quote: { from, text } });
    const claim = (claimId: string, more: object) => ({
      ...{
        claimId,
        act: 'state',
        subjectId: 'me',
        relation: 'lives_in',
        replaces: null,
        replacesIds: [],
        validFrom: null,
      },
      ...{ validTo: null, isPast: false, isImplied: false, observedAt: '2026-01-02T03:04:05.000Z', assertedBy: 'user' },
      ...{
        source: 'me',
        confidence: 1,
        heldFor: null,
        mayMean: [],
        object: { kind: 'literal', text: 'x', value: 'x' },
      },
      ...more,
    });
    const event = JournalEvent.parse({
      kind: 'codex.claimed',
      body: {
        ...{ spaceId: DEFAULT_SPACE, turnId: 't1', extractor: 'rules 1', entities: [], withdrawn: [] },
        claims: [claim('a', quote(0, 'My name is Ada. ')), claim('b', quote(18, 'I live in Graz.'))],
      },
    });
    expect(judgeEvent(event, gone)).toMatchObject({ claims: [{ claimId: 'b', ...quote(0, 'I live in Graz.') }] });
  });

  it('keeps an entity that others speak of, under the names that are still said', () => {
    const event = JournalEvent.parse({
      kind: 'codex.claimed',
      body: {
        ...{ spaceId: DEFAULT_SPACE, turnId: 't1', extractor: 'rules 1', claims: [], withdrawn: [] },
        entities: [
          { entityId: 'e1', type: 'person', name: 'Xanthippe', aliases: ['Xanti'] },
          { entityId: 'e2', type: 'person', name: 'Bo', aliases: [] },
        ],
      },
    });
    const gone: Gone = {
      ...{ ...NOTHING_GONE, turns: new Set(['t1']), names: new Set(['xanthippe']) },
      entities: new Set([entityKey(DEFAULT_SPACE, 'e2')]),
    };
    expect(judgeEvent(event, gone)).toMatchObject({ entities: [{ entityId: 'e1', name: 'Xanti', aliases: [] }] });
  });

  it('takes words out of the labels of topics, and titles that were made of what goes', () => {
    const gone: Gone = {
      ...{ ...NOTHING_GONE, words: new Set(['zeppelin']) },
      isTitleGone: (id, title) => id === 'c1' && title === 'My zeppelin',
    };
    const changed = JournalEvent.parse({
      kind: 'clusters.changed',
      body: {
        ...{ spaceId: DEFAULT_SPACE, by: 'words 1', isFull: true, renamed: [], gone: [], assigned: [], pass: null },
        made: [
          { clusterId: 'k1', label: 'Zeppelin, harbour, fog' },
          { clusterId: 'k2', label: 'bread, butter' },
        ],
      },
    });
    expect(judgeEvent(changed, gone)).toMatchObject({ made: [{ label: 'harbour, fog' }, { label: 'bread, butter' }] });
    const renamed = (conversationId: string): JournalEvent => ({
      kind: 'conversation.renamed',
      body: { conversationId, title: 'My zeppelin' },
    });
    expect(judgeEvent(renamed('c1'), gone)).toBe('erase');
    expect(judgeEvent(renamed('c2'), gone)).toBe('keep');
  });
});
