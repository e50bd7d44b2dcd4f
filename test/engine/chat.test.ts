import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatChunk, ChatReply } from '../../main/contract/chat.ts';
import type { ConversationId, TurnId } from '../../main/contract/ids.ts';
import type { Client, InputOf } from '../../main/contract/index.ts';
import { type HostProcess, launchNodeHost } from '../../main/inference/client.ts';
import { createHashInference } from './hash-inference.ts';
import { type Folder, makeFolder, type Opened, openFolder, repository } from './open-folder.ts';
import { hasChatModel, importLines, openReal, sharedModels } from './real-folder.ts';

if (!hasChatModel)
  console.warn(`SKIPPED: no SmolLM2 in ${sharedModels}; set PALIMPSEST_SHARED to chat with a real model`);

const HISTORY = [
  { id: 'sister', at: '2024-05-01T10:00:00Z', text: 'My sister Clara moved to Lisbon in April. 😀 She likes it.' },
  { id: 'dentist', at: '2024-06-01T10:00:00Z', text: 'The dentist appointment is on 12 June at nine.' },
  { id: 'garden', at: '2024-06-02T10:00:00Z', text: 'We planted tomatoes and basil in the garden.' },
];
const page = { limit: 500, offset: 0 };

type Ask = InputOf<'chat.ask'>;
type Heard = ChatReply & { readonly chunks: readonly ChatChunk[] };
async function ask(client: Client, text: string, over: Partial<Ask> = {}): Promise<Heard> {
  const chunks: ChatChunk[] = [];
  const reply = await client.stream('chat.ask', { text, ...over }, { onChunk: (chunk) => chunks.push(chunk) });
  return { ...reply, chunks };
}
const again = (client: Client, { conversationId, reply }: ChatReply) =>
  client.stream('chat.again', { conversationId, replyId: reply }, { onChunk: () => undefined });
const pathOf = async (client: Client, id: ConversationId) =>
  (await client.call('conversations.turns', { id, ...page })).turns;

/** Every citation opens the turn that holds its words. */
async function expectResolved(client: Client, { answer, citations }: ChatReply): Promise<void> {
  for (const { n, turnIds, quote } of citations) {
    const { turn } = await client.call('turns.get', { id: turnIds[0] as TurnId, around: 1 });
    expect({ quote, isVerbatim: quote !== '' && turn.text.includes(quote) }).toEqual({ quote, isVerbatim: true });
    expect(answer).toContain(`[${n}]`);
  }
}

/** Names of files that hold the words, as they stand, escaped, or inside a compressed file. */
function listFilesWith(folder: string, words: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const raw = readFileSync(path);
      const bytes = path.endsWith('.gz') ? gunzipSync(raw) : raw;
      return [Buffer.from(words), Buffer.from(words, 'utf16le'), Buffer.from(words.toLowerCase())].some((b) =>
        bytes.includes(b),
      );
    });
}

describe('a chat without a model', () => {
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

  it('says that it is not known while there is nothing to know, and saves the question first', async () => {
    const reply = await ask(client, 'Where does Clara live?');
    expect(reply).toMatchObject({ mode: 'unknown', status: 'complete', citations: [] });
    expect(reply.chunks[0]).toMatchObject({ kind: 'saved', turn: { id: reply.turn, text: 'Where does Clara live?' } });
    await client.call('conversations.remove', { id: reply.conversationId });
    await importLines(client, folder, HISTORY);
  });

  it('answers with quotes that open the turns they come from, and a trace', async () => {
    const reply = await ask(client, 'Where did my sister Clara move?');
    expect(reply).toMatchObject({ mode: 'evidence', status: 'complete' });
    expect(reply.citations[0]).toMatchObject({ turnIds: ['sister'], speaker: 'Ada', conversationId: 'c' });
    expect(reply.answer).toContain('My sister Clara moved to Lisbon in April.');
    await expectResolved(client, reply);
    expect(reply.replyTurn.answer?.citations).toEqual(reply.citations);
    const trace = await client.call('traces.get', { id: reply.trace as NonNullable<typeof reply.trace> });
    expect(trace).toMatchObject({
      questionTurnId: reply.turn,
      replyTurnId: reply.reply,
      query: 'Where did my sister Clara move?',
    });
    expect(trace.candidates.find(({ turnId }) => turnId === 'sister')).toMatchObject({
      fate: 'in prompt',
      citation: 1,
    });
    expect(trace.candidates.map(({ turnId }) => turnId)).not.toContain(reply.turn);
  });

  it('reads no memory for small talk, or when it is told not to', async () => {
    expect(await ask(client, 'Hello!')).toMatchObject({ mode: 'unknown', citations: [] });
    expect(await ask(client, 'Where did Clara move?', { isMemoryUsed: false })).toMatchObject({
      mode: 'unknown',
      citations: [],
    });
  });

  it('keeps an earlier reply beside the new one, an earlier question beside its edit, and steps between them', async () => {
    const first = await ask(client, 'Where did Clara move?');
    const id = first.conversationId;
    const second = await again(client, first);
    expect(second.turn).toBe(first.turn);
    expect((await pathOf(client, id)).map((turn) => turn.id)).toEqual([first.turn, second.reply]);
    expect((await pathOf(client, id))[1]?.siblings).toEqual([first.reply, second.reply]);

    const edited = await ask(client, 'When is the dentist?', { conversationId: id, insteadOf: first.turn });
    const path = await pathOf(client, id);
    expect(path.map((turn) => turn.id)).toEqual([edited.turn, edited.reply]);
    expect(path[0]?.siblings).toEqual([first.turn, edited.turn]);
    expect(await client.call('conversations.chooseBranch', { id, turnId: first.turn })).toEqual({ total: 2 });
    expect((await pathOf(client, id)).map((turn) => turn.id)).toEqual([first.turn, second.reply]);
    await client.call('conversations.chooseBranch', { id, turnId: first.reply });
    expect((await pathOf(client, id)).map((turn) => turn.id)).toEqual([first.turn, first.reply]);

    const next = await ask(client, 'And the garden?', { conversationId: id });
    expect((await pathOf(client, id)).map((turn) => turn.id)).toEqual([first.turn, first.reply, next.turn, next.reply]);
    await expect(client.call('conversations.chooseBranch', { id, turnId: 'sister' as TurnId })).rejects.toMatchObject({
      code: 'turn.not-found',
    });
  });

  it('stores what the tables cannot hold as what they can, and starts again afterwards', async () => {
    const reply = await ask(client, 'Nul \u0000 half \ud83d e\u0301 where is Clara?');
    const [turn] = await pathOf(client, reply.conversationId);
    expect(turn?.text).toBe('Nul  half \ufffd é where is Clara?');
    await client.call('conversations.rename', { id: reply.conversationId, title: 'A\u0000 title' });
    expect((await client.call('conversations.get', { id: reply.conversationId })).title).toBe('A title');
    expect((await client.call('conversations.search', { query: 'x\u0000y', limit: 5 })).hits).toEqual([]);
    await opened[Symbol.asyncDispose]();
    opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
    client = opened.client;
    expect((await client.call('conversations.get', { id: reply.conversationId })).title).toBe('A title');
  });

  it('renames, removes and restores, and finds words as they stand', async () => {
    await importLines(client, folder, [
      { id: 'cjk', conversation: 's', text: '東京へ行った 🚲' },
      { id: 'signs', conversation: 's', text: 'Path C:\\temp_1 is 100% full' },
      { id: 'plain', conversation: 's', text: 'Path C:/tempX1 is 100 per cent full' },
    ]);
    const find = async (query: string) =>
      (await client.call('conversations.search', { query, limit: 20 })).hits.map(({ turnId, excerpt, from, to }) => [
        turnId,
        excerpt.slice(from, to),
      ]);
    expect(await find('東京')).toEqual([['cjk', '東京']]);
    expect(await find('🚲')).toEqual([['cjk', '🚲']]);
    expect(await find('100%')).toEqual([['signs', '100%']]);
    expect(await find('TEMP_')).toEqual([['signs', 'temp_']]);
    expect(await find('C:\\')).toEqual([['signs', 'C:\\']]);

    const id = 's' as ConversationId;
    expect((await client.call('conversations.rename', { id, title: 'Ωmega 50%' })).title).toBe('Ωmega 50%');
    expect(await find('ωMEGA')).toEqual([[null, 'Ωmega']]);
    expect(await client.call('conversations.remove', { id })).toEqual({ turns: 3 });
    expect([await find('東京'), await find('Ωmega')]).toEqual([[], []]);
    await expect(client.call('conversations.get', { id })).rejects.toMatchObject({ code: 'conversation.not-found' });
    await expect(ask(client, 'Still here?', { conversationId: id })).rejects.toMatchObject({
      code: 'conversation.not-found',
    });
    expect((await client.call('conversations.list', page)).items.map((item) => item.id)).not.toContain(id);
    await client.call('conversations.restore', { id });
    expect(await find('東京')).toEqual([['cjk', '東京']]);
  });

  it('keeps settings and drafts', async () => {
    await client.call('settings.set', { theme: 'dark', budgetTokens: 768 });
    await client.call('drafts.set', { key: 'c', text: 'half a thought' });
    await opened[Symbol.asyncDispose]();
    opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
    client = opened.client;
    expect(await client.call('settings.get', {})).toMatchObject({ theme: 'dark', budgetTokens: 768, textScale: 100 });
    expect(await client.call('drafts.get', { key: 'c' })).toEqual({ text: 'half a thought' });
    await client.call('drafts.set', { key: 'c', text: '' });
    expect(await client.call('drafts.get', { key: 'c' })).toEqual({ text: '' });
  });
});

const CANARY = 'Xylocarp7Quokka';

/** Says the canary in every way a temporary chat has; nothing of it may be on disk afterwards. */
async function sayCanary(client: Client): Promise<void> {
  const first = await ask(client, `Where did Clara move, ${CANARY}?`, { isTemporary: true });
  const id = first.conversationId;
  expect(first).toMatchObject({
    trace: null,
    chunks: [{ kind: 'saved', conversation: { isTemporary: true } }, {}, {}],
  });
  await client.call('drafts.set', { key: id, text: `${CANARY} as a draft` });
  const second = await again(client, first);
  const edited = await ask(client, `${CANARY} again?`, { conversationId: id, insteadOf: first.turn });
  expect((await pathOf(client, id)).map((turn) => turn.id)).toEqual([edited.turn, edited.reply]);
  await client.call('conversations.chooseBranch', { id, turnId: first.turn });
  expect((await pathOf(client, id)).map((turn) => turn.id)).toEqual([first.turn, second.reply]);
  expect((await client.call('conversations.search', { query: CANARY, limit: 5 })).hits).toEqual([]);
  expect((await client.call('conversations.list', page)).items.map((item) => item.id)).not.toContain(id);
  await client.call('conversations.remove', { id });
  await client.call('drafts.set', { key: id, text: `${CANARY} that came too late` });
  await expect(client.call('conversations.get', { id })).rejects.toMatchObject({ code: 'conversation.not-found' });
}

describe('a temporary chat', () => {
  it('leaves no byte of what was said or typed in it in the data folder', async () => {
    await using folder = await makeFolder();
    const data = join(folder.path, 'data');
    {
      await using opened = await openReal(data);
      await importLines(opened.client, folder, HISTORY);
      await sayCanary(opened.client);
      await ask(opened.client, 'Where did Clara move?');
      expect(listFilesWith(data, CANARY)).toEqual([]);
    }
    expect(listFilesWith(data, CANARY)).toEqual([]);
    expect(listFilesWith(data, 'Clara').length).toBeGreaterThan(2);
  });
});

describe.skipIf(!hasChatModel)('a chat with a real model', () => {
  let folder: Folder;
  let opened: Awaited<ReturnType<typeof openReal>>;
  let client: Client;
  const hosts: HostProcess[] = [];
  const launch = launchNodeHost({ hostPath: join(repository, 'out/main/host.js') });
  const data = () => join(folder.path, 'data');
  const open = async () => {
    opened = await openReal(data(), {
      hasModel: true,
      launchHost: (onExit) => {
        const host = launch(onExit);
        hosts.push(host);
        return host;
      },
    });
    client = opened.client;
  };
  beforeAll(async () => {
    folder = await makeFolder();
    await open();
    await importLines(client, folder, [
      ...HISTORY,
      ...Array.from({ length: 30 }, (_, n) => ({
        id: `long-${n}`,
        conversation: 'long',
        role: n % 2 === 0 ? 'user' : 'assistant',
        text: `Turn ${n}: ${'we spoke of boats and ropes and sails for a while, '.repeat(2)}`,
      })),
    ]);
  });
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it('streams its words, cites what it rests on, and every citation opens its turn', async () => {
    const reply = await ask(client, 'When is my dentist appointment?');
    expect(reply).toMatchObject({ mode: 'model', status: 'complete' });
    const kinds = reply.chunks.map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual(['saved', 'stage']);
    expect(kinds.filter((kind) => kind === 'delta').length).toBeGreaterThan(2);
    expect(reply.citations.map(({ turnIds }) => turnIds[0])).toContain('dentist');
    await expectResolved(client, reply);
    const trace = await client.call('traces.get', { id: reply.trace as NonNullable<typeof reply.trace> });
    expect(trace.prompt?.text).toContain('The dentist appointment is on 12 June at nine.');
    expect(trace.budget.isExact).toBe(true);
  });

  it('gives memory the same allowance in a new conversation and in a long one', async () => {
    const budgetOf = async (over: Partial<Ask>) => {
      const reply = await ask(client, 'When is my dentist appointment?', { budgetTokens: 700, ...over });
      await expectResolved(client, reply);
      const { budget, prompt } = await client.call('traces.get', {
        id: reply.trace as NonNullable<typeof reply.trace>,
      });
      expect(prompt?.memoryTokens).toBeLessThanOrEqual(700);
      expect(prompt?.text).toContain('The dentist appointment is on 12 June at nine.');
      return budget.tokens;
    };
    expect([await budgetOf({}), await budgetOf({ conversationId: 'long' as ConversationId })]).toEqual([700, 700]);
  });

  it('stops within 300 ms and keeps the words so far', async () => {
    const stop = new AbortController();
    let seen = '';
    let stoppedMs = 0;
    const text = 'Write a very long story about a harbour with many ships.';
    const reply = await client.stream(
      'chat.ask',
      { text, isMemoryUsed: false },
      {
        signal: stop.signal,
        onChunk: (chunk) => {
          if (chunk.kind === 'delta' && stoppedMs === 0) seen += chunk.text;
          if (seen.length < 40 || stoppedMs > 0) return;
          stoppedMs = performance.now();
          stop.abort();
        },
      },
    );
    const tookMs = performance.now() - stoppedMs;
    expect(reply.status).toBe('stopped');
    expect(reply.answer.startsWith(seen.trim().slice(0, 30))).toBe(true);
    expect((await pathOf(client, reply.conversationId)).map(({ status }) => status)).toEqual(['complete', 'stopped']);
    expect(tookMs).toBeLessThan(300);
  });

  it('marks an answer whose host was killed, keeps its words and the question, and answers again afterwards', async () => {
    let seen = '';
    const text = 'Write a very long story about a lighthouse and its keeper.';
    const reply = await client.stream(
      'chat.ask',
      { text, isMemoryUsed: false },
      {
        onChunk: (chunk) => {
          if (chunk.kind !== 'delta') return;
          if (seen === '') hosts.at(-1)?.kill();
          seen += chunk.text;
        },
      },
    );
    expect(reply).toMatchObject({ status: 'interrupted', notice: expect.stringMatching(/saved/) });
    expect(reply.answer).toBe(seen.trim());
    await opened[Symbol.asyncDispose]();
    await open();
    const path = await pathOf(client, reply.conversationId);
    expect(path.map((turn) => [turn.text, turn.status])).toEqual([
      [text, 'complete'],
      [reply.answer, 'interrupted'],
    ]);
    expect(await ask(client, 'Where did Clara move?')).toMatchObject({ mode: 'model', status: 'complete' });
  });

  it('leaves no byte of a temporary chat behind either', async () => {
    await ask(client, `Where did Clara move, ${CANARY}?`, { isTemporary: true });
    await opened[Symbol.asyncDispose]();
    expect(listFilesWith(data(), CANARY)).toEqual([]);
    await open();
  });
});
