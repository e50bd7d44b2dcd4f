import { z } from 'zod';
import { Attachment, Role } from '../contract/conversations.ts';
import { scoreSql, TIER_DAY } from './project/lives.ts';
import { Base64Bytes, type ReadTx, run, runOne } from './run.ts';

/** What the memory copy of the indexes is made of; read in order, so that it can go on where it stopped. */

/** A page as one value: hundreds of rows through PGlite's protocol cost three times as much to read as their JSON. */
const pageOf = <S extends z.ZodType>(row: S) => z.object({ page: z.array(row).readonly() });
/** Times in JSON. */
const Time = z.string().transform((text) => new Date(text));

const TurnRow = z.object({
  id: z.string(),
  seq: z.int(),
  dueSeq: z.int(),
  conversationId: z.string(),
  session: z.string().nullable(),
  position: z.int(),
  role: Role,
  speaker: z.string(),
  text: z.string(),
  attachments: z.array(Attachment).readonly(),
  lexical: z.string(),
  saidAt: Time.nullable(),
  knownAt: Time,
});
export type FeedTurn = z.infer<typeof TurnRow>;
const TurnPage = pageOf(TurnRow);

const TURN = `t.id, t.seq, t.due_seq as "dueSeq", t.conversation_id as "conversationId", t.session, t.position, t.role, t.speaker,
         t.body as "text", t.attachments, t.lexical, t.said_at as "saidAt", t.known_at as "knownAt"`;

/** Of these turns those that are searchable. */
export async function listFeedTurnsOf(tx: ReadTx, ids: readonly string[]): Promise<readonly FeedTurn[]> {
  const read = await runOne(
    tx,
    TurnPage,
    `select coalesce(json_agg(row order by seq), '[]') as page from (
       select ${TURN} from turn t where t.id = any($1::text[]) and t.lexical is not null) row`,
    [ids],
  );
  return read?.page ?? [];
}

/** Searchable turns that became so after a record; more than `limit` where one record made several so. */
export async function listFeedTurns(
  tx: ReadTx,
  { afterSeq, limit }: { readonly afterSeq: number; readonly limit: number },
): Promise<readonly FeedTurn[]> {
  const read = await runOne(
    tx,
    TurnPage,
    `select coalesce(json_agg(row order by "dueSeq", seq), '[]') as page from (
       select ${TURN}
       from turn t where t.due_seq > $1 and t.lexical is not null
       order by t.due_seq fetch first ($2::int) rows with ties) row`,
    [afterSeq, limit],
  );
  return read?.page ?? [];
}

const ConversationRow = z.object({
  id: z.string(),
  spaceId: z.string(),
  isRemoved: z.boolean(),
  changedSeq: z.int(),
});

/** Conversations that were made, moved, removed, restored or switched after a seq; out of memory is as good as removed. */
export function listChangedConversations(tx: ReadTx, page: { readonly afterSeq: number; readonly limit: number }) {
  return run(
    tx,
    ConversationRow,
    `select id, space_id as "spaceId", (removed_seq is not null or is_saving is false) as "isRemoved",
       changed_seq::int as "changedSeq"
     from conversation where changed_seq > $1 order by changed_seq, id limit $2`,
    [page.afterSeq, page.limit],
  );
}

const VectorRow = z.object({ fragmentId: z.string(), chunk: z.int(), half: Base64Bytes });

const VectorPage = z.object({
  places: z.array(z.tuple([z.string(), z.int()])).readonly(),
  halves: Base64Bytes,
});

/** Vectors of an embedding space, as half floats in network order behind four bytes of head (pgvector's own form). */
export async function listFeedVectors(
  tx: ReadTx,
  page: {
    readonly spaceId: number;
    readonly after: { readonly fragmentId: string; readonly chunk: number };
    readonly limit: number;
  },
): Promise<readonly z.infer<typeof VectorRow>[]> {
  const read = await runOne(
    tx,
    VectorPage,
    `select coalesce(json_agg(json_build_array(fragment_id, chunk)), '[]') as places,
       coalesce(encode(string_agg(halfvec_send(embedding::halfvec), ''::bytea), 'base64'), '') as halves
     from (select fragment_id, chunk, embedding from fragment_vector
       where embedding_space_id = $1 and (fragment_id, chunk) > ($2, $3) order by fragment_id, chunk limit $4) vectors`,
    [page.spaceId, page.after.fragmentId, page.after.chunk, page.limit],
  );
  if (read === null) return [];
  const bytes = read.halves.length / Math.max(1, read.places.length);
  return read.places.map(([fragmentId, chunk], n) => ({
    ...{ fragmentId, chunk },
    half: read.halves.subarray(n * bytes, (n + 1) * bytes),
  }));
}

/** The same of some fragments. */
export function listVectorsOf(tx: ReadTx, search: { readonly spaceId: number; readonly ids: readonly string[] }) {
  return run(
    tx,
    VectorRow,
    `select fragment_id as "fragmentId", chunk, encode(halfvec_send(embedding::halfvec), 'base64') as half from fragment_vector
     where embedding_space_id = $1 and fragment_id = any($2::text[]) order by fragment_id, chunk`,
    [search.spaceId, search.ids],
  );
}

const Standings = z.object({
  answers: z.array(z.string()).readonly(),
  questions: z.array(z.string()).readonly(),
  aged: z.array(z.tuple([z.int(), z.number()])).readonly(),
});

/** What use and time have made of a turn: whether Palimpsest answered or was asked with it, and its decay score. */
export type Standing = { readonly isAnswer: boolean; readonly isAsked: boolean; readonly decay: number };
/** A turn and its place in the journal, by which its life is found. */
type Place = { readonly id: string; readonly seq: number };
const FRESH: Standing = { isAnswer: false, isAsked: false, decay: 1 };

/**
 * The standings of turns on a day; one of which nothing is to be said is left out. Now (`isPast` false) is no earlier than the
 * last decay, which may have been a simulated one.
 */
export async function listStandings(
  tx: ReadTx,
  { turns, day, isPast }: { readonly turns: readonly Place[]; readonly day: number; readonly isPast: boolean },
): Promise<ReadonlyMap<string, Standing>> {
  const read = await runOne(
    tx,
    Standings,
    `select
       (select coalesce(json_agg(reply_turn_id), '[]') from answer where reply_turn_id = any($1::text[])) as answers,
       (select coalesce(json_agg(question_turn_id), '[]') from answer where question_turn_id = any($1::text[])) as questions,
       (select coalesce(json_agg(json_build_array(l.seq, round((${scoreSql('now.day')} * 1e9)) / 1e9)), '[]')
        from turn_life l, (select case when $3 then $2::int else greatest($2::int, ${TIER_DAY}) end as day) now
        where l.seq = any($4::bigint[]) and (l.anchor_day < now.day or l.score < 1)) as aged`,
    [turns.map(({ id }) => id), day, isPast, turns.map(({ seq }) => seq)],
  );
  const idAt = new Map(turns.map(({ id, seq }) => [seq, id]));
  const standings = new Map<string, Standing>();
  const add = (id: string, more: Partial<Standing>): void =>
    void standings.set(id, { ...(standings.get(id) ?? FRESH), ...more });
  for (const id of read?.answers ?? []) add(id, { isAnswer: true });
  for (const id of read?.questions ?? []) add(id, { isAsked: true });
  for (const [seq, decay] of read?.aged ?? []) add(idAt.get(seq) ?? '', { decay });
  return standings;
}

const PassageRow = z.object({
  id: z.string(),
  seq: z.int(),
  kind: z.enum(['document', 'procedure', 'summary']),
  spaceId: z.string(),
  parentId: z.string().nullable(),
  title: z.string(),
  fromChar: z.int(),
  lexical: z.string(),
  saidAt: z.date().nullable(),
  knownAt: z.date(),
  isRemoved: z.boolean(),
  changedSeq: z.int(),
});
export type FeedPassage = z.infer<typeof PassageRow>;

const PASSAGE = `id, seq::int as seq, kind, space_id as "spaceId", parent_id as "parentId", title, from_char as "fromChar", lexical,
       said_at as "saidAt", known_at as "knownAt", removed_seq is not null as "isRemoved", changed_seq::int as "changedSeq"`;

/** Of these passages those that can be found, or could be once. */
export function listFeedPassagesOf(tx: ReadTx, ids: readonly string[]): Promise<readonly FeedPassage[]> {
  return run(
    tx,
    PassageRow,
    `select ${PASSAGE} from passage where id = any($1::text[]) and lexical is not null order by changed_seq, id`,
    [ids],
  );
}

/** Passages that were made or removed after a place in line; one record can make many, so the id is part of the place. */
export function listFeedPassages(
  tx: ReadTx,
  page: { readonly after: { readonly seq: number; readonly id: string }; readonly limit: number },
): Promise<readonly FeedPassage[]> {
  return run(
    tx,
    PassageRow,
    `select ${PASSAGE}
     from passage where (changed_seq, id) > ($1, $2) and lexical is not null order by changed_seq, id limit $3`,
    [page.after.seq, page.after.id, page.limit],
  );
}
