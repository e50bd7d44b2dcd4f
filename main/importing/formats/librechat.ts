import { assembleConversation, type ExportedNode } from './assemble-conversation.ts';
import { type Blocks, type Left, newLeft, readContentBlocks, roleNamed, toSaid } from './content-blocks.ts';
import {
  type Fields,
  fieldsOf,
  idOf,
  linkOf,
  listOf,
  type ParsedElement,
  skippedElement,
  storedTitle,
  textOf,
} from './conversation-parts.ts';
import { parseInstant } from './instant.pure.ts';

/** Reads a LibreChat export, whose messages lie inside one another or in a list with links. */
export function parseLibreChatConversation(element: unknown): ParsedElement {
  const conversation = fieldsOf(element);
  const messages = conversation?.messagesTree ?? conversation?.messages;
  if (conversation === null || !Array.isArray(messages)) return skippedElement('bad-conversation');
  const left = newLeft();
  return assembleConversation(
    {
      source: 'librechat',
      originId: idOf(conversation.conversationId),
      title: storedTitle(conversation.title),
      // `exportAt` is when it was exported, in words of the exporter's language.
      started: parseInstant(conversation.createdAt),
      activeNodeId: null,
      nodes: listNodes(messages, left),
    },
    left,
  );
}

type Waiting = { readonly raw: unknown; readonly aboveId: string | null };

/** Without recursion: how deep a tree goes is up to whoever wrote the file. */
function listNodes(messages: readonly unknown[], left: Left): readonly ExportedNode[] {
  const nodes: ExportedNode[] = [];
  const taken = new Set<string>();
  const waiting: Waiting[] = messages.map((raw) => ({ raw, aboveId: null })).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const message = fieldsOf(next.raw);
    if (message === null) {
      left.skipped.add('wrong-type');
      continue;
    }
    const link = linkOf(message.messageId);
    const nodeId = link !== null && !taken.has(link) ? link : `#${nodes.length}`;
    taken.add(nodeId);
    const parentId = next.aboveId ?? linkOf(message.parentMessageId);
    nodes.push({ nodeId, parentId, childIds: [], originId: idOf(link), said: parseMessage(message, left) });
    for (const raw of listOf(message.children).toReversed()) waiting.push({ raw, aboveId: nodeId });
  }
  return nodes;
}

function parseMessage(message: Fields, left: Left) {
  const role = roleOf(message);
  return toSaid(
    {
      role,
      speaker:
        role === 'user' ? 'user' : role === 'assistant' ? (textOf(message.sender) ?? textOf(message.model)) : null,
      blocks: readMessage(message, role, left),
      time: parseInstant(message.createdAt),
      files: message.files,
    },
    left,
  );
}

function roleOf(message: Fields): ReturnType<typeof roleNamed> {
  // What went wrong is told in the place of an answer; nobody said it.
  if (message.error === true) return 'system';
  if (typeof message.isCreatedByUser === 'boolean') return message.isCreatedByUser ? 'user' : 'assistant';
  return roleNamed(message.sender);
}

/** Newer messages have their text in blocks and leave `text` empty. */
function readMessage(message: Fields, role: ReturnType<typeof roleNamed>, left: Left): Blocks {
  const blocks = readContentBlocks(message.content, role, left.notes);
  return textOf(blocks.text) === null ? { ...blocks, text: textOf(message.text) ?? '' } : blocks;
}
