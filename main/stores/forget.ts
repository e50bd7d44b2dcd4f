import { z } from 'zod';
import { Role } from '../contract/conversations.ts';
import { type ReadTx, run } from './run.ts';

const Id = z.object({ id: z.string() });
const ids = async (rows: Promise<readonly z.infer<typeof Id>[]>): Promise<readonly string[]> =>
  (await rows).map(({ id }) => id);

const Attachment = z.object({
  name: z.string().nullable(),
  caption: z.string().nullable(),
  text: z.string().nullable(),
});

const Turn = z.object({
  id: z.string(),
  seq: z.int(),
  conversationId: z.string(),
  spaceId: z.string(),
  parentId: z.string().nullable(),
  role: Role,
  speaker: z.string(),
  text: z.string(),
  attachments: z.array(Attachment).readonly(),
  session: z.string().nullable(),
  at: z.date(),
  textHash: z.string(),
  importId: z.string().nullable(),
  isForgotten: z.boolean(),
});
export type ForgetTurn = z.infer<typeof Turn>;

// A husk is hidden and has neither words nor attachments.
const TURN = `select t.id, t.seq::int as seq, t.conversation_id as "conversationId", c.space_id as "spaceId", t.parent_id as "parentId",
  t.role, t.speaker, t.body as text, t.attachments, t.session, coalesce(t.said_at, t.known_at) as at, t.text_hash as "textHash",
  t.import_id as "importId", t.is_hidden and t.body = '' and t.speaker = '' and t.attachments = '[]'::jsonb as "isForgotten"
  from turn t join conversation c on c.id = t.conversation_id`;

/** Turns by id, in the order in which they were recorded; unknown ids are left out. As many as a forget takes. */
export function listForgetTurns(tx: ReadTx, turnIds: readonly string[]): Promise<readonly ForgetTurn[]> {
  return run(tx, Turn, `${TURN} where t.id = any($1::text[]) order by t.seq`, [turnIds]);
}

export function listForgetTurnsAt(tx: ReadTx, seqs: readonly number[]): Promise<readonly ForgetTurn[]> {
  return run(tx, Turn, `${TURN} where t.seq = any($1::bigint[]) order by t.seq`, [seqs]);
}

/** Every turn of these conversations. */
export function listTurnIdsOf(tx: ReadTx, conversationIds: readonly string[]): Promise<readonly string[]> {
  return ids(
    run(tx, Id, `select id from turn where conversation_id = any($1::text[]) order by seq`, [conversationIds]),
  );
}

/** Conversations of a space, removed ones too; null: of every space. */
export function listConversationIds(tx: ReadTx, spaceId: string | null): Promise<readonly string[]> {
  return ids(
    run(tx, Id, `select id from conversation where $1::text is null or space_id = $1 order by created_seq`, [spaceId]),
  );
}

/** Said in this time, both ends included. */
export function listTurnIdsBetween(
  tx: ReadTx,
  { from, to, spaceId }: { readonly from: string; readonly to: string; readonly spaceId: string | null },
): Promise<readonly string[]> {
  return ids(
    run(
      tx,
      Id,
      `select t.id from turn t join conversation c on c.id = t.conversation_id
       where coalesce(t.said_at, t.known_at) between $1 and $2 and ($3::text is null or c.space_id = $3) order by t.seq`,
      [from, to, spaceId],
    ),
  );
}

const Words = z.object({ id: z.string(), text: z.string() });
export type Worded = z.infer<typeof Words>;

/**
 * Turns that may hold these words: `pattern` is for the searched copy without its spaces, so that scripts without any are
 * found; what is not searched has no copy and comes whole.
 */
export function listTurnsLike(
  tx: ReadTx,
  { pattern, plain, spaceId }: { readonly pattern: string; readonly plain: string; readonly spaceId: string | null },
): Promise<readonly Worded[]> {
  return run(
    tx,
    Words,
    `select t.id, concat_ws(E'\\n', t.body, t.speaker, t.session,
       (select string_agg(concat_ws(E'\\n', a->>'name', a->>'caption', a->>'text'), E'\\n') from jsonb_array_elements(t.attachments) a)) as text
     from turn t join conversation c on c.id = t.conversation_id
     where ($2::text is null or c.space_id = $2)
       and (t.lexical is null or replace(t.lexical, ' ', '') like $1 or strpos(lower(t.session), lower($3)) > 0) order by t.seq`,
    [pattern, spaceId, plain],
  );
}

const Chunk = z.object({ id: z.string(), documentId: z.string(), title: z.string(), text: z.string() });
export type ForgetChunk = z.infer<typeof Chunk>;

/** Chunks that may hold these words, as above. */
export function listChunksLike(
  tx: ReadTx,
  { pattern, spaceId }: { readonly pattern: string; readonly spaceId: string | null },
): Promise<readonly ForgetChunk[]> {
  return run(
    tx,
    Chunk,
    `select id, coalesce(parent_id, '') as "documentId", title, body as text from passage
     where kind = 'document' and ($2::text is null or space_id = $2)
       and (lexical is null or replace(lexical, ' ', '') like $1) order by seq, id`,
    [pattern, spaceId],
  );
}

export function listChunks(tx: ReadTx, documentIds: readonly string[]): Promise<readonly ForgetChunk[]> {
  return run(
    tx,
    Chunk,
    `select id, coalesce(parent_id, '') as "documentId", title, body as text from passage
     where kind = 'document' and parent_id = any($1::text[]) order by seq, id`,
    [documentIds],
  );
}

const Document = z.object({
  id: z.string(),
  spaceId: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  sha256: z.string(),
  path: z.string().nullable(),
  at: z.date(),
});
export type ForgetDocument = z.infer<typeof Document>;

/** Documents of a space, removed ones too; null: of every space. */
export function listForgetDocuments(tx: ReadTx, spaceId: string | null): Promise<readonly ForgetDocument[]> {
  return run(
    tx,
    Document,
    `select id, space_id as "spaceId", name, title, sha256, path, added_at as at from document
     where $1::text is null or space_id = $1 order by added_seq, id`,
    [spaceId],
  );
}

const Conversation = z.object({
  id: z.string(),
  spaceId: z.string(),
  title: z.string().nullable(),
  createdSeq: z.int(),
  at: z.date(),
});
export type ForgetConversation = z.infer<typeof Conversation>;

export function listForgetConversations(
  tx: ReadTx,
  conversationIds: readonly string[],
): Promise<readonly ForgetConversation[]> {
  return run(
    tx,
    Conversation,
    `select id, space_id as "spaceId", title, created_seq::int as "createdSeq", coalesce(started_at, created_at) as at
     from conversation where id = any($1::text[]) order by created_seq`,
    [conversationIds],
  );
}

/** Titles of a space's conversations; null: of every space. */
export function listTitles(tx: ReadTx, spaceId: string | null): Promise<readonly Worded[]> {
  return run(
    tx,
    Words,
    `select id, title as text from conversation where title is not null and ($1::text is null or space_id = $1) order by created_seq`,
    [spaceId],
  );
}

/** Of these conversations those of which every turn that has words is among `turnIds`. */
export function listWhole(
  tx: ReadTx,
  { conversationIds, turnIds }: { readonly conversationIds: readonly string[]; readonly turnIds: readonly string[] },
): Promise<readonly string[]> {
  return ids(
    run(
      tx,
      Id,
      `select c.id from unnest($1::text[]) as c(id) where not exists (
         select 1 from turn t left join unnest($2::text[]) as g(id) on g.id = t.id
         where t.conversation_id = c.id and g.id is null
           and not (t.is_hidden and t.body = '' and t.speaker = '' and t.attachments = '[]'::jsonb)) order by 1`,
      [conversationIds, turnIds],
    ),
  );
}

/** Answers to these turns, in any branch, and answers that cite one of them. */
export function listAnswersTo(tx: ReadTx, turnIds: readonly string[]): Promise<readonly string[]> {
  return ids(
    run(
      tx,
      Id,
      `select t.id from turn t where t.role = 'assistant' and t.parent_id = any($1::text[])
       union select a.reply_turn_id from answer a where a.question_turn_id = any($1::text[])
       union select a.reply_turn_id from answer a where exists (
         select 1 from jsonb_array_elements(a.citations) c where c->'turnIds' ?| $1::text[])
       order by 1`,
      [turnIds],
    ),
  );
}

/** Answers in these conversations after the given place. */
export function listLaterAnswers(tx: ReadTx, turnIds: readonly string[]): Promise<readonly string[]> {
  return ids(
    run(
      tx,
      Id,
      `select t.id from turn t join (
         select conversation_id, min(seq) as seq from turn where id = any($1::text[]) group by conversation_id) g
         on g.conversation_id = t.conversation_id and t.seq > g.seq
       where t.role = 'assistant' and t.body <> '' order by t.seq`,
      [turnIds],
    ),
  );
}

const Same = z.object({ id: z.string(), textHash: z.string() });

/** Turns of exactly these words, but for case and white space. */
export function listSameTexts(tx: ReadTx, hashes: readonly string[]): Promise<readonly z.infer<typeof Same>[]> {
  return run(tx, Same, `select id, text_hash as "textHash" from turn where text_hash = any($1::text[]) order by seq`, [
    hashes,
  ]);
}

/** Of these words, folded, those that a turn beside `turnIds`, or a document, still has. */
export function listSaidWords(
  tx: ReadTx,
  {
    words,
    turnIds,
    documentIds,
  }: {
    readonly words: readonly string[];
    readonly turnIds: readonly string[];
    readonly documentIds: readonly string[];
  },
): Promise<readonly string[]> {
  return ids(
    run(
      tx,
      Id,
      `select w.id from unnest($1::text[], $2::text[]) as w(id, pattern) where exists (
         select 1 from turn t where t.lexical like w.pattern and not t.id = any($3::text[]))
       or exists (select 1 from passage p where p.kind = 'document' and p.lexical like w.pattern and not p.parent_id = any($4::text[]))
       order by 1`,
      [words, words.map(likeAnywhere), turnIds, documentIds],
    ),
  );
}

/** Of these words, folded, those that a document beside these has. */
export function listWordsInDocuments(
  tx: ReadTx,
  { words, documentIds }: { readonly words: readonly string[]; readonly documentIds: readonly string[] },
): Promise<readonly string[]> {
  return ids(
    run(
      tx,
      Id,
      `select w.id from unnest($1::text[], $2::text[]) as w(id, pattern) where exists (
         select 1 from passage p where p.kind = 'document' and p.lexical like w.pattern and not p.parent_id = any($3::text[]))
       order by 1`,
      [words, words.map(likeAnywhere), documentIds],
    ),
  );
}

const likeAnywhere = (word: string): string => `%${word.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;

/** Ids of the watched folders of a space. */
export function listFolderIds(tx: ReadTx, spaceId: string | null): Promise<readonly string[]> {
  return ids(
    run(tx, Id, `select id from watched_folder where $1::text is null or space_id = $1 order by id`, [spaceId]),
  );
}

/** Imports of which every turn goes. */
export function listWholeImports(tx: ReadTx, turnIds: readonly string[]): Promise<readonly string[]> {
  return ids(
    run(
      tx,
      Id,
      `select i.id from (select distinct import_id as id from turn where id = any($1::text[]) and import_id is not null) i
       where not exists (select 1 from turn t where t.import_id = i.id and not t.id = any($1::text[])) order by 1`,
      [turnIds],
    ),
  );
}

const Copy = z.object({ seq: z.int(), id: z.string(), lexical: z.string() });

/** Searched copies of turns after `afterSeq`, of `limit` turns. */
export function listLexicals(
  tx: ReadTx,
  { afterSeq, limit }: { readonly afterSeq: number; readonly limit: number },
): Promise<readonly z.infer<typeof Copy>[]> {
  return run(
    tx,
    Copy,
    `select seq::int as seq, id, coalesce(lexical, '') as lexical from turn where seq > $1 order by seq limit $2`,
    [afterSeq, limit],
  );
}
