import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameStretch, PAUSE_MS } from '../../../main/summaries/same-stretch.pure.ts';
import { cutStretches, fingerprintOf, summaryIdOf } from '../../../main/summaries/stretch.pure.ts';
import { makeTalk } from './source-turns.ts';

const at = new Date('2026-06-01T00:00:00Z');
const cut = (lines: readonly string[], when = at) =>
  cutStretches(makeTalk(lines), { conversationId: 'c', at: when }).map(({ turns, isOpen }) => ({
    turns: turns.map(({ id }) => id).join(' '),
    isOpen,
  }));
const talk = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `Ana: Line ${n} of the talk.`);

describe('summaries/stretch', () => {
  it('ends a sitting at a pause of six hours and leaves out what is hardly one', () => {
    expect(cut([...talk(4), '+7h Ana: Back again.', ...talk(4), '+7h Ana: One more thing.'])).toEqual([
      { turns: 't1 t2 t3 t4', isOpen: false },
      { turns: 't5 t6 t7 t8 t9', isOpen: false },
    ]);
  });

  it('waits while the last sitting may go on, and not for those before it', () => {
    const soon = new Date('2026-05-03T20:00:00Z');
    expect(cut([...talk(4), '+7h Ana: Back again.', ...talk(4)], soon)).toEqual([
      { turns: 't1 t2 t3 t4', isOpen: false },
      { turns: 't5 t6 t7 t8 t9', isOpen: true },
    ]);
  });

  it('takes the labels of the source for sittings, whatever the pauses', () => {
    const turns = makeTalk([...talk(4), ...talk(4)]).map((turn, n) => ({ ...turn, session: n < 4 ? 'one' : 'two' }));
    const found = cutStretches(turns, { conversationId: 'c', at });
    expect(found.map(({ session, turns: own }) => [session, own.length])).toEqual([
      ['one', 4],
      ['two', 4],
    ]);
  });

  it('tells a long sitting in parts, none of them too small', () => {
    expect(cut(talk(83)).map(({ turns }) => turns.split(' ').length)).toEqual([40, 43]);
  });

  it('has the same id for the same first turn, and another fingerprint for other words or another space', () => {
    const turns = makeTalk(talk(5));
    const [before] = cutStretches(turns, { conversationId: 'c', at });
    const [longer] = cutStretches([...turns, ...makeTalk(['Ana: More.'], { id: 'x' })], { conversationId: 'c', at });
    expect(longer?.id).toBe(before?.id);
    expect(before?.id).toBe(summaryIdOf('session', 'c', 't1'));
    const changed = turns.map((turn) => (turn.id === 't3' ? { ...turn, text: 'Other words.' } : turn));
    expect(
      new Set([fingerprintOf('home', turns), fingerprintOf('home', changed), fingerprintOf('work', turns)]).size,
    ).toBe(3);
  });

  it('puts every turn into one part at most, in order, whatever the pauses are', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 120 });
    fc.assert(
      fc.property(pauses, (hours) => {
        const turns = makeTalk(hours.map((h) => `+${h}h Ana: Said after a while.`));
        const covered = cutStretches(turns, { conversationId: 'c', at: new Date(8.64e15) }).flatMap((s) => s.turns);
        expect(covered.map(({ id }) => id)).toEqual(turns.filter((turn) => covered.includes(turn)).map(({ id }) => id));
        expect(new Set(covered).size).toBe(covered.length);
      }),
    );
  });

  it('holds what has no time, or only a label on one side, together or apart by what is known', () => {
    const place = (session: string | null, saidAtMs: number | null) => ({ session, saidAtMs });
    expect(isSameStretch(place(null, null), place(null, 5))).toBe(true);
    expect(isSameStretch(place('a', 0), place(null, 0))).toBe(false);
    expect(isSameStretch(place(null, 0), place(null, PAUSE_MS))).toBe(false);
    expect(isSameStretch(place(null, 0), place(null, PAUSE_MS - 1))).toBe(true);
  });
});
