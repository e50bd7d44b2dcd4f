import { z } from 'zod';
import { Attachment, Role } from '../contract/conversations.ts';
import type { TableState, UpkeepStatement } from '../health/plan-upkeep.pure.ts';
import { type Db, type ReadTx, run, runOne } from './run.ts';

const TableRow = z.object({
  table: z.string(),
  live: z.int(),
  dead: z.int(),
  changed: z.int(),
  pages: z.int(),
  isAnalyzed: z.boolean(),
});

/** What has changed in each table since it was last tidied. */
export async function listTableStates(tx: ReadTx): Promise<readonly TableState[]> {
  // The counters are written down now and then; now is when they are needed.
  await run(tx, z.unknown(), `select pg_stat_force_next_flush()`);
  return run(
    tx,
    TableRow,
    `select s.relname as "table", s.n_live_tup::int as live, s.n_dead_tup::int as dead, s.n_mod_since_analyze::int as changed,
       greatest(c.relpages, 0)::int as pages, c.reltuples >= 0 as "isAnalyzed"
     from pg_stat_user_tables s join pg_class c on c.oid = s.relid where s.schemaname = 'public' order by s.relname`,
  );
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** One statement of upkeep, which nothing can interrupt. */
export async function tidyTable(db: Db, { what, table }: UpkeepStatement): Promise<void> {
  switch (what) {
    case 'vacuum':
      return db.maintain(`vacuum (process_toast false, truncate false) ${quoted(table)}`);
    case 'vacuum toast':
      return db.maintain(`vacuum (process_main false, truncate false) ${quoted(table)}`);
    case 'analyze':
      // Three thousand rows say enough about tables of this size, at a tenth of the time.
      await db.maintain('set default_statistics_target = 10');
      try {
        await db.maintain(`analyze ${quoted(table)}`);
      } finally {
        await db.maintain('reset default_statistics_target');
      }
  }
}

export const checkpoint = (db: Db): Promise<void> => db.maintain('checkpoint');

/** How large the database is by its own count. */
export async function getDatabaseBytes(tx: ReadTx): Promise<number> {
  const row = await runOne(tx, z.object({ n: z.number() }), `select pg_database_size(current_database())::float8 as n`);
  return row?.n ?? 0;
}

const CacheText = z.object({
  place: z.int(),
  id: z.string(),
  role: Role,
  speaker: z.string(),
  text: z.string(),
  attachments: z.array(Attachment).readonly(),
});
export type CacheText = z.infer<typeof CacheText>;

type Page = { readonly after: number; readonly limit: number };

/** Turns of which the embedder has made something: what a cache of its work is worth keeping for. */
export function listEmbeddedTurns(tx: ReadTx, { after, limit }: Page): Promise<readonly CacheText[]> {
  return run(
    tx,
    CacheText,
    `select seq::int as place, id, role, speaker, body as "text", attachments from turn
     where seq > $1 and lexical is not null order by seq limit $2`,
    [after, limit],
  );
}

/** The same for passages, which are embedded under their title. */
export function listEmbeddedPassages(tx: ReadTx, { after, limit }: { readonly after: string; readonly limit: number }) {
  return run(
    tx,
    CacheText,
    `select 0 as place, id, 'other' as role, title as speaker, body as "text", '[]'::jsonb as attachments from passage
     where id > $1 and removed_seq is null and lexical is not null order by id limit $2`,
    [after, limit],
  );
}
