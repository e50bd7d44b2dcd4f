#!/usr/bin/env node
// Measures what Palimpsest believes after reading conversations whose truth is known.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HELP, readArgs } from './codex/args.mjs';
import { loadRules } from './codex/extractor.mjs';
import { createHistories, toJsonl } from './codex/generate.mjs';
import { readWithModel, sampleTurns } from './codex/model.mjs';
import { answerByClaims, loadLedger, tellFound, tellTruth } from './codex/oracle.mjs';
import { describeClaims, describeFacts, describeFailures, describeFates, describeRecall } from './codex/print.mjs';
import { answerByProduct } from './codex/product.mjs';
import { listQuestions } from './codex/questions.mjs';
import { scoreRecall } from './codex/recall.mjs';
import { scoreClaims } from './codex/score-claims.mjs';
import { scoreFacts } from './codex/score-facts.mjs';
import { readVocabulary } from './codex/vocabulary.mjs';

/** @typedef {ReturnType<typeof readArgs>} Plan */

/** @param {Plan} plan @param {string} folder */
function writeAll({ seeds, histories, sets }, folder) {
  mkdirSync(folder, { recursive: true });
  const vocabulary = readVocabulary();
  for (const seed of seeds)
    for (const history of createHistories({ seed, histories, sets })) {
      const truth = { ...history, questions: listQuestions(history, vocabulary) };
      writeFileSync(join(folder, `${seed}-${history.name}.jsonl`), toJsonl(history));
      writeFileSync(join(folder, `${seed}-${history.name}.truth.json`), `${JSON.stringify(truth, null, 1)}\n`);
    }
}

/** @typedef {(histories: readonly import('./codex/types.mjs').History[], title: string, isLong: boolean) => Promise<{ score: Record<string, any>, text: string }>} Measure */

/** The ledger in memory; with the rules in front of it, their candidates are scored too. @param {boolean} hasRules @returns {Promise<Measure>} */
async function measureInMemory(hasRules) {
  const vocabulary = readVocabulary();
  const ledger = await loadLedger();
  const extract = hasRules ? await loadRules() : null;
  return async (histories, title, isLong) => {
    const claimsOf = extract === null ? tellTruth : tellFound(extract);
    const runs = histories.map((history) => ({
      history,
      answers: answerByClaims(history, vocabulary, ledger, claimsOf),
    }));
    const facts = scoreFacts(runs, vocabulary);
    const text = describeFacts(title, facts, isLong);
    if (extract === null) return { score: facts, text };
    const { failures, ...claims } = scoreClaims(histories, extract, vocabulary);
    const score = { ...facts, failures: [...failures, ...facts.failures], claims };
    return { score, text: `${describeClaims(title, claims, isLong)}\n\n${text}` };
  };
}

/** @param {string} file @param {number} turns @param {(line: string) => void} say @returns {Measure} */
function measureModel(file, turns, say) {
  const vocabulary = readVocabulary();
  return async (histories, title, isLong) => {
    const sampled = sampleTurns(histories, turns, title);
    const { found, fates, secondsPerTurn } = await readWithModel(file, sampled, histories, say);
    const score = scoreClaims(sampled, ({ id }) => found.get(id) ?? [], vocabulary);
    const text = `${describeClaims(title, score, isLong)}\n${describeFates(fates, secondsPerTurn)}`;
    return { score: { ...score, fates, secondsPerTurn }, text };
  };
}

/** @param {string} work @param {(line: string) => void} say @returns {Measure} */
function measureProduct(work, say) {
  const vocabulary = readVocabulary();
  return async (histories, title, isLong) => {
    const folder = join(work, title.replaceAll(/\W+/g, '-'));
    const runs = [];
    for (const history of histories)
      runs.push({ history, answers: await answerByProduct(history, { work: folder, say }) });
    const recall = scoreRecall(runs.map(({ answers }) => answers.recall));
    const score = { ...scoreFacts(runs, vocabulary), recall };
    return { score, text: `${describeFacts(title, score, isLong)}\n${describeRecall(recall)}` };
  };
}

const toPlain = (/** @type {string} */ _, /** @type {unknown} */ value) =>
  value instanceof Map ? Object.fromEntries(value) : value;

/** @param {Plan} plan @param {string} work */
async function evaluate({ seeds, histories, sets, mode, model, turns, isVerbose, isByRelation }, work) {
  const startedMs = performance.now();
  const say = (/** @type {string} */ line) =>
    console.error(`${((performance.now() - startedMs) / 60_000).toFixed(1)} min: ${line}`);
  const measure =
    model !== null
      ? measureModel(model, turns, say)
      : mode === 'product'
        ? measureProduct(work, say)
        : await measureInMemory(mode === 'claims');
  const reports = [];
  for (const seed of seeds)
    for (const set of sets) {
      const { score, text } = await measure(
        createHistories({ seed, histories, sets: [set] }),
        `seed ${seed}, ${set} wordings`,
        isByRelation,
      );
      console.log(`${text}\n`);
      const { failures, ...figures } = score;
      if (isVerbose && set === 'open') console.log(`${describeFailures(failures)}\n`);
      reports.push({ seed, set, mode, ...figures, ...(set === 'open' ? { failures } : {}) });
    }
  return reports;
}

async function main() {
  const plan = readArgs(process.argv.slice(2));
  if (plan.isHelp) return console.log(HELP);
  if (plan.write !== null) return writeAll(plan, plan.write);
  const work = mkdtempSync(join(tmpdir(), 'palimpsest-codex-'));
  try {
    const reports = await evaluate(plan, work);
    if (plan.json !== null) writeFileSync(plan.json, `${JSON.stringify(reports, toPlain, 1)}\n`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  // A wrong flag or a failed command: its own sentence says all that helps.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
