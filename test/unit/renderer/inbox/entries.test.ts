import { describe, expect, it } from 'vitest';
import {
  DEFAULT_SPACE,
  type InboxItem,
  ME,
  type Procedure,
  type ProcedureId,
  type RevisionId,
} from '../../../../main/contract/index.ts';
import {
  beneath,
  itemFact,
  listEntries,
  placeAfter,
  surenessOf,
  toPending,
} from '../../../../renderer/features/inbox/entries.pure.ts';
import { makeRevision } from '../memory/make-revision.ts';

const ghent = makeRevision('ghent', { value: 'Ghent', validFrom: '2023-03-04T00:00:00Z' });

function makeItem(id: string, patch: Partial<InboxItem> = {}): InboxItem {
  return {
    ...{ id: id as RevisionId, act: 'state', subject: { id: ME, name: 'me' }, relation: 'lives in' },
    ...{ object: { kind: 'literal', text: 'Leipzig', value: 'leipzig' }, validTo: null, heldFor: 'unsure' },
    ...{ validFrom: { at: '2026-09-01T00:00:00Z', precision: 'day' }, confidence: 0.7, candidates: [] },
    evidence: {
      ...{ turnId: null, conversationId: null, quote: 'Leipzig it is', speaker: 'Ada', role: 'user' },
      at: '2026-09-02T00:00:00Z',
    },
    ...{ context: { text: 'Leipzig it is.', from: 0, to: 13 }, current: [] },
    ...patch,
  };
}

const makeHabit = (id: string): Procedure => ({
  ...{ id: id as ProcedureId, spaceId: DEFAULT_SPACE, trigger: 'Any answer', steps: ['Be brief'], status: 'proposed' },
  ...{ why: null, replacedBy: null, source: 'learned', evidence: [], contradicts: [], reinforcements: 0, uses: 0 },
  ...{ createdAt: '2026-09-02T00:00:00Z', reinforcedAt: '2026-09-02T00:00:00Z' },
});

describe('renderer/inbox/entries', () => {
  it('puts what is in dispute first, and leaves out a dispute of one', () => {
    const page = {
      ...{ items: [makeItem('a')], conflicts: [[ghent], [ghent, makeRevision('bruges')]] },
      habits: [makeHabit('h')],
    };
    expect(listEntries(page).map(({ kind, key }) => [kind, key])).toEqual([
      ['conflict', 'ghent bruges'],
      ['habit', 'h'],
      ['item', 'a'],
    ]);
  });

  it('stays where it was when something leaves the list, and never beyond its end', () => {
    const entries = listEntries({ items: [makeItem('a'), makeItem('c')], conflicts: [], habits: [] });
    expect(placeAfter(entries, { key: 'c', place: 2 })).toBe(1);
    expect(placeAfter(entries, { key: 'b', place: 1 })).toBe(1);
    expect(placeAfter(entries, { key: 'd', place: 2 })).toBe(1);
    expect(placeAfter([], { key: 'a', place: 0 })).toBe(-1);
  });

  it('names what is said to be over by what is believed now', () => {
    expect(itemFact(makeItem('a'))).toBe('lives in Leipzig');
    expect(itemFact(makeItem('a', { act: 'end', object: null, current: [ghent] }))).toBe('lives in Ghent');
    expect(itemFact(makeItem('a', { act: 'end', object: null }))).toBe('lives in');
  });

  it('moves a single value beneath the new one, and leaves many side by side', () => {
    const item = makeItem('a', { current: [ghent] });
    const single = toPending(item, 'single-valued');
    const many = toPending(item, 'multi-valued');
    expect(single?.status).toBe('pending');
    expect(single && beneath(item, single)[0]).toMatchObject({ status: 'superseded', validTo: '2026-09-01T00:00:00Z' });
    expect(many && beneath(item, many)).toEqual([ghent]);
  });

  it('begins what has no stated beginning on the day it was said', () => {
    const pending = toPending(makeItem('a', { validFrom: null }), 'single-valued');
    expect(pending).toMatchObject({ validFrom: '2026-09-02T00:00:00Z', isStartStated: false });
  });

  it('says how sure the reading is in three words and no more', () => {
    expect([0.95, 0.85, 0.7, 0.6, 0.3].map(surenessOf)).toEqual(['high', 'high', 'middle', 'middle', 'low']);
  });
});
