import { loadSource } from '../heads/embed.mjs';

/** @typedef {import('./sentences.mjs').Mark} Mark */
/** @typedef {import('./sentences.mjs').Sentence} Sentence */
/** @typedef {{ precision: number, recall: number, f1: number, gold: number, said: number }} Score */

const { STOP_WORDS } = await loadSource('main/lib/stop-words.pure.ts');

/** @param {number} right @param {number} gold @param {number} said @returns {Score} */
const toScore = (right, gold, said) => ({
  precision: said === 0 ? 0 : right / said,
  recall: gold === 0 ? 0 : right / gold,
  f1: gold + said === 0 ? 0 : (2 * right) / (gold + said),
  gold,
  said,
});

/**
 * Exact spans of one type, or of all; `hasTypes` false asks for the span alone.
 * @param {readonly Sentence[]} sentences @param {readonly (readonly Mark[])[]} said @param {{ type?: string, hasTypes?: boolean }} options
 */
export function scoreSpans(sentences, said, { type, hasTypes = true } = {}) {
  const isMeant = (/** @type {Mark} */ mark) => type === undefined || mark.type === type;
  const keyOf = (/** @type {Mark} */ mark) => `${mark.from}-${mark.to}${hasTypes ? mark.type : ''}`;
  let [right, gold, found] = [0, 0, 0];
  for (const [i, { spans }] of sentences.entries()) {
    const keys = new Set(spans.filter(isMeant).map(keyOf));
    const own = (said[i] ?? []).filter(isMeant);
    gold += keys.size;
    found += own.length;
    right += own.filter((mark) => keys.has(keyOf(mark))).length;
  }
  return toScore(right, gold, found);
}

/**
 * What there would be without a model: runs of capitalised words, neither at the start of a sentence nor stop words. It
 * knows no types and calls all of them people, the commonest.
 * @param {string} text @returns {Mark[]}
 */
export function tagByCapitals(text) {
  const words = [...text.matchAll(/\S+/g)];
  /** @type {Mark[]} */
  const marks = [];
  for (const [i, { 0: word, index }] of words.entries()) {
    const before = words[i - 1]?.[0] ?? '.';
    const isStart = /[.!?:"”]$/.test(before);
    const last = marks.at(-1);
    const isNext = last !== undefined && last.to === index - 1;
    if (!/^\p{Lu}/u.test(word) || STOP_WORDS.has(word.toLowerCase()) || (isStart && !isNext)) continue;
    if (isNext) marks[marks.length - 1] = { ...last, to: index + word.length };
    else marks.push({ from: index, to: index + word.length, type: 'person' });
  }
  return marks;
}
