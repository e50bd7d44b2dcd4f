/** @typedef {import('./parts.ts').SourceTurn} SourceTurn */
/** @typedef {import('./parts.ts').TextSentence} TextSentence */

const NUMBER = /\d+/;
const NAME = /(?<=[\p{Ll}\p{N},;:)] )(?!I\b)\p{Lu}\p{Ll}{2,}/u;
const NEGATED = /\b(?:not |never )|n['’]t\b/i;
/** Verbs that can be denied where they stand. */
const AUXILIARY = /\b(?:is|are|was|were|will|can|could|would|should|did|does|do|have|has|had)\b/;

/**
 * Ways in which a summary may say what was not said. Each gives the changed sentence, or null where it has nothing to change.
 * @type {Readonly<Record<string, (one: TextSentence, from: { turns: readonly SourceTurn[], names: readonly string[] }) => TextSentence | null>>}
 */
export const MUTATIONS = {
  'changed number': (one) => {
    const said = saidOf(one.text);
    if (!NUMBER.test(said)) return null;
    return withSaid(
      one,
      said.replace(NUMBER, (number) => String(Number(number) + 7)),
    );
  },
  'swapped name': (one, { names }) => {
    const said = saidOf(one.text);
    const name = NAME.exec(said)?.[0];
    const other = names.find((each) => each !== name && !one.text.includes(each));
    return name === undefined || other === undefined ? null : withSaid(one, said.replace(NAME, other));
  },
  'dropped negation': (one) => {
    const said = saidOf(one.text);
    if (!NEGATED.test(said)) return null;
    return withSaid(
      one,
      said
        .replace(/can['’]t/i, 'can')
        .replace(/won['’]t/i, 'will')
        .replace(NEGATED, ''),
    );
  },
  'added negation': (one) => {
    const said = saidOf(one.text);
    return NEGATED.test(said) || !AUXILIARY.test(said)
      ? null
      : withSaid(
          one,
          said.replace(AUXILIARY, (verb) => `${verb} not`),
        );
  },
  'swapped speaker': (one, { turns }) => {
    const own = turns.find(({ id }) => id === one.turns[0]);
    const other = turns.find(({ speaker }) => speaker !== own?.speaker)?.speaker;
    return other === undefined ? null : { ...one, text: `${other}: ${saidOf(one.text)}` };
  },
  'merged two turns': (one, { turns }) => merge(one, turns, 3),
  'merged with the next turn': (one, { turns }) => merge(one, turns, 1),
  'left out a half': (one) => {
    const said = saidOf(one.text);
    const comma = said.search(/, (?:but|unless|if|although|though|except|until)\b/i);
    return comma < 12 ? null : withSaid(one, `${said.slice(0, comma)}.`);
  },
};

const saidOf = (/** @type {string} */ text) => text.slice(text.indexOf(': ') + 2);
const withSaid = (/** @type {TextSentence} */ one, /** @type {string} */ said) => ({
  ...one,
  text: `${one.text.slice(0, one.text.indexOf(': ') + 2)}${said}`,
});

/** The first half of a sentence with the second half of one of another turn. @param {TextSentence} one @param {readonly SourceTurn[]} turns @param {number} away */
function merge(one, turns, away) {
  const at = turns.findIndex(({ id }) => id === one.turns[0]);
  const other = turns[at + away] ?? turns[at - away];
  const words = saidOf(one.text).split(' ');
  const others = (other?.text ?? '').split(/(?<=[.!?])\s/)[0]?.split(' ') ?? [];
  if (words.length < 6 || others.length < 6) return null;
  return withSaid(one, [...words.slice(0, words.length >> 1), ...others.slice(others.length >> 1)].join(' '));
}

/**
 * True sentences in other words than the turn's: what a check must let through. Third person by the speaker's name, as a
 * model writes. @param {TextSentence} one @param {readonly SourceTurn[]} turns @returns {TextSentence | null}
 */
export function retell(one, turns) {
  const said = saidOf(one.text);
  const name = one.text.slice(0, one.text.indexOf(': '));
  if (!turns.some(({ speaker }) => speaker === name) || !/^I(?:'ve|'m| )/.test(said)) return null;
  const told = said
    .replace(/^I'm\b/, `${name} is`)
    .replace(/^I've\b/, `${name} has`)
    .replace(/^I\b/, name)
    .replace(/\bI'm\b/g, 'they are')
    .replace(/\bI've\b/g, 'they have')
    .replace(/\bI\b/g, 'they')
    .replace(/\bmy\b/g, 'their')
    .replace(/\b(?:me|us)\b/g, 'them')
    .replace(/\bour\b/g, 'their')
    .replace(/\bwe\b/gi, 'they')
    .replace(/\bmyself\b/g, 'themselves')
    .replace(/^(\S+) am\b/, '$1 is')
    .replace(/^(\S+) have\b/, '$1 has');
  return { ...one, text: told };
}
