import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Surroundings
 * @property {NodeJS.Platform} platform
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {boolean} isRoot
 * @property {string} root the repository
 * @property {(path: string) => boolean} [exists]
 */

/**
 * @typedef {{ kind: 'window', binary: string, args: readonly string[], line: string }
 *   | { kind: 'browser', line: string }} StartPlan
 */

const BINARIES = /** @type {const} */ ({ win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' });

/** Where the desktop runtime's program is, or null: it is looked for and never downloaded. @param {Surroundings} at */
export function findElectron({ platform, env, root, exists = existsSync }) {
  const name = platform === 'win32' || platform === 'darwin' ? BINARIES[platform] : 'electron';
  const folder = env.ELECTRON_OVERRIDE_DIST_PATH || join(root, 'node_modules/electron/dist');
  const binary = join(folder, name);
  return exists(binary) ? binary : null;
}

/**
 * Desktop window or browser, and the one line that says which and why.
 * @param {Surroundings} at @returns {StartPlan}
 */
export function planStart(at) {
  const needsDisplay = at.platform !== 'win32' && at.platform !== 'darwin';
  if (needsDisplay && !at.env.DISPLAY && !at.env.WAYLAND_DISPLAY) {
    return { kind: 'browser', line: 'Opening in your browser: this computer has no display for the desktop window.' };
  }
  const binary = findElectron(at);
  if (binary === null) {
    const how = 'For the desktop window run `npx install-electron` once (about 120 MB from github.com).';
    return { kind: 'browser', line: `Opening in your browser: the desktop runtime is not installed. ${how}` };
  }
  if (at.isRoot && needsDisplay) {
    const line = 'Opening the desktop window without its sandbox, because you are root; a normal account is safer.';
    return { kind: 'window', binary, args: [at.root, '--no-sandbox'], line };
  }
  return { kind: 'window', binary, args: [at.root], line: 'Opening the desktop window.' };
}
