#!/usr/bin/env node
// Time and recall of the ways to search vectors, against comparing every one in float32.
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './lib/sources.mjs';
import { openHnsw } from './vectors/hnsw.mjs';
import { makeMixture } from './vectors/mixture.mjs';
import { createSigns } from './vectors/signs.mjs';

const HELP = `node scripts/measure-vectors.mjs [--sizes 1000,10000,100000] [--hnsw-up-to 10000] [--queries 50]
  Searches made-up vectors of 384 dimensions, all of them and a quarter of them, by every method, and prints p50 of the
  time and how much of the exact top 10 and top 100 comes back. A million needs 4 GB of memory.`;

const DIMENSION = 384;
const SEED = 20_240_229;
const PARTS = 4;
/** Rows that are compared exactly after the scan of signs, and their least share of very many. */
const RERANKED = [1_000, 4_000];
const RERANKED_SHARE = 1 / 50;

/** @param {string} name @param {string} fallback */
function flag(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
}

/** @param {readonly number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** @typedef {{ readonly vectors: Float32Array, readonly queries: readonly Float32Array[] }} Mixture */
/** @typedef {(query: Float32Array) => Promise<readonly number[]> | readonly number[]} Search */

/** @param {Mixture} mixture @param {Uint8Array} mask @returns {(query: Float32Array) => readonly number[]} */
function exactSearch({ vectors }, mask) {
  return (query) => {
    const scores = new Float32Array(mask.length).fill(-2);
    for (let row = 0; row < mask.length; row += 1) {
      if (mask[row] !== 1) continue;
      let sum = 0;
      const from = row * DIMENSION;
      for (let i = 0; i < DIMENSION; i += 1) sum += (vectors[from + i] ?? 0) * (query[i] ?? 0);
      scores[row] = sum;
    }
    const threshold = scores.slice().sort()[Math.max(0, scores.length - 100)] ?? -2;
    const rows = [];
    for (let row = 0; row < scores.length; row += 1) if ((scores[row] ?? -2) >= threshold) rows.push(row);
    return rows.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, 100);
  };
}

/** @param {Mixture} mixture @param {readonly (readonly number[])[]} truth @param {Search} search */
async function judge({ queries }, truth, search) {
  const times = [];
  const shares = { 10: 0, 100: 0 };
  for (const [index, query] of queries.entries()) {
    const from = performance.now();
    const found = await search(query);
    times.push(performance.now() - from);
    for (const depth of /** @type {const} */ ([10, 100])) {
      const wanted = truth[index]?.slice(0, depth) ?? [];
      const top = new Set(found.slice(0, depth));
      shares[depth] += wanted.filter((row) => top.has(row)).length / wanted.length / queries.length;
    }
  }
  return { ms: median(times), at10: shares[10], at100: shares[100] };
}

/** @param {string} name @param {{ ms: number, at10: number, at100: number }} figures */
function print(name, { ms, at10, at100 }) {
  const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(1)}%`.padStart(7);
  console.log(`  ${name.padEnd(48)}${ms.toFixed(2).padStart(9)} ms${percent(at10)} @10${percent(at100)} @100`);
}

/** @param {number} count @param {{ readonly queries: number, readonly hnswUpTo: number }} options */
async function measureSize(count, { queries, hnswUpTo }) {
  const file = join(root, 'main/retrieval/memory/vector-index.pure.ts');
  const { module } = await runnerImport(file);
  const { VectorIndex } = /** @type {typeof import('../main/retrieval/memory/vector-index.pure.ts')} */ (module);
  const mixture = makeMixture({ count, queries, dimension: DIMENSION, seed: SEED });
  const index = new VectorIndex(DIMENSION);
  const signs = createSigns({ count, dimension: DIMENSION });
  for (let row = 0; row < count; row += 1) {
    const vector = mixture.vectors.subarray(row * DIMENSION, (row + 1) * DIMENSION);
    index.add(row, vector);
    signs.set(row, vector);
  }
  const hnsw =
    count <= hnswUpTo
      ? await openHnsw({ vectors: mixture.vectors, dimension: DIMENSION, part: (row) => row % PARTS })
      : null;
  if (hnsw !== null) console.log(`HNSW of ${count} built in ${(hnsw.buildMs / 1000).toFixed(1)} s`);
  for (const isFiltered of [false, true]) {
    const mask = new Uint8Array(count).map((_, row) => (!isFiltered || row % PARTS === 0 ? 1 : 0));
    console.log(`${count} vectors${isFiltered ? ', a quarter of them in scope' : ''}`);
    const exact = exactSearch(mixture, mask);
    const truth = mixture.queries.map(exact);
    print('float32, every one', await judge(mixture, truth, exact));
    print(
      'int8, every one (as in use)',
      await judge(mixture, truth, (query) => index.search(query, mask, 100).hits.map(({ doc }) => doc)),
    );
    for (const rows of RERANKED) {
      const keep = Math.max(rows, Math.ceil((count * RERANKED_SHARE) / (isFiltered ? PARTS : 1)));
      /** @type {Search} */
      const search = (query) =>
        signs
          .closest(query, mask, keep)
          .map((doc) => ({ doc, score: index.cosine(doc, query) ?? -2 }))
          .sort((a, b) => b.score - a.score)
          .slice(0, 100)
          .map(({ doc }) => doc);
      print(`sign bits, then int8 of ${keep}`, await judge(mixture, truth, search));
    }
    if (hnsw !== null)
      print('HNSW (m 16, ef 64, search 100)', await judge(mixture, truth, (q) => hnsw.search(q, 100, isFiltered)));
  }
  await hnsw?.close();
}

async function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  const options = { queries: Number(flag('queries', '50')), hnswUpTo: Number(flag('hnsw-up-to', '10000')) };
  for (const size of flag('sizes', '1000,10000,100000').split(',')) await measureSize(Number(size), options);
}

await main();
