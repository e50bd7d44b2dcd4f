import { z } from 'zod';
import type { Db, ReadTx } from './run.ts';
import { execute, run } from './run.ts';

type Step = (done: number, total: number | null) => void;

const listTables = (tx: ReadTx) =>
  run(
    tx,
    z.object({ name: z.string() }),
    `
    select relname as name
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by relname`,
  );

/**
 * Takes the bytes of deleted rows out of every file of the database. Deleted rows are moved out of their pages and index
 * entries out of the indexes; the free middles are zeroed when the pages are written (`clean-pages.pure.ts`), and the log
 * that told of it all is let go. A history whose tables were tended costs 0.1 s of processor at 100,000 turns.
 * `isThorough`: every table is written anew, whatever it costs.
 */
export async function compactDatabase(db: Db, { isThorough }: { readonly isThorough: boolean }, step: Step) {
  const tables = await listTables(db.read);
  // An index that loses less than a fiftieth would otherwise keep its dead entries.
  const options = isThorough ? 'full' : 'index_cleanup on, skip_database_stats';
  // One after the other, so that a question comes between.
  for (const [index, { name }] of tables.entries()) {
    step(index, tables.length);
    await db.maintain(`vacuum (${options}) "${name}"`);
  }
  await dropWords(db);
  for (let round = 0; round < (isThorough ? 3 : 1); round += 1) {
    await db.maintain('select pg_switch_wal()');
    await db.maintain('checkpoint');
  }
  step(tables.length, tables.length);
}

/** What the planner noted of values that may be words: it plans without, until it looks again and finds what is left. */
async function dropWords(db: Db): Promise<void> {
  await db.transaction((tx) =>
    execute(
      tx,
      `
      delete from pg_statistic s
      using pg_class c, pg_attribute a
      where c.oid = s.starelid and c.relnamespace = 'public'::regnamespace
        and a.attrelid = c.oid and a.attnum = s.staattnum
        and a.atttypid in ('text'::regtype, 'jsonb'::regtype)
        -- A name says what a text holds and nothing of what stands in jsonb: an act may quote what was said.
        and (a.atttypid = 'jsonb'::regtype or (
          a.attname not in ('id', 'kind', 'role', 'status', 'state', 'standing', 'act', 'relation', 'zone', 'text_hash')
          and a.attname not like '%\\_id' and a.attname not like '%\\_ids'))`,
    ),
  );
  await db.maintain('vacuum (index_cleanup on, skip_database_stats) pg_statistic');
}
