import { z } from 'zod';
import { SlotRole } from '../contract/slots.ts';
import { type ReadTx, run } from './run.ts';

const Row = z.object({
  slotId: z.string(),
  seq: z.int(),
  at: z.date(),
  spaceId: z.string().nullable(),
  role: SlotRole,
  title: z.string(),
  text: z.string(),
  endedAt: z.date().nullable(),
  versions: z.int(),
});
export type SlotRow = z.infer<typeof Row>;

const COLUMNS = `v.slot_id as "slotId", v.seq::int as seq, v.at, v.space_id as "spaceId", v.role, v.title, v.body as text,
  v.ended_at as "endedAt", (select count(*) from slot_version o where o.slot_id = v.slot_id)::int as versions`;
/** The name first, then instructions, then in the order in which they were first set: a prompt's beginning stays the same. */
const ORDER = `case v.role when 'name' then 0 when 'instructions' then 1 else 2 end,
  (select min(o.seq) from slot_version o where o.slot_id = v.slot_id), v.slot_id`;

/** The last version of each slot, removed ones too, of which few are; `spaceId` null: of all spaces. */
export function listSlots(tx: ReadTx, spaceId: string | null): Promise<readonly SlotRow[]> {
  return run(
    tx,
    Row,
    `select ${COLUMNS} from slot_version v
     where v.seq = (select max(o.seq) from slot_version o where o.slot_id = v.slot_id)
       and ($1::text is null or v.space_id is null or v.space_id = $1)
     order by ${ORDER}`,
    [spaceId],
  );
}

/** What stands in prompts of a space, as was known at a time; null is now. */
export function listSlotsHeld(
  tx: ReadTx,
  { spaceId, knownAt }: { readonly spaceId: string; readonly knownAt: Date | null },
): Promise<readonly SlotRow[]> {
  return run(
    tx,
    Row,
    `select ${COLUMNS} from slot_version v
     where (v.space_id is null or v.space_id = $1)
       and case when $2::timestamptz is null then v.ended_at is null
           else v.at <= $2 and (v.ended_at is null or v.ended_at > $2) end
     order by ${ORDER}`,
    [spaceId, knownAt],
  );
}

/** Every version of a slot, newest first. */
export function listSlotVersions(tx: ReadTx, slotId: string): Promise<readonly SlotRow[]> {
  return run(tx, Row, `select ${COLUMNS} from slot_version v where v.slot_id = $1 order by v.seq desc`, [slotId]);
}
