import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

/**
 * One entry and all that it imports as one script.
 * @param {string} entry @param {'iife' | 'es'} format @param {object} more
 */
async function bundleOne(entry, format, more) {
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

/** The page of the viewer without a bundle in it, and the script that checks one: each one file, both put into every bundle. @param {string} folder */
export async function buildAudit(folder) {
  mkdirSync(folder, { recursive: true });
  const script = await bundleOne('audit-viewer/verify-script.ts', 'es', {
    target: 'node18',
    minify: false,
    rolldownOptions: { external: [/^node:/] },
  });
  writeFileSync(join(folder, 'audit-verify.mjs'), script);
  const code = await bundleOne('audit-viewer/viewer.ts', 'iife', { target: 'es2022', minify: true });
  // Nothing in the code may end the element that it stands in.
  const safe = `\n${code.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')}\n`;
  const style = readFileSync(join(root, 'audit-viewer/viewer.css'), 'utf8');
  const policy = [
    `default-src 'none'`,
    `script-src ${cspHash(safe)}`,
    `style-src ${cspHash(style)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  // By function: a replacement text may hold signs that mean something there.
  const page = readFileSync(join(root, 'audit-viewer/index.html'), 'utf8')
    .replace('@@CSP@@', () => policy)
    .replace('@@STYLE@@', () => style)
    .replace('@@SCRIPT@@', () => safe);
  writeFileSync(join(folder, 'audit-viewer.html'), page);
}
