#!/usr/bin/env node
// The package's bin: builds a checkout that has changed, then runs the command line; `start` opens the desktop window.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isCheckout, listSources, readStamp, root, statKey } from './lib/sources.mjs';
import { planStart } from './lib/start.mjs';

const entry = join(root, 'out/main/palimpsest.js');

/** A stat of each source file when nothing changed; otherwise the build runs in a process of its own. */
function buildIfStale() {
  if (!isCheckout() || readStamp()?.stat === statKey(listSources())) return true;
  const build = join(root, 'scripts/build.mjs');
  const { status } = spawnSync(process.execPath, [build, '--if-stale'], { stdio: ['ignore', 2, 2] });
  return status === 0 || existsSync(entry);
}

/** Runs the window and resolves to its exit code. @param {Extract<import('./lib/start.mjs').StartPlan, { kind: 'window' }>} plan @param {readonly string[]} rest */
function openWindow(plan, rest) {
  return new Promise((resolve) => {
    // Chromium sorts switches before other words, so a value must stay in one word with its flag.
    const words = rest
      .join('\0')
      .replace(/(^|\0)--data\0/g, '$1--data=')
      .split('\0')
      .filter(Boolean);
    const child = spawn(plan.binary, [...plan.args, ...words], { stdio: 'inherit' });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(signal, () => child.kill(signal));
    child.on('error', () => resolve(1));
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)));
  });
}

/** A runtime that cannot run here (a missing library, a refused sandbox) ends at once. */
const QUICK_MS = 5_000;

/** Tries the window; true when it was shown and closed. @param {readonly string[]} rest */
async function tryWindow(rest) {
  const isRoot = process.getuid?.() === 0;
  const plan = planStart({ platform: process.platform, env: process.env, isRoot, root });
  console.error(plan.line);
  if (plan.kind === 'browser') return false;
  const startedMs = performance.now();
  process.exitCode = await openWindow(plan, rest);
  if (process.exitCode === 0 || performance.now() - startedMs > QUICK_MS) return true;
  process.exitCode = 0;
  console.error('Opening in your browser: the desktop runtime did not start (its reason is above).');
  return false;
}

async function main() {
  const [command, ...rest] = process.argv.slice(2);
  const isStart = command === 'start' && !rest.includes('--help');
  if (!buildIfStale() || !existsSync(entry)) {
    console.error('Palimpsest is not built, and the build failed (its reason is above). Try `npm ci`.');
    process.exitCode = 1;
    return;
  }
  if (isStart) {
    if (await tryWindow(rest)) return;
    process.argv.splice(2, 1, 'serve');
  }
  await import(new URL('../out/main/palimpsest.js', import.meta.url).href);
}

await main();
