#!/usr/bin/env node
// What the encrypting layer under PGlite costs, beside PGlite's own layer and its base class without encryption.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { runnerImport } from 'vite';
import { root } from './lib/sources.mjs';
import { createPlainLayer } from './sealed-folder/plain-layer.mjs';

const HELP = `node scripts/measure-sealed-folder.mjs [--rows 20000] [--reads 1000] [--rounds 3]
  Writes turn-like rows in transactions of 50 and reads them again after a restart, by PGlite's own layer, by its base
  class without encryption, and by the encrypting one, in turns. Prints the best time of each step, the processor time of
  the best, and the ratio of processor times to the first. Needs out/db-template (npm run build).`;

const KEY = new Uint8Array(32).fill(5);
const BATCH_ROWS = 50;
const SEED = 20_240_229;

/** @param {string} name @param {number} fallback */
function flag(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1] ?? fallback);
}

/** @param {number} seed */
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @typedef {(folder: string) => Promise<PGlite>} Open */
/** @typedef {{ readonly name: string, readonly fill: (folder: string) => Promise<void>, readonly open: Open }} Layer */

/** @returns {Promise<readonly Layer[]>} */
async function listLayers() {
  /** @type {{ module: typeof import('../main/stores/sealed-folder/mount.ts') }} */
  const { module: sealed } = await runnerImport(join(root, 'main/stores/sealed-folder/mount.ts'));
  /** @type {{ module: typeof import('../main/stores/sealed-folder/copy.ts') }} */
  const { module: copying } = await runnerImport(join(root, 'main/stores/sealed-folder/copy.ts'));
  const template = join(root, 'out/db-template');
  /** @param {string} folder */
  const copyPlain = (folder) => cp(template, folder, { recursive: true });
  /** @param {import('@electric-sql/pglite').PGliteOptions} options */
  const start = (options) => PGlite.create({ ...options, extensions: { vector } });
  return [
    { name: 'own layer', fill: copyPlain, open: (dataDir) => start({ dataDir }) },
    { name: 'base class', fill: copyPlain, open: (folder) => start({ fs: createPlainLayer(folder) }) },
    {
      name: 'encrypted',
      fill: (folder) => copying.copySealed(template, folder, KEY),
      open: (folder) => start({ fs: sealed.mountSealedFolder(folder, KEY) }),
    },
  ];
}

/** @param {PGlite} pg @param {number} rows */
async function ingest(pg, rows) {
  const random = seeded(SEED);
  await pg.exec(`create table said (id text primary key, conversation text not null, at timestamptz not null,
    words text not null, embedding vector(384) not null); create index on said (conversation, at)`);
  for (let from = 0; from < rows; from += BATCH_ROWS) {
    await pg.transaction(async (tx) => {
      for (let n = from; n < Math.min(rows, from + BATCH_ROWS); n += 1) {
        const words = Array.from({ length: 10 + Math.floor(random() * 90) }, () => random().toString(36).slice(2, 8));
        const embedding = `[${Array.from({ length: 384 }, () => random().toFixed(3)).join(',')}]`;
        await tx.query(
          `insert into said values ($1, $2, timestamptz '2024-01-01' + $3 * interval '1 minute', $4, $5)`,
          [...[`turn-${n}`, `conversation-${n % 200}`, n, words.join(' '), embedding]],
        );
      }
    });
  }
  await pg.exec('checkpoint');
}

/** @param {PGlite} pg @param {{ readonly rows: number, readonly reads: number }} size */
async function read(pg, { rows, reads }) {
  const random = seeded(SEED + 1);
  for (let n = 0; n < reads; n += 1) {
    const at = Math.floor(random() * rows);
    await pg.query('select words, embedding from said where id = $1', [`turn-${at}`]);
    await pg.query('select id from said where conversation = $1 order by at limit 20', [`conversation-${at % 200}`]);
  }
}

/** @typedef {{ readonly ms: number, readonly cpuMs: number }} Time */

/** Processor time says what a layer costs even where other programs are at work. @param {() => Promise<unknown>} work @returns {Promise<Time>} */
async function timed(work) {
  const cpu = process.cpuUsage();
  const from = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - from, cpuMs: (user + system) / 1000 };
}

/** @param {Layer} layer @param {{ readonly rows: number, readonly reads: number }} size */
async function measure(layer, size) {
  const parent = await mkdtemp(join(tmpdir(), 'palimpsest-measure-'));
  const folder = join(parent, 'db');
  try {
    const copy = await timed(() => layer.fill(folder));
    const first = await layer.open(folder);
    const write = await timed(() => ingest(first, size.rows));
    await first.close();
    /** @type {PGlite | null} */
    let second = null;
    const start = await timed(async () => {
      second = await layer.open(folder);
    });
    if (second === null) throw new Error('not opened');
    const pg = /** @type {PGlite} */ (second);
    const reads = await timed(() => read(pg, size));
    const scan = await timed(() => pg.query('select sum(length(words)), count(embedding) from said'));
    await pg.close();
    return { copy, 'write rows': write, start, 'read rows': reads, 'read all': scan };
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

if (process.argv.includes('--help')) console.log(HELP);
else {
  const size = { rows: flag('rows', 20_000), reads: flag('reads', 1_000) };
  const layers = await listLayers();
  /** @type {Map<string, Record<string, Time>[]>} */
  const results = new Map(layers.map(({ name }) => [name, []]));
  for (let round = 0; round < flag('rounds', 3); round += 1)
    for (const layer of layers) results.get(layer.name)?.push(await measure(layer, size));
  for (const step of Object.keys(results.get('own layer')?.[0] ?? {})) {
    /** @param {string} name @param {keyof Time} what */
    const least = (name, what) => Math.min(...(results.get(name) ?? []).map((each) => each[step]?.[what] ?? 0));
    const shown = layers.map(({ name }) => {
      const ratio = (least(name, 'cpuMs') / least('own layer', 'cpuMs')).toFixed(2);
      return `${name} ${least(name, 'ms').toFixed(0)} ms, cpu ${least(name, 'cpuMs').toFixed(0)} (${ratio})`;
    });
    console.log(`${step.padEnd(12)}${shown.join('   ')}`);
  }
}
