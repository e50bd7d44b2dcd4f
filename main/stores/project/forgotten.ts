import { z } from 'zod';
import type { BodyOf } from '../../journal/events/index.ts';
import { execute, run, type Tx } from '../run.ts';
import { forgetProcedures } from './amended-procedures.ts';
import { settleConversations } from './amended-turns.ts';
import { dropUnneededFixed, forgetCodex, slices } from './forgotten-codex.ts';
import { deleteDerived, type Recorded } from './passages.ts';
import { settleSpaces } from './spaces.ts';
import { settleTitles } from './titles.ts';

/** Of these a row goes with the record that made it, or moved it on. */
const SEQ_TABLES = [
  ...(['import_run', 'correction', 'adopted_heads', 'conversation_model'] as const),
  ...(['extraction', 'tagging', 'decay_pass', 'cluster_pass', 'reflection_pass'] as const),
];

/** Records in one statement. */
const MOST = 2_000;

const Id = z.object({ id: z.string() });
const idsOf = (rows: readonly z.infer<typeof Id>[]): readonly string[] => rows.map(({ id }) => id);

/**
 * What these records made, as if they had never been, but for what a later record says is left of them. A replay has nothing of
 * them any more and finds nothing to do. What stays comes out as the other records alone would make it.
 */
export async function applyErased(tx: Tx, { seq, at, body }: Recorded<BodyOf<'erased'>>): Promise<void> {
  const gone = await listGone(tx, body.seqs);
  if (gone.length === 0) return;
  for (const seqs of slices(gone, MOST)) {
    await forgetProcedures(tx, seqs, { seq, at });
    await forgetSummaries(tx, seqs);
    await forgetDocuments(tx, seqs);
    await forgetSlots(tx, seqs);
  }
  // While the turns are there that say whose claims these are.
  await forgetCodex(tx, gone);
  for (const seqs of slices(gone, MOST)) {
    await forgetReflections(tx, seqs);
    await forgetTurns(tx, seqs);
    await forgetConversations(tx, seqs);
    await forgetClusters(tx, seqs);
    await forgetSpaces(tx, seqs);
    for (const table of SEQ_TABLES) await execute(tx, `delete from ${table} where seq = any($1::bigint[])`, [seqs]);
  }
  await dropUnneededFixed(tx);
  for (const table of ['cluster_pass', 'reflection_pass', 'space_version'] as const)
    await execute(tx, `delete from ${table} t where not exists (select 1 from space s where s.id = t.space_id)`);
}

/** Those of which no later record says what is left. */
async function listGone(tx: Tx, seqs: readonly number[]): Promise<readonly number[]> {
  const gone: number[] = [];
  for (const slice of slices(seqs, MOST)) {
    await execute(tx, `delete from amendment where by_seq = any($1::bigint[])`, [slice]);
  }
  for (const slice of slices(seqs, MOST)) {
    const rows = await run(
      tx,
      z.object({ seq: z.int() }),
      `select seq::int as seq from unnest($1::bigint[]) as s(seq)
       where not exists (select 1 from amendment a where a.seq = s.seq)`,
      [slice],
    );
    gone.push(...rows.map((row) => row.seq));
  }
  return gone;
}

const Turn = z.object({ id: z.string(), conversationId: z.string() });

async function forgetTurns(tx: Tx, seqs: readonly number[]): Promise<void> {
  const turns = await run(
    tx,
    Turn,
    `delete from turn where seq = any($1::bigint[]) returning id, conversation_id as "conversationId"`,
    [seqs],
  );
  const ids = idsOf(turns);
  if (ids.length === 0) return;
  await deleteDerived(tx, `select unnest($1::text[])`, ids);
  await execute(tx, `delete from turn_life where seq = any($1::bigint[])`, [seqs]);
  for (const [table, column] of [
    ['answer', 'reply_turn_id'],
    ['answer', 'question_turn_id'],
    ['answer_route', 'reply_turn_id'],
    ['procedure_use', 'reply_turn_id'],
    ['procedure_heard', 'turn_id'],
    ['cluster_turn', 'turn_id'],
    ['correction', 'turn_id'],
  ] as const)
    await execute(tx, `delete from ${table} where ${column} = any($1::text[])`, [ids]);
  await settleConversations(tx, [...new Set(turns.map(({ conversationId }) => conversationId))]);
}

async function forgetConversations(tx: Tx, seqs: readonly number[]): Promise<void> {
  const titles = await run(
    tx,
    Id,
    `delete from conversation_title where seq = any($1::bigint[]) returning conversation_id as id`,
    [seqs],
  );
  await settleTitles(tx, idsOf(titles));
  const gone = idsOf(
    await run(tx, Id, `delete from conversation where created_seq = any($1::bigint[]) returning id`, [seqs]),
  );
  for (const table of ['conversation_title', 'conversation_shift', 'conversation_model', 'summary_look'] as const)
    await execute(tx, `delete from ${table} where conversation_id = any($1::text[])`, [gone]);
}

/** All that was written of them: another version of one says no less. */
async function forgetSummaries(tx: Tx, seqs: readonly number[]): Promise<void> {
  const ids = idsOf(await run(tx, Id, `delete from summary where seq = any($1::bigint[]) returning id`, [seqs]));
  await execute(tx, `delete from summary_turn where summary_id = any($1::text[])`, [ids]);
  await forgetPassages(tx, `id = any($1::text[])`, ids);
}

async function forgetDocuments(tx: Tx, seqs: readonly number[]): Promise<void> {
  const ids = idsOf(await run(tx, Id, `select id from document where added_seq = any($1::bigint[])`, [seqs]));
  await execute(
    tx,
    `delete from folder_file f using document d where d.id = any($1::text[]) and f.folder_id = d.folder_id and f.path = d.path`,
    [ids],
  );
  await forgetPassages(tx, `parent_id = any($1::text[])`, ids);
  await forgetPassages(tx, `kind = 'document' and seq = any($1::bigint[])`, seqs);
  await execute(tx, `delete from document where id = any($1::text[])`, [ids]);
  const folders = idsOf(
    await run(tx, Id, `delete from watched_folder where watched_seq = any($1::bigint[]) returning id`, [seqs]),
  );
  for (const table of ['folder_file', 'folder_check'] as const)
    await execute(tx, `delete from ${table} where folder_id = any($1::text[])`, [folders]);
}

async function forgetPassages(tx: Tx, where: string, given: readonly (string | number)[]): Promise<void> {
  if (given.length === 0) return;
  const gone = await run(tx, Id, `delete from passage where ${where} returning id`, [given]);
  await deleteDerived(tx, `select unnest($1::text[])`, idsOf(gone));
}

const Version = z.object({
  slotId: z.string(),
  seq: z.int(),
  endedSeq: z.int().nullable(),
  endedAt: z.date().nullable(),
});

/** The version before one that goes lasts until what ended that one. */
async function forgetSlots(tx: Tx, seqs: readonly number[]): Promise<void> {
  const gone = await run(
    tx,
    Version,
    `delete from slot_version where seq = any($1::bigint[])
     returning slot_id as "slotId", seq::int as seq, ended_seq::int as "endedSeq", ended_at as "endedAt"`,
    [seqs],
  );
  for (const { slotId, seq, endedSeq, endedAt } of [...gone].sort((a, b) => b.seq - a.seq))
    await execute(tx, `update slot_version set ended_seq = $3, ended_at = $4 where slot_id = $1 and ended_seq = $2`, [
      slotId,
      seq,
      endedSeq,
      endedAt?.toISOString() ?? null,
    ]);
}

async function forgetReflections(tx: Tx, seqs: readonly number[]): Promise<void> {
  const ids = idsOf(
    await run(tx, Id, `delete from reflection where made_seq = any($1::bigint[]) returning id`, [seqs]),
  );
  await execute(tx, `delete from reflection_evidence where reflection_id = any($1::text[])`, [ids]);
}

async function forgetClusters(tx: Tx, seqs: readonly number[]): Promise<void> {
  const ids = idsOf(await run(tx, Id, `delete from cluster where made_seq = any($1::bigint[]) returning id`, [seqs]));
  await execute(tx, `delete from cluster_turn where cluster_id = any($1::text[])`, [ids]);
  await execute(tx, `update cluster set own_name = null, own_seq = null where own_seq = any($1::bigint[])`, [seqs]);
}

async function forgetSpaces(tx: Tx, seqs: readonly number[]): Promise<void> {
  const versions = await run(
    tx,
    Id,
    `delete from space_version where seq = any($1::bigint[]) returning space_id as id`,
    [seqs],
  );
  await settleSpaces(tx, idsOf(versions));
  await execute(tx, `delete from space where created_seq = any($1::bigint[])`, [seqs]);
}
