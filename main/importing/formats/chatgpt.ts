import type { NoteKind, ParsedAttachment, SkipReason } from '../import-item.ts';
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

/** Reads one element of a ChatGPT export. Whatever is in it, the answer is turns and counted skips. */
export function parseChatgptConversation(element: unknown): ParsedElement {
  const conversation = fieldsOf(element);
  const mapping = fieldsOf(conversation?.mapping);
  if (conversation === null || mapping === null) return skippedElement('bad-conversation');

  const left = { skipped: new Tally<SkipReason>(), notes: new Tally<NoteKind>() };
  const nodes = Object.entries(mapping).map(([nodeId, node]) => parseNode(nodeId, node, left));
  const parsed = assembleConversation(
    {
      source: 'chatgpt',
      originId: idOf(conversation.conversation_id) ?? idOf(conversation.id),
      title: storedTitle(conversation.title),
      started: parseInstant(conversation.create_time),
      activeNodeId: linkOf(conversation.current_node),
      nodes,
    },
    left,
  );
  if (conversation.is_do_not_remember !== true) return parsed;
  // The user asked that this chat be forgotten there; it is not remembered here unasked.
  const read = parsed.turns.length + [...parsed.skipped.values()].reduce((sum, count) => sum + count, 0);
  return skippedElement('do-not-remember', read);
}

type Left = { readonly skipped: Tally<SkipReason>; readonly notes: Tally<NoteKind> };

function parseNode(nodeId: string, raw: unknown, left: Left): ExportedNode {
  const node = fieldsOf(raw);
  const message = fieldsOf(node?.message);
  const said = message === null ? null : parseMessage(message, left);
  // Roots and placeholders have no message; anything else without one was meant to say something.
  const isPlaceholder = node !== null && (node.message === null || node.message === undefined);
  if (message === null && !isPlaceholder) left.skipped.add('wrong-type');
  return {
    nodeId,
    parentId: linkOf(node?.parent),
    childIds: listOf(node?.children).flatMap((child) => linkOf(child) ?? []),
    originId: idOf(message?.id) ?? (message === null ? null : idOf(nodeId)),
    said,
  };
}

function parseMessage(message: Fields, left: Left): Said | null {
  const author = fieldsOf(message.author);
  const role = author?.role;
  if ((role !== 'user' && role !== 'assistant') || !isConversation(message)) {
    left.skipped.add('not-conversation');
    return null;
  }
  const content = readContent(message, role, left.notes);
  if (textOf(content.text) === null && content.attachments.length === 0) {
    left.skipped.add('empty');
    return null;
  }
  const speaker = role === 'assistant' ? 'ChatGPT' : (textOf(author?.name) ?? 'user');
  return { role, speaker, time: parseInstant(message.create_time), ...content };
}

/** Browsing, reasoning and profile text: written by machines, or by the user for the machine, never in the conversation. */
const NOT_CONVERSATION = new Set([
  'user_editable_context',
  'model_editable_context',
  'thoughts',
  'reasoning_recap',
  'execution_output',
  'tether_quote',
  'tether_browsing_display',
  'tether_browsing_code',
  'sonic_webpage',
  'system_error',
]);

function isConversation(message: Fields): boolean {
  const metadata = fieldsOf(message.metadata);
  const recipient = message.recipient ?? 'all';
  const contentType = fieldsOf(message.content)?.content_type;
  return (
    recipient === 'all' &&
    message.weight !== 0 &&
    message.channel !== 'analysis' &&
    metadata?.is_visually_hidden_from_conversation !== true &&
    metadata?.is_user_system_message !== true &&
    (metadata?.user_context_message_data ?? null) === null &&
    !(typeof contentType === 'string' && NOT_CONVERSATION.has(contentType))
  );
}

type Content = { readonly text: string; readonly attachments: readonly ParsedAttachment[] };
type Speaker = 'user' | 'assistant';

function readContent(message: Fields, role: Speaker, notes: Tally<NoteKind>): Content {
  const content = fieldsOf(message.content);
  const uploads = listUploads(fieldsOf(message.metadata));
  const texts: string[] = [];
  const attachments: ParsedAttachment[] = uploads.map(({ attachment }) => attachment);
  const keepUnknown = (text: string | null) => {
    notes.add('unknown-content');
    // Text of a kind that nobody knows may not be the user's own: it is kept beside the words, not among them.
    if (text !== null && role === 'assistant') texts.push(text);
    else if (text !== null) attachments.push({ kind: 'other', name: null, caption: null, text });
  };

  for (const part of content === null ? [] : listParts(content)) {
    if (typeof part === 'string') {
      texts.push(part);
      continue;
    }
    const fields = fieldsOf(part);
    if (fields === null) continue;
    const read = readPart(fields, role);
    if (read.kind === 'text') texts.push(read.text);
    else if (read.kind === 'unknown') keepUnknown(read.text);
    else if (read.kind === 'asset' && !uploads.some(({ id }) => id !== null && read.pointer.endsWith(id))) {
      attachments.push(read.attachment);
    }
  }
  const isKnown = content === null || ['text', 'multimodal_text', 'code'].includes(String(content.content_type));
  if (!isKnown) {
    if (Array.isArray(content.parts)) notes.add('unknown-content');
    else keepUnknown(textOf(content.text) ?? textOf(content.content));
  }
  const text = texts.filter((one) => one !== '').join('\n');
  return { text: stripCitations(text), attachments };
}

function listParts(content: Fields): readonly unknown[] {
  if (Array.isArray(content.parts)) return content.parts;
  // `code` has its text beside, and so have a few old `text` messages.
  return content.content_type === 'code' || content.content_type === 'text' ? [content.text ?? null] : [];
}

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'asset'; readonly pointer: string; readonly attachment: ParsedAttachment }
  | { readonly kind: 'unknown'; readonly text: string | null };

function readPart(part: Fields, role: Speaker): Part {
  switch (part.content_type) {
    case 'audio_transcription': {
      const expected = role === 'user' ? 'in' : 'out';
      const text = textOf(part.text);
      // A transcription of the other voice in this message is not what this speaker said.
      if (text === null || (part.direction ?? expected) !== expected) return { kind: 'unknown', text: null };
      return { kind: 'text', text };
    }
    case 'image_asset_pointer':
      return asset(part, 'image', textOf(fieldsOf(fieldsOf(part.metadata)?.dalle)?.prompt));
    case 'audio_asset_pointer':
      return asset(part, 'audio', null);
    case 'real_time_user_audio_video_asset_pointer':
      return asset(fieldsOf(part.audio_asset_pointer) ?? part, 'audio', null);
    default:
      return { kind: 'unknown', text: textOf(part.text) };
  }
}

function asset(part: Fields, kind: ParsedAttachment['kind'], caption: string | null): Part {
  const pointer = textOf(part.asset_pointer) ?? '';
  return { kind: 'asset', pointer, attachment: { kind, name: null, caption, text: null } };
}

function listUploads(metadata: Fields | null): readonly { id: string | null; attachment: ParsedAttachment }[] {
  return listOf(metadata?.attachments).flatMap((raw) => {
    const fields = fieldsOf(raw);
    if (fields === null) return [];
    const name = textOf(fields.name);
    const kind = attachmentKind(name, textOf(fields.mime_type) ?? textOf(fields.mimeType));
    return [{ id: idOf(fields.id), attachment: { kind, name, caption: null, text: null } }];
  });
}

/** `U+E200 kind U+E202 payload U+E201`: a citation marker, drawn as a link by the vendor's page. */
const MARKED = /\ue200([^\ue200-\ue202]*)(?:\ue202([^\ue200\ue201]*))?\ue201/g;
const MARKS = /[\ue200-\ue20f]/g;

/** Takes citation markers out of a text, and keeps the words of those that stand for a name or a link. */
function stripCitations(text: string): string {
  if (!MARKS.test(text)) return text;
  MARKS.lastIndex = 0;
  const words = text.replace(MARKED, (_, kind: string, payload: string | undefined) => shownWords(kind, payload ?? ''));
  const lines = words.replace(MARKS, '').split('\n');
  // Not by a pattern, which takes forever on a long run of spaces that a word ends.
  return lines.map((line) => (/[ \t]$/.test(line) ? line.trimEnd() : line)).join('\n');
}

function shownWords(kind: string, payload: string): string {
  if (kind === 'url') return payload.split('\ue202')[0] ?? '';
  if (kind !== 'entity') return '';
  try {
    const [, name] = listOf(JSON.parse(payload));
    return textOf(name) ?? '';
  } catch {
    // A marker in a shape not seen before: its machine text is dropped like that of other markers.
    return '';
  }
}
