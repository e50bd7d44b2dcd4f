#!/usr/bin/env node
// Fits the ranker's weights on LongMemEval, and on the same histories cut short, and writes them with a report.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listLongMemEvalFiles } from './eval/longmemeval.mjs';
import { readEmbedderSpec } from './heads/embed.mjs';
import { root } from './lib/sources.mjs';
import { embedItems } from './ranker/embed.mjs';
import { cutShort, readLongHistories } from './ranker/histories.mjs';
import { keyOf, listEmbedded } from './ranker/items.mjs';
import { L2, NAMES, PRIOR, toRecord } from './ranker/prior.mjs';
import { writeReport } from './ranker/report.mjs';
import { crossValidate, fitAll, fitSupport, orderOf, scoreRanking } from './ranker/score.mjs';
import { ask, loadProduct, openHistory } from './ranker/signals.mjs';

const HELP = `node scripts/fit-ranker.mjs [--report]
  Reads LongMemEval from PALIMPSEST_SHARED (default ../shared), embeds it (about 20 minutes the first time, then kept in
  .cache), fits main/retrieval/ranking/weights.json and writes the section of figures of scripts/ranker/report.md.
  Same data, same bytes.
  --report   print the figures and write nothing`;

const VERSION = 3;
/** Questions of other histories are asked as well: nothing supports them. */
const STRANGERS = [1, 7, 13];
const folder = join(resolve(process.env.PALIMPSEST_SHARED ?? join(root, '../shared')), 'data/longmemeval');
const target = join(root, 'main/retrieval/ranking/weights.json');
const report = join(root, 'scripts/ranker/report.md');

const rounded = (/** @type {Record<string, number>} */ weights) =>
  Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, Math.round(weight * 1000) / 1000]));

/** @param {readonly import('./ranker/histories.mjs').History[]} histories @param {number} longCount */
async function collect(histories, longCount) {
  const items = listEmbedded(histories);
  const vectors = await embedItems(items, (done, total) => console.log(`embedded ${done} of ${total}`));
  const embedded = new Map(items.map((item, i) => [keyOf(item), vectors[i] ?? failNoVector()]));
  const product = await loadProduct();
  const prior = toRecord(PRIOR);
  const rows = [];
  const asked = [];
  for (const [n, history] of histories.entries()) {
    const open = openHistory(product, history, embedded);
    const row = ask(product, open, { text: history.question, gold: history.gold }, prior);
    rows.push(row);
    if (history.kind !== 'long') continue;
    asked.push({ history: history.name, isYes: true, x: row.support });
    for (const step of STRANGERS) {
      const { question } = histories[(n + step) % longCount] ?? history;
      const { support } = ask(product, open, { text: question, gold: new Set() }, prior);
      asked.push({ history: history.name, isYes: false, x: support });
    }
  }
  return { rows, asked };
}

/** @returns {never} */
function failNoVector() {
  throw new Error('A text has no vector.');
}

async function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  if (!existsSync(folder))
    throw new Error('LongMemEval is not there; set PALIMPSEST_SHARED to the folder that holds data/.');
  const sources = readLongHistories(folder);
  const histories = [...sources.map(({ history }) => history), ...sources.map(cutShort)];
  const { rows, asked } = await collect(histories, sources.length);
  const held = crossValidate(rows);
  const prior = toRecord(PRIOR);
  const of = (/** @type {string} */ kind) => ({
    kind,
    heldOut: scoreRanking(held.ranked.filter(({ row }) => row.kind === kind)),
    unfitted: scoreRanking(rows.filter((row) => row.kind === kind).map((row) => ({ row, order: orderOf(row, prior) }))),
  });
  const kinds = ['long', 'short'].map(of);
  const ablations = NAMES.map((name) => {
    const without = crossValidate(
      rows,
      NAMES.filter((other) => other !== name),
    );
    return { name, loss: without.loss - held.loss };
  });
  const weights = rounded(fitAll(rows));
  const support = fitSupport(asked);
  const figures = writeReport({ kinds, loss: held.loss, ablations, weights, support });
  console.log(figures);
  if (process.argv.includes('--report')) return;
  const [file = ''] = listLongMemEvalFiles(folder);
  const data = {
    [file]: createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex'),
  };
  const scores = Object.fromEntries(kinds.map(({ kind, heldOut }) => [kind, rounded({ ...heldOut })]));
  const model = {
    version: VERSION,
    name: 'listwise-logistic',
    fittedOn: 'LongMemEval-S, whole and cut short',
    ...{ data, embedder: readEmbedderSpec().sha256, l2: L2, heldOut: scores, weights },
    support: Object.fromEntries(support.map(({ leg, model: own }) => [leg, rounded(own)])),
  };
  writeFileSync(target, `${JSON.stringify(model, null, 2)}\n`);
  const [kept = ''] = existsSync(report) ? readFileSync(report, 'utf8').split('\n<!-- figures -->\n') : [''];
  writeFileSync(report, `${kept.trimEnd()}\n\n<!-- figures -->\n\n${figures}`);
}

await main();
