import { z } from 'zod';
import { execute, type ReadTx, run, runOne, type Tx } from './run.ts';

// Left out below: the records by which copies in memory and workers hear that something changed. A forget takes records out
// from between, and says so itself; what a row says is the same however it came about.
/** A procedure that cannot be found is in `procedure`; its old wording stays for copies in memory to hear of. */
const PASSAGES = `select id, kind, space_id, parent_id, seq, known_at, said_at, zone, title, body, page, from_char, to_char,
  evidence, text_hash, lexical, removed_seq, case when kind <> 'procedure' then changed_seq end
  from passage where $1 > 0 and (kind <> 'procedure' or removed_seq is null)`;
const PROCEDURES = `select id, space_id, trigger, steps, status, why, replaced_by, source, evidence, contradicts,
  reinforcement_count, use_count, created_at, reinforced_at, is_removed, is_final, zone from procedure where $1 > 0`;
/** Whether a month has to be told again is seen from its sittings. */
const SUMMARIES = `select id, scope, space_id, conversation_id, session, month, title, from_at, to_at, written_by, fingerprint,
  sentences, dropped, turn_count, written_at, seq, case scope when 'session' then stale_seq end, removed_seq
  from summary where $1 > 0`;
const CLUSTERS = `select id, space_id, label, own_name, is_hidden, made_seq, gone_seq, label_seq, own_seq
  from cluster where $1 > 0`;
const REFLECTIONS = `select id, space_id, kind, minimum, head_id, made_seq, head_seq, gone,
  case when gone is not null then changed_seq end from reflection where $1 > 0`;

/** Tables that are functions of the journal alone, and the order that makes their digest repeatable. */
const DIGESTED: readonly { readonly table: string; readonly sql: string }[] = [
  { table: 'space', sql: digest('select * from space where $1 > 0', 'id') },
  { table: 'slot_version', sql: digest('select * from slot_version where $1 > 0', 'slot_id, seq') },
  { table: 'conversation', sql: digest('select * from conversation where $1 > 0', 'id') },
  { table: 'turn', sql: digest('select * from turn where $1 > 0', 'seq') },
  { table: 'answer', sql: digest('select * from answer where $1 > 0', 'reply_turn_id') },
  { table: 'turn_life', sql: digest('select * from turn_life where $1 > 0', 'seq') },
  { table: 'decay_pass', sql: digest('select kind, day, through from decay_pass where $1 > 0', 'kind') },
  { table: 'tagging', sql: digest('select tagger, through_seq from tagging where $1 > 0', 'tagger') },
  { table: 'passage', sql: digest(PASSAGES, 'id') },
  { table: 'procedure', sql: digest(PROCEDURES, 'id') },
  { table: 'procedure_entry', sql: digest('select * from procedure_entry where $1 > 0', 'procedure_id, seq') },
  { table: 'procedure_heard', sql: digest('select * from procedure_heard where $1 > 0', 'turn_id, quote') },
  { table: 'procedure_use', sql: digest('select * from procedure_use where $1 > 0', 'reply_turn_id, procedure_id') },
  { table: 'document', sql: digest('select * from document where $1 > 0', 'id') },
  { table: 'watched_folder', sql: digest('select * from watched_folder where $1 > 0', 'id') },
  { table: 'summary', sql: digest(SUMMARIES, 'id') },
  { table: 'summary_turn', sql: digest('select * from summary_turn where $1 > 0', 'turn_id, summary_id') },
  { table: 'entity', sql: digest('select * from entity where $1 > 0', 'space_id, id') },
  { table: 'entity_name', sql: digest('select * from entity_name where $1 > 0', 'space_id, entity_id, name_key') },
  { table: 'entity_version', sql: digest('select * from entity_version where $1 > 0', 'space_id, entity_id, seq') },
  { table: 'entity_link', sql: digest('select * from entity_link where $1 > 0', 'space_id, seq') },
  { table: 'claim', sql: digest('select * from claim where $1 > 0', 'id') },
  { table: 'claim_standing', sql: digest('select * from claim_standing where $1 > 0', 'claim_id, seq') },
  { table: 'revision', sql: digest('select * from revision where $1 > 0', 'id') },
  { table: 'inbox', sql: digest('select * from inbox where $1 > 0', 'claim_id') },
  { table: 'kept_apart', sql: digest('select * from kept_apart where $1 > 0', 'space_id, a_id, b_id') },
  { table: 'own_relation', sql: digest('select * from own_relation where $1 > 0', 'name') },
  { table: 'codex_tombstone', sql: digest('select * from codex_tombstone where $1 > 0', 'hash, seq') },
  { table: 'extraction', sql: digest('select * from extraction where $1 > 0', 'extractor') },
  { table: 'correction', sql: digest('select * from correction where $1 > 0', 'turn_id, field') },
  { table: 'adopted_heads', sql: digest('select * from adopted_heads where $1 > 0', 'seq') },
  { table: 'conversation_model', sql: digest('select * from conversation_model where $1 > 0', 'conversation_id') },
  { table: 'answer_route', sql: digest('select * from answer_route where $1 > 0', 'reply_turn_id') },
  { table: 'cluster', sql: digest(CLUSTERS, 'id') },
  { table: 'cluster_turn', sql: digest('select * from cluster_turn where $1 > 0', 'turn_id') },
  { table: 'cluster_pass', sql: digest('select * from cluster_pass where $1 > 0', 'space_id') },
  { table: 'reflection', sql: digest(REFLECTIONS, 'id') },
  { table: 'reflection_evidence', sql: digest('select * from reflection_evidence where $1 > 0', 'claim_id') },
  { table: 'reflection_pass', sql: digest('select * from reflection_pass where $1 > 0', 'space_id') },
  { table: 'conversation_title', sql: digest('select * from conversation_title where $1 > 0', 'conversation_id, seq') },
  { table: 'conversation_shift', sql: digest('select * from conversation_shift where $1 > 0', 'conversation_id, seq') },
  { table: 'space_version', sql: digest('select * from space_version where $1 > 0', 'space_id, seq') },
  { table: 'amendment', sql: digest('select * from amendment where $1 > 0', 'seq') },
  { table: 'forgotten', sql: digest('select * from forgotten where $1 > 0', 'id') },
  { table: 'tombstone', sql: digest('select * from tombstone where $1 > 0', 'kind, hash') },
  { table: 'import_run', sql: digest('select * from import_run where $1 > 0', 'id') },
  {
    table: 'fragment_vector',
    // Without the number of the embedding space: it counts the models this database has seen, not what was said.
    sql: digest(
      'select fragment_id, chunk, from_char, to_char, embedding from fragment_vector where embedding_space_id = $1',
      'fragment_id, chunk',
    ),
  },
  {
    table: 'fragment_token',
    sql: digest('select fragment_id, bits from fragment_token where embedding_space_id = $1', 'fragment_id'),
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

/** What is stored against what each index holds; `unindexed` turns lack a vector or token states and have no place on the list. */
export async function getCounts(tx: ReadTx, embeddingSpaceId: number): Promise<StoreCounts> {
  const row = await runOne(
    tx,
    Counts,
    `with fragment as (select id from turn where lexical is not null
       union all select id from passage where lexical is not null and removed_seq is null)
     select
       (select count(*) from turn)::int as "turns",
       (select count(*) from turn where is_hidden)::int as "hidden",
       (select count(*) from fragment)::int as "searchable",
       (select count(*) from conversation where removed_seq is null)::int as "conversations",
       (select count(distinct fragment_id) from fragment_vector where embedding_space_id = $1)::int as "embedded",
       (select count(*) from fragment_pending)::int as "pending",
       (select count(*) from fragment_vector where embedding_space_id = $1)::int as "vectors",
       ((select count(*) from fragment_vector v where not exists (select 1 from fragment f where f.id = v.fragment_id))
         + (select count(*) from fragment_token v where not exists (select 1 from fragment f where f.id = v.fragment_id)))::int as "orphanVectors",
       (select count(*) from turn t where not exists (select 1 from conversation c where c.id = t.conversation_id))::int as "orphanTurns",
       (select count(*) from answer a where not exists (select 1 from turn t where t.id = a.reply_turn_id)
          or not exists (select 1 from turn t where t.id = a.question_turn_id))::int as "orphanAnswers",
       (select count(*) from fragment f
          where not exists (select 1 from fragment_pending p where p.fragment_id = f.id)
          and not (exists (select 1 from fragment_vector v where v.fragment_id = f.id and v.embedding_space_id = $1)
            and exists (select 1 from fragment_token v where v.fragment_id = f.id and v.embedding_space_id = $1)))::int as "unindexed"`,
    [embeddingSpaceId],
  );
  if (row === null) throw new Error('bug: counts returned no row');
  return row;
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

/** Vectors and token states of fragments that are not there. */
export async function deleteOrphanVectors(tx: Tx): Promise<void> {
  for (const table of ['fragment_vector', 'fragment_token'] as const) {
    await execute(
      tx,
      `delete from ${table} v where not exists (select 1 from turn t where t.id = v.fragment_id)
         and not exists (select 1 from passage p where p.id = v.fragment_id and p.removed_seq is null)`,
    );
  }
}
