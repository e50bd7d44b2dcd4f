#!/usr/bin/env node
// For developers: builds, starts Palimpsest, and builds and starts it again when a source file changes.
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/sources.mjs';

const HELP = `node scripts/dev.mjs [arguments for start…]
  Runs Palimpsest from the sources. A change of the page needs only a reload (Ctrl+R); any other change restarts it.
  There is no development server on purpose: the page always runs under the policy that users get.`;

/** Editors write a file in several steps. */
const SETTLE_MS = 300;
const rest = process.argv.slice(2);

const build = () =>
  spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' }).status === 0;

function start() {
  const child = spawn(process.execPath, [join(root, 'scripts/palimpsest.mjs'), 'start', ...rest], { stdio: 'inherit' });
  // Closed by the user, and not by a restart from here.
  child.on('exit', (code) => {
    if (!child.killed) process.exit(code ?? 0);
  });
  return child;
}

function main() {
  if (rest.includes('--help')) return console.log(HELP);
  let app = build() ? start() : null;
  /** @type {Set<string>} */
  const changed = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const apply = () => {
    const isPageOnly = [...changed].every((folder) => folder === 'renderer');
    changed.clear();
    if (!build()) return;
    if (isPageOnly && app) return console.log('The page is built; reload it with Ctrl+R.');
    const old = app;
    const next = () => {
      app = start();
    };
    if (!old || old.exitCode !== null) return next();
    old.once('exit', next);
    old.kill();
  };
  for (const folder of ['app', 'main', 'renderer', 'models'])
    watch(join(root, folder), { recursive: true }, () => {
      changed.add(folder);
      clearTimeout(timer);
      timer = setTimeout(apply, SETTLE_MS);
    });
}

main();
