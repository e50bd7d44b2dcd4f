import { TOP } from './arms.mjs';

/** @typedef {import('./bootstrap.mjs').Term} Term */
/** `named`: turns that a summary stands for. @typedef {{ readonly present: readonly string[], readonly named: readonly string[], readonly cut: readonly string[], readonly tokens: number }} Filled */
/**
 * What one arm found for one question, in ids of turns: the first ten, the deep ranking where one was asked for, and
 * what fitted each budget.
 * @typedef {{ top: readonly string[], deep: readonly string[] | null, topTokens: number, ms: number, support: number,
 *   abstain: boolean, trace: string, filled: Map<number, Filled> }} Found
 */
/** @typedef {{ readonly gold: readonly string[], readonly sessions: readonly string[] }} Wanted */

/** Turns in the order in which they come; a fragment may rest on several. @param {readonly { turns: readonly string[] }[]} results */
const turnsOf = (results) => [...new Set(results.flatMap(({ turns }) => turns))];
/** A summary only names turns: their words are not there. @param {readonly { kind?: string, turns: readonly string[] }[]} results */
const inOwnWords = (results) => results.filter(({ kind }) => kind !== 'summary');

/**
 * Keeps of an answer what is scored, and none of its text.
 * @param {Found} found @param {import('./arms.mjs').Size} size @param {any} answer
 */
export function noteAnswer(found, size, answer) {
  const turns = turnsOf(inOwnWords(answer.results));
  if (size.budget !== undefined) {
    const cut = turnsOf(answer.results.filter((/** @type {any} */ each) => (each.excerpt ?? null) !== null));
    const named = turnsOf(answer.results.filter((/** @type {any} */ each) => each.kind === 'summary'));
    found.filled.set(size.budget, { present: turns, named, cut, tokens: answer.tokens });
    return;
  }
  if (size.k > TOP) found.deep = turns;
  if (size.k > TOP && found.top.length > 0) return;
  found.top = turns.slice(0, TOP);
  const first = answer.results.slice(0, TOP);
  found.topTokens = first.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.tokens, 0);
  Object.assign(found, { ms: answer.ms, support: answer.support, abstain: answer.abstain, trace: answer.trace });
}

/** @returns {Found} */
export const nothingFound = () => ({
  ...{ top: [], deep: null, topTokens: 0, ms: 0, support: 0, abstain: true, trace: '' },
  filled: new Map(),
});

/** @param {readonly string[]} wanted @param {readonly string[]} found */
function countIn(wanted, found) {
  const set = new Set(found);
  return wanted.filter((id) => set.has(id)).length;
}

/** Place of the first gold turn from 1; infinite where it is not in the ranking. @param {readonly string[]} gold @param {readonly string[]} ranking */
export function firstRank(gold, ranking) {
  const at = ranking.findIndex((id) => gold.includes(id));
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

/** @param {Wanted} wanted @param {readonly string[]} ranking @param {(turn: string) => string} sessionOf */
function scoreDeep({ gold, sessions }, ranking, sessionOf) {
  const firstSessions = [...new Set(ranking.map(sessionOf))].slice(0, 5);
  return {
    'session R@5': /** @type {const} */ ([countIn(sessions, firstSessions), sessions.length]),
    MRR: /** @type {const} */ ([1 / firstRank(gold, ranking), 1]),
  };
}

/**
 * The figures of one question, each as part and whole, by name.
 * @param {Wanted} wanted @param {Found} found @param {(turn: string) => string} sessionOf
 * @returns {Readonly<Record<string, readonly [number, number]>>}
 */
export function scoreQuestion({ gold, sessions }, found, sessionOf) {
  const inTop = countIn(gold, found.top);
  /** @type {Record<string, readonly [number, number]>} */
  const scores = {
    'hit@10': [inTop > 0 ? 1 : 0, 1],
    'R@5': [countIn(gold, found.top.slice(0, 5)), gold.length],
    'R@10': [inTop, gold.length],
    // Ten turns may not reach five sessions, so these need a deep ranking.
    ...(found.deep === null ? {} : scoreDeep({ gold, sessions }, found.deep, sessionOf)),
    'closed@10': [inTop === gold.length ? 1 : 0, 1],
    'tokens@10': [found.topTokens, 1],
  };
  for (const [budget, { present, named, cut, tokens }] of found.filled) {
    const n = countIn(gold, present);
    scores[`R@${budget}t`] = [n, gold.length];
    scores[`closed@${budget}t`] = [n === gold.length ? 1 : 0, 1];
    scores[`cut@${budget}t`] = [countIn(gold, cut), gold.length];
    scores[`tokens@${budget}t`] = [tokens, 1];
    scores[`named@${budget}t`] = [countIn(gold, [...present, ...named]), gold.length];
  }
  return scores;
}

/** @param {readonly number[]} values */
export function medianOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
