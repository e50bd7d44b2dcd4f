import { z } from 'zod';
import { type ReadTx, run, runOne } from './run.ts';

const Int = z.object({ n: z.int() });

const countOf = async (tx: ReadTx, sql: string, params: readonly unknown[] = []): Promise<number> =>
  (await runOne(tx, Int, sql, params))?.n ?? 0;

export type FragmentState = {
  readonly id: string;
  readonly place: number;
  /** Has vectors and token states in this space. */
  readonly isEmbedded: boolean;
  readonly isWaiting: boolean;
};

const FragmentRow = z.object({ id: z.string(), place: z.int(), isEmbedded: z.boolean(), isWaiting: z.boolean() });

const STATE = `
  (exists (select 1 from fragment_vector v where v.fragment_id = f.id and v.embedding_space_id = $1)
    and exists (select 1 from fragment_token k where k.fragment_id = f.id and k.embedding_space_id = $1)) as "isEmbedded",
  exists (select 1 from fragment_pending p where p.fragment_id = f.id) as "isWaiting"`;

type Window = { readonly spaceId: number; readonly after: number; readonly limit: number };

/** What a window of turns, in the order in which they came, has in the indexes. */
export function listTurnStates(tx: ReadTx, { spaceId, after, limit }: Window): Promise<readonly FragmentState[]> {
  return run(
    tx,
    FragmentRow,
    `select f.id, f.seq::int as place, ${STATE} from
       (select id, seq from turn where seq > $2 and lexical is not null order by seq limit $3) f order by f.seq`,
    [spaceId, after, limit],
  );
}

/** The same for passages, by the record that changed them last. */
export function listPassageStates(tx: ReadTx, { spaceId, after, limit }: Window): Promise<readonly FragmentState[]> {
  return run(
    tx,
    FragmentRow,
    `select f.id, f.changed_seq::int as place, ${STATE} from
       (select id, changed_seq from passage where changed_seq > $2 and removed_seq is null and lexical is not null
        order by changed_seq, id limit $3) f order by f.changed_seq, f.id`,
    [spaceId, after, limit],
  );
}

/** The seq before the newest `count` turns. */
export async function getSeqBeforeNewest(tx: ReadTx, count: number): Promise<number> {
  return countOf(
    tx,
    `select coalesce(min(seq) - 1, 0)::int as n from (select seq from turn order by seq desc limit $1) t`,
    [count],
  );
}

const VectorWindow = z.object({ last: z.string().nullable(), seen: z.int(), orphans: z.int() });

/** Vectors and token states of a window of fragment ids, and how many of those have no fragment. */
export async function countOrphanVectors(
  tx: ReadTx,
  { after, limit }: { readonly after: string; readonly limit: number },
) {
  const of = (table: 'fragment_vector' | 'fragment_token') =>
    runOne(
      tx,
      VectorWindow,
      `select max(id) as last, count(*)::int as seen,
         (count(*) filter (where not exists (select 1 from turn t where t.id = w.id and t.lexical is not null)
            and not exists (select 1 from passage p where p.id = w.id and p.removed_seq is null)))::int as orphans
       from (select fragment_id as id from ${table} where fragment_id > $1 order by fragment_id limit $2) w`,
      [after, limit],
    );
  const vectors = await of('fragment_vector');
  const tokens = await of('fragment_token');
  const ends = [vectors, tokens].flatMap((each) =>
    each !== null && each.seen === limit && each.last ? [each.last] : [],
  );
  return {
    orphans: (vectors?.orphans ?? 0) + (tokens?.orphans ?? 0),
    /** Where the next window begins; null at the end of both tables. */
    next: ends.length === 0 ? null : (ends.sort()[0] ?? null),
  };
}

/** Of these fragments, those that no table holds. */
export async function countGhosts(tx: ReadTx, ids: readonly string[]): Promise<number> {
  return countOf(
    tx,
    `select count(*)::int as n from unnest($1::text[]) as held(id)
     where not exists (select 1 from turn t where t.id = held.id) and not exists (select 1 from passage p where p.id = held.id)`,
    [ids],
  );
}

/** How many fragments wait for vectors, and since when the one that has waited longest. */
export async function getWaiting(tx: ReadTx): Promise<{ readonly n: number; readonly since: Date | null }> {
  const row = await runOne(
    tx,
    z.object({ n: z.int(), since: z.date().nullable() }),
    `select (select count(*) from fragment_pending)::int as n,
       (select min(coalesce(t.known_at, d.known_at)) from
          (select fragment_id from fragment_pending order by seq limit 200) p
          left join turn t on t.id = p.fragment_id left join passage d on d.id = p.fragment_id) as since`,
  );
  return row ?? { n: 0, since: null };
}

/** Embedding spaces beside the present one that still have a name here. */
export function countOtherSpaces(tx: ReadTx, spaceId: number): Promise<number> {
  return countOf(tx, `select count(*)::int as n from embedding_space where id <> $1`, [spaceId]);
}

/** Vectors and token states of a window of fragment ids that another embedder made. */
export async function countForeignVectors(
  tx: ReadTx,
  { spaceId, after, limit }: { readonly spaceId: number; readonly after: string; readonly limit: number },
): Promise<number> {
  const of = (table: 'fragment_vector' | 'fragment_token') =>
    countOf(
      tx,
      `select (count(*) filter (where embedding_space_id <> $1))::int as n
       from (select embedding_space_id from ${table} where fragment_id > $2 order by fragment_id limit $3) w`,
      [spaceId, after, limit],
    );
  return (await of('fragment_vector')) + (await of('fragment_token'));
}

/** Of these turns, those that are missing or have other words. */
export async function listDifferingTurns(
  tx: ReadTx,
  expected: readonly { readonly id: string; readonly textHash: string }[],
): Promise<{ readonly missing: number; readonly other: number }> {
  const row = await runOne(
    tx,
    z.object({ missing: z.int(), other: z.int() }),
    `select (count(*) filter (where t.id is null))::int as missing,
       (count(*) filter (where t.text_hash <> e.hash))::int as other
     from unnest($1::text[], $2::text[]) as e(id, hash) left join turn t on t.id = e.id`,
    [expected.map(({ id }) => id), expected.map(({ textHash }) => textHash)],
  );
  return row ?? { missing: 0, other: 0 };
}

/** Tables whose rows are counted one by one against the records that made them. */
const ROW_KEYS = {
  conversation: 'id',
  answer: 'reply_turn_id',
  import_run: 'id',
  space: 'id',
  claim: 'id',
} as const;
export type CountedTable = keyof typeof ROW_KEYS;

export function countMissingRows(tx: ReadTx, table: CountedTable, keys: readonly string[]): Promise<number> {
  const key = ROW_KEYS[table];
  return countOf(
    tx,
    `select count(*)::int as n from unnest($1::text[]) as e(key) where not exists (select 1 from ${table} t where t.${key} = e.key)`,
    [keys],
  );
}

/** Conversations after an id, and how many of them count other turns than they have. */
export async function countMiscounted(
  tx: ReadTx,
  { after, limit }: { readonly after: string; readonly limit: number },
) {
  const row = await runOne(
    tx,
    z.object({ last: z.string().nullable(), seen: z.int(), wrong: z.int() }),
    `select max(c.id) as last, count(*)::int as seen,
       (count(*) filter (where c.turn_count <> (select count(*) from turn t where t.conversation_id = c.id and not t.is_hidden)))::int as wrong
     from (select id, turn_count from conversation where id > $1 order by id limit $2) c`,
    [after, limit],
  );
  return { wrong: row?.wrong ?? 0, next: row !== null && row.seen === limit ? row.last : null };
}

/** Turns after a seq whose conversation is missing. */
export async function countOrphanTurns(
  tx: ReadTx,
  { after, limit }: { readonly after: number; readonly limit: number },
) {
  const row = await runOne(
    tx,
    z.object({ last: z.int().nullable(), seen: z.int(), orphans: z.int() }),
    `select max(w.seq)::int as last, count(*)::int as seen,
       (count(*) filter (where not exists (select 1 from conversation c where c.id = w.conversation_id)))::int as orphans
     from (select seq, conversation_id from turn where seq > $1 order by seq limit $2) w`,
    [after, limit],
  );
  return { orphans: row?.orphans ?? 0, next: row !== null && row.seen === limit ? row.last : null };
}

/** Answers that have lost their question or their reply. */
export function countOrphanAnswers(tx: ReadTx): Promise<number> {
  return countOf(
    tx,
    `select count(*)::int as n from answer a where not exists (select 1 from turn t where t.id = a.reply_turn_id)
       or not exists (select 1 from turn t where t.id = a.question_turn_id)`,
  );
}

/** Turns that no reader has come to, counted up to `limit`, and since when the first of them waits. */
export async function getUnread(
  tx: ReadTx,
  limit: number,
): Promise<{ readonly n: number; readonly since: Date | null }> {
  const row = await runOne(
    tx,
    z.object({ n: z.int(), since: z.date().nullable() }),
    `select count(*)::int as n, min(known_at) as since from (
       select known_at from turn where seq > (select coalesce(max(through_seq), 0) from extraction) order by seq limit $1) t`,
    [limit],
  );
  return row ?? { n: 0, since: null };
}

/** Runs that wait for the user, and runs that should have ended. */
export function listTroubledJobs(tx: ReadTx, startedBefore: Date) {
  return run(
    tx,
    z.object({
      id: z.string(),
      worker: z.string(),
      state: z.enum(['dead', 'running']),
      attempts: z.int(),
      startedAt: z.date().nullable(),
      summary: z.string().nullable(),
    }),
    `select id, worker, state, attempts, started_at as "startedAt", summary from job
     where state = 'dead' or (state = 'running' and started_at < $1) order by n`,
    [startedBefore],
  );
}

export function getInboxCount(tx: ReadTx): Promise<number> {
  return countOf(tx, `select count(*)::int as n from inbox`);
}

/** Summaries whose turns have changed, and since when the first of them has been out of date. */
export async function getStaleSummaries(tx: ReadTx): Promise<{ readonly n: number; readonly since: Date | null }> {
  const row = await runOne(
    tx,
    z.object({ n: z.int(), since: z.date().nullable() }),
    `select count(*)::int as n,
       (select known_at from turn where seq >= (select min(stale_seq) from summary where removed_seq is null)
        order by seq limit 1) as since
     from summary where stale_seq is not null and removed_seq is null`,
  );
  return row ?? { n: 0, since: null };
}

/** Folders that are watched for documents. */
export function listWatchedPaths(tx: ReadTx) {
  return run(
    tx,
    z.object({ id: z.string(), path: z.string() }),
    `select id, path from watched_folder where unwatched_seq is null order by id`,
  );
}
