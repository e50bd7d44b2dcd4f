import { z } from 'zod';
import { type ReadTx, run } from './run.ts';

const Count = z.object({ table: z.string(), rows: z.int() });

/** Rows that were made of these records, by table: of a record that holds nothing any more there must be none. */
export const countRowsOf = (tx: ReadTx, seqs: readonly number[]) =>
  run(
    tx,
    Count,
    `
    select "table", count(*)::int as "rows"
    from (
      select 'turn' as "table" from turn where seq = any ($1::bigint[])
      union all select 'claim' from claim where seq = any ($1::bigint[])
      union all select 'procedure_entry' from procedure_entry where seq = any ($1::bigint[])
      union all select 'procedure_heard' from procedure_heard where seq = any ($1::bigint[])
      union all select 'passage' from passage where seq = any ($1::bigint[])
      union all select 'summary' from summary where seq = any ($1::bigint[])
      union all select 'document' from document where added_seq = any ($1::bigint[])
      union all select 'entity_version' from entity_version where seq = any ($1::bigint[])
      union all select 'slot_version' from slot_version where seq = any ($1::bigint[])
      union all select 'correction' from correction where seq = any ($1::bigint[])
      union all select 'conversation_title' from conversation_title where seq = any ($1::bigint[])
      union all select 'import_run' from import_run where seq = any ($1::bigint[])
    ) made
    group by "table"
    order by "table"`,
    [seqs],
  );

/** Of these turns, those that have no words here: they are not there, or were emptied by a forget. */
export async function listWordlessTurns(tx: ReadTx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await run(
    tx,
    z.object({ id: z.string() }),
    `
    select wanted.id
    from unnest($1::text[]) as wanted (id)
    left join turn on turn.id = wanted.id
    where turn.id is null or (turn.is_hidden and turn.body = '' and turn.attachments = '[]'::jsonb and turn.speaker = '')
    order by wanted.id`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
