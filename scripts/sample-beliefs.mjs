#!/usr/bin/env node
// Draws extracted revisions of real dialogue for checking by hand, and sums up a file that was marked.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runJson } from './codex/product.mjs';
import { describeMarks, drawSample, HOW, summariseMarks } from './codex/sample.mjs';
import { openServed } from './codex/served.mjs';
import { findSetFolder, SETS } from './eval/sets.mjs';
import { root } from './lib/sources.mjs';

const HELP = `node scripts/sample-beliefs.mjs --set locomo|beam --out FILE [--n N] [--limit N] [--seed S]
node scripts/sample-beliefs.mjs --sum FILE
  Imports the development histories of a set that lies in PALIMPSEST_SHARED (default ../shared), extracts, and writes N
  revisions with quote and turn to FILE, which has to lie outside the repository: evaluation data never enters it.
  --n N      revisions (150)
  --limit N  only the first N histories
  --sum FILE precision and kinds of error of a marked file`;

function readPlan() {
  const text = /** @type {const} */ ({ type: 'string' });
  const flag = /** @type {const} */ ({ type: 'boolean' });
  const { values } = parseArgs({
    options: { set: text, out: text, n: text, limit: text, seed: text, sum: text, help: flag },
  });
  if (values.help === true) return /** @type {const} */ ({ kind: 'help' });
  if (values.sum !== undefined) return { kind: /** @type {const} */ ('sum'), file: resolve(values.sum) };
  /** @type {'locomo' | 'beam' | null} */
  const set = values.set === 'locomo' || values.set === 'beam' ? values.set : null;
  if (set === null) throw new Error('--set takes locomo or beam.');
  if (values.out === undefined) throw new Error('--out FILE is missing.');
  const out = resolve(values.out);
  if (!relative(root, out).startsWith('..')) throw new Error('--out has to lie outside the repository.');
  const limit = Number(values.limit ?? Number.POSITIVE_INFINITY);
  const kind = /** @type {const} */ ('draw');
  return { kind, set, out, limit, count: Number(values.n ?? 150), seed: values.seed ?? '1' };
}

/** Revisions of everyone in one history, from a folder of its own. @param {import('./eval/sets.mjs').History} history @param {string} work */
async function extractHistory({ name, lines }, work) {
  const file = join(work, `${name}.jsonl`);
  const data = join(work, name);
  // Without its space: each history has a folder of its own.
  writeFileSync(file, lines.map(({ space: _, ...line }) => JSON.stringify(line)).join('\n'));
  await runJson(['import', file, '--format', 'jsonl', '--data', data]);
  await runJson(['workers', 'run', 'extract', '--data', data]);
  const revisions = [];
  const served = await openServed(data);
  try {
    const { entities } = await served.call('codex.entities', { limit: 500, offset: 0 });
    for (const { id, name: subject } of entities) {
      const { facts } = await served.call('codex.facts', { subject: id, history: true });
      for (const fact of facts) revisions.push({ subject, fact: { ...fact, id: `${name}/${fact.id}` } });
    }
  } finally {
    await served.close();
  }
  rmSync(data, { recursive: true, force: true });
  console.error(`${name}: ${lines.length} turns, ${revisions.length} revisions`);
  return revisions;
}

/** @param {{ readonly set: 'locomo' | 'beam', readonly out: string, readonly limit: number, readonly count: number, readonly seed: string }} plan */
async function draw({ set, out, limit, count, seed }) {
  const histories = SETS[set].read(findSetFolder(set)).slice(0, limit);
  const work = mkdtempSync(join(tmpdir(), 'palimpsest-sample-'));
  try {
    const revisions = [];
    for (const history of histories) revisions.push(...(await extractHistory(history, work)));
    const lines = histories.flatMap((history) => history.lines);
    const rows = drawSample(revisions, lines, { seed, count });
    writeFileSync(out, `${JSON.stringify({ how: HOW, set, seed, drawnFrom: revisions.length, rows }, null, 1)}\n`);
    console.log(`${rows.length} of ${revisions.length} revisions are in ${out}. ${HOW}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

try {
  const plan = readPlan();
  if (plan.kind === 'help') console.log(HELP);
  else if (plan.kind === 'sum')
    console.log(describeMarks(summariseMarks(JSON.parse(readFileSync(plan.file, 'utf8')).rows)));
  else await draw(plan);
} catch (error) {
  // A wrong flag, missing data or a failed command: its own sentence says all that helps.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
