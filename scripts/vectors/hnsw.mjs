import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';

const ROWS_AT_ONCE = 500;

/**
 * pgvector's HNSW (m 16, ef_construction 64) in a PGlite that lies in memory and is thrown away.
 * @param {{ readonly vectors: Float32Array, readonly dimension: number, readonly part: (row: number) => number }} input
 */
export async function openHnsw({ vectors, dimension, part }) {
  const pg = await PGlite.create({ extensions: { vector } });
  await pg.exec(`create extension vector; create table item (id int primary key, part int, e vector(${dimension}))`);
  const count = vectors.length / dimension;
  /** @param {Float32Array} row */
  const text = (row) => `[${Array.from(row, (value) => value.toFixed(6)).join(',')}]`;
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, n) => from + n);
    await pg.query(
      'insert into item select id, part, e::vector from unnest($1::int[], $2::int[], $3::text[]) as t(id, part, e)',
      [rows, rows.map(part), rows.map((row) => text(vectors.subarray(row * dimension, (row + 1) * dimension)))],
    );
  }
  const started = performance.now();
  await pg.exec('create index on item using hnsw (e vector_cosine_ops) with (m = 16, ef_construction = 64)');
  const buildMs = performance.now() - started;
  await pg.exec(
    "analyze item; set hnsw.ef_search = 100; set hnsw.iterative_scan = 'strict_order'; set enable_seqscan = off",
  );
  return {
    buildMs,
    /** @param {Float32Array} query @param {number} limit @param {boolean} isFiltered @returns {Promise<readonly number[]>} */
    search: async (query, limit, isFiltered) => {
      const where = isFiltered ? 'where part = 0' : '';
      const { rows } = await pg.query(`select id from item ${where} order by e <=> $1::vector limit ${limit}`, [
        text(query),
      ]);
      return rows.map((row) => /** @type {{ id: number }} */ (row).id);
    },
    close: () => pg.close(),
  };
}
