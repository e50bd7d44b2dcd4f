import type { JournalEvent } from '../journal/events/index.ts';

type Body<K extends JournalEvent['kind']> = Extract<JournalEvent, { kind: K }>['body'];

export type IndexedTurn = {
  /** Of the record that holds its words: of the amended one, where a part was forgotten. */
  readonly seq: number;
  readonly conversationId: string;
  readonly atMs: number;
};

type Kept<T> = T & { readonly seq: number; readonly recordedMs: number };

/** What the journal says in short: where everything belongs, and in which record it stands. */
export type JournalIndex = {
  readonly turns: Map<string, IndexedTurn>;
  readonly conversationSpaces: Map<string, string>;
  /** Record that holds the title, of conversations that have one. */
  readonly titleSeqs: Map<string, number>;
  /** Space of what is named by an id alone: documents, procedures, summaries, topics, slots, folders, entities. */
  readonly homes: Map<string, string | null>;
  readonly claims: Map<string, { readonly seq: number; readonly turnId: string | null }>;
  /** By entity, in the order in which they came: names that it ever had. */
  readonly entityNames: Map<string, { readonly type: string; readonly names: Set<string> }>;
  /** Who spoke and is neither the owner nor the assistant. */
  readonly speakers: Set<string>;
  readonly spaces: Map<string, Kept<{ readonly name: string }>>;
  readonly documents: Map<
    string,
    Kept<Pick<Body<'document.added'>, 'spaceId' | 'name' | 'mediaType' | 'sha256'>> & {
      chunks: number;
      isGone: boolean;
    }
  >;
  readonly summaries: Map<string, Kept<Pick<Body<'summary.written'>, 'spaceId' | 'title' | 'text' | 'covers' | 'by'>>>;
  readonly procedures: Map<
    string,
    Kept<Pick<Body<'procedure.set'>, 'spaceId' | 'trigger' | 'steps'>> & { status: string }
  >;
  readonly slots: Map<string, Kept<Pick<Body<'slot.set'>, 'spaceId' | 'title' | 'text' | 'role'>>>;
  readonly forgotten: { readonly seq: number; readonly at: string; readonly records: number }[];
  readonly modelIds: Set<string>;
};

export const emptyIndex = (): JournalIndex => ({
  ...{ turns: new Map(), conversationSpaces: new Map(), titleSeqs: new Map(), homes: new Map(), claims: new Map() },
  ...{ entityNames: new Map(), speakers: new Set(), spaces: new Map(), documents: new Map(), summaries: new Map() },
  ...{ procedures: new Map(), slots: new Map(), forgotten: [], modelIds: new Set() },
});

export type Place = { readonly seq: number; readonly at: string };

/** Takes one event in; `knownMs`: what is shown as the state is what was recorded until then. */
export function indexEvent(
  index: JournalIndex,
  event: JournalEvent,
  { place, knownMs }: { readonly place: Place; readonly knownMs: number },
): void {
  indexPlaces(index, event, place);
  indexNames(index, event);
  const recordedMs = Date.parse(place.at);
  if (recordedMs <= knownMs) indexState(index, event, { seq: place.seq, recordedMs });
}

function indexPlaces(index: JournalIndex, event: JournalEvent, { seq, at }: Place): void {
  switch (event.kind) {
    case 'conversation.started':
      index.conversationSpaces.set(event.body.conversationId, event.body.spaceId);
      if (event.body.title !== null) index.titleSeqs.set(event.body.conversationId, seq);
      return;
    case 'conversation.renamed':
      index.titleSeqs.set(event.body.conversationId, seq);
      return;
    case 'conversation.moved':
      index.conversationSpaces.set(event.body.conversationId, event.body.spaceId);
      return;
    case 'turn.said': {
      const { turnId, conversationId, saidAt } = event.body;
      index.turns.set(turnId, { seq, conversationId, atMs: Date.parse(saidAt ?? at) });
      return;
    }
    case 'codex.claimed':
      for (const { claimId } of event.body.claims) index.claims.set(claimId, { seq, turnId: event.body.turnId });
      for (const { entityId } of event.body.entities) index.homes.set(entityId, event.body.spaceId);
      return;
    case 'document.added':
      index.homes.set(event.body.documentId, event.body.spaceId);
      return;
    case 'procedure.set':
      index.homes.set(event.body.procedureId, event.body.spaceId);
      return;
    case 'summary.written':
      index.homes.set(event.body.summaryId, event.body.spaceId);
      return;
    case 'clusters.changed':
      for (const { clusterId } of event.body.made) index.homes.set(clusterId, event.body.spaceId);
      return;
    case 'slot.set':
      index.homes.set(event.body.slotId, event.body.spaceId);
      return;
    case 'folder.watched':
      index.homes.set(event.body.folderId, event.body.spaceId);
      return;
    case 'answered':
      if (event.body.modelId !== null) index.modelIds.add(event.body.modelId);
      return;
    case 'forgotten':
      index.forgotten.push({ seq, at, records: event.body.seqs.length });
      return;
    default:
      return;
  }
}

function addNames(
  index: JournalIndex,
  entity: {
    readonly entityId: string;
    readonly type: string;
    readonly name: string;
    readonly aliases: readonly string[];
  },
): void {
  const known = index.entityNames.get(entity.entityId) ?? { type: entity.type, names: new Set<string>() };
  for (const name of [entity.name, ...entity.aliases]) known.names.add(name);
  index.entityNames.set(entity.entityId, known);
}

function indexNames(index: JournalIndex, event: JournalEvent): void {
  if (event.kind === 'codex.claimed') for (const entity of event.body.entities) addNames(index, entity);
  else if (event.kind === 'codex.split') addNames(index, event.body.entity);
  else if (event.kind === 'codex.entity-changed') addNames(index, event.body);
  else if (event.kind === 'turn.said' && event.body.role === 'other' && event.body.speaker !== '')
    index.speakers.add(event.body.speaker);
}

type Stamp = { readonly seq: number; readonly recordedMs: number };

function indexState(index: JournalIndex, event: JournalEvent, stamp: Stamp): void {
  switch (event.kind) {
    case 'space.created':
      index.spaces.set(event.body.spaceId, { ...stamp, name: event.body.name });
      return;
    case 'space.changed':
      if (event.body.name !== undefined) index.spaces.set(event.body.spaceId, { ...stamp, name: event.body.name });
      return;
    case 'document.added': {
      const { documentId, spaceId, name, mediaType, sha256, chunks } = event.body;
      const known = index.documents.get(documentId);
      index.documents.set(documentId, {
        ...stamp,
        ...known,
        spaceId,
        name,
        mediaType,
        sha256,
        chunks: (known?.chunks ?? 0) + chunks.length,
        isGone: false,
      });
      return;
    }
    case 'document.removed':
    case 'document.restored': {
      const known = index.documents.get(event.body.documentId);
      if (known !== undefined) known.isGone = event.kind === 'document.removed';
      return;
    }
    case 'summary.written':
      index.summaries.set(event.body.summaryId, { ...stamp, ...event.body });
      return;
    case 'summary.removed':
      index.summaries.delete(event.body.summaryId);
      return;
    case 'slot.set':
      index.slots.set(event.body.slotId, { ...stamp, ...event.body });
      return;
    case 'slot.removed':
      index.slots.delete(event.body.slotId);
      return;
    default:
      indexProcedures(index, event, stamp);
  }
}

function indexProcedures(index: JournalIndex, event: JournalEvent, stamp: Stamp): void {
  const setStatus = (id: string, status: string): void => {
    const known = index.procedures.get(id);
    if (known !== undefined) known.status = status;
  };
  switch (event.kind) {
    case 'procedure.set':
      index.procedures.set(event.body.procedureId, { ...stamp, ...event.body, status: event.body.status ?? 'active' });
      return;
    case 'procedure.decided':
      for (const id of event.body.procedureIds) setStatus(id, event.body.decision === 'accept' ? 'active' : 'rejected');
      for (const id of event.body.replaces) setStatus(id, 'inactive');
      return;
    case 'procedure.deactivated':
      setStatus(event.body.procedureId, 'inactive');
      return;
    case 'procedure.reactivated':
      setStatus(event.body.procedureId, 'active');
      return;
    case 'procedure.removed':
      index.procedures.delete(event.body.procedureId);
      return;
    default:
      return;
  }
}
