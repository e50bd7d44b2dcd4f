import { z } from 'zod';
import type { SpaceId } from '../contract/ids.ts';
import type { Space } from '../contract/spaces.ts';
import { type ReadTx, run, runOne } from './run.ts';

const Row = z.object({
  id: z.string(),
  name: z.string(),
  isSaving: z.boolean(),
  isUsing: z.boolean(),
  isRemoved: z.boolean(),
  conversations: z.int(),
  turns: z.int(),
  documents: z.int(),
});

const COUNTED = `s.id, s.name, s.is_saving as "isSaving", s.is_using as "isUsing", s.removed_seq is not null as "isRemoved",
  coalesce(c.conversations, 0)::int as conversations, coalesce(c.turns, 0)::int as turns,
  (select count(*) from document d where d.space_id = s.id and d.removed_seq is null)::int as documents`;
const COUNTS = `left join (
    select space_id, count(*) as conversations, sum(turn_count) as turns from conversation
    where removed_seq is null and turn_count > 0 group by space_id) c on c.space_id = s.id`;

const toSpace = (row: z.infer<typeof Row>): Space => ({ ...row, id: row.id as SpaceId }); // the contract let it in

/** In the order in which they were made, of which few are. */
export async function listSpaces(tx: ReadTx): Promise<readonly Space[]> {
  const rows = await run(tx, Row, `select ${COUNTED} from space s ${COUNTS} order by s.created_seq, s.id`, []);
  return rows.map(toSpace);
}

/** With what it holds; also one that was removed. */
export async function findCountedSpace(tx: ReadTx, id: string): Promise<Space | null> {
  const row = await runOne(tx, Row, `select ${COUNTED} from space s ${COUNTS} where s.id = $1`, [id]);
  return row === null ? null : toSpace(row);
}

export function findSpace(tx: ReadTx, id: string) {
  return runOne(
    tx,
    z.object({ id: z.string(), name: z.string(), isRemoved: z.boolean() }),
    `select id, name, removed_seq is not null as "isRemoved" from space where id = $1`,
    [id],
  );
}

const Switches = z.object({
  spaceId: z.string(),
  /** Null: there is no such space yet. */
  isSpaceSaving: z.boolean().nullable(),
  isSpaceUsing: z.boolean().nullable(),
  isSaving: z.boolean().nullable(),
  isUsing: z.boolean().nullable(),
  unsavedTurns: z.int(),
});
export type SwitchesRow = z.infer<typeof Switches>;

/** Everything that speaks of what is said in a conversation; null where it is not there. */
export function findSwitches(tx: ReadTx, conversationId: string): Promise<SwitchesRow | null> {
  return runOne(
    tx,
    Switches,
    `select c.space_id as "spaceId", s.is_saving as "isSpaceSaving", s.is_using as "isSpaceUsing", c.is_saving as "isSaving",
       c.is_using as "isUsing", c.unsaved_count as "unsavedTurns"
     from conversation c left join space s on s.id = c.space_id where c.id = $1`,
    [conversationId],
  );
}

/** The same of a new conversation in a space. */
export async function getSpaceSwitches(tx: ReadTx, spaceId: string): Promise<SwitchesRow> {
  const row = await runOne(
    tx,
    z.object({ isSaving: z.boolean(), isUsing: z.boolean() }),
    `select is_saving as "isSaving", is_using as "isUsing" from space where id = $1`,
    [spaceId],
  );
  const own = { isSaving: null, isUsing: null, unsavedTurns: 0 };
  return { spaceId, isSpaceSaving: row?.isSaving ?? null, isSpaceUsing: row?.isUsing ?? null, ...own };
}

/** The space in which something may be learned from a turn now; null where nothing may. */
export async function findLearnableSpace(tx: ReadTx, turnId: string): Promise<string | null> {
  const row = await runOne(
    tx,
    z.object({ spaceId: z.string() }),
    `select c.space_id as "spaceId" from turn t join conversation c on c.id = t.conversation_id
     where t.id = $1 and not t.is_unsaved and not t.is_hidden and c.removed_seq is null`,
    [turnId],
  );
  return row?.spaceId ?? null;
}
