import { z } from 'zod';
import { Role } from '../contract/conversations.ts';
import { toVectorText } from './embeddings.ts';
import { execute, type ReadTx, run, runOne, type Tx } from './run.ts';

/** What a recall may see: one space, up to a time, as far as was known at another. Null means no bound. */
export type Scope = {
  readonly spaceId: string;
  readonly asOf: Date | null;
  readonly knownAt: Date | null;
};

// Shared by every leg; $1 to $3 are the scope's fields. Turns without a time are always in: nothing dates them later.
// `is true` keeps the conversations a filter, looked up by hash: as a join they would lead, and every turn of the scope
// would be scored (BM25: 77 ms instead of 3 at 1,000 turns).
const IN_SCOPE = `(t.conversation_id in (select id from conversation where space_id = $1 and removed_seq is null)) is true
  and ($2::timestamptz is null or t.said_at is null or t.said_at <= $2)
  and ($3::timestamptz is null or t.known_at <= $3)`;

const scopeParams = (scope: Scope) => [scope.spaceId, scope.asOf, scope.knownAt];

const Scored = z.object({ id: z.string(), score: z.number() });
export type ScoredTurn = z.infer<typeof Scored>;

/** How many turns a leg could return. */
export async function getEligibleCount(tx: ReadTx, scope: Scope): Promise<number> {
  if (scope.asOf === null && scope.knownAt === null) {
    const whole = await runOne(
      tx,
      z.object({ n: z.int() }),
      `select coalesce(sum(searchable_count), 0)::int as n from conversation where space_id = $1 and removed_seq is null`,
      [scope.spaceId],
    );
    return whole?.n ?? 0;
  }
  const row = await runOne(
    tx,
    z.object({ n: z.int() }),
    `select count(*)::int as n from turn t where t.lexical is not null and ${IN_SCOPE}`,
    scopeParams(scope),
  );
  return row?.n ?? 0;
}

/**
 * Best turns by BM25 over the lexical copy; `query` is normalised as the copy is. Scores are positive, higher is better.
 *
 * The index leads and the scope filters what it yields. Only under the index does `bm25_get_current_score` mean
 * anything, so a plan that sorts is ruled out; scoring each hit from its text again would cost 0.15 ms a row.
 */
export async function listByBm25(
  tx: Tx,
  search: { readonly scope: Scope; readonly query: string; readonly limit: number },
): Promise<readonly ScoredTurn[]> {
  await execute(tx, `set local enable_sort = off`);
  return run(
    tx,
    Scored,
    `with found as materialized (
       select t.id, -bm25_get_current_score()::float8 as score from turn t
       where t.lexical is not null and ${IN_SCOPE}
       order by t.lexical <@> to_bm25query($4, 'turn_lexical_idx') limit $5)
     select id, score from found order by score desc, id`,
    [...scopeParams(search.scope), search.query, search.limit],
  );
}

export type VectorSearch = {
  readonly scope: Scope;
  readonly embeddingSpaceId: number;
  readonly vector: Float32Array;
  /** Rows to look at; a turn of several chunks may take several. */
  readonly limit: number;
};

// A turn's score is that of its best chunk (max-pooling).
const BEST_CHUNK = `select near.turn_id as id, max(near.score)::float8 as score from near group by near.turn_id order by 2 desc, 1`;

/** Best turns by cosine, every vector compared. Right where the scope is small. */
export function listByCosineExact(tx: ReadTx, search: VectorSearch): Promise<readonly ScoredTurn[]> {
  return run(
    tx,
    Scored,
    `with near as (
       select v.turn_id, 1 - (v.embedding <=> $5::vector) as score
       from turn_vector v join turn t on t.id = v.turn_id
       where v.embedding_space_id = $4 and ${IN_SCOPE}
       order by (v.embedding <=> $5::vector) + 0 limit $6
     ) ${BEST_CHUNK}`,
    [...scopeParams(search.scope), search.embeddingSpaceId, toVectorText(search.vector), search.limit],
  );
}

/**
 * Best turns by cosine through the HNSW index, searched on until enough rows lie in the scope. Left to itself the planner
 * compares everything and sorts while a table is small, whatever the trace then says; so a plan that sorts is ruled out.
 */
export async function listByCosineHnsw(tx: Tx, search: VectorSearch): Promise<readonly ScoredTurn[]> {
  await execute(tx, `set local enable_sort = off`);
  await execute(tx, `set local hnsw.ef_search = 400`);
  await execute(tx, `set local hnsw.iterative_scan = 'relaxed_order'`);
  return run(
    tx,
    Scored,
    `with near as materialized (
       select v.turn_id, 1 - (v.embedding <=> $5::vector) as score
       from turn_vector v
       where v.embedding_space_id = $4
         and exists (select 1 from turn t where t.id = v.turn_id and ${IN_SCOPE})
       order by v.embedding <=> $5::vector limit $6
     ) ${BEST_CHUNK}`,
    [...scopeParams(search.scope), search.embeddingSpaceId, toVectorText(search.vector), search.limit],
  );
}

const Candidate = z.object({
  id: z.string(),
  conversationId: z.string(),
  role: Role,
  speaker: z.string(),
  text: z.string(),
  attachments: z.array(
    z.object({ caption: z.string().nullable(), text: z.string().nullable(), name: z.string().nullable() }),
  ),
  saidAt: z.date().nullable(),
  isTimeInferred: z.boolean(),
  zone: z.string(),
  session: z.string().nullable(),
  textHash: z.string(),
  isAnswer: z.boolean(),
  isAsked: z.boolean(),
});
export type CandidateTurn = z.infer<typeof Candidate>;

/** Everything that fusion and packing need to know of `ids`. */
export function listCandidates(tx: ReadTx, ids: readonly string[]): Promise<readonly CandidateTurn[]> {
  return run(
    tx,
    Candidate,
    `select t.id, t.conversation_id as "conversationId", t.role, t.speaker, t.body as "text", t.attachments, t.said_at as "saidAt",
       t.is_time_inferred as "isTimeInferred", t.zone, t.session, t.text_hash as "textHash",
       exists (select 1 from answer a where a.reply_turn_id = t.id) as "isAnswer",
       exists (select 1 from answer a where a.question_turn_id = t.id) as "isAsked"
     from turn t
     where t.id = any($1::text[]) order by t.id`,
    [ids],
  );
}

/** Turns that stand up to `reach` places from each of `ids` in the same conversation and session, and in scope. */
export function listNeighbours(
  tx: ReadTx,
  search: { readonly scope: Scope; readonly ids: readonly string[]; readonly reach: number },
) {
  return run(
    tx,
    z.object({ id: z.string(), neighbourId: z.string(), offset: z.int() }),
    `select o.id, t.id as "neighbourId", (t.position - o.position)::int as "offset"
     from turn o join turn t on t.conversation_id = o.conversation_id and t.session is not distinct from o.session
       and t.position between o.position - $5 and o.position + $5 and t.id <> o.id
     where o.id = any($4::text[]) and t.lexical is not null and ${IN_SCOPE}
     order by o.id, t.position`,
    [...scopeParams(search.scope), search.ids, search.reach],
  );
}
