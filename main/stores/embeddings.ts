import { z } from 'zod';
import { Attachment, Role } from '../contract/conversations.ts';
import { BEHIND_ALL, HUGE_CHARS } from './project/place-in-line.pure.ts';
import { Base64Bytes, execute, type ReadTx, run, runOne, type Tx } from './run.ts';

/** The small number that stands for an embedding space in the tables. */
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
  role: Role,
  speaker: z.string(),
  text: z.string(),
  attachments: z.array(Attachment).readonly(),
});
export type PendingFragment = z.infer<typeof PendingRow>;

/** Fragments without vectors, in the order in which they came to the journal; a passage is embedded under its title. */
export function listPendingFragments(
  tx: ReadTx,
  page: { readonly afterSeq: number; readonly afterId: string; readonly limit: number },
): Promise<readonly PendingFragment[]> {
  return run(
    tx,
    PendingRow,
    `select p.fragment_id as id, p.seq::int as seq, coalesce(t.role, 'other') as role, coalesce(t.speaker, d.title) as speaker,
       coalesce(t.body, d.body) as "text", coalesce(t.attachments, '[]'::jsonb) as attachments
     from fragment_pending p left join turn t on t.id = p.fragment_id left join passage d on d.id = p.fragment_id
     where (p.seq, p.fragment_id) > ($1, $2) and (t.id is not null or d.id is not null)
     order by p.seq, p.fragment_id limit $3`,
    [page.afterSeq, page.afterId, page.limit],
  );
}

export async function getPendingCount(tx: ReadTx): Promise<number> {
  const row = await runOne(tx, z.object({ n: z.int() }), `select count(*)::int as n from fragment_pending`);
  return row?.n ?? 0;
}

export type NewVector = {
  readonly fragmentId: string;
  readonly chunk: number;
  readonly fromChar: number;
  readonly toChar: number;
  readonly vector: Float32Array;
};
export type NewTokens = { readonly fragmentId: string; readonly bits: Uint8Array };

/** Vectors go over as whole numbers of this: a power of two, so that taking it back rounds nothing. */
const UNIT = 2 ** -24;

/** PGlite reads fractions five times as slowly as whole numbers, and most of an import was that. */
function toWholeText(vector: Float32Array): string {
  let text = '[';
  for (let i = 0; i < vector.length; i += 1) text += `${i > 0 ? ',' : ''}${Math.round((vector[i] ?? 0) / UNIT)}`;
  return `${text}]`;
}

export type NewEmbeddings = {
  readonly spaceId: number;
  /** As they stood on the pending list: one that stands there again since has other words. */
  readonly fragments: readonly Pick<PendingFragment, 'id' | 'seq'>[];
  readonly vectors: readonly NewVector[];
  readonly tokens: readonly NewTokens[];
};

/**
 * Takes fragments off the pending list and writes what was made of them, together or not at all; returns which. One that
 * has left the list since, or stands there with another seq, was removed or reworded while the model worked.
 */
export async function insertEmbeddings(tx: Tx, batch: NewEmbeddings): Promise<ReadonlySet<string>> {
  const waiting = await run(
    tx,
    z.object({ id: z.string() }),
    `delete from fragment_pending p using unnest($1::text[], $2::bigint[]) as made(id, seq)
     where p.fragment_id = made.id and p.seq = made.seq returning made.id as id`,
    [batch.fragments.map(({ id }) => id), batch.fragments.map(({ seq }) => seq)],
  );
  const isWaiting = new Set(waiting.map(({ id }) => id));
  const vectors = batch.vectors.filter(({ fragmentId }) => isWaiting.has(fragmentId));
  const tokens = batch.tokens.filter(({ fragmentId }) => isWaiting.has(fragmentId));
  await execute(
    tx,
    `insert into fragment_vector (fragment_id, chunk, embedding_space_id, from_char, to_char, embedding)
     select fragment_id, chunk, $1::int, from_char, to_char, embedding::vector * units
     from unnest($2::text[], $3::int[], $4::int[], $5::int[], $6::text[])
       as v(fragment_id, chunk, from_char, to_char, embedding),
       (select array_fill($7::real, array[$8::int])::vector as units) unit
     on conflict (fragment_id, embedding_space_id, chunk) do nothing`,
    [
      batch.spaceId,
      vectors.map((v) => v.fragmentId),
      vectors.map((v) => v.chunk),
      vectors.map((v) => v.fromChar),
      vectors.map((v) => v.toChar),
      vectors.map((v) => toWholeText(v.vector)),
      UNIT,
      vectors[0]?.vector.length ?? 1,
    ],
  );
  await execute(
    tx,
    `insert into fragment_token (fragment_id, embedding_space_id, bits)
     select fragment_id, $1::int, decode(bits, 'hex') from unnest($2::text[], $3::text[]) as t(fragment_id, bits)
     on conflict (fragment_id, embedding_space_id) do nothing`,
    [
      batch.spaceId,
      tokens.map((token) => token.fragmentId),
      tokens.map(({ bits }) => Buffer.from(bits.buffer, bits.byteOffset, bits.byteLength).toString('hex')),
    ],
  );
  return isWaiting;
}

/** Token states of fragments; what has none is left out. */
export function listTokenStates(
  tx: ReadTx,
  search: { readonly spaceId: number; readonly ids: readonly string[] },
): Promise<readonly { readonly id: string; readonly bits: Uint8Array }[]> {
  return run(
    tx,
    z.object({ id: z.string(), bits: Base64Bytes }),
    `select fragment_id as id, encode(bits, 'base64') as bits from fragment_token where embedding_space_id = $1 and fragment_id = any($2::text[])
     order by fragment_id`,
    [search.spaceId, search.ids],
  );
}

/** Puts everything searchable that lacks a vector or token states in this space back on the list; returns how many. */
export function insertMissingPending(tx: Tx, spaceId: number): Promise<number> {
  return execute(
    tx,
    `insert into fragment_pending (fragment_id, seq)
     select f.id, f.seq + case when length(f.lexical) > $2 then $3::bigint else 0 end
     from (select id, seq, lexical from turn union all select id, seq, lexical from passage where removed_seq is null) f
     where f.lexical is not null
       and not (exists (select 1 from fragment_vector v where v.fragment_id = f.id and v.embedding_space_id = $1)
         and exists (select 1 from fragment_token k where k.fragment_id = f.id and k.embedding_space_id = $1))
     on conflict (fragment_id) do nothing`,
    [spaceId, HUGE_CHARS, BEHIND_ALL],
  );
}

/** Whether another embedder was used here and the change from it is not complete. */
export async function hasOtherSpaces(tx: ReadTx, spaceId: number): Promise<boolean> {
  const sql = `select exists (select 1 from embedding_space where id <> $1) as "isThere"`;
  return (await runOne(tx, z.object({ isThere: z.boolean() }), sql, [spaceId]))?.isThere ?? false;
}

/**
 * Removes what an embedder made that is no longer used, once nothing waits for the present one. Its row in
 * `embedding_space` goes last and says whether there is anything to do: to look through all vectors after every turn
 * would cost more than embedding it.
 */
export async function deleteOtherSpaces(tx: Tx, spaceId: number): Promise<void> {
  if (!(await hasOtherSpaces(tx, spaceId)) || (await getPendingCount(tx)) > 0) return;
  await execute(tx, `delete from fragment_vector where embedding_space_id <> $1`, [spaceId]);
  await execute(tx, `delete from fragment_token where embedding_space_id <> $1`, [spaceId]);
  await execute(tx, `delete from embedding_space where id <> $1`, [spaceId]);
}
