import { tombstoneOf } from '../../codex/tombstone.pure.ts';
import type { BodyOf, JournalEvent } from '../../journal/events/index.ts';
import { listClaims } from '../claims.ts';
import { execute, type Tx } from '../run.ts';
import { addStandings } from './claim-standings.ts';
import { insertEntities, insertFixedEntities, setEntityVersion, undoEntityVersions } from './codex-entities.ts';
import {
  keysOfClaims,
  keysOfEntities,
  listUndoableSpaces,
  membersNow,
  settleKeys,
  settleTouched,
  type Touched,
} from './codex-ledger.ts';
import { keepApart } from './doubles.ts';
import { dropRestingOn, rejectReflections, reviveReflections, withReflections } from './reflections.ts';

export type CodexEvent = Exclude<Extract<JournalEvent, { kind: `codex.${string}` }>, { kind: 'codex.claimed' }>;
type Recorded<T> = { readonly seq: number; readonly at: string; readonly body: T };

/** Claims, decisions and entities as rows, and the ledger of what they touch settled again. */
export async function applyCodexEvent(
  tx: Tx,
  { seq, at, event }: { readonly seq: number; readonly at: string; readonly event: CodexEvent },
): Promise<void> {
  switch (event.kind) {
    case 'codex.decided':
      return applyDecided(tx, { seq, at, body: event.body });
    case 'codex.split':
      return applySplit(tx, { seq, at, body: event.body });
    case 'codex.merged':
      return applyMerged(tx, { seq, at, body: event.body });
    case 'codex.entity-changed':
      return setEntityVersion(tx, { seq, ...event.body });
    case 'codex.relation-added':
      await execute(
        tx,
        `insert into own_relation (name, bucket, description, object, seq) values ($1, $2, $3, $4, $5)
         on conflict (name) do update set bucket = $2, description = $3, object = $4, seq = $5, undone_seq = null`,
        [event.body.name, event.body.bucket, event.body.description, JSON.stringify(event.body.object), seq],
      );
      return;
    case 'codex.undone':
      return applyUndone(tx, { seq, at, body: event.body });
    case 'codex.read':
      await execute(
        tx,
        `insert into extraction (extractor, through_seq, seq) values ($1, $2, $3)
         on conflict (extractor) do update set through_seq = greatest(extraction.through_seq, $2), seq = $3`,
        [event.body.extractor, event.body.throughSeq, seq],
      );
      return;
  }
}

type Claimed = BodyOf<'codex.claimed'>;

/** A run of records at once: their keys are settled once, however many turns speak of them. */
export async function applyClaimed(tx: Tx, records: readonly Recorded<Claimed>[]): Promise<void> {
  const spaces = [...new Set(records.map(({ body }) => body.spaceId))];
  await insertFixedEntities(tx, spaces);
  for (const { seq, body } of records)
    await insertEntities(tx, { seq, spaceId: body.spaceId, entities: body.entities });
  const claims = records.flatMap(({ seq, at, body }) =>
    body.claims.map((claim, ordinal) => toClaimRow(claim, { seq, at, ordinal, body })),
  );
  await insertClaims(tx, claims);
  for (const spaceId of spaces)
    await settleTouched(tx, spaceId, claims.filter((row) => row.space_id === spaceId).map(toTouched));
  for (const { seq, at, body } of records) {
    const touched = await addStandings(tx, body.withdrawn, { seq, at, standing: 'withdrawn', subjectId: null });
    await settleKeys(tx, body.spaceId, touched);
    const wrong = body.claims.flatMap(({ act, replacesIds }) => (act === 'state' || act === 'end' ? [] : replacesIds));
    await dropRestingOn(tx, [...body.withdrawn, ...wrong], { seq, at });
  }
}

/** A correction or a retraction may touch other values than its own. */
function toTouched(row: ReturnType<typeof toClaimRow>): Touched {
  const isOwn = row.act === 'state' || row.act === 'end';
  return {
    ...{ subjectId: row.subject_id, relation: row.relation },
    ...{ objectId: isOwn ? row.object_id : null, objectValue: isOwn ? row.object_value : null },
  };
}

type Place = { readonly seq: number; readonly at: string; readonly ordinal: number; readonly body: Claimed };

export function toClaimRow(claim: Claimed['claims'][number], { seq, at, ordinal, body }: Place) {
  const { object } = claim;
  return {
    id: claim.claimId,
    space_id: body.spaceId,
    seq,
    ordinal,
    act: claim.act,
    relation: claim.relation,
    object_id: object?.kind === 'entity' ? object.id : null,
    object_text: object?.kind === 'literal' ? object.text : null,
    object_value: object?.kind === 'literal' ? object.value : null,
    replaces: claim.replaces,
    replaces_ids: claim.replacesIds,
    valid_from: claim.validFrom?.at ?? null,
    valid_from_precision: claim.validFrom?.precision ?? null,
    valid_to: claim.validTo?.at ?? null,
    valid_to_precision: claim.validTo?.precision ?? null,
    is_past: claim.isPast,
    is_implied: claim.isImplied,
    observed_at: claim.observedAt,
    asserted_by: claim.assertedBy,
    source: claim.source,
    confidence: claim.confidence,
    turn_id: body.turnId,
    quote: claim.quote?.text ?? null,
    quote_from: claim.quote?.from ?? null,
    extractor: body.extractor,
    held_for: claim.heldFor,
    may_mean: claim.mayMean,
    subject_id: claim.subjectId,
    at,
    standing: claim.heldFor === null ? 'admitted' : 'held',
  };
}

const CLAIM_COLUMNS = `id, space_id, seq, ordinal, act, relation, object_id, object_text, object_value, replaces, replaces_ids,
  valid_from, valid_from_precision, valid_to, valid_to_precision, is_past, is_implied, observed_at, asserted_by, source,
  confidence, turn_id, quote, quote_from, extractor, held_for, may_mean`;

async function insertClaims(tx: Tx, rows: readonly ReturnType<typeof toClaimRow>[]): Promise<void> {
  if (rows.length === 0) return;
  await execute(
    tx,
    `insert into claim (${CLAIM_COLUMNS})
     select ${CLAIM_COLUMNS} from jsonb_to_recordset($1::jsonb) as row(
       id text, space_id text, seq bigint, ordinal int, act text, relation text, object_id text, object_text text,
       object_value text, replaces jsonb, replaces_ids jsonb, valid_from timestamptz, valid_from_precision text,
       valid_to timestamptz, valid_to_precision text, is_past boolean, is_implied boolean, observed_at timestamptz,
       asserted_by text, source text, confidence double precision, turn_id text, quote text, quote_from int,
       extractor text, held_for text, may_mean jsonb)
     on conflict (id) do nothing`,
    [JSON.stringify(rows)],
  );
  await execute(
    tx,
    `insert into claim_standing (claim_id, seq, at, standing, space_id, subject_id, relation, object_id)
     select id, seq, at, standing, space_id, subject_id, relation, object_id from jsonb_to_recordset($1::jsonb) as row(
       id text, seq bigint, at timestamptz, standing text, space_id text, subject_id text, relation text, object_id text)
     on conflict (claim_id, seq) do nothing`,
    [JSON.stringify(rows)],
  );
}

async function applyDecided(tx: Tx, { seq, at, body }: Recorded<BodyOf<'codex.decided'>>): Promise<void> {
  const standing = body.decision === 'accept' ? 'admitted' : 'rejected';
  const claimIds = await withReflections(tx, body.claimIds);
  const touched = await addStandings(tx, claimIds, { seq, at, standing, subjectId: body.subjectId });
  if (body.decision === 'reject-always') {
    const claims = await listClaims(tx, claimIds);
    const hashes = claims.flatMap((claim) => {
      const last = claim.standings.at(-1);
      const valueKey = last?.objectId ? `e:${last.objectId}` : `l:${claim.objectValue ?? ''}`;
      return last ? [tombstoneOf({ subjectId: last.subjectId, relation: claim.relation, valueKey })] : [];
    });
    await execute(
      tx,
      `insert into codex_tombstone (hash, seq) select hash, $2 from unnest($1::text[]) as hash on conflict do nothing`,
      [[...new Set(hashes)], seq],
    );
  }
  await settleKeys(tx, body.spaceId, touched);
  if (standing === 'admitted') return;
  await rejectReflections(tx, body.claimIds, { seq, at });
  await dropRestingOn(tx, claimIds, { seq, at });
}

async function applySplit(tx: Tx, { seq, at, body }: Recorded<BodyOf<'codex.split'>>): Promise<void> {
  await insertEntities(tx, { seq, spaceId: body.spaceId, entities: [body.entity] });
  // The entity may be the value of one claim and the subject of another: each keeps the other end.
  await execute(
    tx,
    `insert into claim_standing (claim_id, seq, at, standing, space_id, subject_id, relation, object_id)
     select claim_id, $2, $3, standing, space_id, case when subject_id = any($4::text[]) then $5 else subject_id end, relation,
       case when object_id = any($4::text[]) then $5 else object_id end
     from (select distinct on (claim_id) * from claim_standing
           where claim_id = any($1::text[]) and undone_seq is null order by claim_id, seq desc) as last
     on conflict (claim_id, seq) do nothing`,
    [body.claimIds, seq, at, await membersNow(tx, body.spaceId, body.fromId), body.entity.entityId],
  );
  await keepApart(tx, { seq, at, body: { ...body, intoId: body.entity.entityId, isApart: true } });
  await settleKeys(tx, body.spaceId, await keysOfClaims(tx, body.claimIds));
}

async function applyMerged(tx: Tx, { seq, at, body }: Recorded<BodyOf<'codex.merged'>>): Promise<void> {
  await execute(
    tx,
    `insert into entity_link (space_id, from_id, into_id, seq, at) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [body.spaceId, body.fromId, body.intoId, seq, at],
  );
  await settleKeys(tx, body.spaceId, await keysOfEntities(tx, body.spaceId, [body.fromId, body.intoId]));
}

async function applyUndone(tx: Tx, { seq, at, body }: Recorded<BodyOf<'codex.undone'>>): Promise<void> {
  const spaces = await listUndoableSpaces(tx, body.seq);
  await execute(tx, `update claim_standing set undone_seq = $2, undone_at = $3 where seq = $1 and undone_seq is null`, [
    body.seq,
    seq,
    at,
  ]);
  await execute(tx, `update entity_link set undone_seq = $2, undone_at = $3 where seq = $1 and undone_seq is null`, [
    body.seq,
    seq,
    at,
  ]);
  await execute(tx, `update codex_tombstone set undone_seq = $2 where seq = $1 and undone_seq is null`, [
    body.seq,
    seq,
  ]);
  await execute(tx, `update own_relation set undone_seq = $2 where seq = $1 and undone_seq is null`, [body.seq, seq]);
  await undoEntityVersions(tx, body.seq, seq);
  await reviveReflections(tx, body.seq, seq);
  for (const { spaceId, keys } of spaces) await settleKeys(tx, spaceId, keys);
}
