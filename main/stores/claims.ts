import { z } from 'zod';
import type { ClaimRow, LinkRow } from '../codex/fence.pure.ts';
import { AssertedBy, ClaimAct, HeldFor, Precision } from '../contract/codex.ts';
import { Role } from '../contract/conversations.ts';
import { type ReadTx, run } from './run.ts';

const Ms = z.number();

const Standing = z.object({
  seq: z.int(),
  at: Ms,
  standing: z.enum(['admitted', 'held', 'rejected', 'withdrawn']),
  subjectId: z.string(),
  objectId: z.string().nullable(),
  undoneSeq: z.int().nullable(),
  undoneAt: Ms.nullable(),
});

const Value = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('entity'), id: z.string() }),
  z.object({ kind: z.literal('literal'), text: z.string(), value: z.string() }),
]);

const Claim = z.object({
  id: z.string(),
  spaceId: z.string(),
  seq: z.int(),
  ordinal: z.int(),
  act: ClaimAct,
  relation: z.string(),
  objectText: z.string().nullable(),
  objectValue: z.string().nullable(),
  replaces: Value.nullable(),
  replacesIds: z.array(z.string()).readonly(),
  from: Ms.nullable(),
  precision: Precision.nullable(),
  to: Ms.nullable(),
  toPrecision: Precision.nullable(),
  isPast: z.boolean(),
  isImplied: z.boolean(),
  observedAt: Ms,
  assertedBy: AssertedBy,
  source: z.string(),
  confidence: z.number(),
  turnId: z.string().nullable(),
  quote: z.string().nullable(),
  quoteFrom: z.int().nullable(),
  extractor: z.string(),
  heldFor: HeldFor.nullable(),
  mayMean: z.array(z.string()).readonly(),
  standings: z.array(Standing).readonly(),
});

/** One row a claim, in the alias `c`, with everything that became of it. */
const CLAIM = `c.id, c.space_id as "spaceId", c.seq::int as seq, c.ordinal, c.act, c.relation,
  c.object_text as "objectText", c.object_value as "objectValue", c.replaces, c.replaces_ids as "replacesIds",
  (extract(epoch from c.valid_from) * 1000)::float8 as "from", c.valid_from_precision as precision,
  (extract(epoch from c.valid_to) * 1000)::float8 as "to", c.valid_to_precision as "toPrecision",
  c.is_past as "isPast", c.is_implied as "isImplied", (extract(epoch from c.observed_at) * 1000)::float8 as "observedAt",
  c.asserted_by as "assertedBy", c.source, c.confidence, c.turn_id as "turnId", c.quote, c.quote_from as "quoteFrom",
  c.extractor, c.held_for as "heldFor", c.may_mean as "mayMean",
  (select jsonb_agg(jsonb_build_object('seq', s.seq, 'at', (extract(epoch from s.at) * 1000)::float8, 'standing', s.standing,
     'subjectId', s.subject_id, 'objectId', s.object_id, 'undoneSeq', s.undone_seq,
     'undoneAt', (extract(epoch from s.undone_at) * 1000)::float8) order by s.seq)
   from claim_standing s where s.claim_id = c.id) as standings`;

export type ClaimKey = { readonly subjectId: string; readonly relation: string };

/** Claims that are or were about these subjects and relations. */
export function listClaimsOfKeys(tx: ReadTx, spaceId: string, keys: readonly ClaimKey[]): Promise<readonly ClaimRow[]> {
  return run(
    tx,
    Claim,
    `select ${CLAIM} from claim c where c.id in (
       select s.claim_id from unnest($2::text[], $3::text[]) as k(subject_id, relation)
       join claim_standing s on s.space_id = $1 and s.subject_id = k.subject_id and s.relation = k.relation)
     order by c.seq, c.ordinal`,
    [spaceId, keys.map(({ subjectId }) => subjectId), keys.map(({ relation }) => relation)],
  );
}

/** One value of one subject and relation; `objectIds` are all ids that mean the entity, empty for words. */
export type ValueKey = ClaimKey & { readonly objectIds: readonly string[]; readonly objectValue: string | null };

/**
 * The claims that can touch these values: those that state or end them, and every one about the same subject and relation
 * that corrects, retracts or names no value.
 */
export async function listClaimsOfValues(
  tx: ReadTx,
  spaceId: string,
  values: readonly ValueKey[],
): Promise<readonly ClaimRow[]> {
  const asked = values.map(({ subjectId, relation, objectIds, objectValue }) => ({
    ...{ subject_id: subjectId, relation, object_ids: objectIds, object_value: objectValue },
  }));
  return run(
    tx,
    Claim,
    // Three ways in, each by an index of its own: somebody's two thousand purchases must not be read for one more.
    `with k as (
       select * from jsonb_to_recordset($2::jsonb) as k(subject_id text, relation text, object_ids jsonb, object_value text))
     select ${CLAIM} from claim c where c.id in (
       select s.claim_id from k, jsonb_array_elements_text(k.object_ids) as o(id)
       join claim_standing s on s.space_id = $1 and s.object_id = o.id
       where s.subject_id = k.subject_id and s.relation = k.relation
       union select s.claim_id from k join claim o on o.object_value = k.object_value
       join claim_standing s on s.claim_id = o.id
       where s.space_id = $1 and s.subject_id = k.subject_id and s.relation = k.relation
       union select s.claim_id from k
       join claim o on o.space_id = $1 and o.relation = k.relation
         and (o.act in ('correct', 'retract') or (o.object_id is null and o.object_value is null))
       join claim_standing s on s.claim_id = o.id where s.subject_id = k.subject_id)
     order by c.seq, c.ordinal`,
    [spaceId, JSON.stringify(asked)],
  );
}

/** Claims that are or were about these entities, as subject or as value. */
export function listClaimsAbout(
  tx: ReadTx,
  spaceId: string,
  entityIds: readonly string[],
): Promise<readonly ClaimRow[]> {
  return run(
    tx,
    Claim,
    `select ${CLAIM} from claim c where c.id in (
       select claim_id from claim_standing where space_id = $1 and subject_id = any($2::text[])
       union select claim_id from claim_standing where space_id = $1 and object_id = any($2::text[]))
     order by c.seq, c.ordinal`,
    [spaceId, entityIds],
  );
}

/** Every claim of a space: for the graph of an earlier day. */
export function listAllClaims(tx: ReadTx, spaceId: string): Promise<readonly ClaimRow[]> {
  return run(tx, Claim, `select ${CLAIM} from claim c where c.space_id = $1 order by c.seq, c.ordinal`, [spaceId]);
}

export function listClaims(tx: ReadTx, ids: readonly string[]): Promise<readonly ClaimRow[]> {
  return run(tx, Claim, `select ${CLAIM} from claim c where c.id = any($1::text[]) order by c.seq, c.ordinal`, [ids]);
}

export function listClaimsOfTurn(tx: ReadTx, turnId: string): Promise<readonly ClaimRow[]> {
  return run(tx, Claim, `select ${CLAIM} from claim c where c.turn_id = $1 order by c.seq, c.ordinal`, [turnId]);
}

/** Claims of the turns of a conversation, oldest first: what it taught. */
export function listClaimsOfConversation(tx: ReadTx, conversationId: string): Promise<readonly ClaimRow[]> {
  return run(
    tx,
    Claim,
    `select ${CLAIM} from claim c join turn t on t.id = c.turn_id where t.conversation_id = $1 order by c.seq, c.ordinal`,
    [conversationId],
  );
}

const Link = z.object({
  seq: z.int(),
  at: Ms,
  fromId: z.string(),
  intoId: z.string(),
  undoneSeq: z.int().nullable(),
  undoneAt: Ms.nullable(),
});

/** Every merge that was ever made in a space, undone ones too. */
export function listLinks(tx: ReadTx, spaceId: string): Promise<readonly LinkRow[]> {
  return run(
    tx,
    Link,
    `select seq::int as seq, (extract(epoch from at) * 1000)::float8 as at, from_id as "fromId", into_id as "intoId",
       undone_seq::int as "undoneSeq", (extract(epoch from undone_at) * 1000)::float8 as "undoneAt"
     from entity_link where space_id = $1 order by seq`,
    [spaceId],
  );
}

/** Whether the user said that this must not be proposed again. `hashes` of main/codex/tombstone.pure.ts. */
export async function listTombstones(tx: ReadTx, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await run(
    tx,
    z.object({ hash: z.string() }),
    `select distinct hash from codex_tombstone where hash = any($1::text[]) and undone_seq is null`,
    [hashes],
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** The record up to which an extractor has read; 0 where it never has. */
export async function getReadThrough(tx: ReadTx, extractor: string): Promise<number> {
  const rows = await run(
    tx,
    z.object({ seq: z.int() }),
    `select through_seq::int as seq from extraction where extractor = $1`,
    [extractor],
  );
  return rows[0]?.seq ?? 0;
}

const Unread = z.object({
  /** How far reading has come with this turn and all of the same number: the record that brought it into memory. */
  seq: z.int(),
  turnId: z.string(),
  conversationId: z.string(),
  spaceId: z.string(),
  text: z.string(),
  role: Role,
  speaker: z.string(),
  saidAt: z.date(),
  zone: z.string(),
  isReadable: z.boolean(),
  beforeText: z.string().nullable(),
  beforeSpeaker: z.string().nullable(),
  beforeRole: Role.nullable(),
});
export type UnreadTurn = z.infer<typeof Unread>;

/**
 * Turns that may be read since a record after `afterSeq`, in the journal's order; more than `limit` where one record brought
 * several into memory. `isReadable` is false for what no extractor may read, and the turn before is not told of where it is
 * no part of memory.
 */
export function listUnreadTurns(tx: ReadTx, afterSeq: number, limit: number): Promise<readonly UnreadTurn[]> {
  return run(
    tx,
    Unread,
    `select t.due_seq::int as seq, t.id as "turnId", t.conversation_id as "conversationId", c.space_id as "spaceId",
       t.body as text, t.role, t.speaker, coalesce(t.said_at, t.known_at) as "saidAt", t.zone,
       (t.role in ('user', 'other') and not t.is_hidden and not t.is_unsaved and t.status = 'complete'
         and c.removed_seq is null) as "isReadable",
       b.body as "beforeText", b.speaker as "beforeSpeaker", b.role as "beforeRole"
     from (select * from turn where due_seq > $1 order by due_seq fetch first ($2::int) rows with ties) t
     join conversation c on c.id = t.conversation_id left join turn b on b.id = t.parent_id and not b.is_unsaved
     order by t.due_seq, t.seq`,
    [afterSeq, limit],
  );
}

/** Whether record `seq` changed the Codex and was not taken back. */
export async function isUndoable(tx: ReadTx, seq: number): Promise<boolean> {
  const [row] = await run(
    tx,
    z.object({ found: z.boolean() }),
    `select exists (select 1 from claim_standing where seq = $1 and undone_seq is null)
         or exists (select 1 from entity_link where seq = $1 and undone_seq is null)
         or exists (select 1 from entity_version where seq = $1 and undone_seq is null)
         or exists (select 1 from own_relation where seq = $1 and undone_seq is null) as found`,
    [seq],
  );
  return row?.found ?? false;
}
