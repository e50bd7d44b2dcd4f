import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildPage } from './build-page.mjs';

/** The page of an evaluation's report without data in it: one file, into which every run's data is put. @param {string} folder */
export async function buildReport(folder) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'evaluation-report.html');
  await buildPage({ folder: 'evaluation-report', entry: 'report.ts', style: 'report.css', file });
}
