import { listFacts, settleRows } from './codex/facts.ts';
import { rootsAt } from './codex/fence.pure.ts';
import { readGraph } from './codex/graph.ts';
import { resolve } from './codex/settle.pure.ts';
import { buildVocabulary } from './codex/vocabulary.pure.ts';
import { EntityType } from './contract/codex.ts';
import type { BodyOf, JournalEvent } from './journal/events/index.ts';
import { systemClock as clock } from './lib/clock.ts';
import { silentLog as log } from './lib/log.ts';
import { listClaimsOfKeys, listLinks } from './stores/claims.ts';
import { openStore } from './stores/open.ts';
import { type Applied, applyRecords } from './stores/project/apply.ts';
import { listRevisionsOfKey } from './stores/revisions.ts';
import type { Db } from './stores/run.ts';

const ENTITIES = 5_000;
const CLAIMS_A_RECORD = 500;
const ASKED = 300;
const ADDED = 60;
const SPACE = 'home';
const DAY_MS = 86_400_000;
const FIRST_MS = Date.UTC(2020, 0, 1);
const DAYS = 2_000;

type Claim = BodyOf<'codex.claimed'>['claims'][number];

/** The same numbers for the same seed (Park and Miller's generator). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const isoOf = (day: number): string => new Date(FIRST_MS + day * DAY_MS).toISOString();

/** A claim about one of the entities: a fiftieth of all are about the user, whose ledger is the largest. */
function makeClaim(n: number, random: (below: number) => number): Claim {
  const relations = buildVocabulary().relations;
  const relation = relations[random(relations.length)] ?? relations[0];
  const isLink = relation?.object.some((kind) => EntityType.safeParse(kind).success) ?? false;
  const value = random(ENTITIES);
  return {
    ...{ claimId: `claim-${n}`, act: 'state', relation: relation?.name ?? 'likes', replaces: null, replacesIds: [] },
    subjectId: random(50) === 0 ? 'me' : `entity-${random(ENTITIES)}`,
    object: isLink
      ? { kind: 'entity', id: `entity-${value}` }
      : { kind: 'literal', text: `value ${value}`, value: `value ${value}` },
    validFrom: random(2) === 0 ? { at: isoOf(random(DAYS)), precision: 'day' } : null,
    ...{ validTo: null, isPast: false, isImplied: false, observedAt: isoOf(random(DAYS)), assertedBy: 'user' },
    ...{ source: 'user', confidence: 0.9, quote: { text: `quote ${n}`, from: 0 }, heldFor: null, mayMean: [] },
  };
}

function* makeRecords(claims: number): Generator<Applied> {
  const random = createRandom(20_240_229);
  for (let seq = 1, n = 0; n < claims; seq += 1) {
    const part: Claim[] = [];
    while (part.length < CLAIMS_A_RECORD && n < claims) part.push(makeClaim(n++, random));
    const first = (seq - 1) * 50;
    const entities = Array.from({ length: first < ENTITIES ? 50 : 0 }, (_, i) => ({
      ...{ entityId: `entity-${first + i}`, type: 'person' as const, name: `Person ${first + i}`, aliases: [] },
    }));
    const body = { spaceId: SPACE, turnId: `turn-${seq}`, extractor: 'bench', entities, claims: part, withdrawn: [] };
    yield toRecord(seq, { kind: 'codex.claimed', body });
  }
}

const toRecord = (seq: number, event: JournalEvent): Applied => ({
  ...{ seq, hash: `hash-${seq}`, event },
  at: new Date(FIRST_MS + DAYS * DAY_MS + seq * 1000).toISOString(),
});

async function timeEach(times: number, work: (n: number) => Promise<unknown>) {
  const ms: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const from = clock.monotonicMs();
    await work(n);
    ms.push(clock.monotonicMs() - from);
  }
  ms.sort((a, b) => a - b);
  return { p50Ms: ms[Math.floor(times * 0.5)] ?? 0, p95Ms: ms[Math.floor(times * 0.95)] ?? 0 };
}

/** The ledger alone, with `claims` claims in a database of its own: how quickly it grows, and is asked. */
export async function measureLedger(
  folder: string,
  { templateFolder, claims }: { readonly templateFolder: string; readonly claims: number },
) {
  const { db } = await openStore({ dataFolder: folder, templateFolder }, { clock, log });
  try {
    const from = clock.monotonicMs();
    let last = 0;
    for (const record of makeRecords(claims)) {
      await db.transaction((tx) => applyRecords(tx, [record]));
      last = record.seq;
    }
    const seconds = (clock.monotonicMs() - from) / 1000;
    return { grow: { claimsPerSecond: claims / seconds }, ...(await ask(db, last)) };
  } finally {
    await db.close();
  }
}

async function ask(db: Db, last: number) {
  const random = createRandom(7);
  const relations = buildVocabulary().relations;
  const ctx = { db, clock, generation: () => last, settings: { get: () => ({ isDecayOn: true }) } };
  const anyKey = () => ({
    subjectId: `entity-${random(ENTITIES)}`,
    relation: relations[random(relations.length)]?.name ?? 'likes',
  });
  const now = FIRST_MS + DAYS * DAY_MS;
  const knownAt = now + (last / 2) * 1000;
  let seq = last;
  return {
    'resolve, as known now': await timeEach(ASKED, async () =>
      resolve(await listRevisionsOfKey(db.read, SPACE, anyKey()), now),
    ),
    'resolve, as known on an earlier day': await timeEach(ASKED, async () => {
      const fence = { knownAt, generation: last };
      const root = rootsAt(await listLinks(db.read, SPACE), fence);
      const rows = await listClaimsOfKeys(db.read, SPACE, [anyKey()]);
      return resolve(await settleRows(ctx, { rows, fence, root }), now);
    }),
    'all facts of the user': await timeEach(10, () => listFacts(ctx, { subject: 'me', history: true })),
    'all facts of another': await timeEach(50, () => listFacts(ctx, { subject: `entity-${random(ENTITIES)}` })),
    'the whole graph': await timeEach(5, () => readGraph(ctx, { limit: ENTITIES })),
    'a claim more': await timeEach(ADDED, async (n) => {
      seq += 1;
      const claim = { ...makeClaim(1_000_000 + n, random), claimId: `more-${n}` };
      const body = { spaceId: SPACE, turnId: null, extractor: 'bench', entities: [], claims: [claim], withdrawn: [] };
      await db.transaction((tx) => applyRecords(tx, [toRecord(seq, { kind: 'codex.claimed', body })]));
    }),
  };
}
