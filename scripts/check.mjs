#!/usr/bin/env node
// Everything that can be checked without running the app: types, lint and format, layers, contract.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './lib/sources.mjs';

const HELP = `node scripts/check.mjs
  Type-checks every tsconfig, runs Biome, and checks layers and contract. Exits 1 when anything is wrong.`;

const bin = (/** @type {string} */ name) => join(root, 'node_modules/.bin', name);
const node = (/** @type {string} */ script) => ({ file: process.execPath, args: [join(root, 'scripts', script)] });

const STEPS = [
  ...['main/contract', 'main', 'app', 'audit-viewer', 'evaluation-report', 'renderer', 'test', 'scripts'].map(
    (project) => ({
      name: `types of ${project}`,
      file: bin('tsc'),
      args: ['-p', project],
    }),
  ),
  { name: 'lint and format', file: bin('biome'), args: ['check', '--error-on-warnings'] },
  { name: 'layers', ...node('check-layers.mjs') },
  { name: 'contract', ...node('check-contract.mjs') },
];

/** Output is held back until a step fails, so that a good run is a short list. @param {(typeof STEPS)[number]} step */
function runStep({ name, file, args }) {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const isShell = process.platform === 'win32';
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: isShell });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => {
      console.log(`FAIL ${name}: ${error.message}`);
      resolve(false);
    });
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
      if (code !== 0) console.log(output.trim());
      resolve(code === 0);
    });
  });
}

async function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  let failed = 0;
  for (const step of STEPS) if (!(await runStep(step))) failed += 1;
  if (failed > 0) console.error(`${failed} of ${STEPS.length} checks failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

await main();
