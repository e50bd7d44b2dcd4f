type Fields = Readonly<Record<string, unknown>>;

/** A ChatGPT message: a user's plain text unless told otherwise. */
export function makeMessage(text: string, more: Fields = {}): Fields {
  return {
    author: { role: 'user', name: null, metadata: {} },
    create_time: 1_756_000_000,
    content: { content_type: 'text', parts: [text] },
    metadata: {},
    recipient: 'all',
    ...more,
  };
}

export const ASSISTANT: Fields = { author: { role: 'assistant' } };

/** A node under `parent`, whose message has the node's id. */
export function makeNode(id: string, parent: string | null, message: Fields | null): readonly [string, Fields] {
  return [id, { id, parent, children: [], message: message === null ? null : { id, ...message } }];
}

export function makeChatgpt(nodes: readonly (readonly [string, unknown])[], more: Fields = {}): Fields {
  return {
    title: 'A chat',
    create_time: 1_756_000_000,
    conversation_id: 'c',
    current_node: nodes.at(-1)?.[0] ?? null,
    mapping: Object.fromEntries(nodes),
    ...more,
  };
}

export function makeClaude(messages: readonly unknown[], more: Fields = {}): Fields {
  return { uuid: 'c', name: 'A chat', created_at: '2026-08-01T10:00:00.000000Z', chat_messages: messages, ...more };
}

export function makeClaudeMessage(uuid: string, more: Fields = {}): Fields {
  return {
    uuid,
    sender: 'human',
    text: '',
    content: [],
    created_at: '2026-08-01T10:00:00Z',
    attachments: [],
    files: [],
    ...more,
  };
}
