import { ALL } from './summarise.mjs';

/** @typedef {import('./bootstrap.mjs').Interval} Interval */
/** @typedef {ReturnType<typeof import('./summarise.mjs').summarise>[number]} Summary */

const RANKING = ['hit@10', 'R@5', 'R@10', 'session R@5', 'MRR', 'closed@10', 'tokens@10'];
const isTokens = (/** @type {string} */ name) => name.startsWith('tokens');

/** @param {readonly (readonly string[])[]} rows */
export function toTable(rows) {
  const widths = (rows[0] ?? []).map((_, n) => Math.max(...rows.map((row) => (row[n] ?? '').length)));
  return rows.map((row) =>
    row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join('  '),
  );
}

const percent = (/** @type {number} */ value) => (Number.isNaN(value) ? '–' : (100 * value).toFixed(1));
const signed = (/** @type {number} */ value) => `${value > 0 ? '+' : ''}${percent(value)}`;

/** @param {string} name @param {Interval | undefined} figure */
function toCell(name, figure) {
  if (figure === undefined || Number.isNaN(figure.value)) return '–';
  if (isTokens(name)) return String(Math.round(figure.value));
  return `${percent(figure.value)} [${(100 * figure.low).toFixed(0)}–${(100 * figure.high).toFixed(0)}]`;
}

/** Intervals of the rest are in the JSON: the table has to fit a window. @param {string} name @param {Interval | undefined} figure */
const toFilledCell = (name, figure) =>
  /^(?:closed|cut|named)/.test(name) && figure !== undefined ? percent(figure.value) : toCell(name, figure);

/** @param {Interval | undefined} figure */
const toDifference = (figure) =>
  figure === undefined ? '–' : `${signed(figure.value)} [${signed(figure.low)} ${signed(figure.high)}]`;

/** @param {readonly number[]} budgets */
const filledNames = (budgets) =>
  budgets.flatMap((b) => [`R@${b}t`, `closed@${b}t`, `cut@${b}t`, `named@${b}t`, `tokens@${b}t`]);

/** @param {readonly Summary[]} summaries @param {string} arm @param {readonly number[]} budgets @returns {readonly string[]} */
function describeArm(summaries, arm, budgets) {
  const rows = summaries.flatMap(({ name, arms }) => {
    const own = arms.find((each) => each.name === arm);
    return own === undefined || own.n === 0 ? [] : [{ ...own, name }];
  });
  const rank = (/** @type {number} */ n) => (Number.isFinite(n) ? String(n) : 'none');
  const ranking = [
    [arm, 'n', ...RANKING.slice(0, 4), 'rank', ...RANKING.slice(4)],
    ...rows.map(({ name, n, medianRank, figures }) => [
      ...[`  ${name}`, String(n), ...RANKING.slice(0, 4).map((key) => toCell(key, figures[key])), rank(medianRank)],
      ...RANKING.slice(4).map((key) => toCell(key, figures[key])),
    ]),
  ];
  const names = filledNames(budgets);
  const filled = [
    [`${arm}, by tokens`, ...names],
    ...rows.map(({ name, figures }) => [`  ${name}`, ...names.map((key) => toFilledCell(key, figures[key]))]),
  ];
  return [...toTable(ranking), '', ...(budgets.length > 0 ? [...toTable(filled), ''] : [])];
}

/** Arms against `full` over all questions, in points. @param {readonly Summary[]} summaries @param {readonly string[]} arms @param {readonly number[]} budgets */
function describeDifferences(summaries, arms, budgets) {
  const all = summaries.find(({ name }) => name === ALL)?.arms ?? [];
  const shown = all.filter(({ name }) => name !== 'full' && arms.includes(name));
  const names = [...RANKING.slice(0, 4), ...budgets.map((b) => `R@${b}t`)].filter((name) =>
    shown.some(({ fromFull }) => fromFull[name] !== undefined),
  );
  const rows = shown.map(({ name, fromFull }) => [`  ${name}`, ...names.map((key) => toDifference(fromFull[key]))]);
  return rows.length === 0 ? [] : [...toTable([['against full, in points', ...names], ...rows]), ''];
}

/** @param {ReturnType<typeof import('./summarise.mjs').summariseAbstention>} abstention */
function describeAbstention({ auc, answerable, unanswerable }) {
  const share = (/** @type {{ n: number, abstained: number }} */ { n, abstained }) => `${abstained} of ${n}`;
  return [
    `support tells answerable from not: AUC ${auc.value.toFixed(3)} [${auc.low.toFixed(3)}–${auc.high.toFixed(3)}]; abstained on ` +
      `${share(unanswerable)} without and ${share(answerable)} with an answer`,
  ];
}

/** Everything for people. @param {any} report */
export function describeReport(report) {
  const { slices, budgets, arms, ablations, abstention, gate, targets, times } = report;
  const mark = (/** @type {boolean} */ is) => (is ? 'pass' : 'FAIL');
  return [
    `${report.title}: ${report.counts.scored} scored questions of ${report.counts.questions}, ${report.counts.histories} histories, ${report.counts.turns} turns`,
    'Percent, 95% bootstrap intervals clustered by history. rank: median first relevant; closed: all gold there; cut: gold that came as an excerpt; named: gold that came or that a summary stands for.',
    '',
    ...arms.flatMap((/** @type {string} */ arm) => describeArm(slices, arm, budgets)),
    ...describeDifferences(slices, arms, budgets),
    ...(ablations.length > 0 ? ['Ablations: one thing changed, what is lost or won'] : []),
    ...describeDifferences(slices, ablations, budgets.slice(0, 0).concat(report.ablationBudget)),
    ...(abstention === null ? [] : [...describeAbstention(abstention), '']),
    ...times.map((/** @type {any} */ t) => `${t.arm}: ${t.p50} ms p50, ${t.p95} ms p95 a recall`),
    '',
    ...gate.map(
      (/** @type {any} */ g) =>
        `${mark(g.isMet)}  not below ${g.arm} at ${g.budget} tokens: ${percent(g.full)} against ${percent(g.baseline)}`,
    ),
    ...targets.map(
      (/** @type {any} */ t) =>
        `${mark(t.isFloorMet)}  ${t.slice} ${t.figure} ${t.value.toFixed(1)}: floor ${t.floor}, goal ${t.goal}${t.isGoalMet ? ' reached' : ''}`,
    ),
  ].join('\n');
}
