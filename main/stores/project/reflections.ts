import { z } from 'zod';
import type { BodyOf } from '../../journal/events/index.ts';
import { execute, run, type Tx } from '../run.ts';
import { addStandings } from './claim-standings.ts';
import { keysOfClaims, settleKeys } from './codex-ledger.ts';

type At = { readonly seq: number; readonly at: string };

/** Comes before its claims, so that of these only the head is put into the inbox. */
export async function makeReflection(
  tx: Tx,
  { seq, body }: { readonly seq: number; readonly body: BodyOf<'reflection.made'> },
): Promise<void> {
  await execute(
    tx,
    `insert into reflection (id, space_id, kind, minimum, head_id, made_seq, head_seq, changed_seq) values ($1, $2, $3, $4, $5, $6, $6, $6)
     on conflict (id) do update set minimum = $4, head_id = $5, head_seq = $6, changed_seq = $6, gone = null`,
    [body.reflectionId, body.spaceId, body.of, body.minimum, body.headId, seq],
  );
  await execute(
    tx,
    `insert into reflection_evidence (reflection_id, claim_id, turn_id, rests_on, seq)
     select $1, claim_id, turn_id, rests_on, $5 from unnest($2::text[], $3::text[], $4::text[]) as e(claim_id, turn_id, rests_on)
     on conflict (claim_id) do nothing`,
    [
      body.reflectionId,
      body.evidence.map(({ claimId }) => claimId),
      body.evidence.map(({ turnId }) => turnId),
      body.evidence.map(({ restsOn }) => restsOn),
      seq,
    ],
  );
}

export async function markReflectionRun(
  tx: Tx,
  { seq, body }: { readonly seq: number; readonly body: BodyOf<'reflection.run'> },
): Promise<void> {
  await execute(
    tx,
    `insert into reflection_pass (space_id, at, seq) values ($1, $2, $3)
     on conflict (space_id) do update set seq = $3, at = greatest(reflection_pass.at, $2)`,
    [body.spaceId, body.at, seq],
  );
}

const Ids = z.object({ id: z.string() });

/** A reflection is decided as a whole: its head speaks for all its claims. */
export async function withReflections(tx: Tx, claimIds: readonly string[]): Promise<readonly string[]> {
  const rows = await run(
    tx,
    Ids,
    `select e.claim_id as id from reflection r join reflection_evidence e on e.reflection_id = r.id
     where r.head_id = any($1::text[]) order by 1`,
    [claimIds],
  );
  return [...new Set([...claimIds, ...rows.map(({ id }) => id)])];
}

/** What the user does not want is not concluded again. */
export async function rejectReflections(tx: Tx, claimIds: readonly string[], { seq }: At): Promise<void> {
  await execute(
    tx,
    `update reflection set gone = 'user', changed_seq = $2 where gone is null and head_id = any($1::text[])`,
    [claimIds, seq],
  );
}

/** Claims that count no longer, or that somebody said were wrong: what was concluded from them loses that evidence. */
export async function dropRestingOn(tx: Tx, claimIds: readonly string[], at: At): Promise<void> {
  if (claimIds.length === 0) return;
  // A retraction of the belief itself points at its claims.
  await rejectReflections(tx, claimIds, at);
  const lost = await run(
    tx,
    Ids,
    `select claim_id as id from reflection_evidence where rests_on = any($1::text[]) or claim_id = any($1::text[]) order by 1`,
    [claimIds],
  );
  await dropEvidence(tx, { lost: lost.map(({ id }) => id), isOwn: new Set(claimIds) }, at);
}

/** The turns of a conversation are there no longer. */
export async function dropOfConversation(tx: Tx, conversationId: string, at: At): Promise<void> {
  const lost = await run(
    tx,
    Ids,
    `select e.claim_id as id from reflection_evidence e join turn t on t.id = e.turn_id where t.conversation_id = $1 order by 1`,
    [conversationId],
  );
  await dropEvidence(tx, { lost: lost.map(({ id }) => id), isOwn: new Set() }, at);
}

export async function dropReflections(tx: Tx, reflectionIds: readonly string[], at: At): Promise<void> {
  const gone = await run(
    tx,
    z.object({ id: z.string(), spaceId: z.string() }),
    `update reflection set gone = 'evidence', changed_seq = $2 where id = any($1::text[]) and gone is null
     returning id, space_id as "spaceId"`,
    [reflectionIds, at.seq],
  );
  const ids = gone.map(({ id }) => id);
  const claims = await run(
    tx,
    Ids,
    `select claim_id as id from reflection_evidence where reflection_id = any($1::text[]) order by 1`,
    [ids],
  );
  await withdraw(
    tx,
    claims.map(({ id }) => id),
    at,
  );
}

type Lost = {
  readonly lost: readonly string[];
  /** Those among them that stand otherwise already. */
  readonly isOwn: ReadonlySet<string>;
};

async function dropEvidence(tx: Tx, { lost, isOwn }: Lost, at: At): Promise<void> {
  if (lost.length === 0) return;
  await withdraw(
    tx,
    lost.filter((id) => !isOwn.has(id)),
    at,
  );
  const left = await run(
    tx,
    Ids,
    `select r.id from reflection r join reflection_evidence e on e.reflection_id = r.id
       left join lateral (select standing from claim_standing s where s.claim_id = e.claim_id and s.undone_seq is null
         order by s.seq desc limit 1) s on true
     where r.gone is null and r.id in (select reflection_id from reflection_evidence where claim_id = any($1::text[]))
     group by r.id, r.minimum having count(*) filter (where s.standing in ('admitted', 'held')) < r.minimum order by r.id`,
    [lost],
  );
  await dropReflections(
    tx,
    left.map(({ id }) => id),
    at,
  );
}

async function withdraw(tx: Tx, claimIds: readonly string[], { seq, at }: At): Promise<void> {
  if (claimIds.length === 0) return;
  await addStandings(tx, claimIds, { seq, at, standing: 'withdrawn', subjectId: null });
  await settleClaims(tx, claimIds);
}

async function settleClaims(tx: Tx, claimIds: readonly string[]): Promise<void> {
  const spaces = await run(
    tx,
    z.object({ spaceId: z.string(), claims: z.array(z.string()) }),
    `select space_id as "spaceId", array_agg(id order by id) as claims from claim where id = any($1::text[])
     group by space_id order by space_id`,
    [claimIds],
  );
  for (const { spaceId, claims } of spaces) await settleKeys(tx, spaceId, await keysOfClaims(tx, claims));
}

/** The record that made these go was taken back. Their claims' standings were undone with all others of that record. */
export async function reviveReflections(tx: Tx, undoneSeq: number, seq: number): Promise<void> {
  await execute(tx, `update reflection set gone = null, changed_seq = $2 where changed_seq = $1 and gone is not null`, [
    undoneSeq,
    seq,
  ]);
}

/** A conversation comes back, and with it the evidence that its removal took. It still says when it was removed. */
export async function reviveOfConversation(tx: Tx, conversationId: string, { seq, at }: At): Promise<void> {
  const [removed] = await run(
    tx,
    z.object({ seq: z.int() }),
    `select removed_seq::int as seq from conversation where id = $1 and removed_seq is not null`,
    [conversationId],
  );
  if (!removed) return;
  const removedSeq = removed.seq;
  const back = await run(
    tx,
    Ids,
    `update claim_standing s set undone_seq = $2, undone_at = $3 from reflection_evidence e
     where s.seq = $1 and s.undone_seq is null and e.claim_id = s.claim_id returning s.claim_id as id`,
    [removedSeq, seq, at],
  );
  await reviveReflections(tx, removedSeq, seq);
  await settleClaims(
    tx,
    back.map(({ id }) => id),
  );
}
