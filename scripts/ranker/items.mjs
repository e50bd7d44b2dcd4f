/** Words whose tokens are kept, as the indexer keeps them (TOKEN_WORDS). */
const WORDS = { assistant: 64, said: 160, question: 48 };

/** @typedef {import('./histories.mjs').History} History */
/** @typedef {import('./histories.mjs').Turn} Turn */

/** @param {Turn} turn */
export const passageOf = ({ speaker, role, text }) => ({
  text: `${speaker}: ${text}`,
  kind: /** @type {const} */ ('passage'),
  words: role === 'assistant' ? WORDS.assistant : WORDS.said,
});

/** @param {string} text */
export const questionOf = (text) => ({ text, kind: /** @type {const} */ ('query'), words: WORDS.question });

/** @param {{ text: string, kind: string, words: number }} item */
export const keyOf = ({ text, kind, words }) => `${kind} ${words} ${text}`;

/** Everything that has to be embedded, each once. @param {readonly History[]} histories */
export function listEmbedded(histories) {
  const items = histories.flatMap(({ turns, question }) => [
    ...turns.filter(({ text }) => text.trim() !== '').map(passageOf),
    questionOf(question),
  ]);
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
