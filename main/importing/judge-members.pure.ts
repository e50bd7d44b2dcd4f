/** Exports that are JSON and are read element by element. */
export type JsonHolds =
  | 'chatgpt'
  | 'claude'
  | 'claude-projects'
  | 'claude-memories'
  | 'gemini'
  | 'aistudio'
  | 'grok'
  | 'copilot'
  | 'openwebui'
  | 'lmstudio'
  | 'jan-thread'
  | 'jan-messages'
  | 'librechat'
  | 'memories';

export type Layout =
  | { readonly kind: 'array' }
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'document' };

type Found = { readonly holds: JsonHolds; readonly layout: Layout };
type Has = (name: string) => boolean;

const LAYOUTS: readonly (readonly [prefix: string, layout: Layout])[] = [
  ['[]', { kind: 'array' }],
  ['.conversations[]', { kind: 'member', name: 'conversations' }],
  ['', { kind: 'document' }],
];
const MEMORY_LAYOUTS: readonly (readonly [prefix: string, layout: Layout])[] = [
  ['[]', { kind: 'array' }],
  ['.results[]', { kind: 'member', name: 'results' }],
  ['.memories[]', { kind: 'member', name: 'memories' }],
];

/**
 * Tells an export from the names of its members. What only more bytes can settle, because it rests on names that are
 * missing, waits for `isComplete`.
 */
export function judgeMembers(paths: ReadonlySet<string>, isComplete: boolean): Found | null {
  for (const [prefix, layout] of LAYOUTS) {
    const has: Has = (name) => paths.has(`${prefix}.${name}`);
    const holds = judgeClaudeOrChatgpt(has, isComplete) ?? judgeOthers(has, layout);
    if (holds !== null) return { holds, layout };
  }
  return judgeMemories(paths, isComplete);
}

function judgeClaudeOrChatgpt(has: Has, isComplete: boolean): JsonHolds | null {
  if (has('mapping')) return 'chatgpt';
  if (has('chat_messages')) return 'claude';
  // Some Claude files say `messages`. Others say that too, but no other has a `uuid` and a `name` beside it.
  if (has('messages') && has('uuid') && has('name')) return 'claude';
  if (has('docs') && has('prompt_template')) return 'claude-projects';
  if (has('conversations_memory') || has('project_memories')) return 'claude-memories';
  // A project without documents has no `docs` in some exports: decided only when nothing better follows.
  return isComplete && has('prompt_template') && has('uuid') ? 'claude-projects' : null;
}

function judgeOthers(has: Has, layout: Layout): JsonHolds | null {
  if (has('responses') && has('conversation')) return 'grok';
  if (has('chat.history') || (has('history') && (has('history.messages') || has('history.currentId'))))
    return 'openwebui';
  if (has('chunkedPrompt.chunks')) return 'aistudio';
  if (has('messages[].versions') || (has('messages') && has('perChatPredictionConfig'))) return 'lmstudio';
  if (has('messagesTree') || (has('conversationId') && has('messages[].messageId'))) return 'librechat';
  if (has('thread_id') && has('role') && has('content')) return 'jan-messages';
  if (has('header') && has('title') && (has('time') || has('products'))) return 'gemini';
  if (layout.kind === 'array' && isCopilotRow(has)) return 'copilot';
  const isThread = has('assistants') && has('object') && has('created') && has('id') && has('title');
  return isThread ? 'jan-thread' : null;
}

function isCopilotRow(has: Has): boolean {
  return ['author', 'message', 'conversation', 'time'].every(
    (name) => has(name) || has(name.slice(0, 1).toUpperCase() + name.slice(1)),
  );
}

/** Names that make a text a message, an article or a line of ours, and no memory. */
const NO_MEMORY = ['role', 'sender', 'author', 'speaker', 'conversation', 'messages', 'message', 'type', 'header'];

function judgeMemories(paths: ReadonlySet<string>, isComplete: boolean): Found | null {
  for (const [prefix, layout] of MEMORY_LAYOUTS) {
    const has: Has = (name) => paths.has(`${prefix}.${name}`);
    if (NO_MEMORY.some(has)) continue;
    const isNamed = has('memory') && ['id', 'created_at', 'hash', 'user_id'].some(has);
    const isText = (has('text') || has('content')) && has('created_at');
    if (isComplete && (isNamed || isText)) return { holds: 'memories', layout };
  }
  return null;
}
