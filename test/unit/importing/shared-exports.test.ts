import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { codeOf, readAll } from './read-helpers.ts';

const shared = process.env.PALIMPSEST_SHARED ?? fileURLToPath(new URL('../../../../shared', import.meta.url));
const exportsFolder = `${shared}/data/exports`;
const isThere = existsSync(exportsFolder);
if (!isThere) console.warn('SKIPPED: the shared export fixtures are not here; set PALIMPSEST_SHARED to their folder.');

type Expected = {
  readonly chats: number;
  readonly turns: number;
  readonly skipped?: Readonly<Record<string, number>>;
  readonly notes?: Readonly<Record<string, number>>;
};

const FILES: readonly (readonly [string, Expected])[] = [
  ['claude-chat-viewer/src/data/sampleConversations/cooking.json', { chats: 1, turns: 6 }],
  ['claude-chat-viewer/src/data/sampleConversations/history.json', { chats: 1, turns: 6 }],
  ['claude-chat-viewer/testdata/claude-bakery-chat.json', { chats: 1, turns: 4 }],
  ['claude-chat-viewer/testdata/conversation-rendering-tests.json', { chats: 1, turns: 10 }],
  [
    'claude-chat-viewer/testdata/conversation-with-errors.json',
    { chats: 1, turns: 10, notes: { 'unknown-content': 1 } },
  ],
  [
    'claude-chat-viewer/testdata/conversations-multiple-errors.json',
    { chats: 3, turns: 4, skipped: { 'bad-conversation': 1, 'empty-conversation': 1 } },
  ],
  ['claude-chat-viewer/testdata/conversations.json', { chats: 2, turns: 6 }],
  ['dsh-chat-import/test/fixtures/chatgpt-export.json', { chats: 2, turns: 6, skipped: { 'not-conversation': 1 } }],
  // 557 messages in 85 conversations, two of them empty; all but ten texts were blanked by the publisher.
  [
    'openwebui-importer/examples/claude_example.json',
    { chats: 1, turns: 10, skipped: { empty: 547, 'empty-conversation': 2 } },
  ],
  ['openwebui-importer/examples/claude_thinking_example.json', { chats: 1, turns: 2, notes: { 'left-out-block': 1 } }],
  ['openwebui-importer/examples/gpt_example.json', { chats: 1, turns: 10, skipped: { 'not-conversation': 2 } }],
  ['openwebui-importer/examples/invalid_unicode.json', { chats: 1, turns: 2 }],
  [
    'portable-ai-context/tests/fixtures/claude_conversation.synthetic.json',
    { chats: 1, turns: 4, skipped: { 'not-conversation': 1 }, notes: { 'left-out-block': 2 } },
  ],
  ['openwebui-importer/examples/aistudio_example.json', { chats: 1, turns: 2, skipped: { 'not-conversation': 1 } }],
  ['openwebui-importer/examples/grok_example.json', { chats: 1, turns: 10 }],
  ['openwebui-importer/examples/webui-json.json', { chats: 1, turns: 2 }],
  [
    'portable-ai-context/tests/fixtures/gemini_my_activity.synthetic.json',
    { chats: 1, turns: 4, skipped: { 'not-conversation': 1 } },
  ],
];

const OTHERS = [
  'claude-chat-viewer/testdata/simple-invalid.json',
  'dsh-chat-import/test/fixtures/codex-simple.jsonl',
  'dsh-chat-import/test/fixtures/cursor-simple.jsonl',
  'dsh-chat-import/test/fixtures/gemini-simple.json',
  'dsh-chat-import/test/fixtures/sess-simple-001.jsonl',
];

describe.skipIf(!isThere)('importing the shared export fixtures', () => {
  it.each(FILES)('reads %s', async (name, expected) => {
    const { conversations, turns, skipped, notes } = await readAll(`${exportsFolder}/${name}`);

    expect({ chats: conversations.length, turns: turns.length, skipped, notes }).toEqual({
      skipped: {},
      notes: {},
      ...expected,
    });
  });

  it.each(OTHERS)('does not take %s for something it reads', async (name) => {
    expect(await codeOf(readAll(`${exportsFolder}/${name}`))).toBe('import.unknown-format');
  });

  it('imports none of the private fields that were planted', async () => {
    const read = await readAll(
      `${exportsFolder}/portable-ai-context/tests/fixtures/claude_conversation.synthetic.json`,
    );

    const gemini = await readAll(
      `${exportsFolder}/portable-ai-context/tests/fixtures/gemini_my_activity.synthetic.json`,
    );

    expect(JSON.stringify([read, gemini])).not.toMatch(/private_|PRIVATE_|private-url|\/private|-runtime-/);
    expect(gemini.turns.map(({ text }) => text)).toEqual([
      'Build a privacy-safe Gemini activity adapter.',
      'The Gemini activity adapter is implemented.\n\nOnly supported text crosses the boundary.',
      'Verify the Gemini adapter tail.',
      'Tail verification passed.\n\n2/2 messages preserved',
    ]);
    expect(read.turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  });

  it('orders the real ChatGPT sample by its links, though an answer is dated before its prompt', async () => {
    const { turns } = await readAll(`${exportsFolder}/openwebui-importer/examples/gpt_example.json`);

    expect(turns.map(({ role }) => role)).toEqual(Array.from({ length: 5 }, () => ['user', 'assistant']).flat());
    expect(turns.slice(1).map((turn) => turn.parentOriginId)).toEqual(turns.slice(0, -1).map((turn) => turn.key));
    expect(Date.parse(turns[1]?.at ?? '')).toBeLessThan(Date.parse(turns[0]?.at ?? ''));
  });
});
