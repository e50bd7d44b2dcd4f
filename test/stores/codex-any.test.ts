import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupClaims, rootsAt } from '../../main/codex/fence.pure.ts';
import type { ClaimAct } from '../../main/contract/codex.ts';
import type { JournalEvent } from '../../main/journal/events/index.ts';
import { listAllClaims, listLinks } from '../../main/stores/claims.ts';
import { listDigests } from '../../main/stores/health.ts';
import { type Applied, applyRecords } from '../../main/stores/project/apply.ts';
import { listAllRevisions } from '../../main/stores/revisions.ts';
import { askNaively } from '../unit/codex/naive-ledger.ts';
import { type Database, empty, openDatabase } from './open-database.ts';

const RUNS = Number(process.env.PALIMPSEST_LEDGERS ?? 6);
const DAY = 86_400_000;
const ORIGIN = Date.UTC(2024, 0, 1);
const iso = (day: number): string => new Date(ORIGIN + day * DAY).toISOString();

type Step =
  | {
      readonly kind: 'claim';
      readonly act: ClaimAct;
      readonly who: number;
      readonly what: number;
      readonly relation: number;
      readonly said: number;
      readonly from: number | null;
      readonly isHeld: boolean;
    }
  | { readonly kind: 'decide' | 'undo' | 'split'; readonly pick: number; readonly how: number }
  | { readonly kind: 'merge'; readonly from: number; readonly into: number };

const small = (max: number) => fc.integer({ min: 0, max });

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('claim' as const),
      act: fc.constantFrom<ClaimAct[]>('state', 'state', 'state', 'correct', 'end', 'retract'),
      who: small(2),
      what: small(3),
      relation: small(2),
      said: small(30),
      from: fc.option(small(30), { nil: null }),
      isHeld: small(5).map((n) => n === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('decide' as const, 'undo' as const, 'split' as const),
      pick: small(8),
      how: small(2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), from: small(2), into: small(2) }) },
);

const RELATIONS = ['lives in', 'born in', 'likes'] as const;
const BUCKETS = { 'lives in': 'single-valued', 'born in': 'property', likes: 'multi-valued' } as const;

/** One record a step; what cannot be done (merging one into itself) becomes a note of how far reading has come. */
function toEvents(steps: readonly Step[]): readonly JournalEvent[] {
  const claims: { readonly id: string; readonly subject: string }[] = [];
  const merged = new Set<string>();
  return steps.map((step, index): JournalEvent => {
    const note: JournalEvent = { kind: 'codex.read', body: { extractor: 'rules 1', throughSeq: index } };
    if (step.kind === 'claim') {
      const subjectId = `p${step.who}`;
      claims.push({ id: `c${index}`, subject: subjectId });
      const isNamed = step.act === 'state' || step.act === 'correct' || step.what > 0;
      return {
        kind: 'codex.claimed',
        body: {
          ...{ spaceId: 's', turnId: `t${index}`, extractor: 'rules 1', withdrawn: [] },
          entities: [
            { entityId: subjectId, type: 'person', name: `Person ${step.who}`, aliases: [] },
            { entityId: `v${step.what}`, type: 'place', name: `Place ${step.what}`, aliases: [] },
          ],
          claims: [
            {
              ...{ claimId: `c${index}`, act: step.act, subjectId, relation: RELATIONS[step.relation] ?? 'likes' },
              ...{ object: isNamed ? { kind: 'entity', id: `v${step.what}` } : null, replaces: null, replacesIds: [] },
              ...{ validFrom: step.from === null ? null : { at: iso(step.from), precision: 'day' }, validTo: null },
              ...{ isPast: false, isImplied: false, observedAt: iso(step.said), source: 'user', confidence: 0.9 },
              ...{ assertedBy: step.act === 'correct' ? 'correction' : 'user', quote: null, mayMean: [] },
              heldFor: step.isHeld ? 'unsure' : null,
            },
          ],
        },
      };
    }
    if (step.kind === 'merge') {
      const [fromId, intoId] = [`p${step.from}`, `p${step.into}`];
      if (fromId === intoId || merged.size > 0) return note;
      merged.add(fromId);
      return { kind: 'codex.merged', body: { spaceId: 's', fromId, intoId } };
    }
    const claim = claims.at(-1 - step.pick);
    if (!claim) return note;
    if (step.kind === 'undo') return { kind: 'codex.undone', body: { seq: Math.max(1, index - step.pick) } };
    const body = { spaceId: 's', claimIds: [claim.id] };
    if (step.kind === 'decide') {
      const decision = (['accept', 'reject', 'reject-always'] as const)[step.how] ?? 'accept';
      return { kind: 'codex.decided', body: { ...body, decision, subjectId: null } };
    }
    const entity = { entityId: `n${index}`, type: 'person' as const, name: `New ${index}`, aliases: [] };
    return { kind: 'codex.split', body: { ...body, fromId: claim.subject, entity } };
  });
}

const toRecords = (events: readonly JournalEvent[]): readonly Applied[] =>
  events.map((event, index) => ({ seq: index + 1, hash: `h${index}`, at: iso(40 + index), event }));

describe('stores/project/codex', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it('holds after each record what a reader of all claims would answer, and the same when it is made anew', async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 24 }), async (steps) => {
        const records = toRecords(toEvents(steps));
        await empty(db);
        for (const record of records) {
          await db.transaction((tx) => applyRecords(tx, [record]));
          await expectLedgerOfClaims(database);
        }
        const grown = await listDigests(db.read, 1);
        await empty(db);
        await db.transaction((tx) => applyRecords(tx, records));
        expect(await listDigests(db.read, 1)).toEqual(grown);
      }),
      { numRuns: RUNS },
    );
  }, 120_000);
});

const ALL = { knownAt: Number.POSITIVE_INFINITY, generation: Number.POSITIVE_INFINITY };

async function expectLedgerOfClaims({ db }: Database): Promise<void> {
  const rows = await listAllClaims(db.read, 's');
  const root = rootsAt(await listLinks(db.read, 's'), ALL);
  const stored = await listAllRevisions(db.read, 's');
  const groups = groupClaims(rows, ALL, root);
  const keys = new Set(groups.map(({ subjectId, relation }) => `${subjectId} ${relation}`));
  expect(stored.filter(({ subjectId, relation }) => !keys.has(`${subjectId} ${relation}`))).toEqual([]);
  for (const { subjectId, relation, claims } of groups) {
    const bucket = BUCKETS[relation as keyof typeof BUCKETS]; // only these three are written above
    const own = stored.filter((belief) => belief.subjectId === subjectId && belief.relation === relation);
    for (let day = -1; day < 34; day += 3) {
      const at = ORIGIN + day * DAY + 1;
      const holding = own.filter(
        ({ status, from, to }) =>
          status !== 'corrected' && status !== 'retracted' && (from === null || from <= at) && (to === null || at < to),
      );
      const keysOf = (isDisputed: boolean) =>
        [
          ...new Set(holding.filter(({ status }) => (status === 'conflicted') === isDisputed).map(({ key }) => key)),
        ].sort();
      expect({ held: keysOf(false), disputed: keysOf(true) }).toEqual(askNaively(claims, bucket, at));
    }
  }
}
