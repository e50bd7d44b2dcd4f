import { describe, expect, it } from 'vitest';
import { planDisuse } from '../../../main/procedures/disuse.pure.ts';
import type { Wish } from '../../../main/procedures/find-wishes.pure.ts';
import { type Compared, objects, planWish, type TurnRead } from '../../../main/procedures/plan-turn.pure.ts';
import type { ProcedureRow } from '../../../main/stores/procedures.ts';

const at = new Date('2026-03-01T10:00:00Z');
const turn: TurnRead = { turnId: 't9', conversationId: 'c9', spaceId: 'home', zone: 'UTC', saidAt: at };
const wish = (over: Partial<Wish> = {}): Wish => ({
  ...{ kind: 'standing', trigger: 'Any answer', steps: ['Be brief'], quote: 'Always be brief.' },
  ...over,
});
const row = (over: Partial<ProcedureRow> = {}): ProcedureRow => ({
  ...{
    id: 'p',
    spaceId: 'home',
    trigger: 'Any answer',
    steps: ['Be brief'],
    status: 'active',
    why: null,
    replacedBy: null,
  },
  ...{ source: 'learned', evidence: [{ turnId: 't1', quote: 'brief' }], contradicts: [], reinforcements: 0, uses: 0 },
  ...{ createdAt: at, reinforcedAt: at, isRemoved: false, isFinal: false, zone: 'UTC', changedSeq: 1 },
  ...over,
});
const heard = (over: object) => ({
  row: {
    ...{ turnId: 't1', conversationId: 'c1', saidAt: at, trigger: 'Any answer', steps: ['Be brief'], quote: 'brief' },
    ...over,
  },
  relation: 'same' as const,
});
const plan = (known: readonly Compared<ProcedureRow>[], over: Partial<Parameters<typeof planWish>[0]> = {}) =>
  planWish({ turn, wish: wish(), known, heard: [], taught: new Set(), newId: () => 'new', ...over });
const kinds = ({ events }: ReturnType<typeof planWish>) =>
  events.map(({ kind, body }) => ('status' in body ? `${kind} ${body.status}` : kind));

describe('procedures/plan-turn', () => {
  it('proposes what is new, and counts nothing before the user has said yes', () => {
    expect(plan([]).events).toEqual([
      {
        kind: 'procedure.set',
        body: {
          ...{
            procedureId: 'new',
            spaceId: 'home',
            trigger: 'Any answer',
            steps: ['Be brief'],
            evidence: ['t9'],
            zone: 'UTC',
          },
          ...{ status: 'proposed', source: 'learned', quotes: [{ turnId: 't9', quote: 'Always be brief.' }] },
          ...{ reader: 'procedures 1', replaces: [], contradicts: [] },
        },
      },
    ]);
  });

  it.each([
    ['active', row(), ['procedure.reinforced']],
    ['proposed', row({ status: 'proposed' }), ['procedure.reinforced']],
    ['out of use', row({ status: 'inactive', why: 'disuse' }), ['procedure.reactivated']],
    ['switched off by hand', row({ status: 'inactive', why: 'user' }), ['procedure.set proposed']],
    ['replaced', row({ status: 'inactive', why: 'replaced' }), ['procedure.set proposed']],
    ['removed', row({ isRemoved: true }), ['procedure.set proposed']],
    ['rejected for good', row({ isRemoved: true, isFinal: true }), []],
    ['taught by this very turn', row({ evidence: [{ turnId: 't9', quote: 'x' }] }), []],
  ])('of one that is %s does what a second mention means', (_, known, wanted) => {
    expect(kinds(plan([{ row: known, relation: 'same' }]))).toEqual(wanted);
  });

  it('takes the place of a contrary proposal at once, and of a contrary habit when it is accepted', () => {
    const [event] = plan([
      { row: row({ id: 'old', steps: ['Be thorough'] }), relation: 'contrary' },
      { row: row({ id: 'waiting', status: 'proposed' }), relation: 'contrary' },
      { row: row({ id: 'gone', isRemoved: true }), relation: 'contrary' },
    ]).events;
    expect(event?.body).toMatchObject({ replaces: ['waiting'], contradicts: ['old'] });
  });

  it('takes back what the user takes back, and nothing that is not there', () => {
    const stop = { wish: wish({ kind: 'stop' }) };
    expect(kinds(plan([{ row: row(), relation: 'same' }], stop))).toEqual(['procedure.deactivated']);
    expect(kinds(plan([{ row: row({ status: 'inactive' }), relation: 'same' }], stop))).toEqual([]);
    expect(kinds(plan([], stop))).toEqual([]);
  });

  it('waits with a wish for one answer until another conversation or another day says it again', () => {
    const once = { wish: wish({ kind: 'once' }) };
    expect(plan([], once)).toEqual({ events: [], isHeard: true });
    expect(kinds(plan([], { ...once, heard: [heard({ conversationId: 'c9' })] }))).toEqual([]);
    expect(kinds(plan([], { ...once, heard: [heard({ turnId: 't9' })] }))).toEqual([]);
    const yesterday = { conversationId: 'c9', saidAt: new Date('2026-02-28T10:00:00Z') };
    for (const before of [heard({}), heard(yesterday)]) {
      const [event] = plan([], { ...once, heard: [before] }).events;
      expect(event?.body).toMatchObject({ status: 'proposed', evidence: ['t1', 't9'] });
    }
  });

  it('knows when a turn minds the answer before it', () => {
    for (const text of [
      'No, in English!',
      'Not like that.',
      'I said no tables.',
      'That’s wrong.',
      'Too long.',
      'Why are you writing so formally?',
    ])
      expect(objects(text)).toBe(true);
    for (const text of ['Thanks!', 'And in Rome?', 'Now the second part.', 'I noticed that too.', 'Nothing else.'])
      expect(objects(text)).toBe(false);
  });

  it('counts 180 days, and not one less', () => {
    const { before, fewerThan } = planDisuse(new Date('2026-07-01T00:00:00Z'));
    expect([before.toISOString(), fewerThan]).toEqual(['2026-01-02T00:00:00.000Z', 3]);
  });
});
