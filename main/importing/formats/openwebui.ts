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
import { stripMachineText } from './machine-text.pure.ts';

/** Reads one Open WebUI chat: with the row round it, as the export of all chats has it, or the chat alone. */
export function parseOpenWebuiChat(element: unknown): ParsedElement {
  const row = fieldsOf(element);
  const chat = fieldsOf(row?.chat) ?? row;
  const history = fieldsOf(chat?.history);
  const messages = listMessages(history, chat);
  if (row === null || chat === null || messages === null) return skippedElement('bad-conversation');
  const left = newLeft();
  return assembleConversation(
    {
      source: 'openwebui',
      originId: idOf(row.id) ?? idOf(chat.id),
      title: storedTitle(row.title) ?? storedTitle(chat.title),
      started: parseInstant(row.created_at ?? chat.timestamp),
      activeNodeId: linkOf(history?.currentId),
      nodes: messages.map(([id, message]) => parseNode(id, message, left)),
    },
    left,
  );
}

/** The tree, by id; or the linear copy beside it where the tree is missing. */
function listMessages(history: Fields | null, chat: Fields | null): readonly (readonly [string, unknown])[] | null {
  const tree = fieldsOf(history?.messages);
  if (tree !== null) return Object.entries(tree);
  if (!Array.isArray(chat?.messages)) return null;
  const taken = new Set<string>();
  let lastId: string | null = null;
  return chat.messages.map((message: unknown, index) => {
    const fields = fieldsOf(message);
    const link = linkOf(fields?.id);
    const id = link !== null && !taken.has(link) ? link : `#${index}`;
    const linked = fields === null || linkOf(fields.parentId) !== null ? message : { ...fields, parentId: lastId };
    taken.add(id);
    lastId = id;
    return [id, linked] as const;
  });
}

function parseNode(nodeId: string, raw: unknown, left: Left): ExportedNode {
  const message = fieldsOf(raw);
  if (message === null) left.skipped.add('wrong-type');
  return {
    nodeId,
    parentId: linkOf(message?.parentId),
    childIds: listOf(message?.childrenIds).flatMap((child) => linkOf(child) ?? []),
    originId: nodeId.startsWith('#') ? null : idOf(nodeId),
    said: message === null ? null : parseMessage(message, left),
  };
}

function parseMessage(message: Fields, left: Left) {
  const role = roleNamed(message.role);
  const model = textOf(message.modelName) ?? textOf(message.model);
  return toSaid(
    {
      role,
      speaker: role === 'assistant' ? model : role === 'user' ? 'user' : null,
      blocks: readMessage(message, role, left),
      time: parseInstant(message.timestamp),
      files: message.files,
    },
    left,
  );
}

/** Newer versions list the parts of an answer in `output`; the content then may hold nothing but the reasoning. */
function readMessage(message: Fields, role: ReturnType<typeof roleNamed>, left: Left): Blocks {
  const blocks = readContentBlocks(message.content, role, left.notes);
  if (role !== 'assistant' || textOf(stripMachineText(blocks.text).text) !== null) return blocks;
  const texts: string[] = [];
  for (const raw of listOf(message.output)) {
    const item = fieldsOf(raw);
    if (item?.type !== 'message') continue;
    texts.push(readContentBlocks(item.content, role, left.notes).text);
  }
  const text = texts.filter((one) => textOf(one) !== null).join('\n\n');
  return text === '' ? blocks : { text, attachments: blocks.attachments };
}
