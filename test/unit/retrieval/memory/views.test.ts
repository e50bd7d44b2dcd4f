import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Columns, KINDS } from '../../../../main/retrieval/memory/columns.pure.ts';
import { LexicalIndex } from '../../../../main/retrieval/memory/lexical-index.pure.ts';
import { createViews } from '../../../../main/retrieval/memory/views.ts';

const ALL_KINDS = new Set(KINDS);
const bounds = fc.record({
  spaceId: fc.constantFrom('home', 'work'),
  asOfMs: fc.constantFrom(null, 2),
  knownAtMs: fc.constantFrom(null, 2),
});
const kinds = fc.constantFrom(ALL_KINDS, new Set(['turn'] as const));
const added = fc.record({
  what: fc.constant('added' as const),
  id: fc.nat(14),
  kind: fc.constantFrom(...KINDS),
  group: fc.nat(3),
  session: fc.nat(2),
  position: fc.nat(9),
  speaker: fc.constantFrom('Ada', 'Bo', 'Cy'),
  role: fc.constantFrom('user', 'assistant'),
  saidAtMs: fc.constantFrom(1, 3, Number.NaN),
  knownAtMs: fc.constantFrom(1, 3),
  words: fc.array(fc.constantFrom('ash', 'elm', 'oak'), { maxLength: 4 }),
});
const changed = fc.record({
  what: fc.constant('changed' as const),
  group: fc.nat(3),
  spaceId: fc.constantFrom('home', 'work'),
  isRemoved: fc.boolean(),
});
const asked = fc.record({ what: fc.constant('asked' as const), bounds, kinds });

describe('retrieval/memory/views', () => {
  it('are, after any additions, removals and questions in between, what counting everything anew gives', () => {
    const steps = fc.array(fc.oneof({ weight: 4, arbitrary: added }, changed, { weight: 2, arbitrary: asked }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(steps, (taken) => {
        const columns = new Columns();
        const lexical = new LexicalIndex();
        const views = createViews(columns, lexical);
        for (const step of taken) {
          if (step.what === 'changed') columns.setGroup(`g${step.group}`, step.spaceId, step.isRemoved);
          if (step.what === 'added') {
            const { what: _, words, ...facts } = step;
            const [id, group, session] = [String(facts.id), `g${facts.group}`, `s${facts.session}`];
            columns.add({ ...facts, id, group, session, flags: 0, chars: 1, role: facts.role as 'user' });
            lexical.add(words);
          }
          if (step.what !== 'asked') continue;
          const anew = createViews(columns, lexical).viewOf(step.bounds, step.kinds);
          expect(views.viewOf(step.bounds, step.kinds)).toEqual(anew);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('leave an earlier view as it was when something is added', () => {
    const columns = new Columns();
    const lexical = new LexicalIndex();
    const views = createViews(columns, lexical);
    const everything = { spaceId: 'home', asOfMs: null, knownAtMs: null };
    const add = (id: string, position: number): void => {
      const times = { saidAtMs: 0, knownAtMs: 0 };
      columns.add({
        ...times,
        id,
        kind: 'turn',
        group: 'c',
        session: 's',
        position,
        role: 'user',
        speaker: id,
        flags: 0,
        chars: 1,
      });
      lexical.add(['oak']);
    };
    columns.setGroup('c', 'home', false);
    add('a', 0);
    const first = views.viewOf(everything, ALL_KINDS);
    const copy = structuredClone(first);
    add('b', 1);
    const second = views.viewOf(everything, ALL_KINDS);
    expect(first).toEqual(copy);
    expect([second.counts.turn, second.lexical.windowTotal, second.speakers]).toEqual([2, 4, ['a', 'b']]);
    expect(views.viewOf(everything, ALL_KINDS)).toBe(second);
  });
});
