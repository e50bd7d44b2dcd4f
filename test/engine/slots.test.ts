import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpaceId } from '../../main/contract/ids.ts';
import type { Client, InputOf } from '../../main/contract/index.ts';
import { SLOT_TOKENS, SLOTS_TOKENS } from '../../main/contract/slots.ts';
import { createHashInference } from './hash-inference.ts';
import { examine, type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';

const HOME = 'home' as SpaceId;
const ask = async (client: Client, text: string, over: Partial<InputOf<'chat.ask'>> = {}): Promise<string> =>
  (await client.stream('chat.ask', { text, ...over }, { onChunk: () => undefined })).answer;

let folder: Folder;
let opened: Opened;
let client: Client;
const open = async () => {
  opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  client = opened.client;
};
beforeAll(async () => {
  folder = await makeFolder();
  await open();
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const texts = async (input: InputOf<'slots.list'> = {}) =>
  (await client.call('slots.list', input)).slots.map(({ text }) => text);

describe('the owner’s name', () => {
  it('is one thing, whether it is set in the settings or as a slot', async () => {
    await client.call('settings.set', { ownerName: 'Ada' });
    expect(await texts()).toEqual(['Ada']);
    expect(await ask(client, 'What is my name?')).toBe('Your name is Ada.');
    await client.call('slots.set', { role: 'name', title: '', text: 'Ada Byron', spaceId: null });
    expect((await client.call('settings.get', {})).ownerName).toBe('Ada Byron');
  });

  it('of a folder of before there were slots becomes one at the next start', async () => {
    await opened[Symbol.asyncDispose]();
    const path = join(folder.path, 'data/settings.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('Ada Byron', 'Grace'));
    await open();
    expect(await texts()).toEqual(['Grace']);
    expect((await client.call('settings.get', {})).ownerName).toBe('Grace');
  });

  it('that is removed is known nowhere, and its history brings it back', async () => {
    const [name] = (await client.call('slots.list', {})).slots;
    if (!name) throw new Error('no name');
    await client.call('slots.remove', { id: name.id });
    expect((await client.call('settings.get', {})).ownerName).toBe('');
    expect(await ask(client, 'What is my name?')).not.toMatch(/Ada|Grace/);
    const { versions } = await client.call('slots.history', { id: name.id });
    expect(versions.map(({ text }) => text)).toEqual(['Grace', 'Ada Byron', 'Ada']);
    expect(versions.every(({ to }) => to !== null)).toBe(true);
    const first = versions.at(-1);
    await client.call('slots.restore', { id: name.id, seq: first?.seq ?? 0 });
    expect(await ask(client, 'Who am I?')).toBe('Your name is Ada.');
  });
});

describe('slots', () => {
  it('stand in the prompts of their space or of all, as was known then', async () => {
    const { id: shop } = await client.call('spaces.create', { name: 'Shop' });
    const note = { role: 'note' as const, title: 'Till', text: 'The till code word is marmalade.' };
    await client.call('slots.set', { ...note, spaceId: shop });
    const before = new Date().toISOString();
    expect(await texts({ spaceId: shop })).toEqual(['Ada', note.text]);
    expect(await texts({ spaceId: HOME })).toEqual(['Ada']);
    const question = 'What is the till code word?';
    expect(await ask(client, question, { spaceId: shop })).toContain('marmalade');
    expect(await ask(client, question)).not.toContain('marmalade');
    const [, slot] = (await client.call('slots.list', { spaceId: shop })).slots;
    await client.call('slots.set', { ...note, id: slot?.id, text: 'The till code word is quince.', spaceId: shop });
    expect(await ask(client, question, { spaceId: shop })).toContain('quince');
    expect(await ask(client, question, { spaceId: shop, knownAt: before })).toContain('marmalade');
  });

  it('are refused where one is too long, or all together are', async () => {
    const long = (words: number) => ({ role: 'note' as const, title: '', text: 'word '.repeat(words), spaceId: null });
    const { tokens, most } = await client.call('slots.count', { title: '', text: 'word '.repeat(400) });
    expect({ most, isMore: tokens > most }).toEqual({ most: SLOT_TOKENS, isMore: true });
    await expect(client.call('slots.set', long(400))).rejects.toThrow(`${SLOT_TOKENS} fit`);
    await client.call('slots.set', long(140));
    await client.call('slots.set', long(141));
    await client.call('slots.set', long(142));
    await expect(client.call('slots.set', long(143))).rejects.toThrow(`${SLOTS_TOKENS} fit`);
  });

  it('are the same after a rebuild', async () => {
    expect((await examine(client, { shouldRebuild: true })).problems).toEqual([]);
  });
});

describe('what is asked about first', () => {
  const settle = async () => client.call('codex.settle', {});
  const inbox = async () =>
    (await client.call('codex.inbox', { limit: 50, offset: 0, spaceId: HOME })).items.map(({ relation }) => relation);

  it('goes by the kinds that the user chose', async () => {
    await ask(client, 'I am a Buddhist.');
    await settle();
    expect(await inbox()).toEqual(['religion']);
    await client.call('settings.set', { askFirst: ['family'] });
    await ask(client, 'I earn 3,200 euros a month. My wife is called Mira.');
    await settle();
    expect(await inbox()).toEqual(expect.arrayContaining(['religion', 'partner']));
    expect(await inbox()).not.toContain('salary');
  });

  it('is everything where nothing is sure enough', async () => {
    await client.call('settings.set', { askFirst: [], acceptAbove: 1 });
    await ask(client, 'I live in Ghent.');
    await settle();
    expect(await inbox()).toContain('lives in');
    await client.call('settings.set', { acceptAbove: 0.6 });
  });
});

describe('secrets', () => {
  it.each([
    'My card number is 4111 1111 1111 1111 and I live in Aalst.',
    'My password is Tr0ub4dor&3 and I like chess.',
    'I use the API key sk-proj-9aX2kL0pQ7rT5vWz8bC3dE6fG1hJ4mN for my project Larch.',
    'Always use the password hunter2-Zebra! for my router.',
  ])('are in no fact, inbox or procedure that was read from “%s”', async (text) => {
    await ask(client, text);
    await settle(client);
    const all = JSON.stringify([
      await client.call('codex.facts', { subject: 'me', history: true, spaceId: HOME } as InputOf<'codex.facts'>),
      await client.call('codex.entities', { limit: 200, offset: 0, spaceId: HOME }),
      (await client.call('codex.inbox', { limit: 100, offset: 0, spaceId: HOME })).items.map(({ object }) => object),
      (await client.call('procedures.list', { limit: 100, offset: 0, spaceId: HOME })).procedures.map(
        ({ trigger, steps }) => [trigger, steps],
      ),
    ]).replace(/"quote":"(?:[^"\\]|\\.)*"/g, '');
    expect(all).not.toMatch(/4111|Tr0ub4dor|sk-proj|hunter2/);
  });
});

async function settle(engine: Client): Promise<void> {
  await engine.call('codex.settle', {});
  await engine.stream('workers.simulate', { workers: ['procedures'], days: 0 }, { onChunk: () => undefined });
}
