import { describe, expect, it } from 'vitest';
import type { ParsedTurn } from '../../../main/importing/read-export.ts';
import { fixture, readAll, readContent, withFolder } from './read-helpers.ts';
import { makeZip } from './zip-builder.ts';

/** Who said what, which turns are on the path that was shown, and from when. */
const said = (turns: readonly ParsedTurn[]) => turns.map(({ role, text }) => `${role}: ${text}`);
const read = (content: unknown) => readContent(typeof content === 'string' ? content : JSON.stringify(content));

describe('importing/formats', () => {
  it('reads a Gemini activity list, and leaves other products and records without a prompt out', async () => {
    const { conversations, turns, skipped, notes } = await readAll(fixture('gemini_MyActivity.json'));

    expect(said(turns)).toEqual([
      'user: no answer stored',
      'user: When is Easter?',
      'assistant: Easter is on 5 April.\n\n- a',
    ]);
    expect(turns.map(({ at }) => at)).toEqual([
      '2026-03-02T09:10:00.000Z',
      '2026-03-02T09:15:00.000Z',
      '2026-03-02T09:15:00.000Z',
    ]);
    expect([conversations.length, conversations[0]?.source, skipped, notes]).toEqual([
      ...[1, 'gemini', { 'not-conversation': 2 }, {}],
    ]);
  });

  it('begins a conversation where half an hour passes, and gives each the same id after newer records came', async () => {
    const record = (minute: string, title: string) => ({
      header: 'Gemini Apps',
      title: `Prompted ${title}`,
      time: `2026-03-02T${minute}:00Z`,
      products: ['Gemini Apps'],
    });
    const old = [record('10:40', 'c'), record('09:20', 'b'), record('09:00', 'a')];
    const first = await read(old);
    const later = await read([record('10:50', 'd'), ...old]);

    expect(first.conversations).toHaveLength(2);
    expect(later.conversations.map(({ originId }) => originId)).toEqual(
      first.conversations.map(({ originId }) => originId),
    );
    const keys = new Set(later.turns.map(({ key }) => key));
    expect(first.turns.filter(({ key }) => !keys.has(key))).toEqual([]);
  });

  it('reads the page that Takeout makes, with its local times', async () => {
    const cell = (prompt: string, time: string, answer: string, header = 'Gemini Apps') =>
      `<div class="outer-cell mdl-cell mdl-cell--12-col"><div class="mdl-grid"><div class="header-cell mdl-cell"><p class="mdl-typography--title">${header}<br></p></div><div class="content-cell mdl-cell mdl-typography--body-1">${prompt}<br>${time}<br>${answer}</div><div class="content-cell mdl-cell mdl-typography--body-1 mdl-typography--text-right"></div><div class="content-cell mdl-cell mdl-typography--caption"><b>Products:</b><br>PRIVATE_PRODUCT</div></div></div>`;
    const page = `<html><head><style>.outer-cell{}</style></head><body>${[
      cell(
        'Prompted and now?',
        'Mar 2, 2026, 9:15:00\u202fAM GMT+01:00',
        '<p>Now &amp; then</p><script>PRIVATE()</script>',
      ),
      cell('Prompted hello', '2 Mar 2026, 09:10:00 CET', ''),
      cell('Searched for x', 'Mar 2, 2026, 9:00:00 AM UTC', '', 'Search'),
    ].join('')}</body></html>`;
    const { turns, skipped } = await read(page);

    expect(turns.map(({ role, text, at }) => [role, text, at])).toEqual(
      [['user', 'hello', '2026-03-02T09:10:00.000+01:00']].concat([
        ['user', 'and now?', '2026-03-02T09:15:00.000+01:00'],
        ['assistant', 'Now & then', '2026-03-02T09:15:00.000+01:00'],
      ]),
    );
    expect(skipped).toEqual({ 'not-conversation': 1 });
  });

  it('reads an AI Studio prompt without its thoughts', async () => {
    const chunks = [
      { role: 'user', text: 'why?' },
      { role: 'model', text: 'hidden', isThought: true },
      { role: 'model', text: 'because' },
    ];
    const { conversations, turns, skipped } = await read({ runSettings: {}, chunkedPrompt: { chunks } });

    expect(said(turns)).toEqual(['user: why?', 'assistant: because']);
    expect(turns.map(({ at, localTime }) => at ?? localTime)).toEqual([null, null]);
    expect([conversations[0]?.source, skipped]).toEqual(['aistudio', { 'not-conversation': 1 }]);
  });

  it('reads Grok by its links, keeps both branches, and reads times of either kind', async () => {
    const response = (id: string, parent: string | null, more: object) => ({
      response: { response_id: id, parent_response_id: parent, create_time: '2026-01-01T10:00:00Z', ...more },
    });
    const responses = [
      response('c', 'a', { sender: 'assistant', message: 'two<grok:render type="x">card</grok:render>' }),
      response('b', 'a', { sender: 'ASSISTANT', message: 'one', thinking_trace: 'hidden' }),
      response('a', null, { sender: 'human', message: 'hi', create_time: { $date: { $numberLong: '1767261600000' } } }),
    ];
    const conversation = {
      conversation_id: 'g',
      title: 'T',
      leaf_response_id: 'b',
      create_time: '2026-01-01T10:00:00Z',
    };
    const { conversations, turns } = await read({ conversations: [{ conversation, responses }] });

    expect(turns.map(({ text, parentOriginId, isOnActivePath }) => [text, parentOriginId, isOnActivePath])).toEqual([
      ['hi', null, true],
      ['two', 'a', false],
      ['one', 'a', true],
    ]);
    expect(turns[0]?.at).toBe('2026-01-01T10:00:00.000Z');
    expect(conversations[0]).toMatchObject({ originId: 'g', source: 'grok', activeLeafKey: 'b' });
  });

  it('reads Open WebUI with every branch and without reasoning or tools', async () => {
    const { conversations, turns, notes } = await readAll(fixture('openwebui_chats.json'));

    expect(said(turns)).toEqual(['user: hi', 'assistant: one', 'assistant: two']);
    expect(turns.map(({ isOnActivePath }) => isOnActivePath)).toEqual([true, false, true]);
    expect(conversations[0]).toMatchObject({ originId: 'ow1', source: 'openwebui', activeLeafKey: 'b2' });
    expect(notes).toEqual({ 'left-out-block': 1 });
  });

  it('reads one Open WebUI chat alone, and the answer from its output where the content is only reasoning', async () => {
    const message = {
      role: 'assistant',
      content: '<details type="reasoning"><details>x</details>y</details>',
      output: [
        { type: 'reasoning', content: [{ text: 'x' }] },
        { type: 'message', content: [{ type: 'output_text', text: 'shown' }] },
      ],
    };
    const { turns } = await read({ id: 'x', history: { currentId: 'a', messages: { a: message } } });

    expect(said(turns)).toEqual(['assistant: shown']);
  });

  it('reads LM Studio with every version, and no thinking', async () => {
    const { conversations, turns, notes } = await readAll(fixture('lmstudio_1758392316161.conversation.json'));

    expect(turns.map(({ text, isOnActivePath }) => [text, isOnActivePath])).toEqual([
      ['hi v0', false],
      ['hi v1', true],
      ['answer', true],
    ]);
    expect(turns[2]?.parentOriginId).toBe(turns[1]?.key);
    expect(turns.map(({ at }) => at)).toEqual([null, null, null]);
    expect(turns[1]?.attachments).toMatchObject([{ kind: 'image', name: '1.png' }]);
    expect(conversations[0]).toMatchObject({ source: 'lmstudio', startedAt: '2025-09-20T18:18:36.161Z' });
    expect(notes).toEqual({ 'left-out-block': 2 });
  });

  it('reads Jan from a zip, with the title that is in another file', async () => {
    const { readFile } = await import('node:fs/promises');
    const zip = makeZip([
      { name: 'threads/01J/messages.jsonl', content: await readFile(fixture('jan_messages.jsonl')) },
      { name: 'threads/01J/thread.json', content: await readFile(fixture('jan_thread.json')) },
    ]);
    const { conversations, turns, skipped } = await readContent(zip);

    expect(said(turns)).toEqual(['user: hi', 'assistant: hello']);
    expect(conversations).toMatchObject([{ originId: '01J', title: 't', startedAt: '2025-06-15T15:06:40.000Z' }]);
    expect(skipped).toEqual({ 'not-conversation': 1 });
  });

  it('finds the title of a Jan thread in a file that is given together with its messages', async () => {
    const { conversations } = await readAll(fixture('jan_messages.jsonl'), { beside: [fixture('jan_thread.json')] });

    expect(conversations).toMatchObject([{ originId: '01J', title: 't', source: 'jan' }]);
  });

  it.each(['tree', 'flat'])('reads LibreChat as a %s', async (shape) => {
    const { conversations, turns, notes } = await readAll(fixture(`librechat_${shape}.json`));

    expect(said(turns)).toEqual(['user: hi', 'assistant: one', ...(shape === 'tree' ? ['assistant: two'] : [])]);
    expect(new Set(turns.slice(1).map(({ parentOriginId }) => parentOriginId))).toEqual(new Set(['1']));
    expect(conversations[0]).toMatchObject({ originId: 'lc', source: 'librechat', startedAt: null });
    expect(notes).toEqual(shape === 'tree' ? {} : { 'left-out-block': 1 });
  });

  it('reads the activity list of Copilot as CSV and as JSON, oldest first', async () => {
    const csv =
      'Conversation,Time,Author,Message\r\nTrip,2026-01-01T10:01:00Z,AI,"Go to ""Porto"",\nthen on"\r\nTrip,2026-01-01T10:00:00Z,Human,where?\r\nFood,2026-01-02T10:00:00Z,Human,what?\r\nbroken\r\n';
    const fromCsv = await read(csv);
    const row = { Conversation: 'Trip', Time: '2026-01-01T10:00:00Z', Author: 'Human', Message: 'where?' };

    expect(said(fromCsv.turns)).toEqual(['user: where?', 'assistant: Go to "Porto",\nthen on', 'user: what?']);
    expect(fromCsv.conversations.map(({ title, source }) => [title, source])).toEqual([
      ['Trip', 'copilot'],
      ['Food', 'copilot'],
    ]);
    expect(fromCsv.skipped).toEqual({ 'wrong-type': 1 });
    expect(said((await read([row])).turns)).toEqual(['user: where?']);
  });

  it('reads memories of another program as said by someone else, never by the user', async () => {
    const mem0 = {
      results: [
        {
          id: 'm1',
          memory: 'Likes tea',
          hash: 'h',
          user_id: 'PRIVATE_ID',
          created_at: '2026-01-01T10:00:00Z',
          metadata: { a: 'PRIVATE_META' },
        },
        { id: 'm2', memory: 'Lives in Porto', hash: 'h', user_id: 'PRIVATE_ID' },
        { id: 'm3', memory: ' ', hash: 'h' },
      ],
    };
    const { conversations, turns, skipped } = await read(mem0);
    const plain = await read([{ content: 'Has a dog', created_at: '2026-01-01' }]);

    expect(turns.map(({ role, speaker, text, at }) => [role, speaker, text, at])).toEqual([
      ['other', 'Mem0', 'Likes tea', '2026-01-01T10:00:00.000Z'],
      ['other', 'Mem0', 'Lives in Porto', null],
    ]);
    expect(JSON.stringify([conversations, turns])).not.toContain('PRIVATE');
    expect([conversations[0]?.title, skipped]).toEqual(['Memories from Mem0', { 'missing-text': 1 }]);
    expect([plain.conversations[0]?.title, said(plain.turns)]).toEqual([
      'Memories from another program',
      ['other: Has a dog'],
    ]);
  });

  it.each([
    ['plain labels', 'User: hi\nthere\n\nAssistant: hello\nUser: bye\n'],
    ['bold labels', '# Talk\n\n**You:** hi\nthere\n\n**ChatGPT**\n\nhello\n\n---\n\n**You**\nbye'],
    [
      'headings',
      '---\ntitle: Talk\ndate: 2026-01-01\n---\n\n## 👤 Human\n\nhi\nthere\n\n## Claude 3.5\n\nhello\n\n## Human\n\nbye',
    ],
    ['times', '[2026-01-01 10:00] User: hi\nthere\n[2026-01-01 10:01] Assistant: hello\n[2026-01-01 10:02] User: bye'],
    ['what pages copy', 'You said:\nhi\nthere\nChatGPT said:\n<think>hidden</think>hello\nYou said:\nbye'],
  ])('reads a chat written down with %s', async (_, text) => {
    const { conversations, turns } = await read(text);

    expect(said(turns)).toEqual(['user: hi\nthere', 'assistant: hello', 'user: bye']);
    expect(conversations[0]?.source).toBe('transcript');
  });

  it('takes no label of another style, or inside code, for a turn', async () => {
    const text = '## User\nhi\n## Assistant\n```\n## User\nnot said\n```\nUser: quoted\n## System\nrules\n';
    const { turns, skipped } = await read(text);

    expect(said(turns)).toEqual(['user: hi', 'assistant: ```\n## User\nnot said\n```\nUser: quoted']);
    expect(skipped).toEqual({ 'not-conversation': 1 });
  });

  it('reads a folder that holds several exports, and no files that were attached beside one', async () => {
    const claude = [{ uuid: 'a', name: 'A', chat_messages: [{ uuid: 'a1', sender: 'human', text: 'from Claude' }] }];
    const chat = 'User: hi\nAssistant: hello\n';
    const files = {
      'claude/conversations.json': JSON.stringify(claude),
      'claude/files/attached.md': chat,
      'notes/chat.md': chat,
      'jan.zip': makeZip([{ name: 'chat.txt', content: 'User: zipped\nAssistant: yes\n' }]),
    };
    const { turns, notes } = await withFolder(files, readAll);

    expect(said(turns)).toEqual([
      'user: from Claude',
      'user: zipped',
      'assistant: yes',
      'user: hi',
      'assistant: hello',
    ]);
    expect(notes).toEqual({ 'left-out-file': 1 });
  });
});
