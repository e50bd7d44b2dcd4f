import type { ExportedConversation, ExportedTurn } from '../stores/exports.ts';
import { isoOrNull } from '../stores/rows.ts';
import { type ExportRun, readTurns } from './history.ts';
import type { OwnFields, OwnLine } from './own-line.pure.ts';

/** One turn a line, which the import reads back as it was. */
export async function* writeJsonl(run: ExportRun): AsyncGenerator<string, void, undefined> {
  for (const conversation of run.conversations) {
    // One behind, because the last line says which branch is the active one.
    let held: ExportedTurn | null = null;
    let isFirst = true;
    for await (const turn of readTurns(run, conversation.id)) {
      if (held !== null) {
        yield lineOf(held, conversation, { isFirst, isLast: false });
        isFirst = false;
      }
      held = turn;
    }
    if (held !== null) yield lineOf(held, conversation, { isFirst, isLast: true });
  }
}

/** A turn as a line; the first line of a conversation also says what it is called, the last which branch is shown. */
export function lineOf(
  turn: ExportedTurn,
  conversation: ExportedConversation,
  place: { readonly isFirst: boolean; readonly isLast: boolean },
): string {
  const line: OwnLine = {
    conversation: turn.conversationId,
    id: turn.id,
    parent: turn.parentId,
    session: turn.session,
    speaker: turn.speaker,
    role: turn.role,
    at: isoOrNull(turn.saidAt),
    text: turn.text,
    space: conversation.spaceId,
    ...(turn.attachments.length > 0 ? { attachments: [...turn.attachments] } : {}),
    palimpsest: ownFields(turn, conversation, place),
  };
  return `${JSON.stringify(line)}\n`;
}

function ownFields(
  turn: ExportedTurn,
  { title, source, startedAt, spaceName, activeLeafId }: ExportedConversation,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): OwnFields {
  return {
    v: 1,
    zone: turn.zone,
    ...(turn.isTimeInferred ? { isTimeInferred: true } : {}),
    ...(turn.status === 'complete' ? {} : { status: turn.status }),
    ...(turn.isHidden ? { isHidden: true } : {}),
    ...(turn.isUnsaved ? { isUnsaved: true } : {}),
    ...(isFirst ? { conversation: { title, source, startedAt: isoOrNull(startedAt), spaceName } } : {}),
    ...(isLast && activeLeafId !== null ? { activeLeaf: activeLeafId } : {}),
  };
}
