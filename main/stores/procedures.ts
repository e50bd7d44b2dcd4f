import { z } from 'zod';
import { Role } from '../contract/conversations.ts';
import { Act } from '../procedures/fold.pure.ts';
import { type ReadTx, run, runOne } from './run.ts';

const Quote = z.object({ turnId: z.string(), quote: z.string() });

const Row = z.object({
  id: z.string(),
  spaceId: z.string(),
  trigger: z.string(),
  steps: z.array(z.string()).readonly(),
  status: z.enum(['active', 'proposed', 'inactive']),
  why: z.enum(['disuse', 'user', 'said', 'replaced']).nullable(),
  replacedBy: z.string().nullable(),
  source: z.enum(['user', 'learned']),
  evidence: z.array(Quote).readonly(),
  contradicts: z.array(z.string()).readonly(),
  reinforcements: z.int(),
  uses: z.int(),
  createdAt: z.date(),
  reinforcedAt: z.date(),
  isRemoved: z.boolean(),
  isFinal: z.boolean(),
  zone: z.string(),
  changedSeq: z.int(),
});
export type ProcedureRow = z.infer<typeof Row>;

const COLUMNS = `id, space_id as "spaceId", trigger, steps, status, why, replaced_by as "replacedBy", source, evidence, contradicts,
  reinforcement_count as reinforcements, use_count as uses, created_at as "createdAt", reinforced_at as "reinforcedAt",
  is_removed as "isRemoved", is_final as "isFinal", zone, changed_seq::int as "changedSeq"`;

/** Rows by id, removed ones too. */
export function listProceduresById(tx: ReadTx, ids: readonly string[]): Promise<readonly ProcedureRow[]> {
  return run(tx, Row, `select ${COLUMNS} from procedure where id = any($1::text[]) order by id`, [ids]);
}

export async function findProcedure(tx: ReadTx, id: string): Promise<ProcedureRow | null> {
  return (await listProceduresById(tx, [id]))[0] ?? null;
}

/** Those of a space with one of these statuses, the last said or used first; null: of all spaces. */
export function listProcedures(
  tx: ReadTx,
  page: {
    readonly spaceId: string | null;
    readonly statuses: readonly ProcedureRow['status'][];
    readonly limit: number;
    readonly offset: number;
  },
): Promise<readonly ProcedureRow[]> {
  return run(
    tx,
    Row,
    `select ${COLUMNS} from procedure
     where ($1::text is null or space_id = $1) and status = any($2::text[]) and not is_removed
     order by reinforced_at desc, id limit $3 offset $4`,
    [page.spaceId, page.statuses, page.limit, page.offset],
  );
}

const Counts = z.object({ active: z.int(), proposed: z.int(), inactive: z.int() });

export async function countProcedures(tx: ReadTx, spaceId: string | null): Promise<z.infer<typeof Counts>> {
  const row = await runOne(
    tx,
    Counts,
    `select count(*) filter (where status = 'active')::int as active, count(*) filter (where status = 'proposed')::int as proposed,
       count(*) filter (where status = 'inactive')::int as inactive
     from procedure where ($1::text is null or space_id = $1) and not is_removed`,
    [spaceId],
  );
  return row ?? { active: 0, proposed: 0, inactive: 0 };
}

/** Everything of a space that a new wish could be the same as, removed ones too; more than anybody has. */
export function listKnownProcedures(tx: ReadTx, spaceId: string): Promise<readonly ProcedureRow[]> {
  return run(tx, Row, `select ${COLUMNS} from procedure where space_id = $1 order by changed_seq desc, id limit 2000`, [
    spaceId,
  ]);
}

const ANY = `(trigger = '' or lower(trigger) = 'any answer')`;

/** Active ones about every answer, the last said or used first. */
export function listGeneralProcedures(tx: ReadTx, spaceId: string): Promise<readonly ProcedureRow[]> {
  return run(
    tx,
    Row,
    `select ${COLUMNS} from procedure where space_id = $1 and status = 'active' and not is_removed and ${ANY}
     order by reinforced_at desc, id limit 12`,
    [spaceId],
  );
}

/** How many active ones wait for an occasion: where there is none, nothing has to be searched. */
export async function countOccasions(tx: ReadTx, spaceId: string): Promise<number> {
  const row = await runOne(
    tx,
    z.object({ n: z.int() }),
    `select count(*)::int as n from procedure where space_id = $1 and status = 'active' and not is_removed and not ${ANY}`,
    [spaceId],
  );
  return row?.n ?? 0;
}

/** Active ones that nobody said or used since `before` and too few times earlier. */
export function listDisused(
  tx: ReadTx,
  rule: { readonly before: Date; readonly fewerThan: number },
): Promise<readonly ProcedureRow[]> {
  return run(
    tx,
    Row,
    // As many as there are: each is switched off once.
    `select ${COLUMNS} from procedure
     where status = 'active' and not is_removed and reinforced_at < $1 and reinforcement_count < $2 order by id`,
    [rule.before.toISOString(), rule.fewerThan],
  );
}

const EntryRow = z.object({
  seq: z.int(),
  at: z.date(),
  act: Act,
  turnId: z.string().nullable(),
  isUndone: z.boolean(),
});
export type ProcedureEntryRow = z.infer<typeof EntryRow>;

/** What was done to a procedure, oldest first. */
export function listProcedureEntries(tx: ReadTx, id: string): Promise<readonly ProcedureEntryRow[]> {
  return run(
    tx,
    EntryRow,
    `select seq::int as seq, at, act, turn_id as "turnId", undone_seq is not null as "isUndone"
     from procedure_entry where procedure_id = $1 order by seq limit 1000`,
    [id],
  );
}

const Taught = z.object({ procedureId: z.string(), isUndone: z.boolean() });

/** What a turn did to procedures before; reading it again must change nothing. */
export function listTaughtBy(tx: ReadTx, turnId: string): Promise<readonly z.infer<typeof Taught>[]> {
  return run(
    tx,
    Taught,
    `select procedure_id as "procedureId", undone_seq is not null as "isUndone"
     from procedure_entry where turn_id = $1 order by procedure_id, seq`,
    [turnId],
  );
}

/** Whether record `seq` did something to procedures that was not taken back. */
export async function isProcedureUndoable(tx: ReadTx, seq: number): Promise<boolean> {
  const row = await runOne(
    tx,
    z.object({ found: z.boolean() }),
    `select exists (select 1 from procedure_entry where seq = $1 and undone_seq is null) as found`,
    [seq],
  );
  return row?.found ?? false;
}

const Heard = z.object({
  turnId: z.string(),
  conversationId: z.string(),
  saidAt: z.date(),
  trigger: z.string(),
  steps: z.array(z.string()).readonly(),
  quote: z.string(),
});
export type HeardRow = z.infer<typeof Heard>;

/** Wishes for one answer that were heard in a space, the latest first; nothing of conversations that were removed. */
export function listHeard(tx: ReadTx, spaceId: string): Promise<readonly HeardRow[]> {
  return run(
    tx,
    Heard,
    `select h.turn_id as "turnId", t.conversation_id as "conversationId", coalesce(t.said_at, t.known_at) as "saidAt",
       h.trigger, h.steps, h.quote
     from procedure_heard h join turn t on t.id = h.turn_id join conversation c on c.id = t.conversation_id
     where h.space_id = $1 and c.removed_seq is null order by h.seq desc, h.turn_id, h.quote limit 500`,
    [spaceId],
  );
}

const Use = z.object({ turnId: z.string(), replyId: z.string(), procedureId: z.string() });

/**
 * For each of these turns what the answer before it was given by and has not counted as a use in that conversation. A long
 * conversation is one use: else an afternoon would make any rule last for ever.
 */
export function listUsesBefore(tx: ReadTx, turnIds: readonly string[]): Promise<readonly z.infer<typeof Use>[]> {
  return run(
    tx,
    Use,
    `select t.id as "turnId", u.reply_turn_id as "replyId", u.procedure_id as "procedureId"
     from turn t join procedure_use u on u.reply_turn_id = t.parent_id
     join procedure p on p.id = u.procedure_id and p.status = 'active' and not p.is_removed
     where t.id = any($1::text[]) and not exists (
       select 1 from procedure_entry e join turn r on r.id = e.turn_id
       where e.procedure_id = u.procedure_id and e.act->>'kind' = 'used' and r.conversation_id = t.conversation_id)
     order by t.id, u.procedure_id`,
    [turnIds],
  );
}

const SourceRow = z.object({
  turnId: z.string(),
  conversationId: z.string(),
  role: Role,
  speaker: z.string(),
  saidAt: z.date(),
  text: z.string(),
});
export type ProcedureSourceRow = z.infer<typeof SourceRow>;

/** The turns that taught something, where they can still be shown. */
export function listProcedureSources(tx: ReadTx, turnIds: readonly string[]): Promise<readonly ProcedureSourceRow[]> {
  return run(
    tx,
    SourceRow,
    `select t.id as "turnId", t.conversation_id as "conversationId", t.role, t.speaker, coalesce(t.said_at, t.known_at) as "saidAt",
       t.body as text
     from turn t join conversation c on c.id = t.conversation_id
     where t.id = any($1::text[]) and c.removed_seq is null order by t.id`,
    [turnIds],
  );
}

/** Procedures that turns of a conversation taught, with the record that did. */
export function listTaughtIn(
  tx: ReadTx,
  conversationId: string,
): Promise<
  readonly { readonly turnId: string; readonly seq: number; readonly procedureId: string; readonly kind: string }[]
> {
  return run(
    tx,
    z.object({ turnId: z.string(), seq: z.int(), procedureId: z.string(), kind: z.string() }),
    `select e.turn_id as "turnId", e.seq::int as seq, e.procedure_id as "procedureId", e.act->>'kind' as kind
     from procedure_entry e join turn t on t.id = e.turn_id
     where t.conversation_id = $1 and e.undone_seq is null and e.act->>'kind' <> 'used' order by e.seq, e.procedure_id`,
    [conversationId],
  );
}
