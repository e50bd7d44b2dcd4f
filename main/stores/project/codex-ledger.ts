import { z } from 'zod';
import { type Belief, toBeliefs } from '../../codex/belief.pure.ts';
import { type ClaimRow, groupClaims, type LedgerKey, rootsAt, standingAt, UNFENCED } from '../../codex/fence.pure.ts';
import { buildVocabulary } from '../../codex/vocabulary.pure.ts';
import { type ClaimKey, listClaimsOfKeys, listClaimsOfValues, listLinks, type ValueKey } from '../claims.ts';
import { listOwnRelations } from '../relations.ts';
import { execute, run, type Tx } from '../run.ts';

const Key = z.object({ subjectId: z.string(), relation: z.string() });

/** Subjects and relations that these claims are or were about. */
export function keysOfClaims(tx: Tx, claimIds: readonly string[]): Promise<readonly ClaimKey[]> {
  return run(
    tx,
    Key,
    `select distinct subject_id as "subjectId", relation from claim_standing where claim_id = any($1::text[])`,
    [claimIds],
  );
}

/** Everything that speaks of these entities, as subject or as value. */
export function keysOfEntities(tx: Tx, spaceId: string, entityIds: readonly string[]): Promise<readonly ClaimKey[]> {
  return run(
    tx,
    Key,
    `with recursive member(id) as (
       select unnest($2::text[])
       union select l.from_id from entity_link l join member m on l.into_id = m.id where l.space_id = $1)
     select distinct subject_id as "subjectId", relation from claim_standing
     where space_id = $1 and (subject_id in (select id from member) or object_id in (select id from member))`,
    [spaceId, entityIds],
  );
}

/** Ids that mean this entity now, its own among them. */
export async function membersNow(tx: Tx, spaceId: string, entityId: string): Promise<readonly string[]> {
  return (await readLinks(tx, spaceId)).membersOf(entityId);
}

const Undoable = z.object({ spaceId: z.string(), subjectId: z.string(), relation: z.string() });

/** What the record `seq` touched, by space. */
export async function listUndoableSpaces(
  tx: Tx,
  seq: number,
): Promise<readonly { readonly spaceId: string; readonly keys: readonly ClaimKey[] }[]> {
  const own = await run(
    tx,
    Undoable,
    `select distinct s.space_id as "spaceId", s.subject_id as "subjectId", s.relation from claim_standing s
     where s.claim_id in (select claim_id from claim_standing where seq = $1)`,
    [seq],
  );
  const bySpace = new Map<string, ClaimKey[]>();
  for (const { spaceId, ...key } of own) bySpace.set(spaceId, [...(bySpace.get(spaceId) ?? []), key]);
  const links = await run(
    tx,
    z.object({ spaceId: z.string(), fromId: z.string(), intoId: z.string() }),
    `select space_id as "spaceId", from_id as "fromId", into_id as "intoId" from entity_link where seq = $1`,
    [seq],
  );
  for (const { spaceId, fromId, intoId } of links) {
    const touched = await keysOfEntities(tx, spaceId, [fromId, intoId]);
    bySpace.set(spaceId, [...(bySpace.get(spaceId) ?? []), ...touched]);
  }
  return [...bySpace].map(([spaceId, keys]) => ({ spaceId, keys }));
}

/** What a claim is about: all of a subject and relation, or one of the values that stand side by side there. */
export type Touched = ClaimKey & { readonly objectId: string | null; readonly objectValue: string | null };

type Names = { readonly root: (id: string) => string; readonly membersOf: (id: string) => readonly string[] };

async function readLinks(tx: Tx, spaceId: string): Promise<Names> {
  const links = await listLinks(tx, spaceId);
  const root = rootsAt(links, UNFENCED);
  const members = new Map<string, Set<string>>();
  for (const id of links.flatMap(({ fromId, intoId }) => [fromId, intoId]))
    members.set(root(id), new Set([...(members.get(root(id)) ?? []), id, root(id)]));
  return { root, membersOf: (id) => [...new Set([id, ...(members.get(root(id)) ?? [root(id)])])] };
}

/**
 * Settles what new claims are about. Where values stand side by side only theirs are settled: of somebody who likes a
 * thousand things, one more must not cost a thousand.
 */
export async function settleTouched(tx: Tx, spaceId: string, touched: readonly Touched[]): Promise<void> {
  const vocabulary = buildVocabulary(await listOwnRelations(tx));
  const isOneOfMany = ({ relation, objectId, objectValue }: Touched): boolean =>
    (objectId !== null || objectValue !== null) && vocabulary.bucketOf(relation) === 'multi-valued';
  const whole = [
    ...touched.filter((one) => !isOneOfMany(one)),
    ...(await settleValues(tx, spaceId, touched.filter(isOneOfMany))),
  ];
  await settleKeys(tx, spaceId, whole);
}

const nameOf = ({ subjectId, relation }: ClaimKey, valueKey: string): string =>
  `${subjectId}\n${relation}\n${valueKey}`;

/** @returns what has to be settled as a whole, since a correction or retraction has to do with it */
async function settleValues(tx: Tx, spaceId: string, touched: readonly Touched[]): Promise<readonly ClaimKey[]> {
  if (touched.length === 0) return [];
  const { root, membersOf } = await readLinks(tx, spaceId);
  const wanted = new Map<string, ValueKey & { readonly valueKey: string }>();
  for (const { subjectId, relation, objectId, objectValue } of touched) {
    const valueKey = objectId === null ? `l:${objectValue}` : `e:${root(objectId)}`;
    const objectIds = objectId === null ? [] : membersOf(objectId);
    for (const id of membersOf(subjectId))
      wanted.set(nameOf({ subjectId: id, relation }, valueKey), {
        subjectId: id,
        relation,
        objectIds,
        objectValue,
        valueKey,
      });
  }
  const values = [...wanted.values()];
  const rows = await listClaimsOfValues(tx, spaceId, values);
  const groups = groupClaims(rows, UNFENCED, root);
  const isWanted = (key: ClaimKey, valueKey: string | null): boolean =>
    valueKey !== null && wanted.has(nameOf(key, valueKey));
  const isInvolved = (key: LedgerKey): boolean =>
    key.claims.some(
      ({ act, key: own, replacesKey, replacesIds }) =>
        (act === 'correct' || act === 'retract') &&
        (own === null || isWanted(key, own) || isWanted(key, replacesKey) || replacesIds.length > 0),
    );
  const simple = groups.filter((key) => !isInvolved(key));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const beliefs = simple.flatMap((key) =>
    toBeliefs(key, 'multi-valued', { rows: byId, root }).filter(({ key: valueKey }) => isWanted(key, valueKey)),
  );
  const involved = groups.filter(isInvolved);
  const own = values.filter(
    ({ subjectId, relation }) =>
      !involved.some((key) => key.subjectId === root(subjectId) && key.relation === relation),
  );
  await execute(
    tx,
    `delete from revision r using unnest($2::text[], $3::text[], $4::text[]) as k(subject_id, relation, value_key)
     where r.space_id = $1 and r.subject_id = k.subject_id and r.relation = k.relation and r.value_key = k.value_key`,
    [spaceId, own.map((one) => one.subjectId), own.map(({ relation }) => relation), own.map((one) => one.valueKey)],
  );
  await insertRevisions(tx, spaceId, beliefs);
  await replaceInbox(tx, { spaceId, rows, root });
  return involved.map(({ subjectId, relation }) => ({ subjectId, relation }));
}

/** Settles these subjects and relations again, from all their claims, and puts the result in place of what stood there. */
export async function settleKeys(tx: Tx, spaceId: string, touched: readonly ClaimKey[]): Promise<void> {
  if (touched.length === 0) return;
  const { root, membersOf } = await readLinks(tx, spaceId);
  const wanted = new Map<string, ClaimKey>();
  for (const { subjectId, relation } of touched)
    for (const id of membersOf(subjectId))
      wanted.set(nameOf({ subjectId: id, relation }, ''), { subjectId: id, relation });
  const keys = [...wanted.values()];
  const rows = await listClaimsOfKeys(tx, spaceId, keys);
  const vocabulary = buildVocabulary(await listOwnRelations(tx));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const groups = groupClaims(rows, UNFENCED, root);
  const isWanted = (key: ClaimKey): boolean => wanted.has(nameOf(key, ''));
  // What was once about these and was moved to somebody else stands there, and is not settled here.
  const moved = new Set(groups.filter((key) => !isWanted(key)).flatMap(({ claims }) => claims.map(({ id }) => id)));
  const beliefs = groups
    .filter(isWanted)
    .flatMap((key) => toBeliefs(key, vocabulary.bucketOf(key.relation) ?? 'multi-valued', { rows: byId, root }));
  const claimIds = rows.map(({ id }) => id).filter((id) => !moved.has(id));
  await replaceRevisions(tx, { spaceId, keys, beliefs, claimIds });
  await replaceInbox(tx, { spaceId, rows, root });
}

type Replace = {
  readonly spaceId: string;
  readonly keys: readonly ClaimKey[];
  readonly claimIds: readonly string[];
  readonly beliefs: readonly Belief[];
};

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const COLUMNS = `id, space_id, subject_id, relation, value_key, object_id, object_text, object_value, status, valid_from,
  is_start_stated, valid_to, precision, known_from, known_to, generation, confidence, asserted_by, last_mentioned_at,
  claim_ids, supersedes, superseded_by`;

async function replaceRevisions(tx: Tx, { spaceId, keys, claimIds, beliefs }: Replace): Promise<void> {
  await execute(
    tx,
    `delete from revision r using unnest($2::text[], $3::text[]) as k(subject_id, relation)
     where r.space_id = $1 and r.subject_id = k.subject_id and r.relation = k.relation`,
    [spaceId, keys.map(({ subjectId }) => subjectId), keys.map(({ relation }) => relation)],
  );
  // A merge that was undone leaves a belief under an entity of which no claim ever spoke.
  await execute(tx, `delete from revision where id = any($1::text[])`, [claimIds]);
  await insertRevisions(tx, spaceId, beliefs);
}

async function insertRevisions(tx: Tx, spaceId: string, beliefs: readonly Belief[]): Promise<void> {
  if (beliefs.length === 0) return;
  const rows = beliefs.map((belief) => ({
    id: belief.id,
    space_id: spaceId,
    subject_id: belief.subjectId,
    relation: belief.relation,
    value_key: belief.key,
    object_id: belief.value.kind === 'entity' ? belief.value.id : null,
    object_text: belief.value.kind === 'literal' ? belief.value.text : null,
    object_value: belief.value.kind === 'literal' ? belief.value.value : null,
    status: belief.status,
    valid_from: iso(belief.from),
    is_start_stated: belief.isStartStated,
    valid_to: iso(belief.to),
    precision: belief.precision,
    known_from: iso(belief.knownFrom),
    known_to: iso(belief.knownTo),
    generation: belief.generation,
    confidence: belief.confidence,
    asserted_by: belief.assertedBy,
    last_mentioned_at: iso(belief.lastMentionedAt),
    claim_ids: belief.claimIds,
    supersedes: belief.supersedes,
    superseded_by: belief.supersededBy,
  }));
  await execute(
    tx,
    `insert into revision (${COLUMNS})
     select ${COLUMNS} from jsonb_to_recordset($1::jsonb) as row(
       id text, space_id text, subject_id text, relation text, value_key text, object_id text, object_text text,
       object_value text, status text, valid_from timestamptz, is_start_stated boolean, valid_to timestamptz, precision text,
       known_from timestamptz, known_to timestamptz, generation bigint, confidence double precision, asserted_by text,
       last_mentioned_at timestamptz, claim_ids jsonb, supersedes jsonb, superseded_by jsonb)`,
    [JSON.stringify(rows)],
  );
}

type Waiting = {
  readonly spaceId: string;
  readonly rows: readonly ClaimRow[];
  readonly root: (id: string) => string;
};

async function replaceInbox(tx: Tx, { spaceId, rows, root }: Waiting): Promise<void> {
  await execute(tx, `delete from inbox where claim_id = any($1::text[])`, [rows.map(({ id }) => id)]);
  const held = rows.flatMap((row) => {
    const state = standingAt(row, UNFENCED);
    return state?.standing === 'held'
      ? [{ claim_id: row.id, seq: row.seq, subject_id: root(state.subjectId), relation: row.relation }]
      : [];
  });
  if (held.length === 0) return;
  await execute(
    tx,
    `insert into inbox (claim_id, space_id, seq, subject_id, relation)
     select claim_id, $2, seq, subject_id, relation
     from jsonb_to_recordset($1::jsonb) as row(claim_id text, seq bigint, subject_id text, relation text)
     where not exists (select 1 from reflection_evidence e join reflection r on r.id = e.reflection_id
       where e.claim_id = row.claim_id and r.head_id <> e.claim_id)`,
    [JSON.stringify(held), spaceId],
  );
}
