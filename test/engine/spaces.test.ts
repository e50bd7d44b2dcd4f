import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatReply } from '../../main/contract/chat.ts';
import type { ConversationId, SpaceId } from '../../main/contract/ids.ts';
import type { Client, InputOf, OutputOf } from '../../main/contract/index.ts';
import type { LegName } from '../../main/contract/recall.ts';
import type { JournalEvent } from '../../main/journal/events/index.ts';
import { appendEvents } from './append-events.ts';
import { createHashInference } from './hash-inference.ts';
import { examine, type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines, importPath } from './real-folder.ts';

const HOME = 'home' as SpaceId;
const SHOP = 'shop' as SpaceId;

const ask = (client: Client, text: string, over: Partial<InputOf<'chat.ask'>> = {}): Promise<ChatReply> =>
  client.stream('chat.ask', { text, ...over }, { onChunk: () => undefined });

async function settle(client: Client): Promise<void> {
  await client.stream('memory.settle', {}, { onChunk: () => undefined });
  await client.call('codex.settle', {});
}

type Facts = OutputOf<'codex.facts'>['facts'];
const said = (facts: Facts) =>
  facts.map(({ relation, object }) => [relation, 'name' in object ? object.name : object.text]);
async function factsOf(client: Client, spaceId: SpaceId, subject = 'me') {
  return said((await client.call('codex.facts', { subject, spaceId } as InputOf<'codex.facts'>)).facts);
}

/** A procedure and a summary of one space, worded as those of the other. */
const passages = (spaceId: string): readonly JournalEvent[] => [
  {
    kind: 'procedure.set',
    body: {
      ...{ procedureId: `${spaceId}-procedure`, spaceId, trigger: 'Firing the kiln', zone: 'UTC' },
      ...{ steps: ['Warm the kiln slowly', 'Close the damper'], evidence: [`${spaceId}-kiln`] },
    },
  },
  {
    kind: 'summary.written',
    body: {
      ...{ summaryId: `${spaceId}-summary`, spaceId, title: 'Kiln', covers: [`${spaceId}-kiln`], zone: 'UTC' },
      ...{ text: 'The kiln was repaired by Orla.', saidAt: '2024-03-01T10:00:00Z', by: 'extract' },
    },
  },
];

describe('two spaces that hold the same', () => {
  let folder: Folder;
  let opened: Opened;
  const open = () => openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  beforeAll(async () => {
    folder = await makeFolder();
    opened = await open();
    for (const spaceId of [HOME, SHOP]) {
      await importLines(
        opened.client,
        folder,
        [
          { id: `${spaceId}-kiln`, text: 'My sister Orla repaired the kiln.', at: '2024-03-01T10:00:00Z' },
          { id: `${spaceId}-live`, text: 'My sister Orla lives in Cork. I like glazes.', at: '2024-03-01T10:01:00Z' },
        ],
        { spaceId },
      );
      const path = join(folder.path, `${spaceId}.md`);
      await writeFile(path, `# Kiln of ${spaceId}\n\nThe kiln must cool for a day before Orla opens it.\n`);
      await importPath(opened.client, path, { spaceId });
    }
    await settle(opened.client);
    await opened[Symbol.asyncDispose]();
    await appendEvents(join(folder.path, 'data'), [...passages(HOME), ...passages(SHOP)]);
    opened = await open();
    await settle(opened.client);
  });
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const legs: readonly (readonly [LegName, string])[] = [
    ['lexical', 'kiln Orla'],
    ['episodic', 'Orla repaired the kiln'],
    ['graph', 'Where does Orla live?'],
    ['procedural', 'How do I fire the kiln?'],
    ['document', 'How long must the kiln cool?'],
    ['summary', 'Who repaired the kiln?'],
    ['neighbourhood', 'kiln'],
  ];

  it.each(legs)('never cross in the %s leg', async (leg, query) => {
    for (const [spaceId, other] of [
      [HOME, SHOP],
      [SHOP, HOME],
    ] as const) {
      const only = leg === 'neighbourhood' ? (['lexical', 'neighbourhood'] as const) : ([leg] as const);
      const result = await opened.client.call('memory.recall', { query, spaceId, k: 50, legs: [...only] });
      const trace = await opened.client.call('traces.get', { id: result.traceId });
      const ran = trace.legs.find((one) => one.leg === leg);
      // What stands beside a hit is found by the windows of the words already.
      expect(leg === 'neighbourhood' ? ran?.eligible : ran?.produced).toBeGreaterThan(0);
      const ids = JSON.stringify([result.results, trace.candidates]);
      expect(ids).toContain(spaceId === HOME ? 'home' : 'shop');
      expect(ids).not.toMatch(new RegExp(`"${other}[-/]|${other}\\.md|Kiln of ${other}`));
    }
  });

  it('never cross in facts, names, the graph, the inbox or lists', async () => {
    await ask(opened.client, 'My brother Rowan lives in Derry.', { spaceId: SHOP });
    await settle(opened.client);
    const { client } = opened;
    const names = async (spaceId: SpaceId) =>
      (await client.call('codex.entities', { spaceId, limit: 100, offset: 0 })).entities.map(({ name }) => name);
    expect(await names(SHOP)).toContain('Rowan');
    expect(await names(HOME)).not.toContain('Rowan');
    expect(JSON.stringify(await client.call('codex.graph', { spaceId: HOME, limit: 100 }))).not.toContain('Rowan');
    const { items } = await client.call('conversations.list', { spaceId: HOME, limit: 100, offset: 0 });
    expect(new Set(items.map(({ spaceId }) => spaceId))).toEqual(new Set([HOME]));
  });

  it('are gone from every list while removed, and as they were when brought back', async () => {
    const { client } = opened;
    const list = async () => (await client.call('conversations.list', { limit: 100, offset: 0 })).total;
    const find = async () => (await client.call('conversations.search', { query: 'kiln', limit: 50 })).hits.length;
    const before = [await list(), await find()];
    const removed = await client.call('spaces.remove', { id: SHOP });
    expect(removed).toMatchObject({ isRemoved: true, conversations: 2, documents: 1 });
    expect((await client.call('spaces.list', {})).spaces.map(({ id }) => id)).toEqual([HOME]);
    expect([await list(), await find()]).toEqual([(before[0] ?? 0) - 2, (before[1] ?? 0) / 2]);
    await expect(ask(client, 'Hello', { spaceId: SHOP })).rejects.toThrow('This space was removed');
    const note = join(folder.path, 'note.md');
    await writeFile(note, '# Kiln\n\nWarm it slowly.\n');
    await expect(importPath(client, note, { spaceId: SHOP })).rejects.toThrow('This space was removed');
    await client.call('spaces.restore', { id: SHOP });
    expect([await list(), await find()]).toEqual(before);
    await expect(client.call('spaces.remove', { id: HOME })).rejects.toThrow('but not removed');
  });

  it('have different names, and keep them over a rebuild', async () => {
    const { client } = opened;
    await client.call('spaces.change', { id: SHOP, name: 'Workshop clients' });
    await expect(client.call('spaces.create', { name: ' workshop  CLIENTS ' })).rejects.toThrow('Another space');
    expect((await examine(client, { shouldRebuild: true })).problems).toEqual([]);
  });
});

describe('a conversation that is moved to another space', () => {
  let folder: Folder;
  let opened: Opened;
  let id: ConversationId;
  let target: SpaceId;
  beforeAll(async () => {
    folder = await makeFolder();
    opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
    const { client } = opened;
    target = (await client.call('spaces.create', { name: 'Family' })).id;
    await ask(client, 'My sister Clara lives in Lisbon.', { spaceId: target });
    await ask(client, 'I like chess. My friend Clara lives in Porto.');
    id = (await ask(client, 'My sister Clara has a dog called Biscuit. I like olives.')).conversationId;
    await settle(client);
    await client.call('conversations.move', { id, spaceId: target });
    await settle(client);
  });
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it('takes its words and its facts along, and leaves none of them', async () => {
    const { client } = opened;
    const texts = async (spaceId: SpaceId) =>
      (await client.call('memory.recall', { query: 'Clara dog olives', spaceId, k: 50 })).results.map(
        ({ text }) => text,
      );
    expect((await texts(target)).join(' ')).toContain('olives');
    expect((await texts(HOME)).join(' ')).not.toContain('olives');
    expect(await factsOf(client, target)).toContainEqual(['likes', 'olives']);
    expect(await factsOf(client, HOME)).not.toContainEqual(['likes', 'olives']);
    expect(await factsOf(client, HOME)).toContainEqual(['likes', 'chess']);
  });

  it('finds those it speaks of under their names there, without making them twice', async () => {
    const { client } = opened;
    const { entities } = await client.call('codex.entities', { spaceId: target, limit: 100, offset: 0 });
    expect(entities.filter(({ name }) => name === 'Clara')).toHaveLength(1);
    const clara = await factsOf(client, target, 'Clara');
    expect(clara).toEqual(
      expect.arrayContaining([
        ['lives in', 'Lisbon'],
        ['pet', 'Biscuit'],
      ]),
    );
  });

  it('is whole again in the space that it came from when it is moved back, and over a rebuild', async () => {
    const { client } = opened;
    expect((await examine(client, { shouldRebuild: true })).problems).toEqual([]);
    await client.call('conversations.move', { id, spaceId: HOME });
    expect(await factsOf(client, HOME)).toContainEqual(['likes', 'olives']);
    expect(await factsOf(client, target)).not.toContainEqual(['likes', 'olives']);
    expect((await client.call('conversations.get', { id })).spaceId).toBe(HOME);
    expect((await examine(client, { shouldRebuild: true })).problems).toEqual([]);
  });
});
