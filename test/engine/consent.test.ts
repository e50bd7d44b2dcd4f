import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatReply } from '../../main/contract/chat.ts';
import type { ConversationId, SpaceId } from '../../main/contract/ids.ts';
import type { Client, InputOf } from '../../main/contract/index.ts';
import { createHashInference } from './hash-inference.ts';
import { examine, type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines } from './real-folder.ts';

const HOME = 'home' as SpaceId;

const ask = (client: Client, text: string, over: Partial<InputOf<'chat.ask'>> = {}): Promise<ChatReply> =>
  client.stream('chat.ask', { text, ...over }, { onChunk: () => undefined });

async function settle(client: Client): Promise<void> {
  await client.stream('memory.settle', {}, { onChunk: () => undefined });
  await client.call('codex.settle', {});
}

/** What of memory can be found of these words, by any way. */
async function look(client: Client, query: string, spaceId = HOME) {
  await settle(client);
  const { results, traceId } = await client.call('memory.recall', { query, spaceId, k: 50 });
  const { candidates } = await client.call('traces.get', { id: traceId });
  const { facts } = await client.call('codex.facts', { subject: 'me', spaceId } as InputOf<'codex.facts'>);
  return {
    texts: results.map(({ text }) => text),
    candidates: candidates.map(({ excerpt }) => excerpt),
    facts: facts.map(({ object }) => (object.kind === 'entity' ? object.name : object.text)),
  };
}

const filesWith = (folder: string, words: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const raw = readFileSync(path);
      return (path.endsWith('.gz') ? gunzipSync(raw) : raw).includes(Buffer.from(words));
    });

describe('what is said where nothing is saved', () => {
  let folder: Folder;
  let opened: Opened;
  let client: Client;
  beforeAll(async () => {
    folder = await makeFolder();
    opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
    client = opened.client;
  });
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it('can be read in its conversation and is found nowhere else', async () => {
    const reply = await ask(client, 'I live in Ghent and I like marzipan.', { isSaving: false });
    const { turns } = await client.call('conversations.turns', { id: reply.conversationId, limit: 10, offset: 0 });
    expect(turns[0]?.text).toBe('I live in Ghent and I like marzipan.');
    const found = await look(client, 'Ghent marzipan');
    expect(found).toEqual({ texts: [], candidates: [], facts: [] });
    expect(await client.call('consent.get', { conversationId: reply.conversationId })).toEqual({
      save: { isOn: false, by: 'conversation' },
      use: { isOn: true, by: 'space' },
      unsavedTurns: 2,
    });
    const { counts, problems } = await examine(client);
    expect({ problems, vectors: counts.vectors }).toEqual({ problems: [], vectors: 0 });
  });

  it('is found and learned from when its conversation is switched on, and gone again when it is switched off', async () => {
    const { conversationId } = await ask(client, 'I live in Bruges and I collect stamps.', { isSaving: false });
    const on = await client.call('consent.set', { conversationId, isSaving: true });
    expect(on).toMatchObject({ save: { isOn: true, by: 'conversation' }, unsavedTurns: 0 });
    const saved = await look(client, 'Bruges stamps');
    expect(saved.texts[0]).toContain('Bruges');
    expect(saved.facts).toEqual(expect.arrayContaining(['Bruges', 'stamps']));

    await client.call('consent.set', { conversationId, isSaving: false });
    expect(await look(client, 'Bruges stamps')).toEqual({ texts: [], candidates: [], facts: [] });
    const without = await examine(client, { shouldRebuild: true });
    expect({ problems: without.problems, vectors: without.counts.vectors }).toEqual({ problems: [], vectors: 0 });

    await client.call('consent.set', { conversationId, isSaving: true });
    const again = await look(client, 'Bruges stamps');
    expect({ ...again, texts: [...again.texts].sort() }).toEqual({ ...saved, texts: [...saved.texts].sort() });
    const rebuilt = await examine(client, { shouldRebuild: true });
    expect(rebuilt.problems).toEqual([]);
    await client.call('consent.set', { conversationId, isSaving: false });
  });

  it('goes by its space, and what was saved before stays', async () => {
    const space = await client.call('spaces.create', { name: 'Workshop' });
    const kept = await ask(client, 'I live in Aalst now.', { spaceId: space.id });
    await client.call('spaces.change', { id: space.id, isSaving: false });
    await ask(client, 'I live in Mechelen now, with seven ferrets.', {
      spaceId: space.id,
      conversationId: kept.conversationId,
    });
    const found = await look(client, 'where I live, Aalst, Mechelen, ferrets', space.id);
    expect(found.texts.join(' ')).toContain('Aalst');
    expect(found.texts.join(' ')).not.toContain('Mechelen');
    expect(found.facts).toEqual(['Aalst']);
    expect(await client.call('consent.get', { conversationId: kept.conversationId })).toMatchObject({
      save: { isOn: false, by: 'space' },
      unsavedTurns: 2,
    });
  });

  it('is nothing new anywhere while saving is off in the settings, whatever a conversation says', async () => {
    const { conversationId } = await ask(client, 'I like liquorice.', { isSaving: true });
    await client.call('settings.set', { isSaving: false });
    await ask(client, 'I like tapioca.', { conversationId });
    await expect(client.call('consent.set', { conversationId, isSaving: true })).rejects.toThrow('Saving is off');
    await client.call('settings.set', { isSaving: true });
    const found = await look(client, 'liquorice tapioca');
    expect(found.texts.join(' ')).not.toContain('tapioca');
    expect(found.facts).toEqual(['liquorice']);
    await client.call('conversations.remove', { id: conversationId });
  });

  it('is imported as history alone, and the report says how much', async () => {
    await client.call('settings.set', { isSaving: false });
    const lines = [
      { id: 'z1', conversation: 'old', text: 'I live in Ypres.', at: '2024-01-01T10:00:00Z' },
      { id: 'z2', conversation: 'old', text: 'My sister is called Wanda.', at: '2024-01-01T10:01:00Z' },
    ];
    const report = await importLines(client, folder, lines);
    await client.call('settings.set', { isSaving: true });
    expect(report).toMatchObject({ read: 2, imported: 2, notes: { 'not-saved': 2 } });
    expect((await look(client, 'Ypres Wanda')).texts.join(' ')).not.toMatch(/Ypres|Wanda/);
    const { turns } = await client.call('conversations.turns', { id: 'old' as ConversationId, limit: 9, offset: 0 });
    expect(turns.map(({ text }) => text)).toEqual(lines.map(({ text }) => text));
  });

  it('is written nowhere at all in a temporary chat', async () => {
    const reply = await ask(client, 'I live in Zottegem with a tortoise.', { isTemporary: true });
    expect(await client.call('consent.get', { conversationId: reply.conversationId })).toMatchObject({
      save: { isOn: false, by: 'temporary' },
    });
    await settle(client);
    expect(filesWith(join(folder.path, 'data'), 'Zottegem')).toEqual([]);
  });
});

describe('memory that may not be used', () => {
  let folder: Folder;
  let opened: Opened;
  let client: Client;
  beforeAll(async () => {
    folder = await makeFolder();
    opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
    client = opened.client;
    await ask(client, 'I live in Ostend.');
    await client.call('slots.set', { role: 'name', title: '', text: 'Ada', spaceId: null });
    await settle(client);
  });
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it('is used where nobody says otherwise', async () => {
    expect((await ask(client, 'Where do I live?')).answer).toContain('Ostend');
    expect((await ask(client, 'What is my name?')).answer).toBe('Your name is Ada.');
  });

  it.each(['request', 'conversation', 'space', 'settings'] as const)(
    'is put into no answer, by no leg, and the trace says that it is for the %s',
    async (by) => {
      const space = by === 'space' ? await client.call('spaces.change', { id: HOME, isUsing: false }) : null;
      if (by === 'settings') await client.call('settings.set', { isUsing: false });
      const over = by === 'request' ? { isMemoryUsed: false } : by === 'conversation' ? { isUsing: false } : {};
      const place = await ask(client, 'Where do I live?', over);
      const named = await ask(client, 'What is my name?', over);
      const trace = await client.call('traces.get', { id: place.trace as NonNullable<typeof place.trace> });
      expect(trace).toMatchObject({ withheldBy: by, legs: [], candidates: [], derivation: null });
      expect(`${place.answer} ${named.answer}`).not.toMatch(/Ostend|Ada/);
      expect(place.citations).toEqual([]);
      if (space) await client.call('spaces.change', { id: HOME, isUsing: true });
      if (by === 'settings') await client.call('settings.set', { isUsing: true });
    },
  );
});
