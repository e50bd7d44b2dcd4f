import type { NoteKind, ParsedAttachment, ParsedRole, SkipReason } from '../import-item.ts';
import { assembleConversation, type ExportedNode, type Said } from './assemble-conversation.ts';
import {
  attachmentKind,
  type Fields,
  fieldsOf,
  idOf,
  linkOf,
  listOf,
  type ParsedElement,
  skippedElement,
  storedTitle,
  Tally,
  textOf,
} from './conversation-parts.ts';
import { parseInstant } from './instant.pure.ts';

type Left = { readonly skipped: Tally<SkipReason>; readonly notes: Tally<NoteKind> };

/** Reads one element of a Claude export. Whatever is in it, the answer is turns and counted skips. */
export function parseClaudeConversation(element: unknown): ParsedElement {
  const conversation = fieldsOf(element);
  const messages = conversation?.chat_messages ?? conversation?.messages;
  if (conversation === null || !Array.isArray(messages)) return skippedElement('bad-conversation');

  const left = { skipped: new Tally<SkipReason>(), notes: new Tally<NoteKind>() };
  return assembleConversation(
    {
      source: 'claude',
      originId: idOf(conversation.uuid) ?? idOf(conversation.conversation_id),
      title: storedTitle(conversation.name) ?? storedTitle(conversation.title),
      started: parseInstant(conversation.created_at),
      activeNodeId: linkOf(conversation.current_leaf_message_uuid),
      nodes: listNodes(messages, left),
    },
    left,
  );
}

function listNodes(messages: readonly unknown[], left: Left): readonly ExportedNode[] {
  const nodes: ExportedNode[] = [];
  const taken = new Set<string>();
  for (const [index, raw] of messages.entries()) {
    const message = fieldsOf(raw);
    if (message === null) {
      left.skipped.add('wrong-type');
      continue;
    }
    const link = linkOf(message.uuid) ?? linkOf(message.id);
    // Links go by id; a message without one, or with one that is taken, can only be linked by its place.
    const nodeId = link !== null && !taken.has(link) ? link : `#${index}`;
    taken.add(nodeId);
    nodes.push({
      nodeId,
      // Bulk exports have no parent links: there the order of the file is the conversation.
      parentId: linkOf(message.parent_message_uuid) ?? nodes.at(-1)?.nodeId ?? null,
      childIds: [],
      originId: idOf(link),
      said: parseMessage(message, left),
    });
  }
  return nodes;
}

const ROLES: ReadonlyMap<unknown, ParsedRole> = new Map([
  ['human', 'user'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['system', 'system'],
  ['tool', 'system'],
]);
const SPEAKERS: Readonly<Record<ParsedRole, string>> = {
  user: 'user',
  assistant: 'Claude',
  other: 'unknown',
  system: 'system',
};

function parseMessage(message: Fields, left: Left): Said | null {
  const role = ROLES.get(message.sender ?? message.role) ?? 'other';
  if (role === 'system') {
    left.skipped.add('not-conversation');
    return null;
  }
  const blocks = readBlocks(message.content, role, left.notes);
  // In 557 real messages both agree where both are there; `text` alone has stand-ins for what it cannot show.
  const text = textOf(blocks.text) ?? textOf(message.text) ?? textOf(message.content) ?? '';
  const attachments = [...listAttachments(message), ...blocks.attachments];
  if (text === '' && attachments.length === 0) {
    left.skipped.add(blocks.leftOut > 0 ? 'not-conversation' : 'empty');
    return null;
  }
  return { role, speaker: SPEAKERS[role], text, time: parseInstant(message.created_at), attachments };
}

type Blocks = {
  readonly text: string;
  readonly attachments: readonly ParsedAttachment[];
  readonly leftOut: number;
};

/** Reasoning, tool traffic and what the vendor injects: never the conversation, though some of it looks like text. */
const LEFT_OUT = new Set<unknown>([
  'thinking',
  'redacted_thinking',
  'tool_use',
  'tool_result',
  'token_budget',
  'injected_prompt_block',
  'flag',
]);

function readBlocks(content: unknown, role: ParsedRole, notes: Tally<NoteKind>): Blocks {
  const texts: string[] = [];
  const attachments: ParsedAttachment[] = [];
  let leftOut = 0;
  for (const raw of listOf(content)) {
    const block = fieldsOf(raw);
    const text = typeof raw === 'string' ? raw : textOf(block?.text);
    const artifact = block?.type === 'tool_use' ? readArtifact(block) : null;
    if (artifact !== null) {
      attachments.push(artifact);
    } else if (LEFT_OUT.has(block?.type)) {
      leftOut += 1;
      notes.add('left-out-block');
    } else if (typeof raw === 'string' || block?.type === 'text' || block?.type === 'voice_note') {
      if (text !== null) texts.push(text);
    } else {
      notes.add('unknown-content');
      // Text of a kind that nobody knows may not be the user's own: it is kept beside the words, not among them.
      if (text !== null && role === 'assistant') texts.push(text);
      else if (text !== null) attachments.push({ kind: 'other', name: null, caption: null, text });
    }
  }
  return { text: texts.join('\n\n'), attachments, leftOut };
}

const ARTIFACT_TOOLS = new Set<unknown>(['artifacts', 'create_artifact', 'create_file']);

/** A document that the assistant wrote for the user. Its later edits are fragments and stay out. */
function readArtifact(block: Fields): ParsedAttachment | null {
  const input = fieldsOf(block.input);
  if (input === null || !ARTIFACT_TOOLS.has(block.name) || input.command === 'update') return null;
  const text = textOf(input.content) ?? textOf(input.file_text);
  if (text === null) return null;
  const name = textOf(input.title) ?? textOf(input.path)?.split('/').at(-1) ?? null;
  return { kind: 'file', name, caption: null, text };
}

function listAttachments(message: Fields): readonly ParsedAttachment[] {
  const pasted = listOf(message.attachments).flatMap((raw): readonly ParsedAttachment[] => {
    const fields = fieldsOf(raw);
    const name = textOf(fields?.file_name);
    const text = textOf(fields?.extracted_content);
    return name === null && text === null ? [] : [{ kind: attachmentKind(name, null), name, caption: null, text }];
  });
  const named = listOf(message.files ?? message.files_v2).flatMap((raw): readonly ParsedAttachment[] => {
    const fields = fieldsOf(raw);
    const name = textOf(fields?.file_name);
    if (name === null && idOf(fields?.file_uuid) === null) return [];
    const kind = fields?.file_kind === 'image' ? 'image' : attachmentKind(name, null);
    return [{ kind, name, caption: null, text: null }];
  });
  return [...pasted, ...named];
}
