import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseChatgptConversation } from '../../../main/importing/formats/chatgpt.ts';
import { parseClaudeConversation } from '../../../main/importing/formats/claude.ts';
import { detectFormat, type ReadExport, readExport } from '../../../main/importing/read-export.ts';
import { makeChatgpt, makeClaude, makeClaudeMessage, makeMessage, makeNode } from './chat-builders.ts';
import {
  codeOf,
  fixture,
  listItems,
  readAll,
  readContent,
  type Summary,
  withFile,
  withFolder,
} from './read-helpers.ts';

const chat = makeChatgpt([makeNode('u', null, makeMessage('hi'))]);
const claude = makeClaude([makeClaudeMessage('m', { text: 'hi' })]);
const line = '{"conversation":"c","speaker":"Ana","text":"hi"}\n';
const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0);
const figures = ({ conversations, turns, skipped }: Summary) => [conversations.length, turns.length, skipped];

describe('importing/read-export', () => {
  it.each<[string, string, string]>([
    ['a ChatGPT array', JSON.stringify([chat]), 'chatgpt'],
    ['a wrapped ChatGPT array', JSON.stringify({ version: 1, conversations: ['x', chat] }, null, 1), 'chatgpt'],
    ['one ChatGPT conversation', JSON.stringify(chat), 'chatgpt'],
    ['a ChatGPT array that begins with rubbish', JSON.stringify(['x', null, [], { title: 'shell' }, chat]), 'chatgpt'],
    ['a Claude array', `\ufeff${JSON.stringify([claude])}`, 'claude'],
    ['one Claude conversation', JSON.stringify(claude, null, 2), 'claude'],
    ['lines', line, 'jsonl'],
    ['lines behind broken ones', `\n{"a":\nrubbish\n${line}`, 'jsonl'],
  ])('recognises %s by its content', async (_, content, format) => {
    await withFile(content, async (path) => {
      expect(await detectFormat(path)).toEqual({ format, container: 'file', totalBytes: Buffer.byteLength(content) });
      expect((await readAll(path)).turns).toHaveLength(1);
    });
  });

  it.each([
    ['words', 'Dear diary'],
    ['space', ' \n '],
    ['an empty array', '[]'],
    ['other JSON', '{"invalid":"no conversation"}'],
    ['a name inside a text', '{"a":"\\"mapping\\":","b":["mapping"]}'],
    ['a list of posts', '[{"text":"hi","author":"Ana","created_at":"2026-01-01"}]'],
    ['a table of something else', 'Name,Time\nAna,10:00\n'],
    ['prose that quotes a chat', 'I asked it this:\n\nUser: hi\nAssistant: hello\n'],
    ['a page that is no activity', '<html><body><p>outer-cell</p></body></html>'],
    ['LibreChat', '{"conversationId":"x","messages":[{"text":"x"}]}'],
    ['other lines', '{"role":"user","content":"hi"}\n'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])],
  ])('does not guess what %s might be', async (_, content) => {
    expect(await codeOf(readContent(content))).toBe('import.unknown-format');
    expect(await codeOf(withFile(content, detectFormat))).toBe('import.unknown-format');
  });

  it('says so when there is no file, an empty one, a folder, or another format than the one named', async () => {
    expect(await codeOf(readContent(''))).toBe('import.unreadable');
    expect(await codeOf(readAll(fixture('none.json')))).toBe('import.unreadable');
    expect(await codeOf(withFolder({}, readAll))).toBe('import.unknown-format');
    expect(await codeOf(readContent(JSON.stringify([chat]), { format: 'claude' }))).toBe('import.unknown-format');
  });

  it('reads a file that only the user can name', async () => {
    expect((await readContent('[{"title":"shell"}]', { format: 'chatgpt' })).skipped).toEqual({
      'bad-conversation': 1,
    });
    expect((await readContent('rubbish\n', { format: 'jsonl' })).skipped).toEqual({ 'bad-json': 1 });
  });

  it('reads the project’s own fixtures', async () => {
    expect(figures(await readAll(fixture('chatgpt_conversations.json')))).toEqual([
      10,
      23,
      { 'not-conversation': 12, 'bad-conversation': 2, 'empty-conversation': 1, empty: 3, 'do-not-remember': 2 },
    ]);
    expect(figures(await readAll(fixture('chatgpt_wrapped.json')))).toEqual([2, 7, { 'not-conversation': 2 }]);
    expect(figures(await readAll(fixture('chatgpt_sharded.zip')))).toEqual([5, 15, { 'not-conversation': 21 }]);
    expect(figures(await readAll(fixture('claude_conversations.json')))).toEqual([4, 9, { 'empty-conversation': 1 }]);
    expect(figures(await readAll(fixture('claude_projects.json')))).toEqual([0, 0, { project: 1 }]);
    expect(figures(await readAll(fixture('claude_memories.json')))).toEqual([0, 0, { memory: 1 }]);
    expect(await codeOf(readAll(fixture('claude_manifest.json')))).toBe('import.unknown-format');
  });

  it('imports no hidden profile, tool text or vendor memory from them', async () => {
    const all = [
      await readAll(fixture('chatgpt_conversations.json')),
      await readAll(fixture('claude_conversations.json')),
    ];
    const written = JSON.stringify(all);

    for (const secret of ['nurse', 'Answer in French', 'User likes blue', 'page text', 'Thought for']) {
      expect(written).not.toContain(secret);
    }
  });

  it('keeps what came before the end of a broken file, and refuses one that breaks off at once', async () => {
    const whole = JSON.stringify([chat, chat, chat]);
    const { conversations, skipped } = await readContent(whole.slice(0, -20));

    expect([conversations.length, skipped]).toEqual([2, { truncated: 1 }]);
    expect(await codeOf(readContent(whole.slice(0, 200)))).toBe('import.unreadable');
  });

  it('notes bytes that are no UTF-8 and says where skips happened without quoting', async () => {
    const bytes = Buffer.from(JSON.stringify([chat, 'private words']).replace('"hi"', '"hi\u00e9"'), 'latin1');

    expect((await readContent(bytes)).notes).toEqual({ 'invalid-utf8': 1 });
    expect(
      (await listItems(JSON.stringify([chat, 'private words']))).filter((item) => item.kind === 'skipped'),
    ).toEqual([{ kind: 'skipped', reason: 'bad-conversation', count: 1, where: 'conversation 2' }]);
  });

  it('reports progress up to the end', async () => {
    const progress = (await listItems(line.repeat(50_000))).filter((item) => item.kind === 'progress');
    const totalBytes = line.length * 50_000;

    expect(progress.length).toBeGreaterThan(2);
    expect(progress.at(-1)).toEqual({ kind: 'progress', readBytes: totalBytes, totalBytes });
  });

  it('stops when the caller has gone, before and in the middle', async () => {
    const gone = AbortSignal.abort();
    expect(await codeOf(readContent(line, { signal: gone }))).toBe('request.aborted');

    const caller = new AbortController();
    const read = withFile(line.repeat(50_000), async (path) => {
      for await (const item of readExport({ path, format: 'auto', signal: caller.signal })) {
        if (item.kind === 'progress') caller.abort();
      }
    });
    expect(await codeOf(read)).toBe('request.aborted');
  });
});

const id = fc.constantFrom('a', 'b', 'c', 'd', 'gone');
const anything = fc.jsonValue({ maxDepth: 2 });
const often = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: anything });
const chatgptMessage = fc.record(
  {
    id: often(id),
    author: often(fc.record({ role: often(fc.constantFrom('user', 'assistant', 'tool')) })),
    create_time: often(fc.double()),
    recipient: often(fc.constant('all')),
    content: often(
      fc.record({ content_type: often(fc.constantFrom('text', 'code', 'x')), parts: often(fc.array(anything)) }),
    ),
    metadata: often(fc.record({ attachments: often(fc.array(anything)) })),
  },
  { requiredKeys: [] },
);
const chatgptNode = fc.record(
  { parent: often(id), children: often(fc.array(id)), message: often(chatgptMessage) },
  { requiredKeys: [] },
);
const claudeMessage = fc.record(
  {
    uuid: often(id),
    parent_message_uuid: often(id),
    sender: often(fc.constantFrom('human', 'assistant', 'system')),
    text: often(fc.string()),
    content: often(
      fc.array(often(fc.record({ type: fc.constantFrom('text', 'tool_use', 'x'), text: anything, input: anything }))),
    ),
    attachments: often(fc.array(anything)),
    files: often(fc.array(anything)),
    created_at: anything,
  },
  { requiredKeys: [] },
);

describe('importing whatever comes', () => {
  it('counts each ChatGPT message once: read = imported + skipped', () => {
    fc.assert(
      fc.property(fc.dictionary(id, often(chatgptNode)), often(id), (mapping, currentNode) => {
        const { turns, skipped } = parseChatgptConversation({ mapping, current_node: currentNode });
        const read = Object.values(mapping).filter((node) => {
          const isNode = typeof node === 'object' && node !== null && !Array.isArray(node);
          return !isNode || ('message' in node && node.message !== null && node.message !== undefined);
        }).length;

        expect(turns.length + sum(Object.fromEntries(skipped))).toBe(read === 0 ? 1 : read);
        expect(new Set(turns.map(({ key }) => key)).size).toBe(turns.length);
      }),
      { numRuns: 300 },
    );
  });

  it('counts each Claude message once: read = imported + skipped', () => {
    fc.assert(
      fc.property(fc.array(often(claudeMessage), { maxLength: 6 }), often(id), (messages, leaf) => {
        const parsed = parseClaudeConversation({ chat_messages: messages, current_leaf_message_uuid: leaf });
        const { turns, skipped } = parsed;

        expect(turns.length + sum(Object.fromEntries(skipped))).toBe(Math.max(1, messages.length));
        expect(new Set(turns.map(({ key }) => key)).size).toBe(turns.length);
      }),
      { numRuns: 300 },
    );
  });

  it('answers any JSON and any damage with counts or an expected error', async () => {
    const whole = [
      await readFile(fixture('chatgpt_conversations.json')),
      await readFile(fixture('chatgpt_sharded.zip')),
      await readFile(fixture('claude_conversations.json')),
      Buffer.from(line.repeat(20)),
    ];
    const damaged = fc
      .tuple(fc.constantFrom(...whole), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }), fc.nat())
      .map(([bytes, changes, cut]) => {
        const copy = Buffer.from(bytes);
        for (const [at, byte] of changes) copy[at % copy.byteLength] = byte;
        return cut % 3 === 0 ? copy.subarray(0, cut % copy.byteLength) : copy;
      });
    const content = fc.oneof(
      fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))),
      damaged,
    );
    const format = fc.constantFrom<ReadExport['format']>('auto', 'jsonl', 'chatgpt', 'claude');
    await fc.assert(
      // `codeOf` rethrows whatever is no AppError.
      fc.asyncProperty(content, format, async (bytes, named) => {
        await codeOf(readContent(bytes, { format: named }));
      }),
      { numRuns: 150 },
    );
  });
});
