import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../main/lib/clock.ts';
import { silentLog } from '../../main/lib/log.ts';
import { compactDatabase } from '../../main/stores/compact.ts';
import { openStore } from '../../main/stores/open.ts';
import { type Db, execute, run } from '../../main/stores/run.ts';
import { readSealedFile } from '../../main/stores/sealed-folder/copy.ts';
import { scanIndependently } from '../engine/independent-scan.ts';
import { openDatabase } from './open-database.ts';

/** Stands in every text that is put in, and nowhere else. */
const CANARY = 'kanarienvogel';
/** Rows of one place in the history of everything: no words, and only one of them. */
const FIXED_TABLES = new Set(['projection', 'embedding_space']);

const Column = z.object({ table: z.string(), column: z.string(), type: z.string(), isKey: z.boolean() });
type Column = z.infer<typeof Column>;

const listColumns = (db: Db) =>
  run(
    db.read,
    Column,
    `
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as "type",
      exists (select from pg_index i where i.indrelid = c.oid and a.attnum = any (i.indkey)) as "isKey"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`,
  );

/** What a check allows, where there is one: the first word in quotes. */
async function listAllowed(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await run(
    db.read,
    z.object({ table: z.string(), column: z.string(), text: z.string() }),
    `
    select c.relname as "table", a.attname as "column", pg_get_constraintdef(k.oid) as text
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where k.contype = 'c' and c.relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ table, column, text }) => [`${table}.${column}`, /'([^']+)'/.exec(text)?.[1] ?? '']));
}

const IDS_AND_KINDS = /^(?:id|kind|role|status|state|standing|act|relation|zone|text_hash)$|_ids?$/;

/** Short, compressed in its row, and long enough to be cut into pieces, with and without repetition. */
const SHAPES: readonly ((word: string, n: number) => string)[] = [
  (word) => word,
  (word) => `${word} over the hills and far away, `.repeat(90),
  (word) => `${word} and so on, for as long as it takes. `.repeat(2_000),
  (word, n) =>
    `${word} ${Array.from({ length: 900 }, (_, i) =>
      Math.sin(i * (n + 3))
        .toString(36)
        .slice(3),
    ).join('')}`,
];

function makeValue(column: Column, allowed: ReadonlyMap<string, string>, shape: number): unknown {
  const n = [...`${column.table}.${column.column}`].reduce(
    (sum, char) => (sum * 31 + char.charCodeAt(0)) % 9_973,
    shape,
  );
  // The planner may go on knowing ids, which a forget keeps to say what is gone, and the app's own words.
  const word = IDS_AND_KINDS.test(column.column) ? `id ${n}` : `${CANARY} ${n}`;
  // A key must fit on a page of its index.
  const text = column.isKey ? `${word} ${shape}` : (SHAPES[shape]?.(word, n) ?? word);
  switch (column.type) {
    case 'text':
      return allowed.get(`${column.table}.${column.column}`) || text;
    case 'jsonb':
      return JSON.stringify([text]);
    case 'timestamp with time zone':
    case 'date':
      return '2024-01-01';
    case 'boolean':
      return false;
    case 'vector':
      return `[${Array.from({ length: 384 }, () => 0.5).join(',')}]`;
    case 'bytea':
      return Buffer.from(text);
    default:
      return allowed.has(`${column.table}.${column.column}`) ? 1 : shape + 1_000;
  }
}

describe('stores/compact', () => {
  it('leaves no byte of deleted rows in any file, whatever column they were in and however it was stored', async () => {
    await using database = await openDatabase();
    const { db } = database;
    const columns = (await listColumns(db)).filter(({ table }) => !FIXED_TABLES.has(table));
    const tables = [...new Set(columns.map(({ table }) => table))];
    const allowed = await listAllowed(db);
    for (const table of tables) {
      const own = columns.filter((column) => column.table === table);
      for (const shape of SHAPES.keys()) {
        const names = own.map(({ column }) => `"${column}"`).join(', ');
        const places = own.map((_, index) => `$${index + 1}`).join(', ');
        const values = own.map((column) => makeValue(column, allowed, shape));
        // A unique key that an allowed value fills admits only one row.
        await db.transaction((tx) =>
          execute(tx, `insert into "${table}" (${names}) values (${places}) on conflict do nothing`, values),
        );
      }
    }
    await db.maintain('analyze');
    await db.maintain('checkpoint');
    const before = scanIndependently([database.folder], [CANARY]);
    expect(new Set(before.map(({ file }) => file.split('/').slice(0, 2).join('/')))).toEqual(
      new Set(['db/base', 'db/pg_wal']),
    );
    expect(before.some(({ how }) => how.startsWith('compressed'))).toBe(true);

    for (const table of tables) await db.transaction((tx) => execute(tx, `delete from "${table}"`));
    await compactDatabase(db, { isThorough: false }, () => undefined);

    expect(scanIndependently([database.folder], [CANARY])).toEqual([]);
  }, 120_000);

  it('leaves no value of a document in what the planner noted, whatever its column is called', async () => {
    await using database = await openDatabase();
    const { db } = database;
    await db.transaction((tx) =>
      execute(
        tx,
        `insert into procedure_entry (procedure_id, seq, at, act)
        select 'p' || n, n, now(), jsonb_build_object('quote', repeat($1 || n || ' ', 40))
        from generate_series(1, 400) n`,
        [CANARY],
      ),
    );
    const countNoted = () =>
      run(
        db.read,
        z.object({ n: z.int() }),
        `
        select count(*)::int as n
        from pg_statistic s join pg_class c on c.oid = s.starelid
        join pg_attribute a on a.attrelid = c.oid and a.attnum = s.staattnum
        where c.relname = 'procedure_entry' and a.attname = 'act'`,
      );
    await db.maintain('analyze procedure_entry');
    expect(await countNoted()).toEqual([{ n: 1 }]);
    await db.transaction((tx) => execute(tx, `delete from procedure_entry where seq = 7`));
    await compactDatabase(db, { isThorough: false }, () => undefined);
    expect(await countNoted()).toEqual([{ n: 0 }]);
    expect(scanIndependently([database.folder], [`${CANARY}7 `])).toEqual([]);
  }, 120_000);

  it('leaves none inside of an encrypted folder either', async () => {
    const key = new Uint8Array(32).fill(9);
    const dataFolder = await mkdtemp(join(tmpdir(), 'palimpsest-sealed-'));
    const folders = { dataFolder, templateFolder: join(import.meta.dirname, '../../out/db-template') };
    const { db } = await openStore(folders, { clock: systemClock, log: silentLog }, key);
    try {
      const find = (): readonly string[] => {
        const names = readdirSync(join(dataFolder, 'db'), { recursive: true, encoding: 'utf8' });
        const files = names.filter((name) => /^(?:base|pg_wal)\/.+\d$/.test(name) && !name.endsWith('PG_VERSION'));
        return files.filter((name) => {
          const path = join(dataFolder, 'db', name);
          return statSync(path).isFile() && Buffer.concat([...readSealedFile(path, key)]).includes(CANARY);
        });
      };
      await db.transaction((tx) =>
        execute(
          tx,
          `insert into entity_name (space_id, entity_id, name_key, name)
          select 'home', n::text, $1 || n, $1 || n from generate_series(1, 200) n`,
          [CANARY],
        ),
      );
      await db.maintain('checkpoint');
      expect(find().some((name) => name.startsWith('base/'))).toBe(true);
      await db.transaction((tx) => execute(tx, `delete from entity_name`));
      await compactDatabase(db, { isThorough: false }, () => undefined);
      expect(find()).toEqual([]);
    } finally {
      await db.close();
      await rm(dataFolder, { recursive: true, force: true });
    }
  });
});
