import { z } from 'zod';
import { type ReadTx, run, runOne } from './run.ts';

/** Tables that are functions of the journal alone, and the order that makes their digest repeatable. */
const DIGESTED: readonly { readonly table: string; readonly sql: string }[] = [
  { table: 'space', sql: digest('space', 'id') },
  { table: 'conversation', sql: digest('conversation', 'id') },
  { table: 'turn', sql: digest('turn', 'seq') },
  { table: 'answer', sql: digest('answer', 'reply_turn_id') },
  { table: 'turn_access', sql: digest('turn_access', 'turn_id') },
  { table: 'import_run', sql: digest('import_run', 'id') },
  { table: 'turn_vector', sql: digest('turn_vector', 'turn_id, chunk') },
];

// Rows are hashed in chunks of their order, since one aggregate of everything would not fit in memory.
function digest(table: string, order: string): string {
  return `select md5(coalesce(string_agg(part, '' order by bucket), '')) as digest, coalesce(sum(n), 0)::int as rows from (
    select bucket, count(*) as n, md5(string_agg(md5(line), '' order by place)) as part from (
      select md5(r::text) as line, place, (place - 1) / 1000 as bucket from (
        select t as r, row_number() over (order by ${order}) as place from ${table} t) numbered) cut
    group by bucket) parts`;
}

/** A digest of every row of every projected table: equal digests mean equal tables. */
export async function listDigests(
  tx: ReadTx,
): Promise<readonly { readonly table: string; readonly digest: string; readonly rows: number }[]> {
  const found: { table: string; digest: string; rows: number }[] = [];
  for (const { table, sql } of DIGESTED) {
    const row = await runOne(tx, z.object({ digest: z.string(), rows: z.int() }), sql);
    if (row) found.push({ table, ...row });
  }
  return found;
}

const Counts = z.object({
  turns: z.int(),
  hidden: z.int(),
  searchable: z.int(),
  conversations: z.int(),
  embedded: z.int(),
  pending: z.int(),
  vectors: z.int(),
  orphanVectors: z.int(),
  orphanTurns: z.int(),
  unindexed: z.int(),
});
export type StoreCounts = z.infer<typeof Counts>;

/** What is stored against what each index holds; `unindexed` turns have neither a vector nor a place on the list. */
export async function getCounts(tx: ReadTx, embeddingSpaceId: number): Promise<StoreCounts> {
  const row = await runOne(
    tx,
    Counts,
    `select
       (select count(*) from turn)::int as "turns",
       (select count(*) from turn where is_hidden)::int as "hidden",
       (select count(*) from turn where lexical is not null)::int as "searchable",
       (select count(*) from conversation where removed_seq is null)::int as "conversations",
       (select count(distinct turn_id) from turn_vector where embedding_space_id = $1)::int as "embedded",
       (select count(*) from turn_pending)::int as "pending",
       (select count(*) from turn_vector)::int as "vectors",
       (select count(*) from turn_vector v where not exists (select 1 from turn t where t.id = v.turn_id))::int as "orphanVectors",
       (select count(*) from turn t where not exists (select 1 from conversation c where c.id = t.conversation_id))::int as "orphanTurns",
       (select count(*) from turn t where t.lexical is not null
          and not exists (select 1 from turn_vector v where v.turn_id = t.id and v.embedding_space_id = $1)
          and not exists (select 1 from turn_pending p where p.turn_id = t.id))::int as "unindexed"`,
    [embeddingSpaceId],
  );
  if (row === null) throw new Error('bug: counts returned no row');
  return row;
}

/** The index's own summary, for how many documents it holds. */
export async function getBm25Summary(tx: ReadTx): Promise<string> {
  const row = await runOne(
    tx,
    z.object({ summary: z.string() }),
    `select bm25_summarize_index('turn_lexical_idx') as summary`,
  );
  return row?.summary ?? '';
}

/** The journal seq of every turn, in order; for comparing the table with the journal without holding texts. */
export function listTurnSeqs(tx: ReadTx, page: { readonly afterSeq: number; readonly limit: number }) {
  return run(
    tx,
    z.object({ seq: z.int(), id: z.string() }),
    `select seq::int as seq, id from turn where seq > $1 order by seq limit $2`,
    [page.afterSeq, page.limit],
  );
}
