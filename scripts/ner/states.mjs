import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSource, readEmbedderSpec } from '../heads/embed.mjs';
import { root } from '../lib/sources.mjs';

/** @typedef {import('./sentences.mjs').Sentence} Sentence */
/** @typedef {import('../../main/codex/tag/ner-words.pure.ts').NerWord} NerWord */
/** @typedef {{ states: Float32Array, shapes: Float32Array }} Inputs */
/** A sentence as the head reads it. @typedef {Sentence & { readonly words: readonly NerWord[], readonly inputs: Inputs }} Read */

/** The output of the third of six layers, which says most about a word (main/inference/README.md has the others). */
export const LAYER = 'LayerNormalization_232_0';
const ROWS = 16;
const SAY_EVERY = 1_000;
const { describeShapes, listNerWords, SHAPES } = await loadSource('main/codex/tag/ner-words.pure.ts');
const cache = join(root, '.cache/ner');

/** @param {readonly Sentence[]} sentences @returns {Promise<Read[]>} */
export async function readSentences(sentences) {
  const spec = readEmbedderSpec();
  const { buildNerInputs } = await loadSource('main/codex/tag/ner-inputs.pure.ts');
  const { loadEmbedder } = await loadSource('main/inference/onnx.ts');
  const embedder = await loadEmbedder(spec, { monotonicMs: () => performance.now() }, { ...spec, layer: LAYER });
  const cuts = sentences.map(({ text }) => embedder.inner.cut(text));
  const states = await loadStates(cuts, { spec, run: embedder.inner.run });
  await embedder.release();
  return sentences.map((sentence, n) => {
    // A text longer than the window is learned from, and scored, by all that its first window holds.
    const { ids } = cuts[n].windows[0].window;
    const words = listNerWords(cuts[n].tokens.slice(0, ids.length - 2));
    const window = { text: sentence.text, words, states: states[n], firstRow: 1, dimension: spec.dimension };
    return { ...sentence, words, inputs: buildNerInputs(window) };
  });
}

/** The same sentences as people type them who use no capitals: the embedder sees no difference. @param {readonly Read[]} sentences */
export function lowerCased(sentences) {
  return sentences.flatMap((sentence) => {
    const text = sentence.text.toLowerCase();
    // A letter whose lower case is longer would move every mark after it.
    if (text.length !== sentence.text.length) return [];
    const shapes = new Float32Array(sentence.inputs.shapes.length);
    shapes.set(describeShapes(text, sentence.words), SHAPES.length);
    return [{ ...sentence, text, inputs: { states: sentence.inputs.states, shapes } }];
  });
}

/** @typedef {{ ids: readonly number[] }} Window */
/** @typedef {{ spec: ReturnType<typeof readEmbedderSpec>, run: (windows: readonly Window[]) => Promise<Float32Array> }} Model */

/** Kept between runs, by tokens, weights and layer. @param {readonly { windows: readonly { window: Window }[] }[]} cuts @param {Model} model */
async function loadStates(cuts, model) {
  const { spec } = model;
  const windows = cuts.map((cut) => /** @type {{ window: Window }} */ (cut.windows[0]).window);
  const sizes = windows.map(({ ids }) => ids.length * spec.dimension);
  const key = createHash('sha256')
    .update(JSON.stringify([spec.sha256, LAYER, windows.map(({ ids }) => ids)]))
    .digest('hex')
    .slice(0, 16);
  const file = join(cache, `states-${key}.bin`);
  mkdirSync(cache, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, new Uint8Array((await runAll(windows, sizes, model)).buffer));
  const bytes = readFileSync(file);
  const flat = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  let at = 0;
  return sizes.map((size) => {
    at += size;
    return flat.subarray(at - size, at);
  });
}

/** @param {readonly Window[]} windows @param {readonly number[]} sizes @param {Model} model */
async function runAll(windows, sizes, { run }) {
  const starts = sizes.map((_, i) => i);
  let total = 0;
  for (const [i, size] of sizes.entries()) {
    starts[i] = total;
    total += size;
  }
  const flat = new Float32Array(total);
  /** @type {Map<number, number[]>} */
  const byLength = new Map();
  for (const [i, size] of sizes.entries()) byLength.set(size, [...(byLength.get(size) ?? []), i]);
  let done = 0;
  for (const [size, group] of byLength)
    for (let at = 0; at < group.length; at += ROWS) {
      const some = group.slice(at, at + ROWS);
      const states = await run(some.map((i) => /** @type {Window} */ (windows[i])));
      for (const [row, i] of some.entries()) flat.set(states.subarray(row * size, (row + 1) * size), starts[i]);
      done += some.length;
      if (Math.floor(done / SAY_EVERY) > Math.floor((done - some.length) / SAY_EVERY))
        console.log(`embedded ${done} of ${windows.length}`);
    }
  return flat;
}
