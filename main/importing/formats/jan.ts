import { assembleConversation, type ExportedNode } from './assemble-conversation.ts';
import { type Left, newLeft, readContentBlocks, roleNamed, toSaid } from './content-blocks.ts';
import {
  type Fields,
  fieldsOf,
  idOf,
  linkOf,
  type ParsedElement,
  skippedElement,
  storedTitle,
} from './conversation-parts.ts';
import { type ParsedInstant, parseInstant } from './instant.pure.ts';
import type { PartReader } from './part-reader.ts';

/** What a `thread.json` says of the thread whose messages are in another file. */
export type JanThread = { readonly title: string | null; readonly created: ParsedInstant };

/** The thread that an object describes, or null where it describes none. */
export function readJanThread(value: unknown): readonly [id: string, thread: JanThread] | null {
  const fields = fieldsOf(value);
  const id = linkOf(fields?.id);
  if (fields === null || id === null || 'thread_id' in fields) return null;
  return [id, { title: storedTitle(fields.title), created: parseInstant(fields.created ?? fields.created_at) }];
}

/** A thread without its messages: nothing was said in it. */
export const parseJanThread = (value: unknown): ParsedElement =>
  skippedElement(readJanThread(value) === null ? 'bad-conversation' : 'not-conversation');

type Open = { readonly id: string; readonly nodes: ExportedNode[]; readonly taken: Set<string>; readonly left: Left };

/** Reads the messages of `messages.jsonl`, one a call. Messages of one thread stand together, in their order. */
export function janReader(threads: ReadonlyMap<string, JanThread>): PartReader<unknown> {
  const open = new Map<string, Open>();
  let left = newLeft();
  return {
    read: (raw) => {
      const message = fieldsOf(raw);
      const id = linkOf(message?.thread_id);
      if (message === null || id === null) {
        left.skipped.add(message === null ? 'wrong-type' : 'missing-conversation');
        return [];
      }
      const thread = open.get(id) ?? { id, nodes: [], taken: new Set<string>(), left: newLeft() };
      open.set(id, thread);
      addMessage(thread, message);
      return [];
    },
    end: () => {
      const elements = [...open.values()].map((thread) => toElement(thread, threads.get(thread.id)));
      const rest: ParsedElement = {
        conversation: null,
        turns: [],
        skipped: left.skipped.counts,
        notes: left.notes.counts,
      };
      open.clear();
      left = newLeft();
      return [...elements, rest];
    },
  };
}

function addMessage({ nodes, taken, left }: Open, message: Fields): void {
  const link = linkOf(message.id);
  const nodeId = link !== null && !taken.has(link) ? link : `#${nodes.length}`;
  taken.add(nodeId);
  const role = roleNamed(message.role);
  const said = toSaid(
    {
      role,
      speaker: role === 'user' ? 'user' : null,
      blocks: readContentBlocks(message.content, role, left.notes),
      time: parseInstant(message.created_at),
      files: message.attachments,
    },
    left,
  );
  nodes.push({ nodeId, parentId: nodes.at(-1)?.nodeId ?? null, childIds: [], originId: idOf(link), said });
}

function toElement({ id, nodes, left }: Open, thread: JanThread | undefined): ParsedElement {
  const started = thread?.created ?? parseInstant(null);
  const title = thread?.title ?? null;
  return assembleConversation({ source: 'jan', originId: idOf(id), title, started, activeNodeId: null, nodes }, left);
}
