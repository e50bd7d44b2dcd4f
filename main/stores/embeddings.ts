import { z } from 'zod';
import { Attachment } from '../contract/conversations.ts';
import { BEHIND_ALL, HUGE_CHARS } from './project/place-in-line.pure.ts';
import { execute, type ReadTx, run, runOne, type Tx } from './run.ts';

/** The small number that stands for an embedding space in `turn_vector`. */
export async function ensureEmbeddingSpace(tx: Tx, name: string): Promise<number> {
  await execute(
    tx,
    `insert into embedding_space (id, name) select coalesce(max(id), 0) + 1, $1 from embedding_space
     on conflict (name) do nothing`,
    [name],
  );
  const row = await runOne(tx, z.object({ id: z.int() }), `select id from embedding_space where name = $1`, [name]);
  if (row === null) throw new Error('bug: embedding space was not stored');
  return row.id;
}

const PendingRow = z.object({
  id: z.string(),
  seq: z.int(),
  speaker: z.string(),
  text: z.string(),
  zone: z.string(),
  attachments: z.array(Attachment).readonly(),
});
export type PendingTurn = z.infer<typeof PendingRow>;

/** Turns without vectors, in the order in which they were said to the journal. */
export function listPendingTurns(
  tx: ReadTx,
  page: { readonly afterSeq: number; readonly limit: number },
): Promise<readonly PendingTurn[]> {
  return run(
    tx,
    PendingRow,
    `select t.id, p.seq::int as seq, t.speaker, t.body as "text", t.zone, t.attachments
     from turn_pending p join turn t on t.id = p.turn_id where p.seq > $1 order by p.seq limit $2`,
    [page.afterSeq, page.limit],
  );
}

export async function getPendingCount(tx: ReadTx): Promise<number> {
  const row = await runOne(tx, z.object({ n: z.int() }), `select count(*)::int as n from turn_pending`);
  return row?.n ?? 0;
}

export type NewVector = {
  readonly turnId: string;
  readonly chunk: number;
  readonly fromChar: number;
  readonly toChar: number;
  readonly vector: Float32Array;
};

/** Nine digits name every 32-bit float exactly; all seventeen would cost half as much again to send and to parse. */
export const toVectorText = (vector: Float32Array): string =>
  `[${Array.from(vector, (value) => Number(value.toPrecision(9))).join(',')}]`;

/** Writes the vectors of `turnIds` and takes them off the pending list, together or not at all. */
export async function insertVectors(
  tx: Tx,
  batch: { readonly spaceId: number; readonly turnIds: readonly string[]; readonly vectors: readonly NewVector[] },
): Promise<void> {
  const { vectors } = batch;
  await execute(
    tx,
    `insert into turn_vector (turn_id, chunk, embedding_space_id, from_char, to_char, embedding)
     select turn_id, chunk, $1::int, from_char, to_char, embedding::vector
     from unnest($2::text[], $3::int[], $4::int[], $5::int[], $6::text[]) as v(turn_id, chunk, from_char, to_char, embedding)
     on conflict (turn_id, embedding_space_id, chunk) do nothing`,
    [
      batch.spaceId,
      vectors.map((v) => v.turnId),
      vectors.map((v) => v.chunk),
      vectors.map((v) => v.fromChar),
      vectors.map((v) => v.toChar),
      vectors.map((v) => toVectorText(v.vector)),
    ],
  );
  await execute(tx, `delete from turn_pending where turn_id = any($1::text[])`, [batch.turnIds]);
}

/** Puts every searchable turn that has no vector in this space back on the list; returns how many. */
export function insertMissingPending(tx: Tx, spaceId: number): Promise<number> {
  return execute(
    tx,
    `insert into turn_pending (turn_id, seq)
     select t.id, t.seq + case when length(t.lexical) > $2 then $3::bigint else 0 end from turn t
     where t.lexical is not null
       and not exists (select 1 from turn_vector v where v.turn_id = t.id and v.embedding_space_id = $1)
     on conflict (turn_id) do nothing`,
    [spaceId, HUGE_CHARS, BEHIND_ALL],
  );
}
