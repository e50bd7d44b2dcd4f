#!/usr/bin/env node
// Trains the head that tags people, places, organisations, works and products, and writes its weights and a report.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadSource, readEmbedderSpec } from './heads/embed.mjs';
import { root } from './lib/sources.mjs';
import { measureCost } from './ner/cost.mjs';
import { train } from './ner/mlp.mjs';
import { packWeights } from './ner/pack.mjs';
import { writeReport } from './ner/report.mjs';
import { toRows } from './ner/rows.mjs';
import { scoreSpans, tagByCapitals } from './ner/score.mjs';
import { makeSentences } from './ner/sentences.mjs';
import { LAYER, lowerCased, readSentences } from './ner/states.mjs';
import { readWnut } from './ner/wnut.mjs';

const HELP = `node scripts/train-ner.mjs [--report]
  Trains the tagger's head over the bundled embedder: main/codex/tag/ner-weights.json and report.md. WNUT17 is read
  from PALIMPSEST_SHARED (default ../shared): its development file is trained on, its test file only scored. Same data,
  same bytes; about two minutes of processor time.
  --report   do not train: measure the weights that are there`;

const OPTIONS = {
  ...{ hidden: 64, epochs: 6, batch: 64, rate: 0.002, decay: 0.02 },
  ...{ dropout: 0.5, inputDropout: 0.2, smooth: 0.05, seed: 3 },
};
/** What a mistake costs in a copy without capitals, and in our own sentences. */
const WEIGHTS = { lower: 0.5, own: 1 };
const OUTSIDE_BIAS = 0.5;
const VERSION = 1;
const NOTICE =
  'Trained in part on WNUT 2017 Emerging Entities (Leon Derczynski, Eric Nichols, Marieke van Erp, Nut Limsopatham), CC BY 4.0.';

const folder = join(root, 'main/codex/tag');
const target = join(folder, 'ner-weights.json');
const wnut = join(resolve(process.env.PALIMPSEST_SHARED ?? join(root, '../shared')), 'data/entities/wnut17');
const files = { dev: join(wnut, 'emerging.dev.conll'), test: join(wnut, 'emerging.test.annotated') };

const hashOf = (/** @type {string | Buffer} */ data) => createHash('sha256').update(data).digest('hex');

/** @typedef {import('./ner/states.mjs').Read} Read */

async function trainHead() {
  const dev = await readSentences(readWnut(files.dev));
  const own = makeSentences('train');
  const rows = [
    ...toRows(dev, 1),
    ...toRows(lowerCased(dev), WEIGHTS.lower),
    ...toRows(await readSentences(own), WEIGHTS.own),
  ];
  const { NER_LABELS, NER_TYPES } = await loadSource('main/codex/tag/ner-decode.pure.ts');
  const { SHAPES } = await loadSource('main/codex/tag/ner-words.pure.ts');
  console.log(`training on ${rows.length} words`);
  const weights = train(rows, NER_LABELS, OPTIONS);
  const { sha256, dimension } = readEmbedderSpec();
  const data = { 'own sentences': hashOf(JSON.stringify(own)), 'WNUT17 development': hashOf(readFileSync(files.dev)) };
  return {
    ...{ version: VERSION, sha256, layer: LAYER, dimension, hidden: OPTIONS.hidden },
    ...{ types: NER_TYPES, shapes: SHAPES, outsideBias: OUTSIDE_BIAS, notice: NOTICE, data, scores: {} },
    ...packWeights(weights),
  };
}

/** @param {readonly Read[]} sentences */
async function tagAll(sentences) {
  const { NER } = await loadSource('main/codex/tag/ner.pure.ts');
  const { decodeSpans } = await loadSource('main/codex/tag/ner-decode.pure.ts');
  return sentences.map(({ words, inputs }) =>
    decodeSpans(NER.score(inputs), NER.outsideBias).map(
      (/** @type {{ first: number, last: number, type: string }} */ { first, last, type }) => ({
        ...{ from: words[first]?.from ?? 0, to: words[last]?.to ?? 0, type },
      }),
    ),
  );
}

async function measure() {
  const { NER_TYPES } = await loadSource('main/codex/tag/ner-decode.pure.ts');
  const test = await readSentences(readWnut(files.test));
  const sets = [
    { name: 'WNUT17 test', sentences: test },
    { name: 'WNUT17 test, without capitals', sentences: lowerCased(test) },
    { name: 'our held-out sentences', sentences: await readSentences(makeSentences('test')) },
  ];
  const results = [];
  for (const { name, sentences } of sets) {
    const head = await tagAll(sentences);
    const rules = sentences.map(({ text }) => tagByCapitals(text));
    const of = (/** @type {{ type?: string, hasTypes?: boolean }} */ options) => ({
      head: scoreSpans(sentences, head, options),
      rules: scoreSpans(sentences, rules, options),
    });
    results.push({
      ...{ name, sentences: sentences.length, micro: of({}), untyped: of({ hasTypes: false }) },
      types: NER_TYPES.map((/** @type {string} */ type) => ({ type, ...of({ type }) })),
    });
  }
  return { results, cost: await measureCost(test.map(({ text }) => text)) };
}

async function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  if (!existsSync(files.dev))
    throw new Error('WNUT17 is not there; set PALIMPSEST_SHARED to the folder that holds data/.');
  mkdirSync(folder, { recursive: true });
  const save = (/** @type {object} */ file) => writeFileSync(target, `${JSON.stringify(file, null, 1)}\n`);
  if (!process.argv.includes('--report')) save(await trainHead());
  const { results, cost } = await measure();
  const file = JSON.parse(readFileSync(target, 'utf8'));
  const scores = Object.fromEntries(
    results.map(({ name, micro }) => [`${name} micro-F1`, Number(micro.head.f1.toFixed(4))]),
  );
  save({ ...file, scores });
  const report = writeReport({ file, results, cost, testHash: hashOf(readFileSync(files.test)) });
  writeFileSync(join(folder, 'report.md'), report);
  console.log(report);
}

await main();
