import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversationId, TurnId } from '../../main/contract/ids.ts';
import type { Client, ForgetChoice, ForgetSelection } from '../../main/contract/index.ts';
import { createHashInference } from './hash-inference.ts';
import { type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines } from './real-folder.ts';

const quiet = { onChunk: () => undefined };
const choose = (selection: ForgetSelection): ForgetChoice => ({ selection, isWithRepeats: false, except: [] });
const everything = choose({ kind: 'everything' });

async function forget(client: Client, choice: ForgetChoice) {
  const { fingerprint } = await client.call('forget.preview', choice);
  return client.stream('forget.run', { ...choice, fingerprint, graceSeconds: 0 }, quiet);
}

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

describe('what a forget shows and counts', () => {
  it('says that there is nothing to forget of everything in an empty folder', async () => {
    await expect(client.call('forget.preview', everything)).rejects.toMatchObject({ code: 'forget.nothing' });
  });

  it('shows a title that changes, of a chat that stays', async () => {
    const lines = ['The vellumspire is under the stairs.', 'The kettle is in the kitchen.'].map((text, n) => ({
      ...{ id: `t${n}`, conversation: 'house', role: 'user', speaker: 'Ada', at: '2025-02-03T10:00:00Z', text },
    }));
    await importLines(client, folder, lines);
    const id = ConversationId.parse('house');
    await client.call('conversations.rename', { id, title: 'The vellumspire is under the stairs' });
    const choice = choose({ kind: 'turns', turnIds: [TurnId.parse('t0')] });
    const { counts, goes } = await client.call('forget.preview', choice);
    expect(counts).toMatchObject({ conversations: 0, titles: 1 });
    expect(goes.filter(({ kind }) => kind === 'title')).toEqual([
      expect.objectContaining({ id: 'house', text: 'The vellumspire is under the stairs', why: 'rests-on-it' }),
    ]);
    const receipt = await forget(client, choice);
    expect(receipt).toMatchObject({ counts: { titles: 1 }, scan: { found: 0 } });
  });

  it('counts no sentence of its own replies as said elsewhere', async () => {
    const first = await client.stream('chat.ask', { text: 'Where did Marquardt leave the sextant?' }, quiet);
    const second = await client.stream('chat.ask', { text: 'Who repaired the barometer of Ilse?' }, quiet);
    const fixed = 'Nothing that was said answers this.';
    expect([first.answer, second.answer].every((text) => text.includes(fixed))).toBe(true);
    const receipt = await forget(client, choose({ kind: 'turns', turnIds: [first.turn] }));
    expect(receipt.scan).toMatchObject({ found: 0, saidElsewhere: 0 });
  });

  it('takes every draft with everything', async () => {
    await client.call('drafts.set', { key: 'new', text: 'half a sentence about nothing' });
    await forget(client, everything);
    expect(await client.call('drafts.get', { key: 'new' })).toEqual({ text: '' });
  });
});
