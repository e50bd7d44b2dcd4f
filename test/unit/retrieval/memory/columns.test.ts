import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bounds, Columns, type FragmentFacts, KINDS } from '../../../../main/retrieval/memory/columns.pure.ts';

const facts = (id: string, over: Partial<FragmentFacts> = {}): FragmentFacts => ({
  ...{ id, kind: 'turn', group: 'c', session: 'c', position: 0, role: 'user', speaker: 'Ada', flags: 0, chars: 9 },
  ...{ saidAtMs: 0, knownAtMs: 0 },
  ...over,
});
const EVERYTHING: Bounds = { spaceId: 'home', asOfMs: null, knownAtMs: null };
const ALL_KINDS = new Set(KINDS);

function idsIn(columns: Columns, bounds: Bounds = EVERYTHING, kinds: ReadonlySet<(typeof KINDS)[number]> = ALL_KINDS) {
  const mask = columns.maskOf(bounds, kinds);
  return columns.ids.filter((_, doc) => mask[doc] === 1);
}

describe('retrieval/memory/columns, what may be seen', () => {
  it('is what lies in the space, was said and known up to the bounds, and is not removed', () => {
    const fragment = fc.record({
      group: fc.nat(3),
      kind: fc.constantFrom(...KINDS),
      saidAtMs: fc.constantFrom(1, 2, 3, Number.NaN),
      knownAtMs: fc.constantFrom(1, 2, 3),
    });
    const group = fc.record({ space: fc.constantFrom('home', 'work'), isRemoved: fc.boolean() });
    const bound = fc.constantFrom(null, 1, 2, 3);
    fc.assert(
      fc.property(
        fc.array(fragment, { maxLength: 20 }),
        fc.array(group, { minLength: 3, maxLength: 3 }), // the fourth is never made known
        fc.record({ spaceId: fc.constantFrom('home', 'work', 'nowhere'), asOfMs: bound, knownAtMs: bound }),
        fc.subarray([...KINDS]),
        (fragments, groups, bounds, kinds) => {
          const columns = new Columns();
          for (const [n, each] of fragments.entries()) {
            columns.add(facts(String(n), { ...each, group: `g${each.group}` }));
          }
          for (const [n, { space, isRemoved }] of groups.entries()) columns.setGroup(`g${n}`, space, isRemoved);
          const wanted = fragments.flatMap((each, n) => {
            const own = groups[each.group];
            const isOpen = own !== undefined && own.space === bounds.spaceId && !own.isRemoved;
            const isSaid = bounds.asOfMs === null || Number.isNaN(each.saidAtMs) || each.saidAtMs <= bounds.asOfMs;
            const isKnown = bounds.knownAtMs === null || each.knownAtMs <= bounds.knownAtMs;
            return isOpen && isSaid && isKnown && kinds.includes(each.kind) ? [String(n)] : [];
          });
          expect(idsIn(columns, bounds, new Set(kinds))).toEqual(wanted);
        },
      ),
    );
  });

  it('follows a conversation that is removed, restored and moved', () => {
    const columns = new Columns();
    columns.add(facts('a'));
    expect(idsIn(columns)).toEqual([]); // whose conversation is not known yet
    columns.setGroup('c', 'home', false);
    expect(idsIn(columns)).toEqual(['a']);
    columns.setGroup('c', 'home', true);
    expect(idsIn(columns)).toEqual([]);
    columns.setGroup('c', 'work', false);
    expect([idsIn(columns), idsIn(columns, { ...EVERYTHING, spaceId: 'work' })]).toEqual([[], ['a']]);
  });
});

describe('retrieval/memory/columns, what stands beside what', () => {
  it('links each session in the order of its positions, in whichever order they come', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(
          Array.from({ length: 12 }, (_, n) => ({ session: n % 3, position: n })),
          { minLength: 1 },
        ),
        (arrivals) => {
          const columns = new Columns();
          for (const { session, position } of arrivals)
            columns.add(facts(String(position), { session: `s${session}`, position }));
          const { previous, next, session } = columns.layout;
          for (const [doc, own] of arrivals.entries()) {
            const same = arrivals.filter((other) => other.session === own.session).map(({ position }) => position);
            const order = same.sort((a, b) => a - b);
            const at = order.indexOf(own.position);
            const idOf = (other: number | undefined) => columns.ids[other ?? -1];
            expect(columns.membersOf(session[doc] ?? -1).map((member) => columns.ids[member])).toEqual(
              order.map(String),
            );
            expect([idOf(previous[doc]), idOf(next[doc])]).toEqual(
              [order[at - 1], order[at + 1]].map((near) => (near === undefined ? undefined : String(near))),
            );
          }
        },
      ),
    );
  });

  it('keeps fragments of equal positions in the order in which they came, and kinds apart', () => {
    const columns = new Columns();
    for (const id of ['a', 'b', 'c']) columns.add(facts(id));
    columns.add(facts('chunk', { kind: 'document' }));
    const { previous, next, sessionCount } = columns.layout;
    expect(Array.from(previous).slice(0, 4)).toEqual([-1, 0, 1, -1]);
    expect(Array.from(next).slice(0, 4)).toEqual([1, 2, -1, -1]);
    expect(sessionCount).toBe(2);
  });

  it('gives back the facts of each fragment, of thousands too, and −1 for what it does not hold', () => {
    const columns = new Columns();
    for (let n = 0; n < 5_000; n += 1) {
      columns.add(
        facts(`f${n}`, { kind: KINDS[n % 4] ?? 'turn', speaker: `s${n % 9}`, flags: n, chars: n * 2, saidAtMs: n }),
      );
    }
    const doc = columns.find('f4321');
    expect([doc, columns.find('nowhere'), columns.size]).toEqual([4321, -1, 5_000]);
    expect([columns.kindOf(doc), columns.roleOf(doc), columns.speakerOf(doc)]).toEqual(['document', 'user', 's1']);
    expect([columns.flagsOf(doc), columns.charsOf(doc), columns.saidAtOf(doc)]).toEqual([4321, 8642, 4321]);
  });
});
