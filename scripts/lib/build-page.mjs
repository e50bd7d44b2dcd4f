import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

/**
 * One entry and all that it imports as one script.
 * @param {string} entry @param {'iife' | 'es'} format @param {object} more
 */
export async function bundleOne(entry, format, more) {
  const vite = await import('vite');
  const built = await vite.build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      reportCompressedSize: false,
      lib: { entry: join(root, entry), formats: [format], name: 'palimpsest', fileName: 'out' },
      ...more,
    },
  });
  const results = /** @type {{ output: { code: string }[] }[]} */ (/** @type {unknown} */ (built));
  return results[0]?.output[0]?.code ?? '';
}

/** @param {string} text */
const cspHash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * A page that is one file and may ask nothing of any network: its only script and style are named by their hashes.
 * @param {{ folder: string, entry: string, style: string, file: string }} page paths from the root; `file` is written
 */
export async function buildPage({ folder, entry, style, file }) {
  const code = await bundleOne(`${folder}/${entry}`, 'iife', { target: 'es2022', minify: true });
  // Nothing in the code may end the element that it stands in.
  const safe = `\n${code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')}\n`;
  const css = readFileSync(join(root, folder, style), 'utf8');
  const policy = [
    `default-src 'none'`,
    `script-src ${cspHash(safe)}`,
    `style-src ${cspHash(css)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  // By function: a replacement text may hold signs that mean something there.
  const page = readFileSync(join(root, folder, 'index.html'), 'utf8')
    .replace('@@CSP@@', () => policy)
    .replace('@@STYLE@@', () => css)
    .replace('@@SCRIPT@@', () => safe);
  writeFileSync(file, page);
}
