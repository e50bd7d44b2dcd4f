/** How one person types, as shares of the turns. @typedef {{ readonly lower: number, readonly bare: number, readonly open: number, readonly typo: number, readonly head: number, readonly tail: number }} Style */

/** Slips in words that carry no fact. @type {readonly (readonly [RegExp, string])[]} */
const TYPOS = [
  ...[/\bthe\b/, /\bwith\b/, /\breally\b/, /\bbecause\b/, /\babout\b/, /\bjust\b/, /\bthat\b/, /\bevery\b/].map(
    (word, n) =>
      /** @type {const} */ ([word, ['teh', 'wiht', 'realy', 'becuase', 'abuot', 'jsut', 'taht', 'evry'][n] ?? '']),
  ),
];

/** @param {string} text */
const lowerFirst = (text) => (/^(?:I\b|[A-Z]{2})/.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1));

/** @param {import('./random.mjs').Random} random @returns {Style} */
export function inventStyle(random) {
  const level = () => random.pick([0.02, 0.1, 0.3]);
  return {
    lower: random.pick([0, 0.05, 0.4]),
    bare: level(),
    open: random.pick([0.1, 0.4, 0.8]),
    typo: 0.06,
    head: level(),
    tail: level(),
  };
}

/**
 * Types a sentence as this person would; the words of values stay, though they may lose their capitals.
 * @param {import('./random.mjs').Random} random @param {string} sentence
 * @param {{ readonly style: Style, readonly talk: ReadonlyMap<string, readonly string[]>, readonly protect: readonly string[] }} how
 */
export function typeSentence(random, sentence, { style, talk, protect }) {
  let text =
    random.chance(0.75) && !protect.some((word) => sentence.startsWith(word))
      ? sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
      : sentence;
  const isProtected = (/** @type {string} */ word) => protect.some((each) => each.toLowerCase().includes(word));
  if (random.chance(style.head)) {
    const starts = protect.some((word) => text.startsWith(word));
    text = `${random.pick(talk.get('heads') ?? [])} ${starts ? text : lowerFirst(text)}`;
  }
  if (random.chance(style.open)) text = text.replace(/\.$/, '');
  if (random.chance(style.tail) && !/[?"]$/.test(text))
    text = `${text.replace(/\.$/, '')} ${random.pick(talk.get('tails') ?? [])}`;
  text = text.replace(/ +([,!])/g, '$1');
  if (random.chance(style.typo)) {
    const fitting = TYPOS.filter(([word]) => word.test(text) && !isProtected(word.source.replaceAll('\\b', '')));
    const [from, to] = fitting.length > 0 ? random.pick(fitting) : [/$^/, ''];
    text = text.replace(from, to);
  }
  if (random.chance(style.bare))
    text = text.replace(/\b(I|don|can|doesn|isn|we|I'm|it|that|they)'(m|t|re|s|ve|ll|d)\b/g, '$1$2');
  return random.chance(style.lower) ? text.toLowerCase() : text;
}
