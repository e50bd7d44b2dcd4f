#!/usr/bin/env node
// Packs the built app with electron-builder and checks that every native file a feature needs is really inside.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { checkContents } from './lib/package-contents.mjs';
import { root } from './lib/sources.mjs';

const HELP = `node scripts/package.mjs [--dir] [electron-builder arguments…]
  Packs Palimpsest for this system into dist/.
  --dir   only the unpacked folder, with the Electron that is already here (no network): the one that
          ELECTRON_OVERRIDE_DIST_PATH names, else node_modules/electron/dist, else the test runtime
          in .cache/electron, which must never be given to users`;

const OS = /** @type {const} */ ({ linux: 'linux', darwin: 'mac', win32: 'win' });

/** @param {string} script @param {readonly string[]} args */
function runNode(script, args) {
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${relative(root, script)} ended with ${status}`);
}

function findRuntime() {
  const candidates = [
    process.env.ELECTRON_OVERRIDE_DIST_PATH,
    join(root, 'node_modules/electron/dist'),
    join(root, '.cache/electron'),
  ];
  return candidates.find((folder) => folder !== undefined && existsSync(folder)) ?? null;
}

/** Files, and folders with a slash at the end. @param {string} folder @returns {string[]} */
const listFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => {
      const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
      return entry.isDirectory() ? `${path}/` : path;
    });

function main() {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return console.log(HELP);
  const os = OS[/** @type {keyof typeof OS} */ (process.platform)];
  if (os === undefined) throw new Error(`there is no package for ${process.platform}`);
  // From nothing, so that chunks of earlier builds stay out.
  for (const part of ['main', 'preload', 'renderer']) rmSync(join(root, 'out', part), { recursive: true, force: true });
  runNode(join(root, 'scripts/build.mjs'), ['--force']);
  const extra = [];
  if (args.includes('--dir')) {
    const runtime = findRuntime();
    if (runtime === null) throw new Error('there is no Electron here; run `npx install-electron` or `npm test` first');
    extra.push(`-c.electronDist=${runtime}`);
  }
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  runNode(join(root, 'node_modules/electron-builder/cli.js'), [`--${os}`, '--publish', 'never', ...args, ...extra]);

  const unpacked = readdirSync(join(root, 'dist')).find((name) => name.endsWith('-unpacked') || name.startsWith('mac'));
  if (unpacked === undefined) throw new Error('electron-builder left no unpacked app in dist/');
  const resources = os === 'mac' ? 'Palimpsest.app/Contents/Resources' : 'resources';
  const files = listFiles(join(root, 'dist', unpacked, resources, 'app.asar.unpacked'));
  const template = listFiles(join(root, 'out/db-template'));
  const target = { os, platform: process.platform, arch: process.arch, template };
  const { missing, foreign } = checkContents(files, target);
  if (missing.length > 0) throw new Error(`the package lacks: ${missing.slice(0, 8).join(', ')}`);
  if (foreign.length > 0)
    throw new Error(`the package carries other systems’ binaries: ${foreign.slice(0, 5).join(', ')}`);
  console.log(`dist/${unpacked}: ${files.length} unpacked files, all required native files are inside`);
}

try {
  main();
} catch (error) {
  console.error(`The app was not packaged: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
