import {
  type ExportedConversation,
  type ExportedLink,
  type ExportedTurn,
  listExportedLinks,
} from '../stores/exports.ts';
import { type ExportRun, readTurns } from './history.ts';
import { titleOf } from './titles.pure.ts';
import { growTree, type Tree } from './tree.pure.ts';

const seconds = (at: Date | null): number | null => (at === null ? null : at.getTime() / 1000);

/** `conversations.json` as that vendor writes it, with every branch. */
export async function* writeChatgpt(run: ExportRun): AsyncGenerator<string, void, undefined> {
  let between = '[';
  for (const conversation of run.conversations) {
    const links: readonly ExportedLink[] = await listExportedLinks(run.ctx.db.read, run.scope, conversation.id);
    const tree = growTree(links, conversation.activeLeafId);
    yield `${between}\n${headOf(conversation, tree)}`;
    between = ',';
    for await (const turn of readTurns(run, conversation.id)) {
      yield `,\n${JSON.stringify(turn.id)}:${JSON.stringify(nodeOf(turn, tree))}`;
    }
    yield `}}`;
  }
  yield between === '[' ? '[]\n' : '\n]\n';
}

/** The conversation up to and with the root of its mapping, which is left open. */
function headOf(conversation: ExportedConversation, tree: Tree): string {
  const { id, startedAt, firstAt, lastAt } = conversation;
  const fields = {
    title: titleOf(conversation),
    create_time: seconds(startedAt ?? firstAt),
    update_time: seconds(lastAt ?? startedAt),
    conversation_id: id,
    id,
    current_node: tree.leafId,
  };
  const root = { id: tree.rootId, message: null, parent: null, children: tree.childrenOf(null) };
  return `${JSON.stringify(fields).slice(0, -1)},"mapping":{${JSON.stringify(tree.rootId)}:${JSON.stringify(root)}`;
}

function nodeOf(turn: ExportedTurn, tree: Tree) {
  const role = turn.role === 'other' ? 'user' : turn.role;
  const attachments = turn.attachments.map(({ kind, name, caption }, n) => ({
    id: `${turn.id}-${n}`,
    name: name ?? caption ?? kind,
    mime_type: { image: 'image/*', audio: 'audio/*', file: 'application/octet-stream', other: '' }[kind],
  }));
  return {
    id: turn.id,
    message: {
      id: turn.id,
      author: { role, name: role === 'user' ? turn.speaker : null, metadata: {} },
      create_time: seconds(turn.saidAt),
      update_time: null,
      content: { content_type: 'text', parts: [turn.text] },
      status: turn.status === 'complete' ? 'finished_successfully' : 'finished_partial_completion',
      end_turn: true,
      weight: 1,
      metadata: {
        ...(attachments.length > 0 ? { attachments } : {}),
        ...(turn.isHidden ? { is_visually_hidden_from_conversation: true } : {}),
        ...(turn.isUnsaved ? { palimpsest_is_unsaved: true } : {}),
      },
      recipient: 'all',
      channel: null,
    },
    parent: tree.parentOf(turn.id) ?? tree.rootId,
    children: tree.childrenOf(turn.id),
  };
}
