#!/usr/bin/env node
// Measures recall on public evaluation histories that lie beside the checkout; nothing of them enters the repository.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HELP, readArgs } from './args.mjs';
import { ABLATION_BUDGET, listSizes, TOP, toRequest } from './arms.mjs';
import { describeCode, hashFiles } from './hashes.mjs';
import { firstRank, noteAnswer, nothingFound } from './metrics.mjs';
import { ageHistories, importHistories, readConfig, recallAll, removeTraces } from './palimpsest.mjs';
import { describeReport } from './print.mjs';
import { findSetFolder, SETS } from './sets.mjs';
import { listSlices, summarise, summariseAbstention } from './summarise.mjs';
import { checkGate, checkTargets, TARGETS } from './targets.mjs';

/** @typedef {ReturnType<typeof readArgs>} Plan */

/** @param {Plan} plan @returns {readonly import('./sets.mjs').History[]} */
function readHistories({ set, limit }) {
  const histories = SETS[set].read(findSetFolder(set));
  if (limit === undefined) return histories;
  // Questions of one kind stand together in a set, so a few are taken from all over it.
  const thin = (/** @type {readonly any[]} */ list) =>
    list.filter((_, n) => Math.floor((n * limit) / list.length) !== Math.floor(((n - 1) * limit) / list.length));
  const isOneEach = histories.every(({ questions }) => questions.length === 1);
  return isOneEach ? thin(histories) : histories.map((history) => ({ ...history, questions: thin(history.questions) }));
}

/** All recalls of a run; those of one question stand together. @param {Plan} plan @param {readonly import('./sets.mjs').Question[]} questions */
function listRecalls({ arms, ablations, budgets }, questions) {
  return questions.flatMap((question) => {
    const isScored = question.isAnswerable && question.gold.length > 0;
    const of = (/** @type {import('./arms.mjs').Arm} */ arm, /** @type {boolean} */ isAblation) =>
      listSizes(arm, { budgets, isAblation }).map((size) => ({ question, arm, size }));
    // What cannot be scored on evidence is only asked for its support.
    if (!isScored)
      return arms.filter(({ name }) => name === 'full').map((arm) => ({ question, arm, size: { k: TOP } }));
    return [...arms.flatMap((arm) => of(arm, false)), ...ablations.flatMap((arm) => of(arm, true))];
  });
}

/** @param {Plan} plan @param {readonly import('./sets.mjs').Question[]} questions @param {{ readonly work: string, readonly data: string, readonly say: (line: string) => void }} options */
async function runArms(plan, questions, options) {
  const recalls = listRecalls(plan, questions);
  /** @type {import('./summarise.mjs').Runs} */
  const runs = new Map([...plan.arms, ...plan.ablations].map(({ name }) => [name, new Map()]));
  const requests = recalls.map(({ question, arm, size }, id) => ({ id, ...toRequest(arm, size, question) }));
  const onAnswer = (/** @type {any} */ answer) => {
    const { question, arm, size } = recalls[answer.id] ?? {};
    if (question === undefined || arm === undefined || size === undefined)
      throw new Error('An answer to no question came.');
    const found = runs.get(arm.name)?.get(question.id) ?? nothingFound();
    noteAnswer(found, size, answer);
    runs.get(arm.name)?.set(question.id, found);
  };
  await recallAll(requests, { ...options, onAnswer });
  return runs;
}

/** @param {import('./summarise.mjs').Runs} runs */
function listTimes(runs) {
  return [...runs].map(([arm, found]) => {
    const times = [...found.values()].map(({ ms }) => ms).sort((a, b) => a - b);
    const at = (/** @type {number} */ share) => Math.round(times[Math.floor(share * (times.length - 1))] ?? 0);
    return { arm, p50: at(0.5), p95: at(0.95) };
  });
}

/** Places of the gold turns by question, in ids and numbers: for looking into what is missing. @param {readonly import('./sets.mjs').Question[]} questions @param {ReadonlyMap<string, import('./metrics.mjs').Found> | undefined} found */
function listPlaces(questions, found) {
  return questions.flatMap(({ id, category, gold, isAnswerable }) => {
    const own = found?.get(id);
    if (own === undefined) return [];
    const ranking = own.deep ?? own.top;
    const ranks = gold.map((turn) => firstRank([turn], ranking)).map((rank) => (Number.isFinite(rank) ? rank : null));
    return [{ id, category, isAnswerable, support: own.support, ranks }];
  });
}

/** @param {Plan} plan @param {{ readonly work: string, readonly data: string, readonly say: (line: string) => void }} options */
async function evaluate(plan, options) {
  const { set, budgets } = plan;
  const histories = readHistories(plan);
  // Of an earlier day nothing has aged; no history of a set goes on after its questions.
  const questions = histories.flatMap((history) =>
    plan.injectAged === null ? history.questions : history.questions.map(({ asOf: _, ...question }) => question),
  );
  await importHistories(histories, options);
  if (plan.injectAged !== null) await ageHistories(plan.injectAged, options);
  const runs = await runArms(plan, questions, options);
  const names = histories.map(({ name }) => name);
  const { slices, sessionOf } = listSlices(set, histories);
  const summaries = summarise(runs, slices, { sessionOf, histories: names });
  const full = runs.get('full');
  const trace = [...(full?.values() ?? [])][0]?.trace;
  const folder = findSetFolder(set);
  return {
    ...{ set, title: SETS[set].title, budgets, ablationBudget: ABLATION_BUDGET },
    ...{ arms: plan.arms.map(({ name }) => name), ablations: plan.ablations.map(({ name }) => name) },
    counts: {
      ...{ histories: histories.length, turns: histories.reduce((sum, { lines }) => sum + lines.length, 0) },
      ...{ questions: questions.length, scored: slices[0]?.asked.length ?? 0 },
    },
    hashes: { data: hashFiles(folder, SETS[set].files(folder)), ...describeCode() },
    config: trace === undefined ? null : await readConfig(trace, options.data),
    slices: summaries,
    abstention: full === undefined ? null : summariseAbstention(questions, full, names),
    ...{ times: listTimes(runs), gate: checkGate(summaries, budgets), targets: checkTargets(summaries, TARGETS[set]) },
    places: listPlaces(questions, full),
  };
}

async function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  const plan = readArgs(process.argv.slice(2));
  const work = mkdtempSync(join(tmpdir(), 'palimpsest-eval-'));
  const data = plan.data ?? join(work, 'data');
  const startedMs = performance.now();
  const say = (/** @type {string} */ line) =>
    console.error(`${((performance.now() - startedMs) / 60_000).toFixed(1)} min: ${line}`);
  try {
    const report = await evaluate(plan, { work, data, say });
    console.log(describeReport(report));
    if (plan.json !== null) writeFileSync(plan.json, `${JSON.stringify(report, null, 1)}\n`);
    if (report.gate.some(({ isMet }) => !isMet)) process.exitCode = 1;
  } finally {
    removeTraces(data);
    if (plan.isKept && plan.data === null) say(`the histories are kept in ${data}`);
    else rmSync(work, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  // A wrong flag, missing data or a failed command: its own sentence says all that helps.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
