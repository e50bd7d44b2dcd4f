import { z } from 'zod';
import type { Belief } from '../codex/belief.pure.ts';
import { AssertedBy, Precision } from '../contract/codex.ts';
import { Role } from '../contract/conversations.ts';
import { type ReadTx, run } from './run.ts';

const Ms = z.number();

const Row = z
  .object({
    id: z.string(),
    subjectId: z.string(),
    relation: z.string(),
    key: z.string(),
    objectId: z.string().nullable(),
    objectText: z.string().nullable(),
    objectValue: z.string().nullable(),
    status: z.enum(['active', 'superseded', 'corrected', 'retracted', 'conflicted', 'ended']),
    from: Ms.nullable(),
    isStartStated: z.boolean(),
    to: Ms.nullable(),
    precision: Precision,
    knownFrom: Ms,
    knownTo: Ms.nullable(),
    generation: z.int(),
    confidence: z.number(),
    assertedBy: AssertedBy,
    lastMentionedAt: Ms.nullable(),
    claimIds: z.array(z.string()).readonly(),
    supersedes: z.array(z.string()).readonly(),
    supersededBy: z.array(z.string()).readonly(),
  })
  .transform(({ objectId, objectText, objectValue, lastMentionedAt, ...row }): Belief => {
    const value =
      objectId === null
        ? { kind: 'literal' as const, text: objectText ?? '', value: objectValue ?? '' }
        : { kind: 'entity' as const, id: objectId };
    return { ...row, value, lastMentionedAt: lastMentionedAt ?? row.knownFrom };
  });

const REVISION = `r.id, r.subject_id as "subjectId", r.relation, r.value_key as key, r.object_id as "objectId",
  r.object_text as "objectText", r.object_value as "objectValue", r.status,
  (extract(epoch from r.valid_from) * 1000)::float8 as "from", r.is_start_stated as "isStartStated",
  (extract(epoch from r.valid_to) * 1000)::float8 as "to", r.precision,
  (extract(epoch from r.known_from) * 1000)::float8 as "knownFrom", (extract(epoch from r.known_to) * 1000)::float8 as "knownTo",
  r.generation::int as generation, r.confidence, r.asserted_by as "assertedBy",
  (extract(epoch from r.last_mentioned_at) * 1000)::float8 as "lastMentionedAt", r.claim_ids as "claimIds", r.supersedes,
  r.superseded_by as "supersededBy"`;

const ORDER = `order by r.relation, r.valid_from nulls first, r.known_from, r.id`;

/** The ledger of one subject as of now. */
export function listRevisionsOf(tx: ReadTx, spaceId: string, subjectId: string): Promise<readonly Belief[]> {
  return run(tx, Row, `select ${REVISION} from revision r where r.space_id = $1 and r.subject_id = $2 ${ORDER}`, [
    spaceId,
    subjectId,
  ]);
}

/** The ledger of a space as of now, `me` first. */
export function listAllRevisions(tx: ReadTx, spaceId: string): Promise<readonly Belief[]> {
  return run(
    tx,
    Row,
    `select ${REVISION} from revision r where r.space_id = $1
     order by (r.subject_id = 'me') desc, r.subject_id, r.relation, r.valid_from nulls first, r.known_from, r.id`,
    [spaceId],
  );
}

/** The ledger of one subject and relation as of now. */
export function listRevisionsOfKey(
  tx: ReadTx,
  spaceId: string,
  key: { readonly subjectId: string; readonly relation: string },
): Promise<readonly Belief[]> {
  return run(
    tx,
    Row,
    `select ${REVISION} from revision r where r.space_id = $1 and r.subject_id = $2 and r.relation = $3 ${ORDER}`,
    [spaceId, key.subjectId, key.relation],
  );
}

/** Whether a value holds of a subject and relation now, as far as is known. */
export async function hasActive(
  tx: ReadTx,
  spaceId: string,
  value: { readonly subjectId: string; readonly relation: string; readonly key: string },
): Promise<boolean> {
  const [row] = await run(
    tx,
    z.object({ found: z.boolean() }),
    `select exists (select 1 from revision where space_id = $1 and subject_id = $2 and relation = $3 and value_key = $4
       and status = 'active') as found`,
    [spaceId, value.subjectId, value.relation, value.key],
  );
  return row?.found ?? false;
}

/** What others' facts say about an entity, as of now. */
export function listRevisionsAbout(tx: ReadTx, spaceId: string, objectId: string): Promise<readonly Belief[]> {
  return run(tx, Row, `select ${REVISION} from revision r where r.space_id = $1 and r.object_id = $2 ${ORDER}`, [
    spaceId,
    objectId,
  ]);
}

const LinkNow = z.object({
  id: z.string(),
  subjectId: z.string(),
  objectId: z.string(),
  relation: z.string(),
  status: z.enum(['active', 'superseded', 'conflicted', 'ended']),
  from: Ms.nullable(),
  to: Ms.nullable(),
  lastMentionedAt: Ms,
});
export type EntityLinkNow = z.infer<typeof LinkNow>;

/** Links between entities as of now, with nothing but what a drawing of them needs: there may be tens of thousands. */
export function listEntityLinksNow(tx: ReadTx, spaceId: string): Promise<readonly EntityLinkNow[]> {
  return run(
    tx,
    LinkNow,
    `select id, subject_id as "subjectId", object_id as "objectId", relation, status,
       (extract(epoch from valid_from) * 1000)::float8 as "from", (extract(epoch from valid_to) * 1000)::float8 as "to",
       (extract(epoch from coalesce(last_mentioned_at, known_from)) * 1000)::float8 as "lastMentionedAt"
     from revision where space_id = $1 and object_id is not null and status not in ('corrected', 'retracted') order by id`,
    [spaceId],
  );
}

export function listConflicts(tx: ReadTx, spaceId: string): Promise<readonly Belief[]> {
  return run(tx, Row, `select ${REVISION} from revision r where r.space_id = $1 and r.status = 'conflicted' ${ORDER}`, [
    spaceId,
  ]);
}

const Place = z.object({ spaceId: z.string(), subjectId: z.string(), relation: z.string() });

/** Where a revision of now stands, by its id or by that of any of its claims. */
export async function findRevisionPlace(tx: ReadTx, id: string): Promise<z.infer<typeof Place> | null> {
  const [own] = await run(
    tx,
    Place,
    `select space_id as "spaceId", subject_id as "subjectId", relation from revision where id = $1`,
    [id],
  );
  if (own) return own;
  const [claim] = await run(
    tx,
    Place,
    `select space_id as "spaceId", subject_id as "subjectId", relation from claim_standing
     where claim_id = $1 and undone_seq is null order by seq desc limit 1`,
    [id],
  );
  return claim ?? null;
}

const Evidence = z.object({
  claimId: z.string(),
  turnId: z.string().nullable(),
  conversationId: z.string().nullable(),
  quote: z.string().nullable(),
  speaker: z.string().nullable(),
  role: Role.nullable(),
  saidAt: z.date().nullable(),
  observedAt: z.date(),
  objectText: z.string().nullable(),
});
export type EvidenceRow = z.infer<typeof Evidence>;

/** The words that claims rest on, oldest first. */
export function listEvidence(tx: ReadTx, claimIds: readonly string[]): Promise<readonly EvidenceRow[]> {
  return run(
    tx,
    Evidence,
    `select c.id as "claimId", t.id as "turnId", t.conversation_id as "conversationId", c.quote, t.speaker, t.role,
       t.said_at as "saidAt", c.observed_at as "observedAt", c.object_text as "objectText"
     from claim c left join turn t on t.id = c.turn_id where c.id = any($1::text[])
     order by c.observed_at, c.seq, c.ordinal`,
    [claimIds],
  );
}

const Waiting = z.object({ claimId: z.string(), total: z.int() });

/** A page of the inbox, oldest first. */
export async function listInboxPage(
  tx: ReadTx,
  { spaceId, limit, offset }: { readonly spaceId: string; readonly limit: number; readonly offset: number },
): Promise<{ readonly claimIds: readonly string[]; readonly total: number }> {
  const rows = await run(
    tx,
    Waiting,
    `select claim_id as "claimId", (count(*) over ())::int as total from inbox where space_id = $1
     order by seq, claim_id limit $2 offset $3`,
    [spaceId, limit, offset],
  );
  return { claimIds: rows.map(({ claimId }) => claimId), total: rows[0]?.total ?? 0 };
}

const Dots = z.object({ valid: z.array(Ms).nullable(), known: z.array(Ms).nullable() });

/** Instants at which something began, ended or became known, for all of a space or one subject; oldest first. */
export async function listChangeTimes(
  tx: ReadTx,
  spaceId: string,
  subjectId: string | null,
): Promise<{ readonly valid: readonly number[]; readonly known: readonly number[] }> {
  const [row] = await run(
    tx,
    Dots,
    `with mine as (select * from revision r where r.space_id = $1
       and ($2::text is null or r.subject_id = $2 or r.object_id = $2))
     select (select array_agg(distinct (extract(epoch from at) * 1000)::float8) from (
               select valid_from as at from mine union select valid_to from mine) v where at is not null) as valid,
            (select array_agg(distinct (extract(epoch from at) * 1000)::float8) from (
               select known_from as at from mine union select known_to from mine) k where at is not null) as known`,
    [spaceId, subjectId],
  );
  const sorted = (all: readonly number[] | null | undefined) => [...(all ?? [])].sort((a, b) => a - b);
  return { valid: sorted(row?.valid), known: sorted(row?.known) };
}

/** What is believed of these entities or says something of them, as of now. */
export function listRevisionsAround(
  tx: ReadTx,
  spaceId: string,
  { entityIds, limit }: { readonly entityIds: readonly string[]; readonly limit: number },
): Promise<readonly Belief[]> {
  return run(
    tx,
    Row,
    `select ${REVISION} from revision r where r.space_id = $1 and (r.subject_id = any($2::text[]) or r.object_id = any($2::text[]))
     order by r.last_mentioned_at desc nulls last, r.id limit $3`,
    [spaceId, entityIds, limit],
  );
}

/** The turns that claims were made in. */
export async function listClaimTurns(tx: ReadTx, claimIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await run(
    tx,
    z.object({ id: z.string(), turnId: z.string() }),
    `select id, turn_id as "turnId" from claim where id = any($1::text[]) and turn_id is not null`,
    [claimIds],
  );
  return new Map(rows.map(({ id, turnId }) => [id, turnId]));
}

const counted = new WeakMap<ReadTx, Map<string, { readonly seq: number; readonly turns: number }>>();

/** Turns of a space that facts rest on; counted again only when a claim has come since, for every question asks. */
export async function countFactTurns(tx: ReadTx, spaceId: string): Promise<number> {
  const [last] = await run(tx, z.object({ seq: z.int().nullable() }), `select max(seq)::int as seq from claim`);
  const seq = last?.seq ?? 0;
  const spaces = counted.get(tx) ?? new Map<string, { readonly seq: number; readonly turns: number }>();
  counted.set(tx, spaces);
  const known = spaces.get(spaceId);
  if (known?.seq === seq) return known.turns;
  const [row] = await run(
    tx,
    z.object({ turns: z.int() }),
    `select count(distinct turn_id)::int as turns from claim where space_id = $1 and turn_id is not null`,
    [spaceId],
  );
  const turns = row?.turns ?? 0;
  spaces.set(spaceId, { seq, turns });
  return turns;
}

const OfTurn = z.object({
  turnId: z.string(),
  status: z.enum(['active', 'superseded', 'corrected', 'retracted', 'conflicted', 'ended']),
  from: Ms.nullable(),
  to: Ms.nullable(),
  knownFrom: Ms,
  knownTo: Ms.nullable(),
});
export type TurnBelief = z.infer<typeof OfTurn>;

/** What the facts that turns state have come to, one row for each turn and belief; what was concluded from them is none. */
export async function listBeliefsOfTurns(tx: ReadTx, turnIds: readonly string[]): Promise<readonly TurnBelief[]> {
  const claims = await run(
    tx,
    z.object({ id: z.string() }),
    `select id from claim where turn_id = any($1::text[]) and act in ('state', 'correct') and not is_implied
       and asserted_by <> 'assistant'`,
    [turnIds],
  );
  if (claims.length === 0) return [];
  return run(
    tx,
    OfTurn,
    `select distinct c.turn_id as "turnId", r.status, (extract(epoch from r.valid_from) * 1000)::float8 as "from",
       (extract(epoch from r.valid_to) * 1000)::float8 as "to", (extract(epoch from r.known_from) * 1000)::float8 as "knownFrom",
       (extract(epoch from r.known_to) * 1000)::float8 as "knownTo"
     from revision r join claim c on r.claim_ids ? c.id
     where r.claim_ids ?| $1::text[] and c.turn_id = any($2::text[]) and c.asserted_by <> 'assistant'`,
    [claims.map(({ id }) => id), turnIds],
  );
}

const Between = z.object({ objectId: z.string(), relation: z.string() });

/** How somebody stands to these entities now, as far as is known. */
export function listActiveLinks(
  tx: ReadTx,
  spaceId: string,
  { subjectId, objectIds }: { readonly subjectId: string; readonly objectIds: readonly string[] },
): Promise<readonly z.infer<typeof Between>[]> {
  return run(
    tx,
    Between,
    `select object_id as "objectId", relation from revision
     where space_id = $1 and subject_id = $2 and object_id = any($3::text[]) and status = 'active'`,
    [spaceId, subjectId, objectIds],
  );
}
