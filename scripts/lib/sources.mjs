import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository (or installed package) that these scripts belong to. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const FOLDERS = ['app', 'audit-viewer', 'evaluation-report', 'main', 'renderer', 'models'];
const FILES = [
  'package.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/lib/build-audit.mjs',
  'scripts/lib/build-page.mjs',
  'scripts/lib/build-report.mjs',
  'scripts/lib/sources.mjs',
];
const IS_SOURCE = /\.(?:ts|tsx|css|html|sql|json|svg|woff2|png|txt|md|bnf|gbnf)$/;

/** True in a source checkout, false in a packed app, where there is nothing to build from. */
export const isCheckout = () => existsSync(join(root, 'app/shell.ts'));

/** @param {string} folder @returns {string[]} */
function walk(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' || path === 'models/bundled' ? [] : walk(path);
    return IS_SOURCE.test(entry.name) ? [path] : [];
  });
}

/** Every file that the build reads, sorted. @returns {string[]} */
export function listSources() {
  return [...FOLDERS.filter((f) => existsSync(join(root, f))).flatMap(walk), ...FILES].sort();
}

/** Changes when a file is touched, added or removed; costs one stat a file. @param {readonly string[]} files */
export function statKey(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const stat = statSync(join(root, file), { throwIfNoEntry: false });
    hash.update(`${file}\0${stat?.size}\0${stat?.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Changes only when bytes change. @param {readonly string[]} files */
export function contentKey(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const bytes = existsSync(join(root, file)) ? readFileSync(join(root, file)) : '';
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** What the last build was made from. @returns {{ stat: string, content: string } | null} */
export function readStamp() {
  try {
    return JSON.parse(readFileSync(join(root, 'out/.stamp'), 'utf8'));
  } catch {
    // Absent or half written: both mean that nothing is known about the last build, so it is built again.
    return null;
  }
}
