import { describe, expect, it } from 'vitest';
import { parseChatgptConversation } from '../../../main/importing/formats/chatgpt.ts';
import { ASSISTANT, makeChatgpt, makeMessage, makeNode } from './chat-builders.ts';

type Message = Parameters<typeof makeNode>[2];

const readOne = (message: Message) => parseChatgptConversation(makeChatgpt([makeNode('m', null, message)]));
const content = (contentType: string, more: object) => ({ content: { content_type: contentType, ...more } });
const counts = (map: ReadonlyMap<string, number>) => Object.fromEntries(map);

describe('importing/chatgpt', () => {
  it('keeps title, times, ids, branches and the active path', () => {
    const parsed = parseChatgptConversation(
      makeChatgpt([
        makeNode('root', null, null),
        makeNode('u', 'root', makeMessage('My cat is Miso.')),
        makeNode('a', 'u', makeMessage('v1', ASSISTANT)),
        makeNode('b', 'u', makeMessage('v2', { ...ASSISTANT, create_time: null })),
      ]),
    );

    expect(parsed.conversation).toEqual({
      originId: 'c',
      title: 'A chat',
      source: 'chatgpt',
      startedAt: '2025-08-24T01:46:40.000Z',
      activeLeafKey: 'b',
    });
    expect(
      parsed.turns.map((t) => [t.key, t.parentOriginId, t.role, t.speaker, t.text, t.at, t.isOnActivePath]),
    ).toEqual([
      ['u', null, 'user', 'user', 'My cat is Miso.', '2025-08-24T01:46:40.000Z', true],
      ['a', 'u', 'assistant', 'ChatGPT', 'v1', '2025-08-24T01:46:40.000Z', false],
      ['b', 'u', 'assistant', 'ChatGPT', 'v2', null, true],
    ]);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['hidden text', { metadata: { is_visually_hidden_from_conversation: true } }],
    ['a custom instruction', { metadata: { is_user_system_message: true } }],
    ['a profile', content('user_editable_context', { user_profile: 'I am a nurse.' })],
    ['the vendor’s memory', content('model_editable_context', { model_set_context: 'Likes blue.' })],
    ['text of weight zero', { weight: 0 }],
    ['a memory that the assistant writes', { ...ASSISTANT, recipient: 'bio' }],
    ['code for a tool', { ...ASSISTANT, recipient: 'python', ...content('code', { text: 'print(1)' }) }],
    ['a tool’s answer', { author: { role: 'tool', name: 'web.run' } }],
    ['system text', { author: { role: 'system' } }],
    ['reasoning', { ...ASSISTANT, ...content('thoughts', { thoughts: [{ content: 'draw' }] }) }],
    ['a recap of reasoning', { ...ASSISTANT, ...content('reasoning_recap', { content: 'Thought for 3s' }) }],
    ['the analysis channel', { ...ASSISTANT, channel: 'analysis' }],
    ['a quoted page', { ...ASSISTANT, ...content('tether_quote', { text: 'quote' }) }],
    ['a message without an author', { author: null }],
  ])('counts %s and imports no word of it', (_, more) => {
    const parsed = readOne(makeMessage('Not said by the user.', more));

    expect(parsed).toEqual({
      conversation: null,
      turns: [],
      skipped: new Map([['not-conversation', 1]]),
      notes: new Map(),
    });
  });

  it('reads messages without metadata, status, weight and recipient', () => {
    const bare = {
      author: { role: 'user' },
      create_time: 1_756_000_000,
      content: { content_type: 'text', parts: ['x'] },
    };

    expect(readOne(bare).turns).toMatchObject([{ role: 'user', text: 'x' }]);
  });

  it('keeps what was spoken, photos by name and pictures by prompt', () => {
    const parts = [
      { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-A', metadata: { dalle: null } },
      {
        content_type: 'image_asset_pointer',
        asset_pointer: 'sediment://file_9',
        metadata: { dalle: { prompt: 'a dog' } },
      },
      { content_type: 'audio_transcription', text: 'On Friday.', direction: 'in' },
      {
        content_type: 'real_time_user_audio_video_asset_pointer',
        audio_asset_pointer: { asset_pointer: 'sediment://x' },
      },
      'What is this?',
    ];
    const metadata = { attachments: [{ id: 'file-A', name: 'photo.png', mime_type: 'image/png' }, 7] };
    const [turn] = readOne(makeMessage('', { ...content('multimodal_text', { parts }), metadata })).turns;

    expect([turn?.text, turn?.attachments]).toEqual([
      'On Friday.\nWhat is this?',
      [
        { kind: 'image', name: 'photo.png', caption: null, text: null },
        { kind: 'image', name: null, caption: 'a dog', text: null },
        { kind: 'audio', name: null, caption: null, text: null },
      ],
    ]);
  });

  it('does not take the other voice of a recording for the user’s', () => {
    const parts = [{ content_type: 'audio_transcription', text: 'Noted.', direction: 'out' }, 'mine'];
    const [turn] = readOne(makeMessage('', content('multimodal_text', { parts }))).turns;

    expect([turn?.text, turn?.attachments]).toEqual(['mine', []]);
  });

  it('keeps text of unknown kinds: among the assistant’s words, beside the user’s', () => {
    const unknown = content('some_new_type', { text: 'new' });
    const byUser = readOne(makeMessage('', unknown));
    const byAssistant = readOne(makeMessage('', { ...ASSISTANT, ...unknown }));

    expect([byUser.turns[0]?.text, byUser.turns[0]?.attachments[0]?.text, counts(byUser.notes)]).toEqual([
      '',
      'new',
      { 'unknown-content': 1 },
    ]);
    expect([byAssistant.turns[0]?.text, counts(byAssistant.notes)]).toEqual(['new', { 'unknown-content': 1 }]);
  });

  it.each<[string, unknown]>([
    ['nothing but NUL', { content_type: 'text', parts: ['\u0000 '] }],
    ['empty parts', { content_type: 'text', parts: [''] }],
    ['no parts', { content_type: 'text' }],
    ['parts that are null', { content_type: 'multimodal_text', parts: [null, 7] }],
    ['no content', null],
    ['content that is a text', 'x'],
  ])('counts a message with %s as empty', (_, raw) => {
    expect(counts(readOne(makeMessage('', { content: raw })).skipped)).toEqual({ empty: 1 });
  });

  it('takes citation markers out and keeps names and link texts', () => {
    const text = (raw: string) => readOne(makeMessage(raw, ASSISTANT)).turns[0]?.text;

    expect(text('Done. \ue200cite\ue202turn0search0\ue202turn0search1\ue201')).toBe('Done.');
    expect(text('In \ue200entity\ue202["city","Lyon","France"]\ue201 it rains.')).toBe('In Lyon it rains.');
    expect(text('Read \ue200url\ue202the page\ue202https://example.invalid\ue201.')).toBe('Read the page.');
    expect(text('a \ue200entity\ue202broken\ue201b\ue203 c')).toBe('a b c');
    expect(text('no markers  ')).toBe('no markers  ');
  });

  it('does not import a chat that is not to be remembered, and counts its messages', () => {
    const nodes = [makeNode('u', null, makeMessage('secret')), makeNode('t', 'u', makeMessage('x', { weight: 0 }))];
    const parsed = parseChatgptConversation(makeChatgpt(nodes, { is_do_not_remember: true }));

    expect([parsed.conversation, counts(parsed.skipped)]).toEqual([null, { 'do-not-remember': 2 }]);
  });

  it.each([['a text'], [null], [[]], [{ title: 'shell' }], [{ mapping: [] }]])(
    'counts %j as one bad conversation',
    (element) => {
      expect(counts(parseChatgptConversation(element).skipped)).toEqual({ 'bad-conversation': 1 });
    },
  );

  it('counts nodes that are no nodes and goes on', () => {
    const parsed = parseChatgptConversation(
      makeChatgpt([['x', 'no node'], ['y', { message: 'no message' }], makeNode('u', 'x', makeMessage('hi'))]),
    );

    expect([parsed.turns.length, counts(parsed.skipped)]).toEqual([1, { 'wrong-type': 2 }]);
  });

  it('gives each turn its own key, the same at every reading, when ids are missing or repeated', () => {
    const chat = makeChatgpt(
      [
        ['n1', { parent: null, message: { ...makeMessage('one'), id: 'same' } }],
        ['n2', { parent: 'n1', message: { ...makeMessage('two'), id: 'same' } }],
        ['n3', { parent: 'n2', message: makeMessage('three') }],
      ],
      { conversation_id: undefined, id: undefined },
    );
    const first = parseChatgptConversation(chat);

    expect(new Set(first.turns.map(({ key }) => key)).size).toBe(3);
    expect(first.turns.map((t) => t.parentOriginId)).toEqual([null, 'same', first.turns[1]?.key]);
    expect(first.conversation?.originId).toMatch(/^c-[0-9a-f]{32}$/);
    expect(parseChatgptConversation(structuredClone(chat))).toEqual(first);
  });

  it('cleans ids and still finds their links', () => {
    const nodes = [makeNode('u\u0000', null, makeMessage('a')), makeNode('\ud800', 'u\u0000', makeMessage('b'))];
    const { turns, conversation } = parseChatgptConversation(makeChatgpt(nodes));

    expect(turns.map((turn) => [turn.key, turn.parentOriginId])).toEqual([
      ['u', null],
      ['\ufffd', 'u'],
    ]);
    expect(conversation?.activeLeafKey).toBe('\ufffd');
  });

  it('strips NUL, mends lone surrogates, composes accents and notes absurd dates', () => {
    const parsed = readOne(makeMessage('a\u0000b\ud800 e\u0301', { create_time: 99e12 }));

    expect(parsed.turns).toMatchObject([{ text: 'ab\ufffd é', nulCount: 1, at: null }]);
    expect(counts(parsed.notes)).toEqual({ 'bad-date': 1 });
  });
});
