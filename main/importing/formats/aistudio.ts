import { assembleConversation, type ExportedNode } from './assemble-conversation.ts';
import { type Left, newLeft, roleNamed, toSaid } from './content-blocks.ts';
import {
  type Fields,
  fieldsOf,
  idOf,
  listOf,
  type ParsedElement,
  skippedElement,
  storedTitle,
  textOf,
} from './conversation-parts.ts';
import { parseInstant } from './instant.pure.ts';

/** Reads an AI Studio prompt. It has no ids and mostly no times; the order of its chunks is the conversation. */
export function parseAiStudioPrompt(element: unknown): ParsedElement {
  const prompt = fieldsOf(element);
  const chunks = fieldsOf(prompt?.chunkedPrompt)?.chunks;
  if (prompt === null || !Array.isArray(chunks)) return skippedElement('bad-conversation');
  const left = newLeft();
  const nodes: ExportedNode[] = [];
  for (const [index, raw] of chunks.entries()) {
    const chunk = fieldsOf(raw);
    if (chunk === null) {
      left.skipped.add('wrong-type');
      continue;
    }
    const parentId = nodes.at(-1)?.nodeId ?? null;
    nodes.push({ nodeId: `#${index}`, parentId, childIds: [], originId: null, said: parseChunk(chunk, left) });
  }
  const originId = idOf(prompt.id);
  const title = storedTitle(prompt.title) ?? storedTitle(prompt.name);
  return assembleConversation(
    { source: 'aistudio', originId, title, started: parseInstant(prompt.createTime), activeNodeId: null, nodes },
    left,
  );
}

function parseChunk(chunk: Fields, left: Left) {
  if (chunk.isThought === true) {
    left.skipped.add('not-conversation');
    return null;
  }
  const role = roleNamed(chunk.role);
  return toSaid(
    {
      role,
      speaker: role === 'user' ? 'user' : role === 'assistant' ? 'Gemini' : null,
      blocks: { text: textOf(chunk.text) ?? partsText(chunk, left), attachments: listDriveFiles(chunk) },
      time: parseInstant(chunk.createTime),
    },
    left,
  );
}

function partsText(chunk: Fields, left: Left): string {
  const texts: string[] = [];
  for (const raw of listOf(chunk.parts)) {
    const part = fieldsOf(raw);
    if (part?.thought === true) left.notes.add('left-out-block');
    else texts.push(textOf(part?.text) ?? '');
  }
  return texts.filter((text) => text !== '').join('');
}

/** Files in the vendor's own store: only their kind is known here. */
function listDriveFiles(chunk: Fields) {
  return (['driveImage', 'driveDocument', 'driveAudio', 'inlineImage', 'inlineFile'] as const).flatMap((member) => {
    if (fieldsOf(chunk[member]) === null) return [];
    const kind = member.endsWith('Image')
      ? ('image' as const)
      : member === 'driveAudio'
        ? ('audio' as const)
        : ('file' as const);
    return [{ kind, name: null, caption: null, text: null }];
  });
}
