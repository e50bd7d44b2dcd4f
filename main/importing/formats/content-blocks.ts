import type { NoteKind, ParsedAttachment, ParsedRole, SkipReason } from '../import-item.ts';
import type { Said } from './assemble-conversation.ts';
import { attachmentKind, type Fields, fieldsOf, listOf, Tally, textOf } from './conversation-parts.ts';
import type { ParsedInstant } from './instant.pure.ts';
import { stripMachineText } from './machine-text.pure.ts';

/** What one conversation leaves out, counted as it is read. */
export type Left = { readonly skipped: Tally<SkipReason>; readonly notes: Tally<NoteKind> };

export const newLeft = (): Left => ({ skipped: new Tally<SkipReason>(), notes: new Tally<NoteKind>() });

const ROLES: ReadonlyMap<string, ParsedRole> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
  ['ai', 'assistant'],
  ['bot', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
  ['tool', 'system'],
  ['function', 'system'],
]);

/** A role as programs name it, whatever its case; what nobody knows is someone else. */
export function roleNamed(value: unknown): ParsedRole {
  return (typeof value === 'string' ? ROLES.get(value.trim().toLowerCase()) : undefined) ?? 'other';
}

/** Blocks that machines write for machines. */
const LEFT_OUT = new Set<unknown>([
  'think',
  'thinking',
  'reasoning',
  'tool_call',
  'tool_use',
  'tool_result',
  'function_call',
  'function_call_output',
  'debugInfoBlock',
  'error',
]);
const TEXT_KINDS = new Set<unknown>(['text', 'input_text', 'output_text', undefined]);
const FILE_KINDS = new Set<unknown>(['image', 'image_url', 'input_image', 'file', 'input_file', 'image_file', 'audio']);

export type Blocks = { readonly text: string; readonly attachments: readonly ParsedAttachment[] };

/** Reads content that is a text or a list of blocks, as most programs after OpenAI's shape write it. */
export function readContentBlocks(content: unknown, role: ParsedRole, notes: Tally<NoteKind>): Blocks {
  if (typeof content === 'string') return { text: content, attachments: [] };
  const texts: string[] = [];
  const attachments: ParsedAttachment[] = [];
  for (const raw of listOf(content)) {
    const block = fieldsOf(raw);
    const text = typeof raw === 'string' ? raw : blockText(block);
    if (LEFT_OUT.has(block?.type)) notes.add('left-out-block');
    else if (FILE_KINDS.has(block?.type)) attachments.push(fileOf(block ?? {}));
    else if (TEXT_KINDS.has(block?.type)) {
      if (text !== null) texts.push(text);
    } else {
      notes.add('unknown-content');
      // Text of a kind that nobody knows may not be the user's own: it is kept beside the words, not among them.
      if (text !== null && role === 'assistant') texts.push(text);
      else if (text !== null) attachments.push({ kind: 'other', name: null, caption: null, text });
    }
  }
  return { text: texts.join('\n\n'), attachments };
}

function blockText(block: Fields | null): string | null {
  return textOf(block?.text) ?? textOf(fieldsOf(block?.text)?.value) ?? textOf(block?.value);
}

function fileOf(block: Fields): ParsedAttachment {
  const name = textOf(block.name) ?? textOf(block.filename) ?? textOf(block.fileIdentifier);
  const kind =
    String(block.type).includes('image') || block.fileType === 'image' ? 'image' : attachmentKind(name, null);
  return { kind, name, caption: null, text: null };
}

/** Names of files beside a message; their bytes are not in the export. */
export function listFileNames(files: unknown): readonly ParsedAttachment[] {
  return listOf(files).flatMap((raw): readonly ParsedAttachment[] => {
    const fields = fieldsOf(raw);
    const name = textOf(fields?.name) ?? textOf(fields?.filename) ?? textOf(fields?.file_name);
    if (name === null) return [];
    return [{ kind: attachmentKind(name, textOf(fields?.mime_type)), name, caption: null, text: null }];
  });
}

/** A message of which role and content are known; null, and counted, where it says nothing in the conversation. */
export function toSaid(
  message: {
    readonly role: ParsedRole;
    readonly speaker: string | null;
    readonly blocks: Blocks;
    readonly time: ParsedInstant;
    readonly files?: unknown;
  },
  left: Left,
): Said | null {
  const { role, speaker, blocks, time } = message;
  if (role === 'system') {
    left.skipped.add('not-conversation');
    return null;
  }
  // The user may write such a mark themselves; an answer has it from its program.
  const stripped = role === 'assistant' ? stripMachineText(blocks.text) : { text: blocks.text, leftOut: 0 };
  left.notes.add('left-out-block', stripped.leftOut);
  const attachments = [...blocks.attachments, ...listFileNames(message.files)];
  if (textOf(stripped.text) === null && attachments.length === 0) {
    left.skipped.add(textOf(blocks.text) === null ? 'empty' : 'not-conversation');
    return null;
  }
  const fallback = role === 'other' ? 'unknown' : role;
  return { role, speaker: speaker ?? fallback, text: stripped.text, time, attachments };
}
