/** @typedef {import('./types.mjs').Value} Value */

/** Words that make no difference between two values. */
const SMALL = new Set(
  'a an the my our your his her their its some this that these from by at in on of to as for with and'.split(' '),
);
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Words more than the truth has that a value may hold and still be the value. */
const MAX_EXTRA = 2;

/** @param {string} text */
export function wordsOf(text) {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = folded.replace(/['’](?:s\b)?/g, '').match(/[\p{L}\p{N}@]+(?:[.:/-][\p{L}\p{N}@]+)*/gu) ?? [];
  const telling = words.filter((word) => !SMALL.has(word));
  return telling.length > 0 ? telling : words;
}

/** Month and day, and the year where there is one, of an ISO date or of words. @param {string} text */
export function readDate(text) {
  const [, year = null, month = '', day = ''] = /^(?:(\d{4})|-)-(\d\d)-(\d\d)/.exec(text) ?? [];
  if (month !== '') return { year, month: Number(month), day: Number(day) };
  const name = MONTHS.findIndex((each) => new RegExp(`\\b${each}`, 'i').test(text));
  const [, dayText = ''] = /\b(\d{1,2})(?:st|nd|rd|th)?\b(?!\d)/i.exec(text) ?? [];
  if (name < 0 || dayText === '') return null;
  return { year: /\b\d{4}\b/.exec(text)?.[0] ?? null, month: name + 1, day: Number(dayText) };
}

/** @param {string} truth @param {string} found */
function isSameDate(truth, found) {
  const [a, b] = [readDate(truth), readDate(found)];
  if (a === null || b === null) return false;
  return a.month === b.month && a.day === b.day && (a.year === null || b.year === null || a.year === b.year);
}

const digitsOf = (/** @type {string} */ text) => text.replace(/\D/g, '');

/**
 * Whether what was found is the true value: the same telling words, in their order, or a few more around them. `*` is any value.
 * @param {Value} truth @param {{ readonly text: string, readonly value: string | null }} found
 */
export function isSameValue(truth, found) {
  if (truth.text === '*') return true;
  if (truth.value !== null) return [found.value ?? '', found.text].some((text) => isSameDate(truth.value ?? '', text));
  if (digitsOf(truth.text).length >= 6 && !truth.text.includes('@'))
    return digitsOf(truth.text) === digitsOf(found.text);
  const want = wordsOf(truth.text);
  const got = wordsOf(found.text);
  if (got.length > want.length + MAX_EXTRA) return false;
  return ` ${got.join(' ')} `.includes(` ${want.join(' ')} `);
}

/** Right, but with words around it that do not belong to it. @param {Value} truth @param {{ readonly text: string }} found */
export const isLoose = (truth, found) =>
  truth.value === null && truth.text !== '*' && wordsOf(found.text).length > wordsOf(truth.text).length;

/** @param {string} truth @param {string} found */
export const isSameSubject = (truth, found) =>
  truth === found || (truth !== 'me' && found !== 'me' && wordsOf(truth).join(' ') === wordsOf(found).join(' '));
