import { z } from 'zod';
import type { BodyOf, JournalEvent } from '../../journal/events/index.ts';
import { execute, run, type Tx } from '../run.ts';
import { type AmendedRecord, applyAmended, noteAmended } from './amended.ts';
import { askClusters, changeClusters, setCluster } from './clusters.ts';
import { applyClaimed, applyCodexEvent } from './codex.ts';
import { setConversationConsent } from './consent.ts';
import { applyCorrectionEvent, applyRoute } from './corrections.ts';
import { addDocument, removeDocument, restoreDocument, unwatchFolder, watchFolder } from './documents.ts';
import { keepApart } from './doubles.ts';
import { applyErased } from './forgotten.ts';
import { noteForgotten } from './forgotten-proof.ts';
import { applyAccess, applyDecay, applyEdgeDecay, applyTags } from './lives.ts';
import { moveConversation } from './move-conversation.ts';
import { applyProcedureEvent, noteProcedureUse } from './procedures.ts';
import {
  dropOfConversation,
  dropReflections,
  makeReflection,
  markReflectionRun,
  reviveOfConversation,
} from './reflections.ts';
import { removeSlot, setSlot } from './slots.ts';
import { changeSpace, createSpace, setSpaceRemoved } from './spaces.ts';
import { hideSummariesOf, markOffPath, removeSummary, writeSummary } from './summaries.ts';
import { nameConversation } from './titles.ts';
import { applyTurns } from './turns.ts';

/** One journal record as the projections see it; `event` is null where the body is erased or not understood. */
export type Applied = {
  readonly seq: number;
  readonly hash: string;
  readonly at: string;
  readonly event: JournalEvent | null;
  /** `event` is what a later record says is left of this one, whose body was erased. */
  readonly isAmended?: boolean;
  /** Of an `amended` one: what it says is left of another record. */
  readonly left?: JournalEvent | null;
};

type ClaimRecord = { readonly seq: number; readonly at: string; readonly body: BodyOf<'codex.claimed'> };
type TurnRecord = { readonly seq: number; readonly at: string; readonly body: BodyOf<'turn.said'> };

/**
 * Applies records in order, exactly once: `applied_seq` moves in the same transaction, and a batch that does not
 * follow on it is refused. Runs of turns, and of claims, are written together, since one statement a turn costs ten times as much.
 */
export async function applyRecords(tx: Tx, records: readonly Applied[]): Promise<void> {
  const first = records[0];
  const last = records.at(-1);
  if (!first || !last) return;
  const [at] = await run(tx, z.object({ seq: z.int() }), `select applied_seq::int as seq from projection`);
  if (at?.seq !== first.seq - 1)
    throw new Error(`bug: projection at ${at?.seq ?? 'nothing'}, batch begins at ${first.seq}`);

  await noteAmended(
    tx,
    records.flatMap(({ seq, isAmended }) => (isAmended === true ? [seq] : [])),
  );
  let turns: TurnRecord[] = [];
  let claims: ClaimRecord[] = [];
  let amended: AmendedRecord[] = [];
  const flush = async () => {
    if (amended.length > 0) await applyAmended(tx, amended);
    amended = [];
    if (turns.length > 0) await applyTurns(tx, turns);
    turns = [];
    if (claims.length > 0) await applyClaimed(tx, claims);
    claims = [];
  };
  for (const { seq, hash, at: recordedAt, event, left = null } of records) {
    if (event === null) continue;
    if (event.kind === 'amended') {
      if (turns.length + claims.length > 0) await flush();
      amended.push({ seq, at: recordedAt, body: event.body, left });
      continue;
    }
    if (event.kind === 'turn.said') {
      if (claims.length + amended.length > 0) await flush();
      turns.push({ seq, at: recordedAt, body: event.body });
      continue;
    }
    if (event.kind === 'codex.claimed') {
      if (turns.length + amended.length > 0) await flush();
      claims.push({ seq, at: recordedAt, body: event.body });
      continue;
    }
    await flush();
    await applyOne(tx, { seq, hash, at: recordedAt, event });
  }
  await flush();
  await execute(tx, `update projection set applied_seq = $1, applied_hash = $2`, [last.seq, last.hash]);
}

type One = {
  readonly seq: number;
  readonly hash: string;
  readonly at: string;
  readonly event: Exclude<JournalEvent, { kind: 'turn.said' | 'codex.claimed' | 'amended' }>;
};

async function applyOne(tx: Tx, { seq, hash, at, event }: One): Promise<void> {
  switch (event.kind) {
    case 'space.created':
      return createSpace(tx, { seq, at, body: event.body });
    case 'space.changed':
      return changeSpace(tx, { seq, at, body: event.body });
    case 'space.removed':
      return setSpaceRemoved(tx, event.body.spaceId, seq);
    case 'space.restored':
      return setSpaceRemoved(tx, event.body.spaceId, null);
    case 'slot.set':
      return setSlot(tx, { seq, at, body: event.body });
    case 'slot.removed':
      return removeSlot(tx, { seq, at, body: event.body });
    case 'conversation.moved':
      return moveConversation(tx, { seq, at, body: event.body });
    case 'conversation.consent-set':
      return setConversationConsent(tx, { seq, at, body: event.body });
    case 'conversation.started':
      return applyConversationStarted(tx, { seq, at, body: event.body });
    case 'conversation.renamed':
      return nameConversation(tx, { seq, at, body: event.body });
    case 'conversation.removed':
      await execute(tx, `update conversation set removed_seq = $2, changed_seq = $2 where id = $1`, [
        event.body.conversationId,
        seq,
      ]);
      await dropOfConversation(tx, event.body.conversationId, { seq, at });
      return hideSummariesOf(tx, event.body.conversationId, seq);
    case 'conversation.restored':
      await reviveOfConversation(tx, event.body.conversationId, { seq, at });
      await execute(tx, `update conversation set removed_seq = null, changed_seq = $2 where id = $1`, [
        event.body.conversationId,
        seq,
      ]);
      return;
    case 'conversation.branch-chosen':
      await execute(
        tx,
        `update conversation set active_leaf_id = $2, chosen_leaf_id = $2, chosen_seq = $3 where id = $1`,
        [event.body.conversationId, event.body.leafTurnId, seq],
      );
      return markOffPath(tx, event.body.conversationId, seq);
    case 'conversation.model-chosen':
    case 'classification.corrected':
    case 'heads.adopted':
      return applyCorrectionEvent(tx, { seq, at, event });
    case 'answered':
      await applyRoute(tx, event.body);
      return applyAnswered(tx, at, event.body);
    case 'document.added':
      return addDocument(tx, { seq, at, body: event.body });
    case 'document.removed':
      return removeDocument(tx, { seq, at, body: event.body });
    case 'document.restored':
      return restoreDocument(tx, { seq, at, body: event.body });
    case 'folder.watched':
      return watchFolder(tx, { seq, at, body: event.body });
    case 'folder.unwatched':
      return unwatchFolder(tx, { seq, at, body: event.body });
    case 'procedure.set':
    case 'procedure.decided':
    case 'procedure.reinforced':
    case 'procedure.deactivated':
    case 'procedure.reactivated':
    case 'procedure.removed':
    case 'procedure.undone':
    case 'procedures.read':
      return applyProcedureEvent(tx, { seq, at, event });
    case 'summary.written':
      return writeSummary(tx, { seq, at, body: event.body });
    case 'summary.removed':
      return removeSummary(tx, event.body.summaryId, seq);
    case 'clusters.changed':
      return changeClusters(tx, { seq, body: event.body });
    case 'cluster.set':
      return setCluster(tx, { seq, body: event.body });
    case 'clusters.asked':
      return askClusters(tx, { seq, body: event.body });
    case 'reflection.made':
      return makeReflection(tx, { seq, body: event.body });
    case 'reflection.dropped':
      return dropReflections(tx, event.body.reflectionIds, { seq, at });
    case 'reflection.run':
      return markReflectionRun(tx, { seq, body: event.body });
    case 'codex.kept-apart':
      return keepApart(tx, { seq, at, body: event.body });
    case 'codex.decided':
    case 'codex.split':
    case 'codex.merged':
    case 'codex.entity-changed':
    case 'codex.relation-added':
    case 'codex.undone':
    case 'codex.read':
      return applyCodexEvent(tx, { seq, at, event });
    case 'decay.applied':
      return applyDecay(tx, { seq, body: event.body });
    case 'edges.decayed':
      return applyEdgeDecay(tx, { seq, body: event.body });
    case 'turns.tagged':
      return applyTags(tx, { seq, body: event.body });
    case 'import.finished':
      return applyImportFinished(tx, { seq, at, body: event.body });
    case 'erased':
      return applyErased(tx, { seq, at, body: event.body });
    case 'forgotten':
      return noteForgotten(tx, { seq, hash, at, body: event.body });
    case 'vault.created':
      return;
  }
}

type Started = { readonly seq: number; readonly at: string; readonly body: BodyOf<'conversation.started'> };

async function applyConversationStarted(tx: Tx, { seq, at, body }: Started): Promise<void> {
  await execute(
    tx,
    `with made as (
       insert into conversation (id, space_id, title, source, origin_id, started_at, created_at, created_seq, changed_seq)
       values ($1, $2, $3::text, $4, $5, $6, $7, $8::bigint, $8) on conflict (id) do nothing returning id)
     insert into conversation_title (conversation_id, seq, title) select id, $8, $3 from made where $3 is not null`,
    [body.conversationId, body.spaceId, body.title, body.source, body.originId, body.startedAt, at, seq],
  );
}

async function applyAnswered(tx: Tx, at: string, body: BodyOf<'answered'>): Promise<void> {
  await execute(
    tx,
    // Of a turn that was forgotten there is no answer; what it read of other turns is still a use of them.
    `insert into answer (reply_turn_id, question_turn_id, trace_id, mode, model_name, citations, tokens_per_second)
     select $1::text, $2::text, $3::text, $4::text, $5::text, $6::jsonb, $7::float8
     where exists (select 1 from turn where id = $1) and exists (select 1 from turn where id = $2)
     on conflict (reply_turn_id) do nothing`,
    [
      body.replyTurnId,
      body.questionTurnId,
      body.traceId,
      body.mode,
      body.modelId,
      JSON.stringify(body.citations),
      body.tokensPerSecond,
    ],
  );
  await noteProcedureUse(tx, body);
  if (body.isAccess) await applyAccess(tx, { at, turnIds: body.inPrompt });
}

type Finished = { readonly seq: number; readonly at: string; readonly body: BodyOf<'import.finished'> };

async function applyImportFinished(tx: Tx, { seq, at, body }: Finished): Promise<void> {
  await execute(
    tx,
    `insert into import_run (id, seq, finished_at, file_name, format, read_count, imported_count, skipped)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
    [body.importId, seq, at, body.fileName, body.format, body.read, body.imported, JSON.stringify(body.skipped)],
  );
}
