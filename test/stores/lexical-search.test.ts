import { describe, expect, it } from 'vitest';
import { DEFAULT_SPACE } from '../../main/contract/ids.ts';
import type { Db } from '../../main/stores/run.ts';
import { listByBm25, type Scope } from '../../main/stores/search.ts';
import { makeFolder, withDatabase } from '../engine/open-folder.ts';

const HOME: Scope = { spaceId: DEFAULT_SPACE, asOf: null, knownAt: null };

/** `turns` rows in two spaces; every tenth speaks of a heron, and the later ones more often. */
async function fill(db: Db, turns: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into conversation (id, space_id, source, created_at, created_seq)
       values ('c', $1, 'jsonl', now(), 1), ('d', 'other', 'jsonl', now(), 1)`,
      [DEFAULT_SPACE],
    );
    await tx.query(
      `insert into turn (id, seq, known_at, conversation_id, position, role, speaker, body, said_at, is_time_inferred, zone,
         status, attachments, is_hidden, text_hash, lexical)
       select 't' || n, n, now(), case when n % 20 = 0 then 'd' else 'c' end, n, 'user', 'Ada', 'x',
         timestamptz '2024-01-01' + n * interval '1 hour', false, 'UTC', 'complete', '[]', false, 'h',
         case when n % 10 = 0 then 'a' || repeat(' heron', 1 + n / 100) || ' by water' else 'only word' || n || ' here' end
       from generate_series(1, $1::int) n`,
      [turns],
    );
  });
}

const search = (db: Db, scope: Scope, limit = 200) =>
  db.transaction((tx) => listByBm25(tx, { scope, query: 'heron', limit }));

describe('stores/listByBm25', () => {
  // From a handful of rows, where Postgres would rather sort, to enough that it would not; with and without statistics.
  it.each([30, 1_000])(
    'finds exactly the turns of the scope that hold the word, in order of score, among %i',
    async (turns) => {
      await using folder = await makeFolder();
      await withDatabase(folder.path, async (db) => {
        await fill(db, turns);
        for (const statement of ['select 1', 'analyze', 'vacuum turn']) {
          await db.maintain(statement);
          const found = await search(db, HOME);
          const wanted = Array.from({ length: turns / 10 }, (_, n) => (n + 1) * 10).filter((n) => n % 20 !== 0);
          expect(found.map(({ id }) => id).sort()).toEqual(wanted.map((n) => `t${n}`).sort());
          expect(found.every(({ score }, n) => score > 0 && score <= (found[n - 1]?.score ?? Infinity))).toBe(true);
          const asOf = new Date('2024-01-02T00:00:00Z');
          expect((await search(db, { ...HOME, asOf })).map(({ id }) => id)).toEqual(['t10']);
          expect(await search(db, { ...HOME, spaceId: 'none' })).toEqual([]);
        }
      });
    },
  );
});
