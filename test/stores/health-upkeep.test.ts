import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTableStates, tidyTable } from '../../main/stores/health-upkeep.ts';
import { type Database, openDatabase } from './open-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase();
}, 60_000);
afterAll(() => database[Symbol.asyncDispose]());

const state = async () => (await listTableStates(database.db.read)).find(({ table }) => table === 'health_mark');

describe('stores/health-upkeep', () => {
  it('sees dead rows and changes of a table, and that tidying takes them away', async () => {
    const { db } = database;
    await db.transaction((tx) =>
      tx.query(`insert into health_mark select 'k' || n, '1' from generate_series(1, 2000) n`, []),
    );
    await db.transaction((tx) => tx.query(`update health_mark set value = '2'`, []));
    await db.transaction((tx) => tx.query(`delete from health_mark where key < 'k15'`, []));
    const before = await state();
    expect(before?.dead).toBeGreaterThan(2_000);
    expect(before?.changed).toBeGreaterThan(2_000);

    for (const what of ['vacuum', 'vacuum toast', 'analyze'] as const)
      await tidyTable(db, { what, table: 'health_mark' });
    expect(await state()).toMatchObject({ dead: 0, changed: 0, isAnalyzed: true });
  });

  it('makes no statistics of long texts and vectors', async () => {
    const { rows } = await database.db.read.query(
      `select attname as name from pg_attribute where attstattarget = 0 and attrelid in ('turn'::regclass, 'fragment_vector'::regclass)
       order by attname`,
      [],
    );
    expect(rows).toEqual([{ name: 'attachments' }, { name: 'body' }, { name: 'embedding' }, { name: 'lexical' }]);
  });
});
