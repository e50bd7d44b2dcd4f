import { deriveTurnKey } from '../derive-key.ts';
import { assembleConversation, type ExportedNode } from './assemble-conversation.ts';
import { newLeft, toSaid } from './content-blocks.ts';
import { type ParsedElement, skippedElement, storedTitle } from './conversation-parts.ts';
import type { PartReader } from './part-reader.ts';
import { splitTranscript, type Transcript } from './split-transcript.pure.ts';

/** Reads a chat that was written down as Markdown or plain text: the whole of it is needed to tell its turns. */
export function transcriptReader(maxChars: number): PartReader<string> {
  let text = '';
  let isTooLarge = false;
  return {
    read: (piece) => {
      isTooLarge ||= text.length + piece.length > maxChars;
      text = isTooLarge ? '' : text + piece;
      return [];
    },
    end: () => {
      if (isTooLarge) return [skippedElement('too-large')];
      const transcript = splitTranscript(text);
      return [transcript === null ? skippedElement('bad-conversation') : toConversation(transcript)];
    },
  };
}

function toConversation({ title, started, turns }: Transcript): ParsedElement {
  const left = newLeft();
  const nodes: ExportedNode[] = [];
  for (const { role, speaker, text, time } of turns) {
    const parentId = nodes.at(-1)?.nodeId ?? null;
    const said = toSaid({ role, speaker, blocks: { text, attachments: [] }, time }, left);
    nodes.push({ nodeId: `#${nodes.length}`, parentId, childIds: [], originId: null, said });
  }
  // From how it begins: chats often begin with the same words, but seldom with the same answer too.
  const begin = JSON.stringify([title, ...turns.slice(0, 2).map(({ text }) => text)]);
  const key = deriveTurnKey({ conversation: 'transcript', order: 0, speaker: '', time: started.at, text: begin });
  const originId = `transcript-${key}`;
  return assembleConversation(
    { source: 'transcript', originId, title: storedTitle(title), started, activeNodeId: null, nodes },
    left,
  );
}
