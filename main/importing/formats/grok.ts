import { assembleConversation, type ExportedNode } from './assemble-conversation.ts';
import { type Left, newLeft, readContentBlocks, roleNamed, toSaid } from './content-blocks.ts';
import {
  type Fields,
  fieldsOf,
  idOf,
  linkOf,
  listOf,
  type ParsedElement,
  skippedElement,
  storedTitle,
} from './conversation-parts.ts';
import { type ParsedInstant, parseInstant } from './instant.pure.ts';

/** Reads one element of a Grok export: a conversation beside the list of its responses. */
export function parseGrokConversation(element: unknown): ParsedElement {
  const fields = fieldsOf(element);
  const conversation = fieldsOf(fields?.conversation) ?? {};
  if (!Array.isArray(fields?.responses)) return skippedElement('bad-conversation');
  const left = newLeft();
  return assembleConversation(
    {
      source: 'grok',
      originId: idOf(conversation.conversation_id) ?? idOf(conversation.id),
      title: storedTitle(conversation.title),
      started: parseMongoTime(conversation.create_time),
      activeNodeId: linkOf(conversation.leaf_response_id),
      nodes: listNodes(fields.responses, left),
    },
    left,
  );
}

function listNodes(responses: readonly unknown[], left: Left): readonly ExportedNode[] {
  const nodes: ExportedNode[] = [];
  const taken = new Set<string>();
  const parents = responses.map((raw) => linkOf(responseOf(raw)?.parent_response_id));
  // Old exports link nothing: there the order of the file is the conversation.
  const isLinked = parents.some((parent) => parent !== null);
  for (const [index, raw] of responses.entries()) {
    const response = responseOf(raw);
    if (response === null) {
      left.skipped.add('wrong-type');
      continue;
    }
    const link = linkOf(response.response_id);
    const nodeId = link !== null && !taken.has(link) ? link : `#${index}`;
    taken.add(nodeId);
    nodes.push({
      nodeId,
      parentId: isLinked ? (parents[index] ?? null) : (nodes.at(-1)?.nodeId ?? null),
      childIds: [],
      originId: idOf(link),
      said: parseResponse(response, left),
    });
  }
  return nodes;
}

/** Each response is wrapped beside its share link; some exports wrap nothing. */
function responseOf(raw: unknown): Fields | null {
  const outer = fieldsOf(raw);
  return fieldsOf(outer?.response) ?? (outer !== null && 'message' in outer ? outer : null);
}

function parseResponse(response: Fields, left: Left) {
  const role = response.is_control === true ? 'system' : roleNamed(response.sender);
  const { text, attachments } = readContentBlocks(response.message, role, left.notes);
  const shown = role === 'assistant' ? stripMarkup(text) : text;
  if (shown !== text) left.notes.add('left-out-block');
  return toSaid(
    {
      role,
      speaker: role === 'assistant' ? 'Grok' : role === 'user' ? 'user' : null,
      blocks: { text: shown, attachments },
      time: parseMongoTime(response.create_time),
      files: listOf(response.file_attachments),
    },
    left,
  );
}

const MARKUP = /<(grok:render|xai:tool_usage_card)\b/g;

/** Citation and tool cards inside an answer, which the vendor's page draws. */
function stripMarkup(text: string): string {
  let kept = '';
  let from = 0;
  MARKUP.lastIndex = 0;
  for (let open = MARKUP.exec(text); open !== null; open = MARKUP.exec(text)) {
    const close = `</${open[1]}>`;
    const end = text.indexOf(close, open.index);
    kept += text.slice(from, open.index);
    from = end < 0 ? text.length : end + close.length;
    MARKUP.lastIndex = from;
  }
  return kept + text.slice(from);
}

/** ISO, or a number inside `{"$date": {"$numberLong": "…"}}`. */
function parseMongoTime(value: unknown): ParsedInstant {
  const date = fieldsOf(value)?.$date;
  if (date === undefined) return parseInstant(value);
  return parseInstant(fieldsOf(date)?.$numberLong ?? date);
}
