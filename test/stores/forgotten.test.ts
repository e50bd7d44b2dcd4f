import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Gone } from '../../main/forget/gone.pure.ts';
import type { JournalEvent } from '../../main/journal/events/index.ts';
import { listDigests } from '../../main/stores/health.ts';
import { type Applied, applyRecords } from '../../main/stores/project/apply.ts';
import { run } from '../../main/stores/run.ts';
import { anySteps, live } from './any-history.ts';
import { createWorld, type World } from './any-world.ts';
import { forget, goneWith, type Standing } from './naive-forget.ts';
import { type Database, empty, openDatabase, record } from './open-database.ts';

const RUNS = Number(process.env.PALIMPSEST_FORGETS ?? 8);

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const apply = (records: readonly Applied[]) => database.db.transaction((tx) => applyRecords(tx, records));
const digests = async () =>
  Object.fromEntries((await listDigests(database.db.read, 1)).map(({ table, digest }) => [table, digest]));

/** A journal whose records lose their bodies, and the tables that live through it. */
class Journal {
  readonly world: World = createWorld();
  readonly events: JournalEvent[] = [];
  standing: (JournalEvent | null)[] = [];
  readonly amendedBy = new Map<number, number>();

  async goOn(): Promise<void> {
    const fresh = this.world.events.slice(this.events.length);
    await apply(record(fresh, this.events.length + 1));
    this.events.push(...fresh);
    this.standing.push(...fresh);
  }

  async forget(gone: Gone): Promise<void> {
    const { left, events } = forget(this.standing, gone, this.amendedBy);
    this.standing = [...left];
    this.world.events.push(...events);
    for (const event of events)
      if (event.kind === 'erased') for (const seq of event.body.seqs) this.amendedBy.delete(seq);
    for (const [n, event] of events.entries())
      if (event.kind === 'amended') this.amendedBy.set(event.body.seq, this.events.length + n + 1);
    const before = new Set(events.flatMap((event) => (event.kind === 'erased' ? event.body.seqs : [])));
    for (const seq of before) if (this.events[seq - 1]?.kind === 'amended') this.standing[seq - 1] = null;
    await this.goOn();
  }

  /** As a new database reads it. */
  replayed(): readonly Applied[] {
    return record(this.standing).map((one) => ({ ...one, isAmended: this.amendedBy.has(one.seq) }));
  }
}

async function expectSameAsReplayed(journal: Journal): Promise<void> {
  const lived = await digests();
  await empty(database.db);
  await apply(journal.replayed());
  expect(await digests()).toEqual(lived);
}

type Choice = { readonly how: number; readonly a: number; readonly b: number };
const anyChoice: fc.Arbitrary<Choice> = fc.record({ how: fc.nat(9), a: fc.nat(40), b: fc.nat(40) });

async function choose(journal: Journal, { how, a, b }: Choice): Promise<Gone> {
  const { world, standing } = journal;
  const turns = standing.flatMap((event) =>
    event?.kind === 'turn.said' && event.body.isForgotten !== true ? [event.body] : [],
  );
  const of = <T>(all: readonly T[], n: number): readonly T[] =>
    all.length === 0 ? [] : all.slice(n % all.length).slice(0, 1);
  const chosen: Partial<Gone> =
    how === 0
      ? { conversations: new Set(of([...world.spaceOf.keys()], a)) }
      : how === 1
        ? { documents: new Set(of(world.documents, a)), slots: new Set(of(world.slots, b)) }
        : how === 2
          ? everythingOf(journal, ['work', 'home'][a % 2] ?? 'home')
          : how === 3
            ? cutsOf(of(turns, a))
            : { turns: new Set([...of(turns, a), ...of(turns, b)].map(({ turnId }) => turnId)) };
  return goneWith(standing, chosen, await listStanding());
}

function cutsOf(turns: readonly { readonly turnId: string; readonly text: string }[]): Partial<Gone> {
  return {
    cuts: new Map(
      turns.map(({ turnId, text }) => [
        turnId,
        { from: 0, to: 6, rest: text.slice(6), removedChars: 6, removed: text.slice(0, 6) },
      ]),
    ),
  };
}

function everythingOf({ world }: Journal, spaceId: string): Partial<Gone> {
  const own = [...world.spaceOf].filter(([, space]) => space === spaceId).map(([id]) => id);
  const clusters = world.clusters.filter((one) => one.spaceId === spaceId).map(({ id }) => id);
  return { spaces: new Set([spaceId]), conversations: new Set(own), clusters: new Set(clusters) };
}

async function listStanding(): Promise<ReadonlySet<string>> {
  const rows = await run(
    database.db.read,
    z.object({ id: z.string(), standing: z.string() }),
    `select distinct on (claim_id) claim_id as id, standing from claim_standing where undone_seq is null
     order by claim_id, seq desc`,
  );
  return new Set(rows.filter(({ standing }) => standing === 'admitted' || standing === 'held').map(({ id }) => id));
}

/** What is gone is not spoken of again. */
function leaveOut({ world }: Journal, gone: Gone, standing: Standing): void {
  const isLeft = (id: string): boolean => !gone.turns.has(id);
  world.turns = world.turns.filter(({ id }) => isLeft(id));
  world.claims = world.claims.filter(({ id }) => !gone.claims.has(id));
  const there = new Set(
    standing.flatMap((event) =>
      event?.kind === 'codex.claimed'
        ? event.body.entities.map(({ entityId }) => `${event.body.spaceId} ${entityId}`)
        : [],
    ),
  );
  world.entities = world.entities.filter(({ spaceId, id }) => there.has(`${spaceId} ${id}`));
  world.summaries = world.summaries.filter((id) => !gone.summaries.has(id));
  world.procedures = world.procedures.filter((id) => !gone.procedures.has(id));
  world.reflections = world.reflections.filter(({ id }) => !gone.reflections.has(id));
  world.documents = world.documents.filter((id) => !gone.documents.has(id));
  world.slots = world.slots.filter((id) => !gone.slots.has(id));
  for (const id of gone.conversations) world.spaceOf.delete(id);
  const clusters = new Set(
    standing.flatMap((event) =>
      event?.kind === 'clusters.changed' ? event.body.made.map(({ clusterId }) => clusterId) : [],
    ),
  );
  world.clusters = world.clusters.filter(({ id }) => clusters.has(id));
}

describe('stores/project/forgotten', () => {
  it('leaves the tables as a replay of what is left makes them (any history, any forgets)', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySteps(10, 40),
        fc.array(fc.tuple(anyChoice, anySteps(0, 12)), { minLength: 1, maxLength: 3 }),
        async (steps, forgets) => {
          await empty(database.db);
          const journal = new Journal();
          live(journal.world, steps);
          await journal.goOn();
          for (const [choice, more] of forgets) {
            const gone = await choose(journal, choice);
            await journal.forget(gone);
            await expectSameAsReplayed(journal);
            leaveOut(journal, gone, journal.standing);
            live(journal.world, more);
            await journal.goOn();
          }
          await expectSameAsReplayed(journal);
        },
      ),
      { numRuns: RUNS },
    );
  }, 300_000);
});
