import { loadSource } from '../heads/embed.mjs';

/** @typedef {import('./states.mjs').Read} Read */
/** @typedef {import('./sentences.mjs').Mark} Mark */
/** @typedef {import('./mlp.mjs').Row} Row */

const { NER_TYPES } = await loadSource('main/codex/tag/ner-decode.pure.ts');
const { NER_WINDOW } = await loadSource('main/codex/tag/ner-inputs.pure.ts');
const { SHAPES } = await loadSource('main/codex/tag/ner-words.pure.ts');
const DIMENSION = 384;

/** The label of each word: 0 outside, then B and I of each type in turn. @param {Read} sentence */
export function labelsOf({ words, spans }) {
  return words.map(({ from, to }) => {
    const span = spans.find((one) => one.from <= from && to <= one.to);
    if (span === undefined) return 0;
    const type = /** @type {readonly string[]} */ (NER_TYPES).indexOf(span.type);
    return 1 + 2 * type + (span.from === from ? 0 : 1);
  });
}

/** One row a word. @param {readonly Read[]} sentences @param {number} weight @returns {Row[]} */
export function toRows(sentences, weight) {
  return sentences.flatMap((sentence) => {
    const { states, shapes } = sentence.inputs;
    return labelsOf(sentence).map((label, i) => ({
      states: states.subarray(i * DIMENSION, (i + NER_WINDOW) * DIMENSION),
      shapes: shapes.subarray(i * SHAPES.length, (i + NER_WINDOW) * SHAPES.length),
      label,
      weight,
    }));
  });
}
