#!/usr/bin/env node
// Fetches the llama.cpp build for the user's graphics card. The lock file maps these packages to an empty one, because
// together they are 700 MB that most installs never use; so they are unpacked into node_modules beside the lock.
import { spawnSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planGpu } from './lib/gpu-packages.mjs';
import { root } from './lib/sources.mjs';

const HELP = `node scripts/add-gpu.mjs [--cuda | --vulkan]
  Downloads the GPU build of llama.cpp that fits the installed version (Vulkan about 30 MB, CUDA about 250 MB).
  Without a flag: CUDA where an NVIDIA card answers, else Vulkan. \`npm ci\` removes it again.`;

/** @param {string} file @param {readonly string[]} args @param {string} cwd */
function run(file, args, cwd) {
  const shell = process.platform === 'win32';
  const { status, stdout } = spawnSync(file, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell,
  });
  if (status !== 0) throw new Error(`${file} ${args[0]} ended with ${status}`);
  return stdout.trim();
}

/** Fetches one package, then puts it in place of the empty one in a single step. @param {string} spec @param {string} name */
function install(spec, name) {
  console.log(`fetching ${spec}`);
  const work = mkdtempSync(join(tmpdir(), 'palimpsest-gpu-'));
  try {
    const archive = run('npm', ['pack', spec, '--silent'], work).split('\n').at(-1) ?? '';
    run('tar', ['-xzf', archive], work);
    const target = join(root, 'node_modules', name);
    // The empty package is a link into scripts/, which must not be followed.
    if (lstatSync(target, { throwIfNoEntry: false })) rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    cpSync(join(work, 'package'), target, { recursive: true });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function main() {
  const flags = process.argv.slice(2);
  if (flags.includes('--help')) return console.log(HELP);
  const asked = flags.includes('--cuda') ? 'cuda' : flags.includes('--vulkan') ? 'vulkan' : null;
  const hasNvidia = spawnSync('nvidia-smi', ['-L']).status === 0;
  const plan = planGpu({ platform: process.platform, arch: process.arch, asked, hasNvidia });
  if (plan.kind === 'nothing') return console.log(plan.reason);
  const manifest = readFileSync(join(root, 'node_modules/node-llama-cpp/package.json'), 'utf8');
  const { version } = JSON.parse(manifest);
  for (const name of plan.names) install(`${name}@${version}`, name);
  console.log('Done. Palimpsest’s models page says which device is in use after the next start.');
}

try {
  main();
} catch (error) {
  console.error(`No GPU support was added: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
