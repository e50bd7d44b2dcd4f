import { readFileSync } from 'node:fs';

/** @typedef {import('./sentences.mjs').Sentence} Sentence */
/** @typedef {import('./sentences.mjs').Mark} Mark */

/** WNUT 2017 (Derczynski et al., CC BY 4.0) names six types; groups and corporations are both organisations here. */
const TYPES = /** @type {Record<string, string>} */ ({
  person: 'person',
  location: 'location',
  group: 'organisation',
  corporation: 'organisation',
  'creative-work': 'work',
  product: 'product',
});

/** Its words joined by spaces, which is how they were split; its labels as marks. @param {string} file @returns {Sentence[]} */
export function readWnut(file) {
  return readFileSync(file, 'utf8')
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)
    .map(toSentence);
}

/** @param {readonly string[]} lines */
function toSentence(lines) {
  let text = '';
  /** @type {Mark[]} */
  const spans = [];
  for (const line of lines) {
    const [word = '', label = 'O'] = line.split('\t');
    if (text !== '') text += ' ';
    const [from, to] = [text.length, text.length + word.length];
    text += word;
    const type = TYPES[label.slice(2)];
    const last = spans.at(-1);
    if (type === undefined) continue;
    // Two corporations beside each other stay two; an I always follows its own B in this set.
    if (label.startsWith('I-') && last !== undefined && last.to === from - 1 && last.type === type)
      spans[spans.length - 1] = { ...last, to };
    else spans.push({ from, to, type });
  }
  return { text, spans };
}
