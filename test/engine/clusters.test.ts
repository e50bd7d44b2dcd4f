import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, ConversationId, TopicId } from '../../main/contract/index.ts';
import { makeTopicsJsonl, TOPIC_TURNS } from '../builders/topics.ts';
import { createHashInference } from './hash-inference.ts';
import { examine, type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';

const KILN = /kiln|glaze|clay|bowl|pott/i;
const LOAF = /sourdough|loaf|oven|crust|rye|baker/i;
const FERRY = /ferry|island|lighthouse|harbour|train|coast/i;

let folder: Folder;
let opened: Opened;
let client: Client;

beforeAll(async () => {
  folder = await makeFolder();
  opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  client = opened.client;
});
afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
  await folder?.[Symbol.asyncDispose]();
});

async function add(jsonl: string): Promise<void> {
  const path = join(folder.path, 'weeks.jsonl');
  await writeFile(path, jsonl);
  await client.stream(
    'imports.run',
    { files: [{ path }], format: 'jsonl', isDryRun: false, shouldWait: true },
    { onChunk: () => undefined },
  );
  await client.call('codex.settle', {});
}
const work = async (worker: 'clustering' | 'reflection', from: string, days = 0) =>
  (await client.stream('workers.simulate', { workers: [worker], days, from }, { onChunk: () => undefined })).runs;
const topics = () => client.call('topics.list', {});
const nameOf = async (pattern: RegExp) => (await topics()).topics.find(({ name }) => pattern.test(name));

describe('clusters and reflection in the whole engine', () => {
  it('makes no topics of nothing, and says so', async () => {
    const [run] = await work('clustering', '2026-01-01T00:00:00Z');
    expect(run).toMatchObject({ state: 'done', summary: 'There are topics from 40 turns on.' });
    expect(await topics()).toMatchObject({ topics: [], turns: 0, sortedAt: null, turnsMin: 40 });
  });

  it('sorts what was said into topics named after it', async () => {
    await add(makeTopicsJsonl());
    const [run] = await work('clustering', '2026-01-02T00:00:00Z');
    expect(run?.counts).toMatchObject({ turns: TOPIC_TURNS, gone: 0 });
    const { topics: list, sorted } = await topics();
    // The vectors of these tests know words alone, so that turns with few words in common are in no topic.
    expect(sorted).toBeGreaterThan(0.5 * TOPIC_TURNS);
    for (const name of [KILN, LOAF, FERRY])
      expect(list.map((topic) => topic.name)).toContainEqual(expect.stringMatching(name));
  });

  it('changes nothing for the same time, for an earlier one, or when nothing has come', async () => {
    const before = await topics();
    for (const at of ['2026-01-02T00:00:00Z', '2025-01-01T00:00:00Z', '2026-01-03T00:00:00Z'])
      expect((await work('clustering', at))[0]?.counts).toMatchObject({ assigned: 0, made: 0, gone: 0 });
    expect(await topics()).toEqual(before);
  });

  it('finds inside a topic only what is in it', async () => {
    const ferry = await nameOf(FERRY);
    const query = 'Where was the kiln, and where was the glaze?';
    const inside = await client.call('memory.recall', { query, clusterId: ferry?.id });
    const turns = (await client.call('topics.get', { id: ferry?.id ?? ('' as TopicId), limit: 200, offset: 0 })).turns;
    const ids = new Set(turns.map(({ turnId }) => turnId));
    expect(inside.results.flatMap((result) => result.turns).filter((id) => !ids.has(id))).toEqual([]);
    expect((await client.call('memory.recall', { query })).results[0]?.text).toContain('kiln');
    await expect(client.call('memory.recall', { query, clusterId: 'none' })).rejects.toMatchObject({
      code: 'topic.not-found',
    });
    const trace = await client.call('traces.get', { id: inside.traceId });
    expect(trace.clusterId).toBe(ferry?.id);
  });

  it('puts new turns where they belong, keeps ids and names, and sorts anew when asked', async () => {
    const kiln = await nameOf(KILN);
    const id = kiln?.id ?? ('' as TopicId);
    await client.call('topics.set', { id, name: 'My pots' });
    await add(`${makeTopicsJsonl({ turns: 63 }).split('\n').slice(TOPIC_TURNS).join('\n')}`);
    const [run] = await work('clustering', '2026-01-05T00:00:00Z');
    expect(run?.counts).toMatchObject({ turns: 63, made: 0, gone: 0 });
    expect(run?.counts.assigned).toBeGreaterThan(0);
    const after = await client.call('topics.get', { id, limit: 1, offset: 0 });
    expect(after.topic).toMatchObject({ name: 'My pots', isRenamed: true, label: kiln?.label });
    await client.call('topics.sortAnew', {});
    const [full] = await work('clustering', '2026-01-06T00:00:00Z');
    expect(full?.counts.turns).toBe(63);
    expect((await client.call('topics.get', { id, limit: 1, offset: 0 })).topic.name).toBe('My pots');
  });

  it('concludes what is talked of often, for the inbox, once', async () => {
    const [run] = await work('reflection', '2026-01-07T00:00:00Z');
    expect(run?.counts.made).toBeGreaterThan(0);
    const { items } = await client.call('codex.inbox', { limit: 50, offset: 0 });
    const own = items.filter(({ relation }) => relation === 'talks often about');
    expect(own.length).toBe(run?.counts.held);
    const [again] = await work('reflection', '2026-01-08T00:00:00Z');
    expect(again?.counts).toMatchObject({ made: 0, added: 0, dropped: 0 });
    const first = own[0];
    if (first === undefined) throw new Error('nothing was concluded');
    await client.call('codex.decide', { ids: [first.id], decision: 'accept' });
    const facts = await client.call('codex.facts', { relation: 'talks often about' });
    expect(facts.facts).toMatchObject([{ assertedBy: 'assistant', status: 'active' }]);
    expect(facts.facts[0]?.evidence.length).toBeGreaterThanOrEqual(4);
    // It is nobody's statement: not learnt from a turn, and no leg finds anything by it.
    const from = facts.facts[0]?.evidence[0];
    const { learnt } = await client.call('codex.learnt', {
      conversationId: from?.conversationId ?? ('' as ConversationId),
    });
    expect(learnt.map(({ sentence }) => sentence).join()).not.toContain('talks often about');
    const query = 'What do I talk about often?';
    const legs = ['graph'] as const;
    expect((await client.call('memory.recall', { query, legs })).results).toEqual([]);
    expect(
      (await client.call('memory.recall', { query, legs, settings: { reflections: true } })).results.length,
    ).toBeGreaterThan(0);
  });

  it('drops a conclusion when the conversations that it rests on are gone', async () => {
    const { facts } = await client.call('codex.facts', { relation: 'talks often about' });
    for (const { conversationId } of facts[0]?.evidence ?? [])
      if (conversationId !== null) await client.call('conversations.remove', { id: conversationId });
    expect((await client.call('codex.facts', { relation: 'talks often about' })).facts).toEqual([]);
  });

  it('comes out the same when the database is made anew from the journal', async () => {
    const report = await examine(client, { shouldRebuild: true });
    expect(report.problems).toEqual([]);
  });
});
