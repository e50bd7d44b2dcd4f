import { areaUnderCurve, drawHistories, ratioOf, resample, toInterval } from './bootstrap.mjs';
import { firstRank, medianOf, scoreQuestion } from './metrics.mjs';
import { SETS, sessionKey } from './sets.mjs';

/** @typedef {import('./bootstrap.mjs').Interval} Interval */
/** @typedef {import('./bootstrap.mjs').Term} Term */
/** @typedef {import('./metrics.mjs').Found} Found */
/** @typedef {import('./sets.mjs').Question} Question */
/** @typedef {Map<string, Map<string, Found>>} Runs by arm, then by question */
/** @typedef {{ readonly question: Question, readonly gold: readonly string[], readonly sessions: readonly string[] }} Asked */
/** @typedef {{ readonly name: string, readonly asked: readonly Asked[] }} Slice */
/** @typedef {{ readonly n: number, readonly medianRank: number, readonly figures: Readonly<Record<string, Interval>>, readonly resampled: Readonly<Record<string, readonly number[]>> }} Row */

export const ALL = 'all';
export const ASSISTANT = 'assistant evidence';

/**
 * All scored questions, each category, and by themselves the gold turns that an assistant wrote.
 * @param {import('./sets.mjs').SetName} set @param {readonly import('./sets.mjs').History[]} histories
 */
export function listSlices(set, histories) {
  const lines = histories.flatMap((history) => history.lines);
  const sessions = new Map(lines.map((line) => [line.id, sessionKey(line)]));
  const byAssistant = new Set(lines.filter(({ role }) => role === 'assistant').map(({ id }) => id));
  const sessionOf = (/** @type {string} */ id) => sessions.get(id) ?? id;
  const scored = histories
    .flatMap(({ questions }) => questions)
    .filter(({ isAnswerable, gold }) => isAnswerable && gold.length > 0)
    .map((question) => ({
      ...{ question, gold: question.gold },
      sessions: [...new Set(question.goldSessions ?? question.gold.map(sessionOf))],
    }));
  const names = [...new Set(scored.map(({ question }) => question.category))].sort();
  const ofAssistant = scored
    .map((each) => ({ ...each, gold: each.gold.filter((id) => byAssistant.has(id)) }))
    .filter(({ gold }) => gold.length > 0);
  /** @type {readonly Slice[]} */
  const slices = [
    { name: ALL, asked: scored },
    ...names.map((name) => ({ name, asked: scored.filter(({ question }) => question.category === name) })),
    ...(SETS[set].hasAssistant ? [{ name: ASSISTANT, asked: ofAssistant }] : []),
  ];
  return { slices, sessionOf };
}

/** @param {Slice} slice @param {ReadonlyMap<string, Found>} found @param {{ sessionOf: (id: string) => string, histories: readonly string[], draws: readonly Uint16Array[] }} by @returns {Row} */
function summariseSlice({ asked }, found, { sessionOf, histories, draws }) {
  /** @type {Map<string, Term[]>} */
  const terms = new Map();
  const ranks = [];
  for (const { question, gold, sessions } of asked) {
    const own = found.get(question.id);
    if (own === undefined) continue;
    ranks.push(firstRank(gold, own.deep ?? own.top));
    for (const [name, [part, whole]] of Object.entries(scoreQuestion({ gold, sessions }, own, sessionOf))) {
      if (!terms.has(name)) terms.set(name, []);
      terms.get(name)?.push({ history: question.history, part, whole });
    }
  }
  /** @type {Record<string, Interval>} */
  const figures = {};
  /** @type {Record<string, readonly number[]>} */
  const resampled = {};
  for (const [name, list] of terms) {
    resampled[name] = resample(list, histories, draws);
    figures[name] = toInterval(ratioOf(list), resampled[name]);
  }
  return { n: ranks.length, medianRank: medianOf(ranks), figures, resampled };
}

/** What `row` has less than `base`, by the same draws. @param {Row} row @param {Row} base */
function subtract(row, base) {
  /** @type {Record<string, Interval>} */
  const differences = {};
  for (const [name, { value }] of Object.entries(row.figures)) {
    const other = base.figures[name];
    const draws = base.resampled[name];
    if (other === undefined || draws === undefined) continue;
    const each = (row.resampled[name] ?? []).map((own, n) => own - (draws[n] ?? Number.NaN));
    differences[name] = toInterval(value - other.value, each);
  }
  return differences;
}

/**
 * Every arm by slice, with its difference from `full`.
 * @param {Runs} runs @param {readonly Slice[]} slices @param {{ sessionOf: (id: string) => string, histories: readonly string[] }} by
 */
export function summarise(runs, slices, { sessionOf, histories }) {
  const draws = drawHistories(histories.length);
  return slices.map((slice) => {
    const rows = new Map(
      [...runs].map(([arm, found]) => [arm, summariseSlice(slice, found, { sessionOf, histories, draws })]),
    );
    const full = rows.get('full');
    const arms = [...rows].map(([name, row]) => ({
      ...{ name, n: row.n, medianRank: row.medianRank, figures: row.figures },
      fromFull: full === undefined || name === 'full' ? {} : subtract(row, full),
    }));
    return { name: slice.name, arms };
  });
}

/**
 * How well support tells questions with an answer from those without.
 * @param {readonly Question[]} questions @param {ReadonlyMap<string, Found>} found @param {readonly string[]} histories
 */
export function summariseAbstention(questions, found, histories) {
  const seen = questions.flatMap((question) => {
    const own = found.get(question.id);
    return own === undefined ? [] : [{ ...question, support: own.support, abstain: own.abstain }];
  });
  /** @param {readonly (typeof seen[number])[]} list */
  const auc = (list) => {
    const supports = (/** @type {boolean} */ is) => list.filter((q) => q.isAnswerable === is).map((q) => q.support);
    return areaUnderCurve(supports(true), supports(false));
  };
  const byHistory = histories.map((name) => seen.filter(({ history }) => history === name));
  const resampled = drawHistories(histories.length).map((draw) => auc([...draw].flatMap((at) => byHistory[at] ?? [])));
  const shareOf = (/** @type {boolean} */ is) => {
    const list = seen.filter(({ isAnswerable }) => isAnswerable === is);
    return { n: list.length, abstained: list.filter(({ abstain }) => abstain).length };
  };
  return { auc: toInterval(auc(seen), resampled), answerable: shareOf(true), unanswerable: shareOf(false) };
}
