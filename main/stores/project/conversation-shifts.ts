import { z } from 'zod';
import { execute, run, type Tx } from '../run.ts';

type Shift = {
  readonly conversationId: string;
  readonly seq: number;
  readonly spaceId: string | null;
  readonly isSaving: boolean | null;
};

/** A conversation takes what it taught to another space, out of memory or back. Of one that is not there nothing is noted. */
export async function noteShift(tx: Tx, { conversationId, seq, spaceId, isSaving }: Shift): Promise<void> {
  await execute(
    tx,
    `insert into conversation_shift (conversation_id, seq, space_id, is_saving)
     select id, $2, $3, $4 from conversation where id = $1 on conflict (conversation_id, seq) do nothing`,
    [conversationId, seq, spaceId, isSaving],
  );
}

const Row = z.object({
  conversationId: z.string(),
  seq: z.int(),
  spaceId: z.string().nullable(),
  isSaving: z.boolean().nullable(),
  isOfReader: z.boolean(),
});

export type Taught = {
  /** Of the record. */
  readonly seq: number;
  readonly turnIds: readonly string[];
  /** The turn that was being read. */
  readonly readTurnId: string | null;
};

/** Where something that turns taught is now, if it was taken elsewhere, and since when it has been out of memory. */
export async function followShifts(
  tx: Tx,
  { seq, turnIds, readTurnId }: Taught,
): Promise<{ readonly spaceId: string | null; readonly outSeq: number | null }> {
  const shifts = await run(
    tx,
    Row,
    `select s.conversation_id as "conversationId", s.seq::int as seq, s.space_id as "spaceId", s.is_saving as "isSaving",
       exists (select 1 from turn t where t.id = $2 and t.conversation_id = s.conversation_id) as "isOfReader"
     from conversation_shift s where s.conversation_id in (select conversation_id from turn where id = any($1::text[]) or id = $2)
     order by s.seq`,
    [turnIds, readTurnId],
  );
  let spaceId: string | null = null;
  let outSeq: number | null = null;
  const outOf = new Map<string, number>();
  for (const shift of shifts) {
    const isLater = shift.seq > seq;
    if (shift.spaceId !== null && isLater) ({ spaceId } = shift);
    const out = outOf.get(shift.conversationId);
    if (shift.isSaving === true) {
      if (outSeq !== null && outSeq === out) outSeq = null;
      outOf.delete(shift.conversationId);
    }
    if (shift.isSaving === false) {
      outOf.set(shift.conversationId, shift.seq);
      if (isLater || shift.isOfReader) outSeq ??= shift.seq;
    }
  }
  return { spaceId, outSeq };
}
