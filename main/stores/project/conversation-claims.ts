import { z } from 'zod';
import { execute, run, type Tx } from '../run.ts';
import { addStandings } from './claim-standings.ts';
import { insertFixedEntities, setEntityVersion } from './codex-entities.ts';
import { keysOfClaims, listUndoableSpaces, settleKeys } from './codex-ledger.ts';
import { dropRestingOn, reviveReflections } from './reflections.ts';

type Place = { readonly seq: number; readonly at: string };

const Standing = z.object({ id: z.string(), spaceId: z.string(), isCounting: z.boolean() });

/** Claims that turns of a conversation made, and whether they count or wait in the inbox. */
function listClaimsOf(tx: Tx, conversationId: string): Promise<readonly z.infer<typeof Standing>[]> {
  return run(
    tx,
    Standing,
    `select c.id, c.space_id as "spaceId",
       coalesce((select s.standing in ('admitted', 'held') from claim_standing s
         where s.claim_id = c.id and s.undone_seq is null order by s.seq desc limit 1), false) as "isCounting"
     from claim c join turn t on t.id = c.turn_id where t.conversation_id = $1 order by c.seq, c.ordinal`,
    [conversationId],
  );
}

/** What the conversation taught counts no more; what was decided of it is not lost. */
export async function withdrawClaimsOf(tx: Tx, conversationId: string, { seq, at }: Place): Promise<void> {
  const counting = (await listClaimsOf(tx, conversationId)).filter(({ isCounting }) => isCounting);
  const ids = counting.map(({ id }) => id);
  const touched = await addStandings(tx, ids, { seq, at, standing: 'withdrawn', subjectId: null });
  for (const spaceId of new Set(counting.map((claim) => claim.spaceId))) await settleKeys(tx, spaceId, touched);
  await dropRestingOn(tx, ids, { seq, at });
}

/** What was withdrawn by record `unsavedSeq` stands as it did before. */
export async function restoreClaims(tx: Tx, unsavedSeq: number, { seq, at }: Place): Promise<void> {
  const spaces = await listUndoableSpaces(tx, unsavedSeq);
  await execute(tx, `update claim_standing set undone_seq = $2, undone_at = $3 where seq = $1 and undone_seq is null`, [
    unsavedSeq,
    seq,
    at,
  ]);
  await reviveReflections(tx, unsavedSeq, seq);
  for (const { spaceId, keys } of spaces) await settleKeys(tx, spaceId, keys);
}

type Moving = Place & { readonly conversationId: string; readonly from: string; readonly to: string };

/**
 * What the conversation taught goes with it. Whom its claims are about is looked for in the new space under the same name
 * and type, and taken along where nobody there is called so.
 */
export async function moveClaimsOf(tx: Tx, { conversationId, from, to, seq, at }: Moving): Promise<void> {
  const claims = (await listClaimsOf(tx, conversationId)).filter(({ spaceId }) => spaceId === from);
  if (claims.length === 0) return;
  const ids = claims.map(({ id }) => id);
  const left = await keysOfClaims(tx, ids);
  await insertFixedEntities(tx, [to]);
  const meant = JSON.stringify(await toEntities(tx, { ids, from, to, seq }));
  await dropRestingOn(tx, ids, { seq, at });
  const given = `with meant as (select * from jsonb_to_recordset($2::jsonb) as m(old text, new text))`;
  await execute(
    tx,
    `${given}
     update claim set space_id = $3,
       object_id = coalesce((select new from meant where old = object_id), object_id),
       replaces = case when replaces->>'kind' = 'entity' then jsonb_set(replaces, '{id}',
         to_jsonb(coalesce((select new from meant where old = replaces->>'id'), replaces->>'id'))) else replaces end,
       may_mean = coalesce((select jsonb_agg(coalesce(m.new, e.id) order by e.n)
         from jsonb_array_elements_text(may_mean) with ordinality as e(id, n) left join meant m on m.old = e.id), '[]'::jsonb)
     where id = any($1::text[])`,
    [ids, meant, to],
  );
  await execute(
    tx,
    `${given}
     update claim_standing set space_id = $3,
       subject_id = coalesce((select new from meant where old = subject_id), subject_id),
       object_id = coalesce((select new from meant where old = object_id), object_id)
     where claim_id = any($1::text[])`,
    [ids, meant, to],
  );
  await settleKeys(tx, from, left);
  await settleKeys(tx, to, await keysOfClaims(tx, ids));
}

const Named = z.object({
  id: z.string(),
  root: z.string(),
  type: z.string(),
  name: z.string(),
  aliases: z.array(z.string()).readonly(),
  same: z.array(z.string()).readonly(),
});

/** Who is meant in the new space by each entity that the claims speak of; new ones are made there. */
async function toEntities(
  tx: Tx,
  {
    ids,
    from,
    to,
    seq,
  }: { readonly ids: readonly string[]; readonly from: string; readonly to: string; readonly seq: number },
): Promise<readonly { readonly old: string; readonly new: string }[]> {
  const rows = await run(
    tx,
    Named,
    `with recursive spoken(id) as (
       select subject_id from claim_standing where claim_id = any($1::text[])
       union select object_id from claim_standing where claim_id = any($1::text[]) and object_id is not null
       union select replaces->>'id' from claim where id = any($1::text[]) and replaces->>'kind' = 'entity'
       union select m.id from claim, jsonb_array_elements_text(may_mean) as m(id) where claim.id = any($1::text[])),
     merged(id, root, depth) as (
       select id, id, 0 from spoken where id not in ('me', 'assistant')
       union all select m.id, l.into_id, m.depth + 1 from merged m
       join entity_link l on l.space_id = $2 and l.from_id = m.root and l.undone_seq is null where m.depth < 100),
     rooted as (select distinct on (id) id, root from merged order by id, depth desc)
     select r.id, r.root, e.type, e.name,
       coalesce((select jsonb_agg(n.name order by n.name) from entity_name n
         where n.space_id = $2 and n.entity_id = e.id and n.name <> e.name), '[]'::jsonb) as aliases,
       coalesce((select jsonb_agg(distinct t.id) from entity_name o
         join entity_name n on n.space_id = $3 and n.name_key = o.name_key
         join entity t on t.space_id = $3 and t.id = n.entity_id and t.type = e.type
         where o.space_id = $2 and o.entity_id = e.id and o.name = e.name), '[]'::jsonb) as same
     from rooted r join entity e on e.space_id = $2 and e.id = r.root order by r.id`,
    [ids, from, to],
  );
  const made = new Set<string>();
  for (const { root, type, name, aliases, same } of rows) {
    if (same.length === 1 || made.has(root)) continue;
    made.add(root);
    await setEntityVersion(tx, { seq, spaceId: to, entityId: root, type, name, aliases });
  }
  return rows.flatMap(({ id, root, same }) => {
    const there = same.length === 1 ? (same[0] ?? root) : root;
    return there === id ? [] : [{ old: id, new: there }];
  });
}
