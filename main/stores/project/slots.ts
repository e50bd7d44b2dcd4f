import type { BodyOf } from '../../journal/events/index.ts';
import { execute, type Tx } from '../run.ts';
import type { Recorded } from './passages.ts';

async function endSlot(tx: Tx, slotId: string, { seq, at }: { readonly seq: number; readonly at: string }) {
  await execute(
    tx,
    `update slot_version set ended_seq = $2, ended_at = $3 where slot_id = $1 and ended_seq is null and seq < $2`,
    [slotId, seq, at],
  );
}

/** The version before ends where this one begins. */
export async function setSlot(tx: Tx, { seq, at, body }: Recorded<BodyOf<'slot.set'>>): Promise<void> {
  await endSlot(tx, body.slotId, { seq, at });
  await execute(
    tx,
    `insert into slot_version (slot_id, seq, at, space_id, role, title, body) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (slot_id, seq) do nothing`,
    [body.slotId, seq, at, body.spaceId, body.role, body.title, body.text],
  );
}

export async function removeSlot(tx: Tx, { seq, at, body }: Recorded<BodyOf<'slot.removed'>>): Promise<void> {
  await endSlot(tx, body.slotId, { seq, at });
}
