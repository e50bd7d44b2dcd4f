#!/usr/bin/env node
// `npm test`: prepares what the tests need, runs the checks and every project, and ends with one line of counts.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prepareElectron, prepareModels, preparePackages } from './lib/prepare-tests.mjs';
import { root } from './lib/sources.mjs';
import { countProject, summarise } from './lib/test-report.mjs';

const HELP = `node scripts/test.mjs [project…]
  Runs the checks, then the Vitest projects unit, stores, engine, models, e2e (or only the ones named).
  The last line is "N passed, N failed[, N skipped]"; the exit code is 1 when anything failed.
  PALIMPSEST_SHARED   folder with test data, tools and models (default ../shared)`;

const PROJECTS = ['unit', 'stores', 'engine', 'models', 'e2e'];
const startedMs = performance.now();

/** @param {string} line */
const say = (line) => console.log(`[${((performance.now() - startedMs) / 1000).toFixed(0).padStart(3)} s] ${line}`);

/** @param {readonly string[]} args @param {NodeJS.ProcessEnv} [env] @returns {Promise<number | null>} */
function runNode(args, env = process.env) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
    child.on('error', () => done(1));
    child.on('close', (code) => done(code));
  });
}

/** @param {string} project @param {NodeJS.ProcessEnv} env */
async function runProject(project, env) {
  say(`${project}: running`);
  const file = join(root, '.cache/test', `${project}.json`);
  rmSync(file, { force: true });
  const args = ['run', '--config', 'test/vitest.config.ts', '--project', project, '--reporter=default'];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const exitCode = await runNode([vitest, ...args, '--reporter=json', `--outputFile.json=${file}`], env);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  const counts = countProject({ project, exitCode, report });
  say(`${project}: ${summarise([counts])}`);
  return counts;
}

/** The packed app is one test: it starts from its own files and answers with a citation. @param {NodeJS.ProcessEnv} env */
async function runPackaged(env) {
  if (!env.ELECTRON_OVERRIDE_DIST_PATH || !env.PALIMPSEST_MODELS)
    return {
      passed: 0,
      failed: 0,
      skipped: 1,
      notes: ['packaged app: SKIPPED, no Electron runtime or no chat model here'],
    };
  for (const args of [['package.mjs', '--dir'], ['smoke.mjs']]) {
    const code = await runNode([join(root, 'scripts', args[0] ?? ''), ...args.slice(1)], env);
    if (code !== 0) return { passed: 0, failed: 1, skipped: 0, notes: [`packaged app: ${args[0]} failed`] };
  }
  return { passed: 1, failed: 0, skipped: 0, notes: [] };
}

async function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  const asked = process.argv.slice(2);
  const wrong = asked.filter((name) => !PROJECTS.includes(name));
  if (wrong.length > 0) {
    console.error(`Unknown project ${wrong[0]}.\n${HELP}`);
    process.exitCode = 2;
    return;
  }
  const shared = resolve(root, process.env.PALIMPSEST_SHARED ?? '../shared');
  mkdirSync(join(root, '.cache/test'), { recursive: true });
  preparePackages(say);
  const electron = prepareElectron({ shared, say });
  say('build');
  /** @type {import('./lib/test-report.mjs').Counts[]} */
  const counts = [];
  /** @param {string} name @param {string} script */
  const step = async (name, script) => {
    const code = await runNode([join(root, 'scripts', script)]);
    if (code !== 0) counts.push({ passed: 0, failed: 1, skipped: 0, notes: [`${name}: failed`] });
  };
  await step('build', 'build.mjs');
  const models = prepareModels({ shared, say });
  if (asked.length === 0) {
    say('check: types, lint, layers, contract');
    await step('check', 'check.mjs');
  }
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, PALIMPSEST_SHARED: shared, NO_COLOR: '1' };
  if (electron !== null) env.ELECTRON_OVERRIDE_DIST_PATH = electron;
  if (models !== null) env.PALIMPSEST_MODELS = models;
  for (const project of asked.length > 0 ? PROJECTS.filter((name) => asked.includes(name)) : PROJECTS)
    counts.push(await runProject(project, env));
  if (asked.length === 0) {
    say('packaged app: pack it, start it, ask it');
    counts.push(await runPackaged(env));
  }
  for (const note of counts.flatMap(({ notes }) => notes)) say(note);
  say('done');
  console.log(summarise(counts));
  process.exitCode = counts.some(({ failed }) => failed > 0) ? 1 : 0;
}

await main();
