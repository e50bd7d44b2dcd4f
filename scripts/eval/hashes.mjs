import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/sources.mjs';

/** One hash over names and bytes. @param {string} folder @param {readonly string[]} files */
export function hashFiles(folder, files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Fitted numbers lie as JSON beside the code that reads them. @param {string} folder @returns {string[]} */
function listJson(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? listJson(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
    .filter((path) => path.endsWith('.json'))
    .sort();
}

/** Weights by file, and the commit with whether anything beside it was changed. */
export function describeCode() {
  const git = (/** @type {readonly string[]} */ args) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
  const files = ['main/retrieval', 'main/chat'].flatMap(listJson);
  const weights = Object.fromEntries(files.map((file) => [file, hashFiles(root, [file])]));
  return {
    commit: git(['rev-parse', 'HEAD']),
    isChanged: git(['status', '--porcelain', '--', 'main', 'models']) !== '',
    weights,
  };
}
