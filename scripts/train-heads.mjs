#!/usr/bin/env node
// Trains the classifier's heads over the bundled embedder and writes weights, scores and a report beside them.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readClinc } from './heads/clinc.mjs';
import { embedTexts, loadSource, readEmbedderSpec } from './heads/embed.mjs';
import { measureGates, measureOperations, measureSpared } from './heads/gates.mjs';
import { chooseHeldOut, writeHeldOut } from './heads/held-out.mjs';
import { HEADS, LABELS } from './heads/labels.mjs';
import { forward, train } from './heads/mlp.mjs';
import { fitTemperature, scoreHead, writeReport } from './heads/score.mjs';
import { makeSentences } from './heads/sentences.mjs';
import { root } from './lib/sources.mjs';

const HELP = `node scripts/train-heads.mjs [--report | --held-out]
  Makes sentences, embeds them with the bundled embedder and trains the heads: main/chat/classify/heads/weights.json and
  report.md, and held-out.json for learning from corrections. CLINC150 and the evaluation sets are read from PALIMPSEST_SHARED (default ../shared). Same data, same bytes.
  --report     do not train: measure the weights that are there
  --held-out   only write held-out.json`;

const OPTIONS = { hidden: 64, epochs: 24, batch: 32, rate: 0.003, decay: 0.01, dropout: 0.25, seed: 3 };
const VERSION = 1;
const folder = join(root, 'main/chat/classify/heads');
const shared = resolve(process.env.PALIMPSEST_SHARED ?? join(root, '../shared'));

const hashOf = (/** @type {string | Buffer} */ data) => createHash('sha256').update(data).digest('hex');
const say = (/** @type {number} */ done, /** @type {number} */ total) => console.log(`embedded ${done} of ${total}`);

/** @typedef {import('./heads/mlp.mjs').Weights} Weights */
/** @typedef {{ text: string, split: string, source: string, labels: import('./heads/mlp.mjs').Row['labels'], vector: Float32Array }} Row */

/** @param {Weights} weights */
function toBase64(weights) {
  const parts = [weights.w1, weights.b1, weights.w2, weights.b2].map((part) => {
    const bytes = Buffer.alloc(part.length * 4);
    part.forEach((value, i) => {
      bytes.writeFloatLE(value, i * 4);
    });
    return bytes;
  });
  return Buffer.concat(parts).toString('base64');
}

/** @param {string} base64 @returns {Weights} */
function fromBase64(base64) {
  const bytes = Buffer.from(base64, 'base64');
  const flat = Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
  const outputs = HEADS.reduce((sum, head) => sum + LABELS[head].length, 0);
  const sizes = [OPTIONS.hidden * 384, OPTIONS.hidden, outputs * OPTIONS.hidden, outputs];
  const [w1, b1, w2, b2] = sizes.map((size, i) => {
    const from = sizes.slice(0, i).reduce((a, b) => a + b, 0);
    return flat.slice(from, from + size);
  });
  return /** @type {Weights} */ ({ w1, b1, w2, b2 });
}

/** @param {readonly Row[]} rows @param {Weights} weights */
const scored = (rows, weights) =>
  rows.map(({ labels, vector }) => ({ labels, z: forward(weights, vector, OPTIONS.hidden).z }));

/** @param {readonly Row[]} rows @param {Weights} weights */
function measure(rows, weights) {
  const calibration = scored(
    rows.filter(({ split }) => split === 'calibrate'),
    weights,
  );
  const temperatures = new Map(HEADS.map((head) => [head, fitTemperature(calibration, head)]));
  const scores = HEADS.flatMap((head) =>
    ['own', 'clinc'].flatMap((source) => {
      const test = rows.filter(
        (row) => row.split === 'test' && row.source === source && row.labels[head] !== undefined,
      );
      const temperature = temperatures.get(head) ?? 1;
      if (test.length === 0) return [];
      return [{ source, head, temperature, score: scoreHead(scored(test, weights), head, temperature) }];
    }),
  );
  return { temperatures, scores };
}

async function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  writeFileSync(join(folder, 'held-out.json'), writeHeldOut(chooseHeldOut(makeSentences())));
  if (process.argv.includes('--held-out')) return;
  const clincFile = join(shared, 'data/intent/clinc150.json');
  if (!existsSync(clincFile))
    throw new Error('CLINC150 is not there; set PALIMPSEST_SHARED to the folder that holds data/.');
  const examples = [...makeSentences(), ...readClinc(clincFile)];
  const vectors = await embedTexts(
    examples.map(({ text }) => text),
    say,
  );
  const rows = examples.map((example, i) => ({ ...example, vector: vectors[i] ?? new Float32Array(384) }));
  const target = join(folder, 'weights.json');
  const isTrained = process.argv.includes('--report');
  const weights = isTrained
    ? fromBase64(JSON.parse(readFileSync(target, 'utf8')).weights)
    : train(
        rows.filter(({ split }) => split === 'train'),
        OPTIONS,
      );
  const { temperatures, scores } = measure(rows, weights);
  const own = examples.filter(({ source }) => source === 'own');
  const data = { own: hashOf(JSON.stringify(own)), clinc150: hashOf(readFileSync(clincFile)) };
  const { modelId, sha256 } = readEmbedderSpec();
  const space = `${modelId}/${sha256.slice(0, 12)}/mean/none/384`;
  const heads = Object.fromEntries(
    HEADS.map((head) => [
      head,
      { labels: LABELS[head], temperature: Number((temperatures.get(head) ?? 1).toFixed(4)) },
    ]),
  );
  const results = Object.fromEntries(
    scores.map(({ source, head, score }) => [`${source} ${head} macro-F1`, Number(score.macroF1.toFixed(4))]),
  );
  mkdirSync(folder, { recursive: true });
  const file = { version: VERSION, space, dimension: 384, hidden: OPTIONS.hidden, heads, data, scores: results };
  writeFileSync(target, `${JSON.stringify({ ...file, weights: toBase64(weights) }, null, 1)}\n`);

  const { classify, HEADS: shipped } = await loadCascade();
  const test = rows.filter(({ split }) => split === 'test');
  const gates = await measureGates({ shared, classify, read: shipped.read, test });
  const counts = Object.fromEntries(
    ['own', 'clinc'].flatMap((source) =>
      ['train', 'calibrate', 'test'].map((split) => [
        `${source} ${split}`,
        rows.filter((row) => row.source === source && row.split === split).length,
      ]),
    ),
  );
  const operations = measureOperations(test, classify);
  const spared = measureSpared(test, classify);
  const report = writeReport({ counts, scores, gates, operations, spared, data, space });
  writeFileSync(join(folder, 'report.md'), report);
  console.log(report);
}

async function loadCascade() {
  const [cascade, heads] = [
    await loadSource('main/chat/classify/cascade.pure.ts'),
    await loadSource('main/chat/classify/heads.pure.ts'),
  ];
  return { classify: cascade.classify, HEADS: heads.HEADS };
}

await main();
