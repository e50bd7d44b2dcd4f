import { wordsOf } from './match.mjs';

/** @typedef {import('./types.mjs').History} History */

/** Intervals of values that held, where a key has one value at a time. @param {import('./types.mjs').Entry} entry */
function findOverlap({ subject, relation, values }) {
  const held = values
    .filter(({ status, from }) => ['current', 'superseded', 'ended', 'past'].includes(status) && from !== null)
    .map(({ from, to }) => ({
      from: Date.parse(from ?? ''),
      to: to === null ? Number.POSITIVE_INFINITY : Date.parse(to),
    }))
    .sort((a, b) => a.from - b.from);
  const isBad = held.some((one, n) => one.from >= one.to || (held[n + 1]?.from ?? Number.POSITIVE_INFINITY) < one.to);
  return isBad ? [`${subject} ${relation}: two values hold at once, or one ends before it begins`] : [];
}

/**
 * What is wrong with the truth of a history itself: a value whose words its turn lacks, two values at once, a claim of a turn
 * that says none, evidence that does not exist. @param {History} history @param {ReadonlyMap<string, import('./vocabulary.mjs').Relation>} vocabulary
 */
export function listFaults({ turns, ledger }, vocabulary) {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const lacks = (/** @type {string} */ turn, /** @type {string} */ text) => {
    const words = new Set(wordsOf(byId.get(turn)?.text ?? ''));
    return wordsOf(text).some((word) => !words.has(word));
  };
  const ofEntries = ledger.flatMap((entry) => {
    const { subject, relation, values, kind } = entry;
    const isSingle = vocabulary.get(relation)?.bucket !== 'multi-valued';
    const current = values.filter(({ status }) => status === 'current').length;
    return [
      ...(vocabulary.has(relation) ? [] : [`${relation} is not in the vocabulary`]),
      ...(isSingle && current > 1 ? [`${subject} ${relation}: ${current} current values`] : []),
      ...(isSingle && kind !== 'conflict' ? findOverlap(entry) : []),
      ...values.flatMap(({ value, turns: said }) =>
        said.flatMap((turn) => (lacks(turn, value.text) ? [`${turn} does not say “${value.text}”`] : [])),
      ),
    ];
  });
  const ofTurns = turns.flatMap(({ id, role, claims, traps }) => [
    ...(role === 'assistant' && claims.length > 0 ? [`${id}: the assistant says a fact`] : []),
    ...claims
      .filter(({ isNeeded, value }) => isNeeded && lacks(id, value.text))
      .map(({ value }) => `${id} lacks “${value.text}”`),
    ...traps.filter(({ value }) => lacks(id, value.text)).map(({ value }) => `${id} lacks the bait “${value.text}”`),
  ]);
  return [...ofEntries, ...ofTurns];
}
