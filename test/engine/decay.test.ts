import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf, Revision } from '../../main/contract/index.ts';
import { fixedClock } from '../../main/lib/clock.ts';
import { decayWorker } from '../../main/lifecycle/decay/decay-worker.ts';
import { edgeDecayWorker } from '../../main/lifecycle/decay/edge-decay-worker.ts';
import { createHashInference } from './hash-inference.ts';
import { examine, type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines, type Line } from './real-folder.ts';

const DAY_MS = 86_400_000;
const START = new Date('2026-01-05T08:00:00Z');

/** One fact of each kind of relation, and what two of them are about. */
const LINES: readonly Line[] = [
  { id: 'birthday', at: '2025-12-01T10:00:00Z', text: 'My birthday is on 3 May 1990.' },
  { id: 'allergy', conversation: 'b', at: '2025-12-02T10:00:00Z', text: 'I am allergic to walnuts.' },
  { id: 'home', conversation: 'c', at: '2025-12-03T10:00:00Z', text: 'I live in Porto.' },
  { id: 'sailing', conversation: 'd', at: '2025-12-04T10:00:00Z', text: 'I like sailing.' },
  { id: 'chess', conversation: 'e', at: '2025-12-05T10:00:00Z', text: 'I like chess.' },
  { id: 'stamps', conversation: 'g', at: '2025-12-05T12:00:00Z', text: 'I collect old stamps.' },
  {
    ...{ id: 'tale', conversation: 'f', role: 'assistant', speaker: 'assistant', at: '2025-12-06T10:00:00Z' },
    text: 'Once upon a time a lamp lighter lived above the harbour. Every dusk she climbed down with her ladder, and every dawn she climbed up again with the smell of oil on her sleeves. One evening the flames would not take, and she sat down under the last lamp to ask it why.',
  },
];

let folder: Folder;
let opened: Opened;
const clock = fixedClock(START);
beforeAll(async () => {
  folder = await makeFolder();
  opened = await openFolder(join(folder.path, 'data'), {
    ...{ clock, workers: [decayWorker, edgeDecayWorker], inference: createHashInference() },
  });
  await opened.client.call('settings.set', { isWorkPaused: true });
  await importLines(opened.client, folder, LINES);
  await opened.client.call('codex.settle', {});
  const items = (await opened.client.call('codex.inbox', { limit: 50, offset: 0 })).items;
  if (items.length > 0)
    await opened.client.call('codex.decide', { ids: items.map(({ id }) => id), decision: 'accept' });
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const run = async (days: number) => {
  const input = { workers: ['decay' as const, 'edge-decay' as const], days };
  const { runs } = await opened.client.stream('workers.simulate', input, { onChunk: () => undefined });
  return runs;
};
const nameOf = ({ object }: Revision): string => (object.kind === 'entity' ? object.name : object.text);
const facts = async (over: Partial<InputOf<'codex.facts'>> = {}) => {
  const found = await opened.client.call('codex.facts', { subject: 'me', ...over });
  return Object.fromEntries(found.facts.map((fact) => [`${fact.relation} ${nameOf(fact)}`, fact.status]));
};
const recall = (query: string, over: Partial<InputOf<'memory.recall'>> = {}) =>
  opened.client.call('memory.recall', { query, ...over });
const tierOf = async (query: string, id: string, over: Partial<InputOf<'memory.recall'>> = {}) => {
  const { results } = await recall(query, over);
  const own = results.find(({ turns }) => turns.some((turn) => turn === id));
  return own === undefined ? 'not found' : (own.tier ?? 'active');
};

describe('a memory that ages', () => {
  it('keeps everything in the foreground on the day it is recorded, however old its words', async () => {
    const [decay, edges] = await run(0);
    expect(decay?.counts).toMatchObject({ turns: 7, active: 7, archived: 0, cold: 0, creative: 1, tagged: 1 });
    expect(edges?.counts).toMatchObject({ dormant: 0 });
    expect(new Set(Object.values(await facts()))).toEqual(new Set(['active']));
  });

  it('lets turns and many-valued facts step back, and never a birthday, an allergy or a home', async () => {
    clock.advance(60 * DAY_MS);
    const [decay, edges] = await run(0);
    expect(decay?.summary).toBe('Aged 7 memories: 6 went into cold storage. All stay findable.');
    expect(edges?.counts).toMatchObject({ dormant: 3 });
    const held = await facts();
    expect(held).toMatchObject({ 'likes sailing': 'dormant', 'likes chess': 'dormant', 'lives in Porto': 'active' });
    expect(Object.keys(held).filter((fact) => held[fact] === 'active')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/birth/),
        expect.stringMatching(/^allergic to /),
        expect.stringMatching(/^lives in /),
      ]),
    );
  });

  it('says how strong a fact is, and when it was last spoken of', async () => {
    const { facts: found } = await opened.client.call('codex.facts', { subject: 'me', relation: 'likes' });
    const sailing = found.find((fact) => nameOf(fact) === 'sailing');
    expect(sailing?.strength).toBeCloseTo(0.95 ** 60, 9);
    expect(sailing?.lastMentionedAt).toBe('2025-12-04T10:00:00.000Z');
    const past = await facts({ relation: 'likes', knownAt: '2026-01-20T00:00:00Z' });
    expect(past['likes sailing']).toBe('active');
  });

  it('keeps the rule of the paper for comparison, by which everything waits for the user again', async () => {
    expect(await facts({ edgeDecay: 'ice' })).toMatchObject({
      'likes sailing': 'pending',
      'lives in Porto': 'pending',
    });
    expect(await facts({ edgeDecay: 'off' })).toMatchObject({ 'likes sailing': 'active', 'lives in Porto': 'active' });
  });

  it('draws dormant links as dormant', async () => {
    const { edges, nodes } = await opened.client.call('codex.graph', { limit: 100 });
    const nameAt = new Map(nodes.map(({ id, name }) => [id, name]));
    const states = Object.fromEntries(edges.map(({ to, status }) => [nameAt.get(to) ?? '', status]));
    expect(states).toMatchObject({ Porto: 'active' });
    const likes = edges.filter(({ relation }) => relation === 'likes').map(({ status }) => status);
    expect(new Set(likes)).toEqual(likes.length === 0 ? new Set() : new Set(['dormant']));
  });

  it('finds what is cold by its words, and says that it is cold', async () => {
    expect(await tierOf('Do I like sailing?', 'sailing')).toBe('cold');
    expect(await tierOf('the lamp lighter above the harbour', 'tale')).toBe('active');
    expect(await tierOf('Do I like sailing?', 'sailing', { asOf: '2026-01-10T00:00:00Z' })).toBe('active');
    expect(await tierOf('Do I like sailing?', 'sailing', { settings: { decay: false } })).toBe('active');
    const { traceId } = await recall('Do I like sailing?');
    const trace = await opened.client.call('traces.get', { id: traceId });
    expect(trace.candidates.find(({ id }) => id === 'sailing')?.tier).toBe('cold');
  });

  it('resolves a dormant fact where it is named, and does not bring it unasked', async () => {
    const graphOf = async (query: string, edgeDecay: 'dormant' | 'ice' | 'off'): Promise<readonly string[]> => {
      const { results } = await recall(query, { legs: ['graph'], settings: { edgeDecay } });
      return results.flatMap(({ turns }) => turns);
    };
    expect(await graphOf('Do I like sailing?', 'dormant')).toContain('sailing');
    expect(await graphOf('Do I like sailing?', 'ice')).toEqual([]);
    const unasked = 'What preference do I have?';
    expect(await graphOf(unasked, 'off')).toEqual(expect.arrayContaining(['sailing', 'chess']));
    expect(await graphOf(unasked, 'dormant')).toEqual([]);
  });

  it('brings a turn and its fact back by a use', async () => {
    await opened.client.stream('chat.ask', { text: 'Do I like sailing?' }, { onChunk: () => undefined });
    expect(await tierOf('Do I like sailing?', 'sailing')).toBe('active');
    expect(await facts({ relation: 'likes' })).toMatchObject({ 'likes sailing': 'active' });
    expect(Object.values(await facts({ relation: 'collects' }))).toEqual(['dormant']);
  });

  it('changes nothing where the clock lost a year, nor on the same day again', async () => {
    await run(0);
    const before = (await examine(opened.client)).digests;
    clock.advance(-365 * DAY_MS);
    const [lost] = await run(0);
    expect(lost?.counts).toMatchObject({ nowArchived: 0, nowCold: 0, nowActive: 0 });
    clock.advance(365 * DAY_MS);
    await run(0);
    expect((await examine(opened.client)).digests).toEqual(before);
  });

  it('ages nothing while the user lets nothing age, and goes on as if it had when that is switched back', async () => {
    await opened.client.call('settings.set', { isDecayOn: false });
    const [decay, edges] = await run(0);
    expect([decay?.counts, edges?.counts]).toEqual([{}, {}]);
    expect(Object.values(await facts({ relation: 'collects' }))).toEqual(['active']);
    expect(await tierOf('Do I collect stamps?', 'stamps')).toBe('active');
    await opened.client.call('settings.set', { isDecayOn: true });
    expect(Object.values(await facts({ relation: 'collects' }))).toEqual(['dormant']);
    expect(await tierOf('Do I collect stamps?', 'stamps')).toBe('cold');
  });

  it('comes out of the journal as it was', async () => {
    const report = await examine(opened.client, { shouldRebuild: true });
    expect({ ok: report.ok, problems: report.problems }).toEqual({ ok: true, problems: [] });
  });
});
