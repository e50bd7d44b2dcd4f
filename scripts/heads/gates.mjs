import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { embedTexts } from './embed.mjs';

/** @typedef {{ text: string, source: string, labels: Readonly<Partial<Record<string, string>>>, vector: Float32Array }} Row */
/** @typedef {(text: string, input: { turnsSoFar: number, vector: Float32Array | null }) => { reliance: string, operation: string }} Classify */
/** @typedef {(vector: Float32Array) => { reliance: { label: string, confidence: number } } | null} Read */

const SURE = 0.95;

/** Questions of sets that are only scored: every one of them is answered from a history. @param {string} shared */
function readQuestionSets(shared) {
  const data = join(shared, 'data');
  const parse = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8'));
  const sets = [];
  const lme = join(data, 'longmemeval');
  const packed = existsSync(lme) ? readdirSync(lme).find((name) => name.endsWith('.jsonl.gz')) : undefined;
  if (packed !== undefined) {
    const lines = gunzipSync(readFileSync(join(lme, packed)))
      .toString('utf8')
      .trim()
      .split('\n');
    sets.push({ name: 'LongMemEval', texts: lines.map((line) => String(JSON.parse(line).question)) });
  }
  const locomo = join(data, 'locomo');
  if (existsSync(locomo)) {
    const texts = readdirSync(locomo).flatMap((name) =>
      parse(join(locomo, name)).qa.map((/** @type {{ question: string }} */ { question }) => question),
    );
    sets.push({ name: 'LoCoMo', texts });
  }
  return sets;
}

/**
 * How often what needs memory would be answered without it, on our held-out sentences, CLINC150 and evaluation sets.
 * @param {{ shared: string, classify: Classify, read: Read, test: readonly Row[] }} input
 */
export async function measureGates({ shared, classify, read, test }) {
  const needsMemory = test.filter(({ labels }) => labels.reliance === 'long_term_memory');
  const sets = [
    { name: 'our held-out sentences', rows: needsMemory.filter(({ source }) => source === 'own') },
    { name: 'CLINC150 (test)', rows: needsMemory.filter(({ source }) => source === 'clinc') },
  ];
  for (const { name, texts } of readQuestionSets(shared)) {
    const vectors = await embedTexts(texts, () => undefined);
    const rows = texts.map((text, i) => ({
      text,
      source: name,
      labels: {},
      vector: vectors[i] ?? new Float32Array(0),
    }));
    sets.push({ name, rows });
  }
  return sets.map(({ name, rows }) => {
    const gated = rows.filter(({ text, vector }) => classify(text, { turnsSoFar: 1, vector }).reliance === 'zero_shot');
    const alone = rows.filter(({ vector }) => {
      const guess = read(vector)?.reliance;
      return guess?.label === 'zero_shot' && guess.confidence >= SURE;
    });
    // Words of evaluation sets stay out of the repository.
    const left = name === 'our held-out sentences' ? gated.slice(0, 10).map(({ text }) => text) : [];
    return { name, questions: rows.length, gated: gated.length, gatedByHeadAlone: alone.length, left };
  });
}

/** The share of what needs no memory that is answered without it. @param {readonly Row[]} test @param {Classify} classify */
export function measureSpared(test, classify) {
  const rows = test.filter(({ labels }) => labels.reliance === 'zero_shot');
  const spared = rows.filter(({ text, vector }) => classify(text, { turnsSoFar: 1, vector }).reliance === 'zero_shot');
  return spared.length / rows.length;
}

/** Rules alone against rules and then the head. @param {readonly Row[]} test @param {Classify} classify */
export function measureOperations(test, classify) {
  const rows = test.filter(({ labels }) => labels.operation !== undefined);
  const share = (/** @type {boolean} */ hasVector) =>
    rows.filter(
      ({ text, labels, vector }) =>
        classify(text, { turnsSoFar: 1, vector: hasVector ? vector : null }).operation === labels.operation,
    ).length / rows.length;
  return { rows: rows.length, rules: share(false), cascade: share(true) };
}
