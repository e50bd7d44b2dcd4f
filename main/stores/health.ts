import { z } from 'zod';
import { type Db, execute, type ReadTx, run, runOne, type Tx } from './run.ts';

/** Tables that are functions of the journal alone, and the order that makes their digest repeatable. */
const DIGESTED: readonly { readonly table: string; readonly sql: string }[] = [
  { table: 'space', sql: digest('select * from space where $1 > 0', 'id') },
  { table: 'conversation', sql: digest('select * from conversation where $1 > 0', 'id') },
  { table: 'turn', sql: digest('select * from turn where $1 > 0', 'seq') },
  { table: 'answer', sql: digest('select * from answer where $1 > 0', 'reply_turn_id') },
  { table: 'turn_access', sql: digest('select * from turn_access where $1 > 0', 'turn_id') },
  { table: 'import_run', sql: digest('select * from import_run where $1 > 0', 'id') },
  {
    table: 'turn_vector',
    // Without the number of the embedding space: it counts the models this database has seen, not what was said.
    sql: digest(
      'select turn_id, chunk, from_char, to_char, embedding from turn_vector where embedding_space_id = $1',
      'turn_id, chunk',
    ),
  },
];

// Rows are hashed in chunks of their order, since one aggregate of everything would not fit in memory. Every statement
// takes the embedding space, so that one call runs them all.
function digest(rows: string, order: string): string {
  return `select md5(coalesce(string_agg(part, '' order by bucket), '')) as digest, coalesce(sum(n), 0)::int as rows from (
    select bucket, count(*) as n, md5(string_agg(md5(line), '' order by place)) as part from (
      select md5(r::text) as line, place, (place - 1) / 1000 as bucket from (
        select t as r, row_number() over (order by ${order}) as place from (${rows.replace('$1', '$1::int')}) t) numbered) cut
    group by bucket) parts`;
}

export type TableDigest = { readonly table: string; readonly digest: string; readonly rows: number };

/** A digest of every row of every projected table: equal digests mean equal tables. */
export async function listDigests(tx: ReadTx, embeddingSpaceId: number): Promise<readonly TableDigest[]> {
  const found: TableDigest[] = [];
  for (const { table, sql } of DIGESTED) {
    const row = await runOne(tx, z.object({ digest: z.string(), rows: z.int() }), sql, [embeddingSpaceId]);
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
  orphanAnswers: z.int(),
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
       (select count(*) from answer a where not exists (select 1 from turn t where t.id = a.reply_turn_id)
          or not exists (select 1 from turn t where t.id = a.question_turn_id))::int as "orphanAnswers",
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
    z.object({ seq: z.int(), id: z.string(), textHash: z.string() }),
    `select seq::int as seq, id, text_hash as "textHash" from turn where seq > $1 order by seq limit $2`,
    [page.afterSeq, page.limit],
  );
}

/** The seq of the record that a turn's row was made from, or null without a row. */
export async function findTurnSeq(tx: ReadTx, id: string): Promise<number | null> {
  const row = await runOne(tx, z.object({ seq: z.int() }), `select seq::int as seq from turn where id = $1`, [id]);
  return row?.seq ?? null;
}

/** Turns picked by the hash of their id: scattered over the table, and the same ones at every call. */
export function listProbeTurns(tx: ReadTx, limit: number) {
  return run(
    tx,
    z.object({ id: z.string(), seq: z.int(), lexical: z.string() }),
    `select id, seq::int as seq, left(lexical, 4000) as lexical from turn where lexical is not null
     order by md5(id), id limit $1`,
    [limit],
  );
}

const BM25_DEPTH = 20;
/** Slack between the score that the index keeps and the one computed for a single row. */
const SCORE_SLACK = 1e-3;

/**
 * Whether the BM25 index finds a turn by `query`; null where others outrank it, so that its absence means nothing. The
 * table itself is forbidden as a source: only the index may answer.
 */
export async function findByIndexedWords(
  tx: Tx,
  probe: { readonly id: string; readonly query: string },
): Promise<boolean | null> {
  await execute(tx, 'set local enable_seqscan = off');
  const row = await runOne(
    tx,
    z.object({ isFound: z.boolean(), found: z.int(), worst: z.number().nullable(), own: z.number().nullable() }),
    `with found as materialized (
       select id, (lexical <@> to_bm25query($2, 'turn_lexical_idx'))::float8 as score from turn
       order by lexical <@> to_bm25query($2, 'turn_lexical_idx') limit $3)
     select exists (select 1 from found where id = $1) as "isFound", (select count(*) from found)::int as "found",
       (select max(score) from found) as "worst",
       (select (lexical <@> to_bm25query($2, 'turn_lexical_idx'))::float8 from turn where id = $1) as "own"`,
    [probe.id, probe.query, BM25_DEPTH],
  );
  if (row === null || row.isFound) return row === null ? null : true;
  // Scores are negative, and lower is better; zero means that no word of the query counts (stop words only).
  const own = row.own ?? 0;
  if (own > -SCORE_SLACK) return null;
  return row.found < BM25_DEPTH || own < (row.worst ?? 0) - SCORE_SLACK ? false : null;
}

/** Vectors that a walk through the whole HNSW graph does not reach: they are stored and cannot be found. */
export async function listUnreachableVectors(
  tx: Tx,
  limit: number,
): Promise<{ readonly missing: number; readonly sample: readonly string[] }> {
  // The walk starts at one vector and goes on until the graph is used up; a sort or a table scan may not stand in for it.
  for (const setting of [
    'enable_seqscan = off',
    'enable_sort = off',
    'hnsw.ef_search = 1000',
    `hnsw.iterative_scan = 'relaxed_order'`,
    'hnsw.max_scan_tuples = 2147483647',
    'hnsw.scan_mem_multiplier = 1000',
  ])
    await execute(tx, `set local ${setting}`);
  const row = await runOne(
    tx,
    z.object({ missing: z.int(), sample: z.array(z.string()) }),
    `with reached as materialized (
       select turn_id, embedding_space_id, chunk from turn_vector
       order by embedding <=> (select embedding from turn_vector order by turn_id limit 1)),
     lost as materialized (
       select turn_id, embedding_space_id, chunk from turn_vector
       except select turn_id, embedding_space_id, chunk from reached)
     select (select count(*) from lost)::int as "missing",
       coalesce((select array_agg(turn_id) from (select turn_id from lost order by turn_id limit $1) s), '{}') as "sample"`,
    [limit],
  );
  return row ?? { missing: 0, sample: [] };
}

const RELINK_ROUNDS = 4;
const RELINKED_AT_ONCE = 200;

/**
 * Makes every stored vector findable again and returns how many still are not. HNSW gives no guarantee: later inserts
 * take links away, and in one real history of 5,000 vectors one had none left (also after a REINDEX).
 */
export async function relinkUnreachable(db: Db): Promise<number> {
  let missing = 0;
  for (let round = 0; round < RELINK_ROUNDS; round += 1) {
    const found = await db.transaction((tx) => listUnreachableVectors(tx, RELINKED_AT_ONCE));
    missing = found.missing;
    if (missing === 0) break;
    await db.transaction((tx) => relinkVectors(tx, found.sample));
  }
  return missing;
}

/** Puts the vectors of these turns into the index once more: new entries get new links. */
async function relinkVectors(tx: Tx, turnIds: readonly string[]): Promise<void> {
  const columns = 'turn_id, embedding_space_id, chunk, from_char, to_char, embedding';
  await execute(
    tx,
    'create temporary table relinked on commit drop as select * from turn_vector where turn_id = any($1)',
    [turnIds],
  );
  await execute(tx, `delete from turn_vector where turn_id = any($1::text[])`, [turnIds]);
  await execute(tx, `insert into turn_vector (${columns}) select ${columns} from relinked order by turn_id, chunk`);
}

/** Vectors of turns that are not there. */
export function deleteOrphanVectors(tx: Tx): Promise<number> {
  return execute(tx, `delete from turn_vector v where not exists (select 1 from turn t where t.id = v.turn_id)`);
}

/** The indexes that `doctor` can build again, by what they hold. */
export const REINDEX = {
  words: 'reindex index turn_lexical_idx',
  vectors: 'reindex index turn_vector_embedding_idx',
} as const;
