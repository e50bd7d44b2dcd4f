import { seeded, shuffled } from './labels.mjs';

/** @typedef {import('./labels.mjs').Example} Example */

/** Sentences that learning from corrections must not change, and others by which it is judged. */
const COUNTS = { replay: 400, gate: 1_200 };

/**
 * A small part of our own sentences for use in the app: the judging ones come from templates and fillings that neither the
 * heads nor the first part ever saw.
 * @param {readonly Example[]} examples
 */
export function chooseHeldOut(examples) {
  const own = examples.filter(({ source }) => source === 'own');
  const pick = (/** @type {boolean} */ isTest, /** @type {number} */ count) =>
    shuffled(
      own.filter(({ split }) => (split === 'test') === isTest),
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
