import { deriveTurnKey } from '../derive-key.ts';
import type { ParsedRole } from '../import-item.ts';
import { assembleConversation, type ExportedNode, type Said } from './assemble-conversation.ts';
import { type Blocks, type Left, newLeft, readContentBlocks, roleNamed, toSaid } from './content-blocks.ts';
import {
  type Fields,
  fieldsOf,
  listOf,
  type ParsedElement,
  skippedElement,
  storedTitle,
  textOf,
} from './conversation-parts.ts';
import { parseInstant } from './instant.pure.ts';

const NO_TIME = parseInstant(null);

/** Reads an LM Studio conversation file. Versions of a message are branches; the chosen ones are the active path. */
export function parseLmStudioConversation(element: unknown): ParsedElement {
  const conversation = fieldsOf(element);
  if (conversation === null || !Array.isArray(conversation.messages)) return skippedElement('bad-conversation');
  const left = newLeft();
  const started = parseInstant(conversation.createdAt);
  // The file has no id, and its name is no part of it: the millisecond in which it was begun tells it from others.
  const originId = started.at === null ? null : `lmstudio-${Date.parse(started.at)}`;
  const { nodes, activeNodeId } = listNodes(conversation.messages, { conversation: originId ?? '', left });
  const title = storedTitle(conversation.name);
  return assembleConversation({ source: 'lmstudio', originId, title, started, activeNodeId, nodes }, left);
}

type Listed = { readonly nodes: readonly ExportedNode[]; readonly activeNodeId: string | null };

function listNodes(
  messages: readonly unknown[],
  about: { readonly conversation: string; readonly left: Left },
): Listed {
  const { conversation, left } = about;
  const nodes: ExportedNode[] = [];
  let above: string | null = null;
  for (const [index, raw] of messages.entries()) {
    const message = fieldsOf(raw);
    const versions = Array.isArray(message?.versions) ? message.versions : null;
    if (message === null || versions === null) {
      left.skipped.add('wrong-type');
      continue;
    }
    if (versions.length === 0) left.skipped.add('empty');
    const parentId: string | null = above;
    const chosen = chosenVersion(message.currentlySelected, versions.length);
    for (const [number, version] of versions.entries()) {
      const nodeId = `${index}/${number}`;
      const said = parseVersion(version, left);
      const key = said === null ? '' : keyOf({ conversation, nodeId, said });
      nodes.push({ nodeId, parentId, childIds: [], originId: null, key, said });
      if (number === chosen) above = nodeId;
    }
  }
  return { nodes, activeNodeId: above };
}

/** By its place in the message, so that a version that comes later changes no other. */
function keyOf({
  conversation,
  nodeId,
  said,
}: {
  readonly conversation: string;
  readonly nodeId: string;
  readonly said: Said;
}) {
  return deriveTurnKey({
    conversation: `${conversation}/${nodeId}`,
    order: 0,
    speaker: said.role,
    time: null,
    text: said.text,
  });
}

function chosenVersion(selected: unknown, count: number): number {
  return typeof selected === 'number' && Number.isInteger(selected) && selected >= 0 && selected < count
    ? selected
    : count - 1;
}

function parseVersion(raw: unknown, left: Left): Said | null {
  const version = fieldsOf(raw);
  if (version === null) {
    left.skipped.add('wrong-type');
    return null;
  }
  const role = roleNamed(version.role);
  const sender = textOf(fieldsOf(version.senderInfo)?.senderName);
  return toSaid(
    {
      role,
      speaker: role === 'user' ? 'user' : sender,
      blocks: Array.isArray(version.steps) ? readSteps(version.steps, role, left) : readSingle(version, role, left),
      time: NO_TIME,
    },
    left,
  );
}

function readSingle(version: Fields, role: ParsedRole, left: Left): Blocks {
  return readContentBlocks(version.content, role, left.notes);
}

function readSteps(steps: readonly unknown[], role: ParsedRole, left: Left): Blocks {
  const texts: string[] = [];
  const attachments: Blocks['attachments'][number][] = [];
  for (const raw of steps) {
    const step = fieldsOf(raw);
    const isThinking = fieldsOf(step?.style)?.type === 'thinking' || step?.prefix === '<think>';
    if (step?.type !== 'contentBlock' || isThinking) {
      left.notes.add('left-out-block');
      continue;
    }
    const blocks = readContentBlocks(listOf(step.content), role, left.notes);
    if (textOf(blocks.text) !== null) texts.push(blocks.text);
    attachments.push(...blocks.attachments);
  }
  return { text: texts.join('\n\n'), attachments };
}
