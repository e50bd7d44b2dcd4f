import { fitListwise, fitLogistic, lossOf, toQuestion } from './fit.mjs';
import { L2, NAMES, PRIOR, toRecord } from './prior.mjs';
import { scoreOf } from './signals.mjs';

const FOLDS = 13;
const SUPPORT_L2 = 0.1;

/** @typedef {import('./signals.mjs').Row} Row */
/** @typedef {{ questions: number, hit10: number, recall5: number, recall10: number }} Score */

/** Rows of one history stay together, whole or cut short. @param {readonly string[]} histories */
function foldsOf(histories) {
  const sorted = [...new Set(histories)].sort();
  return new Map(sorted.map((history, i) => [history, i % FOLDS]));
}

/** @param {readonly Row[]} rows @param {readonly string[]} names */
const fitOn = (rows, names) => {
  const prior = Float64Array.from(names, (name) => PRIOR[NAMES.indexOf(name)] ?? 0);
  return fitListwise(
    rows.map((row) => toQuestion(row, names)),
    prior,
    L2,
  );
};

/** The weights that ship. @param {readonly Row[]} rows */
export const fitAll = (rows) => toRecord(fitOn(rows, NAMES));

/**
 * Every row ranked by weights that have not seen its history; loss is the mean over rows.
 * @param {readonly Row[]} rows @param {readonly string[]} names
 */
export function crossValidate(rows, names = NAMES) {
  const folds = foldsOf(rows.map(({ history }) => history));
  let loss = 0;
  const ranked = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const isHeldOut = (/** @type {Row} */ { history }) => folds.get(history) === fold;
    const weights = fitOn(
      rows.filter((row) => !isHeldOut(row)),
      names,
    );
    const held = rows.filter(isHeldOut);
    const questions = held.map((row) => toQuestion(row, names));
    loss += lossOf(questions, weights) * held.length;
    const record = Object.fromEntries(names.map((name, i) => [name, weights[i] ?? 0]));
    for (const row of held) ranked.push({ row, order: orderOf(row, record) });
  }
  return { loss: loss / rows.length, ranked };
}

/** @param {Row} row @param {Readonly<Record<string, number>>} weights */
export function orderOf({ features, isGold }, weights) {
  return features
    .map((values, at) => ({ at, score: scoreOf(values, weights) }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .map(({ at }) => isGold[at] ?? false);
}

/** @param {readonly { row: Row, order: readonly boolean[] }[]} ranked @returns {Score} */
export function scoreRanking(ranked) {
  const found = (/** @type {readonly boolean[]} */ order, /** @type {number} */ k) =>
    order.slice(0, k).filter(Boolean).length;
  const gold = ranked.reduce((sum, { row }) => sum + row.goldCount, 0);
  const recall = (/** @type {number} */ k) =>
    (100 * ranked.reduce((sum, { order }) => sum + found(order, k), 0)) / gold;
  return {
    questions: ranked.length,
    hit10: (100 * ranked.filter(({ order }) => found(order, 10) > 0).length) / ranked.length,
    recall5: recall(5),
    recall10: recall(10),
  };
}

/** What the best candidates look like: best similarity, best coverage, best cosine. Without a leg its columns are left out. */
const SIGNALS = { late: ['sim', 'coverage', 'cosine'], vector: ['coverage', 'cosine'], words: ['coverage'] };
const ALL = ['sim', 'coverage', 'cosine'];

/** @typedef {{ history: string, isYes: boolean, x: number[] }} Asked */

/** Support with and without legs, and how well it tells apart on histories that it has not seen. @param {readonly Asked[]} asked */
export function fitSupport(asked) {
  return Object.entries(SIGNALS).map(([leg, names]) => {
    const rows = asked.map((row) => ({ ...row, x: names.map((name) => row.x[ALL.indexOf(name)] ?? 0) }));
    const weights = fitLogistic(rows, SUPPORT_L2);
    const model = Object.fromEntries([
      ['bias', weights[0] ?? 0],
      ...ALL.map((name) => [name, names.includes(name) ? (weights[1 + names.indexOf(name)] ?? 0) : 0]),
    ]);
    return { leg, model, auc: heldOutAuc(rows) };
  });
}

/** @param {readonly Asked[]} rows */
function heldOutAuc(rows) {
  const folds = foldsOf(rows.map(({ history }) => history));
  const chances = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const weights = fitLogistic(
      rows.filter(({ history }) => folds.get(history) !== fold),
      SUPPORT_L2,
    );
    for (const { history, isYes, x } of rows)
      if (folds.get(history) === fold)
        chances.push({ isYes, odds: [1, ...x].reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0) });
  }
  return aucOf(chances);
}

/** Chance that a supported question gets more than one that is not. @param {readonly { isYes: boolean, odds: number }[]} chances */
export function aucOf(chances) {
  const yes = chances.filter(({ isYes }) => isYes);
  const no = chances.filter(({ isYes }) => !isYes);
  let wins = 0;
  for (const a of yes) for (const b of no) wins += a.odds > b.odds ? 1 : a.odds === b.odds ? 0.5 : 0;
  return wins / Math.max(1, yes.length * no.length);
}
