import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

/** @param {string} program */
const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** @param {string} file @param {readonly string[]} args @param {Record<string, string>} [env] */
function runVisibly(file, args, env = {}) {
  const { status } = spawnSync(file, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return status === 0;
}

const PROGRAMS = /** @type {const} */ ({
  chromium: 'chromium',
  Xvfb: 'xvfb',
  xauth: 'xauth',
  unzip: 'unzip',
  // Record every connection that the app tries, without any network to try it on.
  strace: 'strace',
  ip: 'iproute2',
});

/** Debian packages that the browser, desktop and network tests need. @param {(line: string) => void} say */
export function preparePackages(say) {
  if (process.platform !== 'linux') return say('system packages: nothing to do on this system');
  const missing = Object.entries(PROGRAMS).filter(([program]) => !has(program));
  const names = missing.map(([, name]) => name);
  if (names.length === 0) return say(`system packages: ${Object.values(PROGRAMS).join(', ')} are there`);
  if (process.getuid?.() !== 0 || !has('apt-get'))
    return say(
      `SKIPPING what needs ${names.join(', ')}: install them with \`sudo apt-get install ${names.join(' ')}\``,
    );
  say(`system packages: installing ${names.join(', ')}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  runVisibly('apt-get', ['update', '-qq'], env);
  if (!runVisibly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], env))
    say(`SKIPPING what needs ${names.join(', ')}: they could not be installed`);
}

/**
 * Electron for tests only. Without it the desktop tests are skipped, which is said here and again by each of them.
 * @param {{ shared: string, say: (line: string) => void }} options @returns {string | null} its folder
 */
export function prepareElectron({ shared, say }) {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, '.cache/electron');
  if (existsSync(join(folder, 'electron'))) return folder;
  const script = join(shared, 'tools/electron-runtime/get-electron-runtime.mjs');
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(script)) {
    say('SKIPPING desktop tests: there is no Electron test runtime for this computer');
    return null;
  }
  say('Electron test runtime: fetching (about 10 seconds)');
  if (runVisibly(process.execPath, [script, folder])) return folder;
  say('SKIPPING desktop tests: the Electron test runtime could not be fetched');
  return null;
}

/**
 * A folder that holds the chat model: the shared one, else one filled by the app's own downloader.
 * @param {{ shared: string, say: (line: string) => void }} options @returns {string | null}
 */
export function prepareModels({ shared, say }) {
  const given = process.env.PALIMPSEST_MODELS ?? join(shared, 'models');
  if (existsSync(given)) {
    say(`chat model: from ${given}`);
    return given;
  }
  const data = join(root, '.cache/models-vault');
  say('chat model: fetching SmolLM2-135M-Instruct (about 145 MB)');
  const args = [join(root, 'scripts/palimpsest.mjs'), 'models', 'fetch', 'SmolLM2-135M-Instruct', '--data', data];
  if (runVisibly(process.execPath, args)) return join(data, 'models');
  say('SKIPPING tests that need a chat model: it could not be fetched');
  return null;
}
