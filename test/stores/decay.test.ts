import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  accessedOn,
  CREATIVE_FLOOR,
  type Life,
  RATES,
  RESTORED,
  scoreOn,
  startOfDay,
  tierOf,
} from '../../main/lifecycle/decay/decay.pure.ts';
import { listStandings } from '../../main/stores/feed.ts';
import { listDigests } from '../../main/stores/health.ts';
import { countLives, findDecayPass, getTierChange, listLives } from '../../main/stores/lives.ts';
import { type Applied, applyRecords } from '../../main/stores/project/apply.ts';
import { type Database, empty, openDatabase, said } from './open-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => empty(database.db));

type Event = NonNullable<Applied['event']>;
const IDS = ['a', 'b', 'c', 'd'];
const START = 20_000;

type Step =
  | { readonly do: 'say'; readonly id: string; readonly day: number }
  | { readonly do: 'use'; readonly ids: readonly string[]; readonly day: number }
  | { readonly do: 'age'; readonly day: number; readonly through: number | null }
  | { readonly do: 'tag'; readonly id: string };

const answered = (inPrompt: readonly string[]): Event => ({
  kind: 'answered',
  body: {
    ...{ replyTurnId: 'r', questionTurnId: 'q', traceId: null, mode: 'evidence', modelId: null, citations: [] },
    ...{ inPrompt, isAccess: true, tokensPerSecond: null },
  },
});
const aged = (day: number, after: number | null = null, through: number | null = null): Event => ({
  kind: 'decay.applied',
  body: { day, after, through },
});
const tagged = (ids: readonly string[]): Event => ({
  kind: 'turns.tagged',
  body: { by: 'creative 1', throughSeq: 1, tags: ids.map((turnId) => ({ turnId, tags: ['creative'] })) },
});

/** One record a step, on its own day; a slice of an ageing is followed by the rest of it. */
function eventsOf(step: Step): readonly (readonly [number, Event])[] {
  if (step.do === 'say') return [[step.day, said(step.id)]];
  if (step.do === 'use') return [[step.day, answered(step.ids)]];
  if (step.do === 'tag') return [[START, tagged([step.id])]];
  const first = [step.day, aged(step.day, null, step.through)] as const;
  return step.through === null ? [first] : [first, [step.day, aged(step.day, step.through)]];
}

async function play(steps: readonly Step[]): Promise<void> {
  await empty(database.db);
  const all = steps.flatMap(eventsOf);
  const records = all.map(
    ([day, event], n): Applied => ({
      ...{ seq: n + 1, hash: String(n + 1).padStart(64, '0'), at: startOfDay(day).toISOString(), event },
    }),
  );
  await database.db.transaction((tx) => applyRecords(tx, records));
}

/** Everything but the place of each turn in the journal, which differs where more was written. */
async function readState() {
  const { read } = database.db;
  const lives = await listLives(read, [...IDS, 'nobody']);
  const tagging = (await listDigests(read, 1)).find(({ table }) => table === 'tagging');
  return { lives, pass: await findDecayPass(read, 'turns'), tagging };
}

/** The paper's workers: every day by itself, over all that is there. */
function playNaively(steps: readonly Step[]): ReadonlyMap<string, Life & { readonly count: number }> {
  const creative = new Set(steps.flatMap((step) => (step.do === 'tag' ? [step.id] : [])));
  const lives = new Map<string, { score: number; day: number; isUsed: boolean; count: number }>();
  let passed = 0;
  const rateOf = (id: string, isUsed: boolean): number =>
    creative.has(id) ? RATES.creative : isUsed ? RATES.accessed : RATES.unaccessed;
  const liveTo = (id: string, day: number): void => {
    const life = lives.get(id);
    if (!life) return;
    for (; life.day < day; life.day += 1) {
      life.score *= rateOf(id, life.isUsed);
      if (creative.has(id)) life.score = Math.max(CREATIVE_FLOOR, life.score);
    }
  };
  for (const step of steps) {
    if (step.do === 'age') passed = Math.max(passed, step.day);
    if (step.do === 'say' && !lives.has(step.id))
      lives.set(step.id, { score: 1, day: Math.max(step.day, passed), isUsed: false, count: 0 });
    if (step.do !== 'use') continue;
    for (const id of new Set(step.ids)) {
      liveTo(id, Math.max(step.day, passed));
      const life = lives.get(id);
      if (!life) continue;
      life.score = Math.min(1, life.score + RESTORED);
      life.isUsed = true;
      life.count += 1;
    }
  }
  return new Map(
    [...lives].map(([id, { score, day, isUsed, count }]) => {
      const pace = creative.has(id) ? 'creative' : isUsed ? 'accessed' : 'unaccessed';
      return [id, { score, anchorDay: day, pace, count }];
    }),
  );
}

const anyDay = fc.integer({ min: START - 370, max: START + 800 });
const anyIds = fc.array(fc.constantFrom(...IDS, 'nobody'), { minLength: 1, maxLength: 3 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('say' as const), id: fc.constantFrom(...IDS), day: anyDay }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('use' as const), ids: anyIds, day: anyDay }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('age' as const),
      day: anyDay,
      through: fc.option(fc.integer({ min: 1, max: 30 })),
    }),
  },
  fc.record({ do: fc.constant('tag' as const), id: fc.constantFrom(...IDS) }),
);
const SAID: readonly Step[] = IDS.slice(0, 3).map((id) => ({ do: 'say', id, day: START }));
const RUNS = { numRuns: 40 };

describe('stores/decay', () => {
  it('agrees with a reference that lives through every day, whatever happens in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 25 }), async (some) => {
        const end = START + 900;
        // A tag means nothing before its turn is there: turns come first, everything else in any order.
        const steps: readonly Step[] = [
          ...SAID,
          ...some.filter((step) => step.do !== 'say'),
          { do: 'age', day: end, through: 2 },
        ];
        await play(steps);
        const expected = playNaively(steps);
        const rows = await listLives(database.db.read, IDS);
        expect(rows.map(({ turnId }) => turnId)).toEqual([...expected.keys()].sort());
        for (const row of rows) {
          const naive = expected.get(row.turnId);
          if (!naive) throw new Error('not in the reference');
          const score = scoreOn(naive, end);
          expect(Math.abs(scoreOn(row, end) - score)).toBeLessThan(1e-6);
          expect(row.accessCount).toBe(naive.count);
          // At the very edge of a tier the two may round differently.
          if (tierOf(score - 1e-9) === tierOf(score + 1e-9)) expect(row.tier).toBe(tierOf(score));
        }
      }),
      RUNS,
    );
  });

  it('comes to the same rows in many steps, in one, twice over the same days, and over a clock that jumps', async () => {
    const anyLater = fc.array(
      fc.tuple(fc.nat(60), fc.constantFrom<'use' | 'tag' | 'say'>('use', 'tag', 'say'), anyIds),
      {
        maxLength: 12,
      },
    );
    await fc.assert(
      fc.asyncProperty(anyLater, fc.array(fc.nat(400), { maxLength: 5 }), async (later, back) => {
        let day = START;
        const dated = later.map(([more, what, ids]): Step => {
          day += more;
          const [id = 'a'] = ids;
          return what === 'use' ? { do: 'use', ids, day } : what === 'say' ? { do: 'say', id, day } : { do: 'tag', id };
        });
        const end: Step = { do: 'age', day: day + 100, through: null };
        const dayOfStep = (step: Step): number => ('day' in step ? step.day : START);
        const often = dated.flatMap((step, n): readonly Step[] => {
          const now = {
            do: 'age',
            day: Math.max(...[...SAID, ...dated.slice(0, n + 1)].map(dayOfStep)),
            through: null,
          } as const;
          const jumped = { ...now, day: now.day - (back[n % Math.max(1, back.length)] ?? 365) };
          return [step, now, jumped, { ...now, through: 2 }, jumped];
        });
        await play([...SAID, ...dated, end]);
        const once = await readState();
        await play([...SAID, ...often, end, end, { ...end, day: end.day - 365 }]);
        expect(await readState()).toEqual(once);
      }),
      RUNS,
    );
  });

  it('computes the same score in the database as in code', async () => {
    await play([...SAID, { do: 'tag', id: 'c' }, { do: 'use', ids: ['b', 'c'], day: START + 30 }]);
    const turns = ['a', 'b', 'c'].map((id, n) => ({ id, seq: n + 1 }));
    for (const days of [0, 1, 30, 31, 90, 400, 40_000]) {
      const day = START + days;
      const found = await listStandings(database.db.read, { turns, day, isPast: true });
      for (const row of await listLives(database.db.read, IDS))
        expect(found.get(row.turnId)?.decay ?? 1).toBeCloseTo(scoreOn(row, day), 8);
    }
  });

  it('puts a turn back into the foreground by a use, and lets a tag that comes late change nothing', async () => {
    await play([...SAID, { do: 'age', day: START + 60, through: null }]);
    expect(await countLives(database.db.read)).toMatchObject({ active: 0, archived: 0, cold: 3 });
    await play([...SAID, { do: 'age', day: START + 60, through: null }, { do: 'use', ids: ['a'], day: START + 60 }]);
    const [used] = await listLives(database.db.read, ['a']);
    const expected = accessedOn({ score: 1, anchorDay: START, pace: 'unaccessed' }, START + 60);
    expect(used).toMatchObject({ anchorDay: START + 60, pace: 'accessed', tier: 'active', accessCount: 1 });
    expect(used?.score).toBeCloseTo(expected.score, 9);

    const use: Step = { do: 'use', ids: ['a'], day: START + 200 };
    await play([...SAID, use, { do: 'tag', id: 'a' }]);
    const [late] = await listLives(database.db.read, ['a']);
    await play([...SAID, { do: 'tag', id: 'a' }, use]);
    const [early] = await listLives(database.db.read, ['a']);
    expect(late).toEqual(early);
    expect(early?.score).toBeCloseTo(CREATIVE_FLOOR + RESTORED, 9);
  });

  it('ages in slices, goes on where it stopped, and refuses a slice that does not follow', async () => {
    const pass = (): Promise<unknown> => findDecayPass(database.db.read, 'turns');
    const day = START + 50;
    const age = (step: { readonly after: number | null; readonly through: number | null }) =>
      aged(day, step.after, step.through);
    let seq = 3;
    const apply = async (event: Event): Promise<void> => {
      seq += 1;
      const record = { seq, hash: String(seq).padStart(64, '0'), at: startOfDay(day).toISOString(), event };
      await database.db.transaction((tx) => applyRecords(tx, [record]));
    };
    await play(SAID);
    expect(await getTierChange(database.db.read, { day, after: null, limit: 2 })).toEqual({
      ...{ count: 2, active: 0, archived: 2, cold: 0, through: 2 },
    });
    await apply(age({ after: null, through: 1 }));
    await apply(age({ after: 2, through: null }));
    expect(await pass()).toEqual({ day, through: 1 });
    expect((await countLives(database.db.read)).archived).toBe(1);
    await apply(age({ after: 1, through: null }));
    expect(await pass()).toEqual({ day, through: null });
    expect((await countLives(database.db.read)).archived).toBe(3);
    await apply(age({ after: null, through: null }));
    await apply(aged(day - 365));
    expect(await pass()).toEqual({ day, through: null });
    expect((await countLives(database.db.read)).archived).toBe(3);
  });

  it('begins the life of a turn on the day on which it was recorded, however old its words', async () => {
    await play([{ do: 'say', id: 'a', day: START }]);
    expect(await listLives(database.db.read, ['a'])).toEqual([
      {
        ...{ turnId: 'a', accessCount: 0, score: 1, anchorDay: START, pace: 'unaccessed', tier: 'active' },
      },
    ]);
  });

  it('gives turns that are never searched no life', async () => {
    await database.db.transaction((tx) =>
      applyRecords(tx, [
        { seq: 1, hash: 'h', at: startOfDay(START).toISOString(), event: said('hidden', { isHidden: true }) },
      ]),
    );
    expect(await listLives(database.db.read, ['hidden'])).toEqual([]);
  });

  it('gives a turn that comes twice one life', async () => {
    await play([
      { do: 'say', id: 'a', day: START },
      { do: 'say', id: 'a', day: START + 5 },
    ]);
    const { rows } = await database.db.read.query('select seq::int as seq, anchor_day from turn_life', []);
    expect(rows).toEqual([{ seq: 1, anchor_day: START }]);
  });
});
