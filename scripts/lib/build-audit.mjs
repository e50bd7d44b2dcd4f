import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPage, bundleOne } from './build-page.mjs';

/** The page of the viewer without a bundle in it, and the script that checks one: each one file, both put into every bundle. @param {string} folder */
export async function buildAudit(folder) {
  mkdirSync(folder, { recursive: true });
  const script = await bundleOne('audit-viewer/verify-script.ts', 'es', {
    target: 'node18',
    minify: false,
    rolldownOptions: { external: [/^node:/] },
  });
  writeFileSync(join(folder, 'audit-verify.mjs'), script);
  const file = join(folder, 'audit-viewer.html');
  await buildPage({ folder: 'audit-viewer', entry: 'viewer.ts', style: 'viewer.css', file });
}
