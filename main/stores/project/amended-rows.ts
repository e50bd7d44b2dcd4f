import { z } from 'zod';
import type { BodyOf } from '../../journal/events/index.ts';
import { execute, run, type Tx } from '../run.ts';
import { keysOfClaims, settleKeys } from './codex-ledger.ts';
import { deleteDerived } from './passages.ts';
import { settleSpaces } from './spaces.ts';
import { settleTitles } from './titles.ts';

type Amended<T> = { readonly seq: number; readonly body: T };

export async function amendTitle(
  tx: Tx,
  { seq, body }: Amended<BodyOf<'conversation.started'> | BodyOf<'conversation.renamed'>>,
): Promise<void> {
  const of = [body.conversationId, seq];
  if (body.title === null)
    await execute(tx, `delete from conversation_title where conversation_id = $1 and seq = $2`, of);
  else
    await execute(tx, `update conversation_title set title = $3 where conversation_id = $1 and seq = $2`, [
      ...of,
      body.title,
    ]);
  if ('originId' in body)
    await execute(tx, `update conversation set origin_id = $3 where id = $1 and created_seq = $2`, [
      ...of,
      body.originId,
    ]);
  await settleTitles(tx, [body.conversationId]);
}

export async function amendSpace(
  tx: Tx,
  { seq, body }: Amended<BodyOf<'space.created'> | BodyOf<'space.changed'>>,
): Promise<void> {
  await execute(tx, `update space_version set name = $3 where space_id = $1 and seq = $2`, [
    body.spaceId,
    seq,
    body.name ?? null,
  ]);
  await settleSpaces(tx, [body.spaceId]);
}

export async function amendSlot(tx: Tx, { seq, body }: Amended<BodyOf<'slot.set'>>): Promise<void> {
  await execute(tx, `update slot_version set title = $3, body = $4 where slot_id = $1 and seq = $2`, [
    body.slotId,
    seq,
    body.title,
    body.text,
  ]);
}

export async function amendAnswer(tx: Tx, body: BodyOf<'answered'>): Promise<void> {
  await execute(
    tx,
    `update answer set trace_id = $2, citations = $3 where reply_turn_id = $1 and question_turn_id = $4`,
    [body.replyTurnId, body.traceId, JSON.stringify(body.citations), body.questionTurnId],
  );
  await execute(tx, `delete from procedure_use where reply_turn_id = $1 and procedure_id <> all($2::text[])`, [
    body.replyTurnId,
    body.inPrompt,
  ]);
}

export async function amendImport(tx: Tx, body: BodyOf<'import.finished'>): Promise<void> {
  await execute(tx, `update import_run set file_name = $2, format = $3 where id = $1`, [
    body.importId,
    body.fileName,
    body.format,
  ]);
}

export async function amendFolder(tx: Tx, body: BodyOf<'folder.watched'>): Promise<void> {
  await execute(tx, `update watched_folder set path = $2 where id = $1`, [body.folderId, body.path]);
}

/** Labels that came from this record and no later one. */
export async function amendClusters(tx: Tx, { seq, body }: Amended<BodyOf<'clusters.changed'>>): Promise<void> {
  const labelled = [...body.made, ...body.renamed];
  await execute(
    tx,
    `update cluster c set label = l.label from unnest($2::text[], $3::text[]) as l(id, label)
     where c.id = l.id and c.label_seq = $1`,
    [seq, labelled.map(({ clusterId }) => clusterId), labelled.map(({ label }) => label)],
  );
}

export async function amendClusterName(tx: Tx, { seq, body }: Amended<BodyOf<'cluster.set'>>): Promise<void> {
  await execute(tx, `update cluster set own_name = $3 where id = $1 and own_seq = $2`, [
    body.clusterId,
    seq,
    body.name?.own ?? null,
  ]);
}

/** The evidence that is left; its head speaks for it in the inbox. */
export async function amendReflection(tx: Tx, { seq, body }: Amended<BodyOf<'reflection.made'>>): Promise<void> {
  await execute(tx, `update reflection set minimum = $3, head_id = $4 where id = $1 and head_seq = $2`, [
    body.reflectionId,
    seq,
    body.minimum,
    body.headId,
  ]);
  const claimIds = body.evidence.map(({ claimId }) => claimId);
  const gone = await run(
    tx,
    z.object({ id: z.string() }),
    `delete from reflection_evidence where reflection_id = $1 and seq = $2 and claim_id <> all($3::text[])
     returning claim_id as id`,
    [body.reflectionId, seq, claimIds],
  );
  const touched = [...claimIds, ...gone.map(({ id }) => id)];
  await settleKeys(tx, body.spaceId, await keysOfClaims(tx, touched));
}

/** The chunks of this record that are left. */
export async function amendDocument(tx: Tx, { seq, body }: Amended<BodyOf<'document.added'>>): Promise<void> {
  const gone = await run(
    tx,
    z.object({ id: z.string() }),
    `delete from passage where parent_id = $1 and seq = $2 and id <> all($3::text[]) returning id`,
    [body.documentId, seq, body.chunks.map(({ chunkId }) => chunkId)],
  );
  await deleteDerived(
    tx,
    `select unnest($1::text[])`,
    gone.map(({ id }) => id),
  );
}
