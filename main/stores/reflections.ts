import { z } from 'zod';
import { type ReadTx, run, runOne } from './run.ts';

const Row = z.object({
  id: z.string(),
  kind: z.string(),
  minimum: z.int(),
  headId: z.string(),
  gone: z.enum(['evidence', 'user']).nullable(),
  object: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('entity'), id: z.string() }),
      z.object({ kind: z.literal('literal'), text: z.string(), value: z.string() }),
    ])
    .nullable(),
  evidence: z
    .array(
      z.object({
        claimId: z.string(),
        turnId: z.string(),
        restsOn: z.string().nullable(),
        /** Milliseconds since 1970; null before its claim is there. */
        at: z.number().nullable(),
        standing: z.enum(['admitted', 'held', 'rejected', 'withdrawn']).nullable(),
      }),
    )
    .readonly(),
});
export type ReflectionRow = z.infer<typeof Row>;

/** Everything that reflection ever concluded in a space, with how its claims stand now. */
export function listReflections(tx: ReadTx, spaceId: string): Promise<readonly ReflectionRow[]> {
  return run(
    tx,
    Row,
    `select r.id, r.kind, r.minimum, r.head_id as "headId", r.gone,
       (select case when c.object_id is not null then jsonb_build_object('kind', 'entity', 'id', c.object_id)
          else jsonb_build_object('kind', 'literal', 'text', c.object_text, 'value', c.object_value) end
        from claim c where c.id = r.head_id) as object,
       (select jsonb_agg(jsonb_build_object('claimId', e.claim_id, 'turnId', e.turn_id, 'restsOn', e.rests_on,
          'at', (extract(epoch from c.observed_at) * 1000)::float8, 'standing', s.standing) order by e.claim_id)
        from reflection_evidence e left join claim c on c.id = e.claim_id
        left join lateral (select standing from claim_standing s where s.claim_id = e.claim_id and s.undone_seq is null
          order by s.seq desc limit 1) s on true
        where e.reflection_id = r.id) as evidence
     from reflection r where r.space_id = $1 order by r.id`,
    [spaceId],
  );
}

/** The time of the last reflection on a space; null where there was none. */
export async function findReflectionTime(tx: ReadTx, spaceId: string): Promise<Date | null> {
  const sql = `select at from reflection_pass where space_id = $1`;
  return (await runOne(tx, z.object({ at: z.date() }), sql, [spaceId]))?.at ?? null;
}

const Said = z.object({
  seq: z.int(),
  turnId: z.string(),
  conversationId: z.string(),
  session: z.string().nullable(),
  role: z.enum(['user', 'other']),
  speaker: z.string(),
  text: z.string(),
  saidAt: z.date(),
  zone: z.string(),
});

/** What people said and when, a page at a time; nothing without a time, and nothing of conversations that were removed. */
export function listSaidTurns(
  tx: ReadTx,
  page: { readonly spaceId: string; readonly afterSeq: number; readonly until: Date; readonly limit: number },
): Promise<readonly z.infer<typeof Said>[]> {
  return run(
    tx,
    Said,
    `select t.seq::int as seq, t.id as "turnId", t.conversation_id as "conversationId", t.session, t.role, t.speaker,
       left(t.body, 4000) as text, t.said_at as "saidAt", t.zone
     from turn t join conversation c on c.id = t.conversation_id
     where c.space_id = $1 and c.removed_seq is null and t.seq > $2 and t.role in ('user', 'other') and t.said_at <= $3
       and t.lexical is not null
     order by t.seq limit $4`,
    [page.spaceId, page.afterSeq, page.until, page.limit],
  );
}

const Fact = z.object({
  claimId: z.string(),
  turnId: z.string(),
  subjectId: z.string(),
  objectId: z.string().nullable(),
  quote: z.string(),
  quoteFrom: z.int(),
});
export type FactClaim = z.infer<typeof Fact>;

/** What people claimed in turns that are there, without what turned out wrong or is not believed. */
export function listFactClaims(tx: ReadTx, spaceId: string): Promise<readonly FactClaim[]> {
  return run(
    tx,
    Fact,
    `with wrong as (
       select jsonb_array_elements_text(claim_ids) as id from revision
       where space_id = $1 and status in ('corrected', 'retracted'))
     select c.id as "claimId", c.turn_id as "turnId", s.subject_id as "subjectId", s.object_id as "objectId", c.quote,
       c.quote_from as "quoteFrom"
     from claim c
     cross join lateral (select standing, subject_id, object_id from claim_standing s
       where s.claim_id = c.id and s.undone_seq is null order by s.seq desc limit 1) s
     join turn t on t.id = c.turn_id join conversation v on v.id = t.conversation_id and v.removed_seq is null
     where c.space_id = $1 and s.standing = 'admitted' and c.quote is not null and c.asserted_by in ('user', 'other', 'correction')
       and c.id not in (select id from wrong)
     order by c.seq, c.ordinal`,
    [spaceId],
  );
}

const Denied = z.object({
  subjectId: z.string(),
  relation: z.string(),
  objectId: z.string().nullable(),
  value: z.string().nullable(),
});

/** What people said is over, wrong or never was, of these relations. */
export function listDenials(tx: ReadTx, spaceId: string, relations: readonly string[]) {
  return run(
    tx,
    Denied,
    `select distinct s.subject_id as "subjectId", c.relation, c.object_id as "objectId", c.object_value as value
     from claim c join claim_standing s on s.claim_id = c.id and s.undone_seq is null
     where c.space_id = $1 and c.relation = any($2::text[]) and c.act <> 'state' and s.standing = 'admitted'
     order by 1, 2, 3, 4`,
    [spaceId, relations],
  );
}
