import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { BodyOf, JournalEvent, JournalEventKind } from '../journal/events/index.ts';
import { type Gone, isQuoteGone } from './gone.pure.ts';
import { claimed, decided, entityChanged, joined, reflectionMade, split } from './provenance-codex.pure.ts';
import {
  clusterSet,
  clustersChanged,
  documentAdded,
  procedureDecided,
  procedureSet,
  proceduresRead,
  procedureTold,
  slotSet,
  summaryWritten,
} from './provenance-memory.pure.ts';

/** What a forget leaves of a record: all of it, nothing, or this body. */
export type Left<K extends JournalEventKind> = 'keep' | 'erase' | BodyOf<K>;

type Judge<K extends JournalEventKind> = (body: BodyOf<K>, gone: Gone) => Left<K>;

const keep = (): 'keep' => 'keep';
const eraseIf = (isGone: boolean): 'keep' | 'erase' => (isGone ? 'erase' : 'keep');
const ofConversation = ({ conversationId }: { readonly conversationId: string }, gone: Gone): 'keep' | 'erase' =>
  eraseIf(gone.conversations.has(conversationId));
const ofSpace = ({ spaceId }: { readonly spaceId: string }, gone: Gone): 'keep' | 'erase' =>
  eraseIf(gone.spaces.has(spaceId));
const ofDocument = ({ documentId }: { readonly documentId: string }, gone: Gone): 'keep' | 'erase' =>
  eraseIf(gone.documents.has(documentId));
const ofProcedure = ({ procedureId }: { readonly procedureId: string }, gone: Gone): 'keep' | 'erase' =>
  eraseIf(gone.procedures.has(procedureId));
/** How far upkeep has come: numbers, days and ids. With everything else it has no meaning. */
const bookkeeping = (_body: unknown, gone: Gone): 'keep' | 'erase' => eraseIf(gone.isEverything);

/** One row a kind: what is left of such a record when these turns, documents and words go. */
const TABLE: { readonly [K in JournalEventKind]: Judge<K> } = {
  'vault.created': keep,
  'space.created': (body, gone) => {
    if (gone.spaces.has(body.spaceId) && body.spaceId !== DEFAULT_SPACE) return 'erase';
    return gone.isAbout(body.name) ? { ...body, name: NAMELESS_SPACE } : 'keep';
  },
  'space.changed': (body, gone) => {
    if (gone.spaces.has(body.spaceId)) return 'erase';
    if (body.name === undefined || !gone.isAbout(body.name)) return 'keep';
    return { ...body, name: NAMELESS_SPACE };
  },
  'space.removed': ofSpace,
  'space.restored': ofSpace,
  'slot.set': slotSet,
  'slot.removed': ({ slotId }, gone) => eraseIf(gone.slots.has(slotId)),
  'conversation.started': (body, gone) => {
    if (gone.conversations.has(body.conversationId)) return 'erase';
    const isGone = body.title !== null && gone.isTitleGone(body.conversationId, body.title);
    return isGone ? { ...body, title: null } : 'keep';
  },
  'conversation.renamed': ({ conversationId, title }, gone) =>
    eraseIf(gone.conversations.has(conversationId) || gone.isTitleGone(conversationId, title)),
  'conversation.removed': ofConversation,
  'conversation.restored': ofConversation,
  'conversation.branch-chosen': ofConversation,
  'conversation.moved': ofConversation,
  'conversation.consent-set': ofConversation,
  'conversation.model-chosen': ofConversation,
  'turn.said': turnSaid,
  answered,
  'import.finished': (body, gone) =>
    eraseIf(
      gone.imports.has(body.importId) ||
        (body.fileSha256 !== null && gone.documentHashes.has(body.fileSha256)) ||
        gone.isAbout(body.fileName),
    ),
  'document.added': documentAdded,
  'document.removed': ofDocument,
  'document.restored': ofDocument,
  'folder.watched': ({ folderId, spaceId, path }, gone) =>
    eraseIf(gone.folders.has(folderId) || gone.spaces.has(spaceId) || gone.isAbout(path)),
  'folder.unwatched': ({ folderId }, gone) => eraseIf(gone.folders.has(folderId)),
  'procedure.set': procedureSet,
  'procedure.decided': procedureDecided,
  'procedure.reinforced': procedureTold,
  'procedure.deactivated': procedureTold,
  'procedure.reactivated': procedureTold,
  'procedure.removed': ofProcedure,
  'procedure.undone': bookkeeping,
  'procedures.read': proceduresRead,
  'summary.written': summaryWritten,
  'summary.removed': ({ summaryId }, gone) => eraseIf(gone.summaries.has(summaryId)),
  'codex.claimed': claimed,
  'codex.decided': decided,
  'codex.split': split,
  'codex.merged': joined,
  'codex.entity-changed': entityChanged,
  'codex.kept-apart': joined,
  'codex.relation-added': ({ name, description }, gone) =>
    eraseIf(gone.isEverything || gone.isAbout(`${name}\n${description}`)),
  'codex.undone': bookkeeping,
  'codex.read': bookkeeping,
  'decay.applied': bookkeeping,
  'edges.decayed': bookkeeping,
  'turns.tagged': bookkeeping,
  'classification.corrected': ({ turnId }, gone) => eraseIf(gone.turns.has(turnId) || gone.cuts.has(turnId)),
  'heads.adopted': (_body, gone) => eraseIf(gone.areHeadsGone),
  'clusters.changed': clustersChanged,
  'cluster.set': clusterSet,
  'clusters.asked': ofSpace,
  'reflection.made': reflectionMade,
  'reflection.dropped': ofSpace,
  'reflection.run': ofSpace,
  erased: keep,
  // Never judged itself, but as the record that it is about.
  amended: keep,
  forgotten: keep,
};

/** A name is needed, and this one says nothing. */
const NAMELESS_SPACE = '…';

/** What is left of an event. */
export function judge<K extends JournalEventKind>(
  event: { readonly kind: K; readonly body: BodyOf<K> },
  gone: Gone,
): Left<K> {
  return TABLE[event.kind](event.body, gone);
}

/** As `judge`, and as an event where something is left of it. */
export function judgeEvent(event: JournalEvent, gone: Gone): 'keep' | 'erase' | BodyOf<JournalEventKind> {
  return judge<JournalEventKind>(event, gone);
}

/** Where the rest of a conversation stays, the place stays as well, so that whatever follows it keeps its own. */
function turnSaid(body: BodyOf<'turn.said'>, gone: Gone): Left<'turn.said'> {
  if (gone.conversations.has(body.conversationId)) return 'erase';
  if (gone.turns.has(body.turnId)) return body.isForgotten === true ? 'keep' : toHusk(body);
  const cut = gone.cuts.get(body.turnId);
  return cut === undefined || body.text === cut.rest ? 'keep' : { ...body, text: cut.rest };
}

function toHusk(body: BodyOf<'turn.said'>): BodyOf<'turn.said'> {
  const { turnId, conversationId, parentTurnId, position, role, saidAt, isTimeInferred, zone, status } = body;
  return {
    ...{ turnId, conversationId, parentTurnId, position, role, saidAt, isTimeInferred, zone, status },
    ...{ speaker: '', text: '', session: null, attachments: [], importId: null },
    ...{ isHidden: true, isForgotten: true },
  };
}

function answered(body: BodyOf<'answered'>, gone: Gone): Left<'answered'> {
  const { replyTurnId, questionTurnId } = body;
  const isGone = (id: string): boolean => gone.turns.has(id);
  const traceId = body.traceId !== null && gone.traces.has(body.traceId) ? null : body.traceId;
  const inPrompt = body.inPrompt.filter((id) => !isGone(id));
  const isOver = isGone(replyTurnId) || isGone(questionTurnId);
  const citations = isOver ? [] : body.citations.flatMap((citation) => keepCitation(citation, gone));
  const isSame =
    traceId === body.traceId &&
    inPrompt.length === body.inPrompt.length &&
    citations.length === body.citations.length &&
    citations.every((citation, index) => citation === body.citations[index]);
  return isSame ? 'keep' : { ...body, traceId, inPrompt, citations };
}

type Citation = BodyOf<'answered'>['citations'][number];

function keepCitation(citation: Citation, gone: Gone): readonly Citation[] {
  const { quote } = citation;
  const turnIds = citation.turnIds.filter((id) => !isQuoteGone(gone, id, quote) && !gone.chunks.has(id));
  if (turnIds.length === citation.turnIds.length && !gone.isAbout(quote)) return [citation];
  return turnIds.length === 0 || gone.isAbout(quote) || gone.repeats(quote) ? [] : [{ ...citation, turnIds }];
}
