import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/sources.mjs';
import { seeded, shuffled } from './labels.mjs';

/** @typedef {import('./labels.mjs').Example} Example */

/** Sentences that learning from corrections must not change, and others by which it is judged. */
const COUNTS = { replay: 400, gate: 1_200 };

/** The app holds only sentences of the most ordinary words, as the embedder's vocabulary orders them: none is telling. */
const ORDINARY_WORDS = 3_000;

/** @returns {(text: string) => boolean} */
function readOrdinary() {
  const file = JSON.parse(readFileSync(join(root, 'models/bundled/all-MiniLM-L6-v2/tokenizer.json'), 'utf8'));
  const byUse = Object.entries(/** @type {Record<string, number>} */ (file.model.vocab)).sort((a, b) => a[1] - b[1]);
  const words = byUse.flatMap(([word]) => (/^[a-z]{3,}$/.test(word) ? [word] : [])).slice(0, ORDINARY_WORDS);
  const ordinary = new Set(words);
  return (text) =>
    (text.toLowerCase().match(/[a-z]{3,}/g) ?? []).every((word) =>
      [word, word.replace(/s$/, ''), word.replace(/ies$/, 'y')].some((form) => ordinary.has(form)),
    );
}

/**
 * A small part of our own sentences for use in the app: the judging ones come from templates and fillings that neither the
 * heads nor the first part ever saw.
 * @param {readonly Example[]} examples
 */
export function chooseHeldOut(examples) {
  const isOrdinary = readOrdinary();
  const own = examples.filter(({ source, text }) => source === 'own' && isOrdinary(text));

  const pick = (/** @type {boolean} */ isTest, /** @type {number} */ count) =>
    shuffled(
      own.filter(({ split }) => (split !== 'train') === isTest),
      seeded(isTest ? 19 : 5),
    )
      .slice(0, count)
      .map(({ text, labels }) => ({ text, ...labels }));
  return { replay: pick(false, COUNTS.replay), gate: pick(true, COUNTS.gate) };
}

/** One sentence a line. @param {ReturnType<typeof chooseHeldOut>} heldOut */
export function writeHeldOut({ replay, gate }) {
  const lines = (/** @type {readonly object[]} */ rows) => rows.map((row) => JSON.stringify(row)).join(',\n');
  return `{\n"replay": [\n${lines(replay)}\n],\n"gate": [\n${lines(gate)}\n]\n}\n`;
}
