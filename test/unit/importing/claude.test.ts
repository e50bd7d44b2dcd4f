import { describe, expect, it } from 'vitest';
import { parseClaudeConversation } from '../../../main/importing/formats/claude.ts';
import { makeClaude, makeClaudeMessage } from './chat-builders.ts';

const readOne = (more: Parameters<typeof makeClaudeMessage>[1]) =>
  parseClaudeConversation(makeClaude([makeClaudeMessage('m', more)]));
const text = (value: string) => ({ type: 'text', text: value });
const counts = (map: ReadonlyMap<string, number>) => Object.fromEntries(map);

describe('importing/claude', () => {
  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['text alone', { text: 'hi', content: undefined }],
    ['content alone', { text: '', content: [text('hi')] }],
    ['both, which agree', { text: 'hi', content: [text('hi')] }],
    ['both, where text only stands in', { text: 'This block is not supported.', content: [text('hi')] }],
    ['content that is a text', { content: 'hi' }],
    ['content with a text that is none', { text: 'hi', content: [{ type: 'text', text: 12345 }] }],
    ['a voice note', { content: [{ type: 'voice_note', title: 'n', text: 'hi' }] }],
  ])('reads %s', (_, more) => {
    expect(readOne(more).turns).toMatchObject([
      { role: 'user', speaker: 'user', text: 'hi', at: '2026-08-01T10:00:00.000Z' },
    ]);
  });

  it('keeps a message that is nothing but a pasted text or a file', () => {
    const parsed = readOne({
      attachments: [
        { file_name: 'notes.txt', extracted_content: 'My flight is 12 May.' },
        { private_runtime_url: 'x' },
      ],
      files: [{ file_name: 'a.png' }, { file_kind: 'image', file_uuid: 'f' }, null],
    });

    expect(parsed.turns[0]?.attachments).toEqual([
      { kind: 'file', name: 'notes.txt', caption: null, text: 'My flight is 12 May.' },
      { kind: 'image', name: 'a.png', caption: null, text: null },
      { kind: 'image', name: null, caption: null, text: null },
    ]);
  });

  it('leaves out reasoning, tool traffic and injected text, and counts the blocks', () => {
    const parsed = readOne({
      sender: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hidden', text: 'hidden' },
        { type: 'tool_use', name: 'private_tool', input: { token: 'T', content: 'T' } },
        { type: 'tool_result', content: [text('OK')] },
        { type: 'token_budget' },
        { type: 'injected_prompt_block', text: 'injected' },
        text('Here.'),
      ],
    });

    expect(parsed.turns).toMatchObject([{ role: 'assistant', speaker: 'Claude', text: 'Here.', attachments: [] }]);
    expect(counts(parsed.notes)).toEqual({ 'left-out-block': 5 });
  });

  it('keeps a turn that only wrote a document, in the old and the new form', () => {
    const written = (name: string, input: object) =>
      readOne({ sender: 'assistant', content: [{ type: 'tool_use', name, input }] }).turns[0]?.attachments;

    expect(written('artifacts', { command: 'create', title: 'Plan', content: '# Plan' })).toEqual([
      { kind: 'file', name: 'Plan', caption: null, text: '# Plan' },
    ]);
    expect(written('create_file', { path: '/mnt/user-data/x.md', file_text: 'hello' })).toEqual([
      { kind: 'file', name: 'x.md', caption: null, text: 'hello' },
    ]);
    expect(written('artifacts', { command: 'update', old_str: 'a', new_str: 'b' })).toBeUndefined();
  });

  it('tells an empty message from one that was only tool traffic, and from system text', () => {
    const parsed = parseClaudeConversation(
      makeClaude([
        makeClaudeMessage('1'),
        makeClaudeMessage('2', { sender: 'assistant', content: [{ type: 'tool_use', name: 'x' }] }),
        makeClaudeMessage('3', { sender: 'system', text: 'PRIVATE' }),
        'no message',
      ]),
    );

    expect([parsed.turns, counts(parsed.skipped)]).toEqual([[], { empty: 1, 'not-conversation': 2, 'wrong-type': 1 }]);
  });

  it('does not take a message without a sender for the user’s', () => {
    expect(readOne({ sender: undefined, text: 'hi' }).turns).toMatchObject([{ role: 'other' }]);
  });

  it('follows parent links where there are any, and the order of the file elsewhere', () => {
    const root = { parent_message_uuid: '00000000-0000-4000-8000-000000000000' };
    const branched = parseClaudeConversation(
      makeClaude(
        [
          makeClaudeMessage('p', { text: 'v1', ...root, created_at: null }),
          makeClaudeMessage('q', { text: 'v2', ...root }),
          makeClaudeMessage('r', { text: 'to v2', parent_message_uuid: 'q', sender: 'assistant' }),
        ],
        { current_leaf_message_uuid: 'r' },
      ),
    );
    const links = (parsed: typeof branched) =>
      parsed.turns.map((turn) => [turn.key, turn.parentOriginId, turn.isOnActivePath]);

    expect(links(branched)).toEqual([
      ['p', null, false],
      ['q', null, true],
      ['r', 'q', true],
    ]);
    const flat = [makeClaudeMessage('p', { text: 'a' }), makeClaudeMessage('x'), makeClaudeMessage('q', { text: 'b' })];
    expect(links(parseClaudeConversation(makeClaude(flat)))).toEqual([
      ['p', null, true],
      ['q', 'p', true],
    ]);
  });

  it('reads messages under the name `messages`, without ids, with stable keys', () => {
    const chat = {
      uuid: 'c',
      name: '',
      messages: [
        { role: 'user', content: [text('a')] },
        { role: 'assistant', text: 'a' },
      ],
    };
    const parsed = parseClaudeConversation(chat);

    expect(parsed.conversation).toMatchObject({ title: null, originId: 'c', startedAt: null });
    expect(parsed.turns.map((turn) => [turn.role, turn.originId, turn.at])).toEqual([
      ['user', null, null],
      ['assistant', null, null],
    ]);
    expect(parsed.turns[1]?.parentOriginId).toBe(parsed.turns[0]?.key);
    expect(parseClaudeConversation(structuredClone(chat))).toEqual(parsed);
  });

  it('counts what is no conversation, and an empty one', () => {
    expect(counts(parseClaudeConversation({ uuid: 'c', chat_messages: 'x' }).skipped)).toEqual({
      'bad-conversation': 1,
    });
    expect(counts(parseClaudeConversation(makeClaude([])).skipped)).toEqual({ 'empty-conversation': 1 });
  });
});
