import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../main/contract/index.ts';
import { parseEvent } from '../../main/journal/events/index.ts';
import { openJournal } from '../../main/journal/open.ts';
import { openVault } from '../../main/journal/vault.ts';
import { fixedClock, systemClock } from '../../main/lib/clock.ts';
import { systemIds } from '../../main/lib/ids.ts';
import { silentLog } from '../../main/lib/log.ts';
import { CREATIVE_FLOOR, dayOf, RATES, RESTORED, scoreOn, tierOf } from '../../main/lifecycle/decay/decay.pure.ts';
import { decayWorker } from '../../main/lifecycle/decay/decay-worker.ts';
import { edgeDecayWorker } from '../../main/lifecycle/decay/edge-decay-worker.ts';
import { countLives, findDecayPass, type LifeRow, listLives } from '../../main/stores/lives.ts';
import { readBeamSet } from '../../scripts/eval/beam.mjs';
import type { History } from '../../scripts/eval/sets.mjs';
import { createHashInference } from './hash-inference.ts';
import { examine, type Folder, makeFolder, type Opened, openFolder, withDatabase } from './open-folder.ts';
import { importLines, type Line, shared } from './real-folder.ts';

const beam = join(shared, 'data', 'beam-100k');
const hasBeam = existsSync(beam);
if (!hasBeam)
  console.warn(`SKIPPED: no BEAM histories in ${beam}; set PALIMPSEST_SHARED to live through a year of one`);

const DAYS = 365;
const DAY_MS = 86_400_000;
const START = new Date('2026-01-05T08:00:00Z');
const WORKERS = [decayWorker, edgeDecayWorker];
const NAMES = WORKERS.map(({ name }) => name);
/** Days on which something is asked: soon, at the edges of the tiers, and long after. */
const ASKED_ON = [3, 20, 44, 46, 58, 60, 61, 120, 250, 251, 364];

/** Stories of our own, since a history may have none: a tale by its form, and one that was asked for. */
const STORIES: readonly Line[] = [
  {
    ...{ id: 'tale', conversation: 'stories', role: 'assistant', speaker: 'assistant' },
    text: 'Once upon a time a keeper of bees lived where the river bends. She counted her hives each dusk and told them the news, for bees leave a house that keeps secrets from them. One winter no hive answered her.\n\n"Are you asleep?" she asked, and the snow replied with nothing at all.',
  },
  {
    ...{ id: 'plain', conversation: 'stories', role: 'user', speaker: 'Ada' },
    text: 'The bee keeper of our village sells honey on Saturdays.',
  },
];

/** The rarest words of some turns: their names, as far as this history is concerned. */
function pickNames(lines: readonly Line[], count: number): readonly { readonly id: string; readonly words: string }[] {
  const uses = new Map<string, number>();
  const wordsOf = (text: string): readonly string[] => [...new Set(text.toLowerCase().match(/[a-z]{6,}/g) ?? [])];
  for (const { text } of lines) for (const word of wordsOf(text)) uses.set(word, (uses.get(word) ?? 0) + 1);
  const named = lines.flatMap(({ id, text }) => {
    const rare = wordsOf(text).filter((word) => uses.get(word) === 1);
    return id !== undefined && rare.length >= 3 ? [{ id, words: rare.slice(0, 3).join(' ') }] : [];
  });
  const step = Math.max(1, Math.floor(named.length / count));
  return named.filter((_, n) => n % step === 0).slice(0, count);
}

type Lived = {
  readonly rows: readonly LifeRow[];
  readonly others: readonly Omit<LifeRow, 'turnId'>[];
  readonly counts: Awaited<ReturnType<typeof countLives>>;
  readonly passes: readonly unknown[];
  /** Turns that reached a prompt, by day. */
  readonly uses: ReadonlyMap<number, ReadonlySet<string>>;
  readonly data: string;
  readonly turns: number;
};

type Living = { readonly folder: Folder; readonly lines: readonly Line[]; readonly isDaily: boolean };

const simulate = (client: Client) =>
  client.stream('workers.simulate', { workers: NAMES, days: 0 }, { onChunk: () => undefined });

async function openAt(data: string, clock: ReturnType<typeof fixedClock>): Promise<Opened> {
  const opened = await openFolder(data, { clock, workers: WORKERS, inference: createHashInference() });
  // The queue itself would look at the clock as well.
  await opened.client.call('settings.set', { isWorkPaused: true });
  return opened;
}

const ask = (client: Client, text: string) => client.stream('chat.ask', { text }, { onChunk: () => undefined });

/** What the journal says was used, by day. */
async function readUses(data: string): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const deps = { folder: data, clock: systemClock, ids: systemIds };
  const { keyPair } = await openVault(deps);
  const journal = await openJournal({ ...deps, log: silentLog, keyPair });
  const uses = new Map<number, ReadonlySet<string>>();
  for await (const record of journal.read(1)) {
    const parsed = parseEvent(record);
    if (parsed.state !== 'known' || parsed.event.kind !== 'answered') continue;
    uses.set(dayOf(new Date(record.at)) - dayOf(START), new Set(parsed.event.body.inPrompt));
  }
  await journal.close();
  return uses;
}

/** A year with questions on some days; the workers run every day, or on the first and the last. */
async function live({ folder, lines, isDaily }: Living): Promise<Lived> {
  const data = join(folder.path, isDaily ? 'daily' : 'at once');
  const clock = fixedClock(START);
  const names = pickNames(lines, ASKED_ON.length);
  let turns = 0;
  {
    await using opened = await openAt(data, clock);
    const { client } = opened;
    await importLines(client, folder, [...lines, ...STORIES]);
    for (let day = 0; day <= DAYS; day += 1) {
      const asked = ASKED_ON.indexOf(day);
      // Asked for again and again: what is used once a month or so stays with us.
      const words = day % 40 === 0 ? names[0]?.words : names[asked]?.words;
      if (asked >= 0 || (day > 0 && day % 40 === 0)) await ask(client, `Tell me about ${words}`);
      if (isDaily || day === 0 || day === DAYS) {
        const { runs } = await simulate(client);
        expect(runs.map(({ state }) => state)).toEqual(['done', 'done']);
        if (isDaily && day % 90 === 0) await simulate(client);
      }
      if (isDaily && day === 200) await jumpBack(client, clock);
      clock.advance(DAY_MS);
    }
    turns = (await examine(client)).counts.turns ?? 0;
  }
  const ids = [...lines, ...STORIES].map(({ id }) => id ?? '');
  const uses = await readUses(data);
  let lived: Lived | null = null;
  await withDatabase(data, async ({ read }) => {
    const rows = await listLives(read, ids);
    const all = await listLives(read, await listAllIds(read));
    const imported = new Set(ids);
    const others = all.filter(({ turnId }) => !imported.has(turnId)).map(({ turnId: _, ...life }) => life);
    const passes = [await findDecayPass(read, 'turns'), await findDecayPass(read, 'edges')];
    lived = { rows, others: others.sort(byLife), counts: await countLives(read), passes, uses, data, turns };
  });
  if (lived === null) throw new Error('not read');
  return lived;
}

const byLife = (a: object, b: object): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

async function listAllIds(read: Parameters<typeof countLives>[0]): Promise<readonly string[]> {
  const { rows } = await read.query('select t.id from turn t join turn_life l on l.seq = t.seq', []);
  return rows.map((row) => (row as { readonly id: string }).id);
}

/** A clock that loses a year for a while: the workers run, and nothing changes. */
async function jumpBack(client: Client, clock: ReturnType<typeof fixedClock>): Promise<void> {
  clock.advance(-DAYS * DAY_MS);
  const { runs } = await simulate(client);
  expect(runs[0]?.counts).toMatchObject({ nowArchived: 0, nowCold: 0, nowActive: 0 });
  clock.advance(DAYS * DAY_MS);
}

/** Day by day, as the paper's workers do it. */
function expectedScore({ uses }: Lived, { turnId, pace }: LifeRow): { readonly score: number; readonly count: number } {
  let score = 1;
  let count = 0;
  for (let day = 0; day <= DAYS; day += 1) {
    if (day > 0) score *= pace === 'creative' ? RATES.creative : count > 0 ? RATES.accessed : RATES.unaccessed;
    if (pace === 'creative') score = Math.max(CREATIVE_FLOOR, score);
    if (uses.get(day)?.has(turnId) !== true) continue;
    score = Math.min(1, score + RESTORED);
    count += 1;
  }
  return { score, count };
}

function checkScores(lived: Lived): void {
  const today = dayOf(new Date(START.getTime() + DAYS * DAY_MS));
  for (const row of lived.rows) {
    const expected = expectedScore(lived, row);
    expect(row.accessCount).toBe(expected.count);
    expect(Math.abs(scoreOn(row, today) - expected.score)).toBeLessThan(1e-6);
    expect(row.tier).toBe(tierOf(expected.score));
  }
}

type Found = { readonly client: Client; readonly lines: readonly Line[] };

/** The oldest and least used are found by their own words and by their day, and say that they are cold. */
async function checkFindable({ client, lines }: Found): Promise<void> {
  // What was asked about in this year stands in other turns as well by now.
  const asked = new Set(pickNames(lines, ASKED_ON.length).map(({ id }) => id));
  const names = pickNames(lines, 40).filter(({ id }) => !asked.has(id));
  const find = async (words: string, decay: boolean) => {
    const { results } = await client.call('memory.recall', { query: words, k: 10, settings: { decay } });
    return (id: string) => results.find(({ turns }) => turns.some((turn) => turn === id));
  };
  const lost = { aged: [] as string[], ageless: [] as string[] };
  let cold = 0;
  for (const { id, words } of names) {
    const aged = (await find(words, true))(id);
    if (aged === undefined) lost.aged.push(id);
    if ((await find(words, false))(id) === undefined) lost.ageless.push(id);
    if (aged?.tier === 'cold') cold += 1;
  }
  // What the words of a turn do not find, without any ageing, is another matter: ageing loses none.
  expect(lost.aged).toEqual(lost.ageless);
  expect(lost.aged.length).toBeLessThan(names.length / 10);
  expect(cold).toBeGreaterThan(names.length / 2);
  const days = [...new Set(lines.flatMap(({ at }) => (typeof at === 'string' ? [at.slice(0, 10)] : [])))];
  expect(days.length).toBeGreaterThan(0);
  for (const day of days.slice(0, 5)) {
    const spoken = new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', {
      ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
    });
    const { results } = await client.call('memory.recall', { query: `What did we talk about on ${spoken}?`, k: 10 });
    const that = results.filter(({ at }) => at?.startsWith(day));
    expect(that.length, `turns of ${day}`).toBeGreaterThan(0);
    expect(that.some(({ tier }) => tier === 'cold')).toBe(true);
  }
}

const linesOf = (history: History): readonly Line[] =>
  history.lines.map(({ space: _, ...line }) => ({ ...line, text: String(line.text) }));

describe.skipIf(!hasBeam)('a year over a real history', () => {
  it('ages by the closed form, comes to the same in one step, loses nothing and finds everything', async () => {
    const [history] = readBeamSet(beam);
    if (!history) throw new Error('an empty set');
    const lines = linesOf(history);
    await using folder = await makeFolder();
    const daily = await live({ folder, lines, isDaily: true });
    const atOnce = await live({ folder, lines, isDaily: false });

    checkScores(daily);
    expect(atOnce.rows).toEqual(daily.rows);
    expect(atOnce.others).toEqual(daily.others);
    expect(atOnce.passes).toEqual(daily.passes);
    expect([...atOnce.uses]).toEqual([...daily.uses]);

    // Every tier is there to be spoken of, the story is above its floor, and nothing went.
    expect(daily.counts.cold).toBeGreaterThan(daily.counts.active);
    expect(Math.min(daily.counts.active, daily.counts.accessed)).toBeGreaterThan(0);
    const tale = daily.rows.find(({ turnId }) => turnId === 'tale');
    expect(tale).toMatchObject({ pace: 'creative', tier: 'active' });
    expect(daily.rows.find(({ turnId }) => turnId === 'plain')).toMatchObject({ pace: 'unaccessed', tier: 'cold' });
    const asked = new Set([...daily.uses.keys()]).size;
    expect(daily.turns).toBe(lines.length + STORIES.length + asked * 2);
    console.log(`a year of ${lines.length} turns:`, daily.counts);

    const clock = fixedClock(new Date(START.getTime() + DAYS * DAY_MS));
    await using opened = await openAt(daily.data, clock);
    await checkFindable({ client: opened.client, lines });
    const report = await examine(opened.client, { shouldRebuild: true });
    expect({ ok: report.ok, problems: report.problems }).toEqual({ ok: true, problems: [] });
  }, 600_000);
});
