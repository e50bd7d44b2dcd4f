import { z } from 'zod';
import type { JournalRecord } from '../record.pure.ts';
import { Answered } from './answer.ts';
import { ClusterSet, ClustersAsked, ClustersChanged } from './cluster.ts';
import {
  CodexClaimed,
  CodexDecided,
  CodexEntityChanged,
  CodexKeptApart,
  CodexMerged,
  CodexRead,
  CodexRelationAdded,
  CodexSplit,
  CodexUndone,
} from './codex.ts';
import {
  ConversationBranchChosen,
  ConversationConsentSet,
  ConversationMoved,
  ConversationRemoved,
  ConversationRenamed,
  ConversationRestored,
  ConversationStarted,
} from './conversation.ts';
import { ClassificationCorrected, ConversationModelChosen, HeadsAdopted } from './correction.ts';
import { DocumentAdded, DocumentRemoved, DocumentRestored, FolderUnwatched, FolderWatched } from './document.ts';
import { Amended, Erased, Forgotten } from './erasure.ts';
import { ImportFinished } from './import.ts';
import { DecayApplied, EdgesDecayed, TurnsTagged } from './lifecycle.ts';
import {
  ProcedureDeactivated,
  ProcedureDecided,
  ProcedureReactivated,
  ProcedureReinforced,
  ProcedureRemoved,
  ProcedureSet,
  ProceduresRead,
  ProcedureUndone,
} from './procedure.ts';
import { ReflectionDropped, ReflectionMade, ReflectionRun } from './reflection.ts';
import { SlotRemoved, SlotSet } from './slot.ts';
import { SpaceChanged, SpaceCreated, SpaceRemoved, SpaceRestored } from './space.ts';
import { SummaryRemoved, SummaryWritten } from './summary.ts';
import { TurnSaid } from './turn.ts';
import { VaultCreated } from './vault.ts';

/** What may be appended. Only ever gains kinds and optional fields: old journals are read for ever. */
export const JournalEvent = z.discriminatedUnion('kind', [
  VaultCreated,
  SpaceCreated,
  SpaceChanged,
  SpaceRemoved,
  SpaceRestored,
  SlotSet,
  SlotRemoved,
  ConversationStarted,
  ConversationRenamed,
  ConversationRemoved,
  ConversationRestored,
  ConversationBranchChosen,
  ConversationMoved,
  ConversationConsentSet,
  ConversationModelChosen,
  TurnSaid,
  Answered,
  ImportFinished,
  DocumentAdded,
  DocumentRemoved,
  DocumentRestored,
  FolderWatched,
  FolderUnwatched,
  ProcedureSet,
  ProcedureDecided,
  ProcedureReinforced,
  ProcedureDeactivated,
  ProcedureReactivated,
  ProcedureRemoved,
  ProcedureUndone,
  ProceduresRead,
  SummaryWritten,
  SummaryRemoved,
  CodexClaimed,
  CodexDecided,
  CodexSplit,
  CodexMerged,
  CodexEntityChanged,
  CodexKeptApart,
  CodexRelationAdded,
  CodexUndone,
  CodexRead,
  DecayApplied,
  EdgesDecayed,
  TurnsTagged,
  ClassificationCorrected,
  HeadsAdopted,
  ClustersChanged,
  ClusterSet,
  ClustersAsked,
  ReflectionMade,
  ReflectionDropped,
  ReflectionRun,
  Erased,
  Amended,
  Forgotten,
]);
export type JournalEvent = z.infer<typeof JournalEvent>;
export type JournalEventKind = JournalEvent['kind'];
export type BodyOf<K extends JournalEventKind> = Extract<JournalEvent, { kind: K }>['body'];

export type ParsedEvent =
  | { readonly state: 'known'; readonly event: JournalEvent }
  | { readonly state: 'erased'; readonly kind: string }
  /** Written by a newer Palimpsest: kept and verified by its hash, understood by nobody here. */
  | { readonly state: 'unknown'; readonly kind: string; readonly reason: 'kind' | 'body' };

const knownKinds: ReadonlySet<string> = new Set(JournalEvent.options.map((option) => option.shape.kind.value));

/** The event in a record, if this version understands it; never throws on what a newer version wrote. */
export function parseEvent(record: JournalRecord): ParsedEvent {
  if (record.body === undefined) return { state: 'erased', kind: record.kind };
  const parsed = JournalEvent.safeParse({ kind: record.kind, body: record.body });
  if (parsed.success) return { state: 'known', event: parsed.data };
  return { state: 'unknown', kind: record.kind, reason: knownKinds.has(record.kind) ? 'body' : 'kind' };
}
