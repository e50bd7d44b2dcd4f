/**
 * @typedef {object} VitestReport the part of Vitest's JSON reporter that is read here
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} [numTodoTests]
 * @property {readonly { name: string, status: string, assertionResults: readonly { status: string }[] }[]} testResults
 */

/** @typedef {{ passed: number, failed: number, skipped: number, notes: readonly string[] }} Counts */

/**
 * Counts of one project. Whatever is not a plain success counts as a failure: a file that did not load, a process
 * that crashed, a project in which nothing ran.
 * @param {{ project: string, exitCode: number | null, report: VitestReport | null }} run @returns {Counts}
 */
export function countProject({ project, exitCode, report }) {
  if (report === null) return { passed: 0, failed: 1, skipped: 0, notes: [`${project}: ended without a report`] };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const passed = report.numPassedTests;
  const skipped = report.numPendingTests + (report.numTodoTests ?? 0);
  const failed = report.numFailedTests + broken.length;
  const notes = broken.map(({ name }) => `${project}: ${name} did not load`);
  if (passed + failed + skipped === 0) return { passed, skipped, failed: 1, notes: [`${project}: no test ran`] };
  if (exitCode !== 0 && failed === 0)
    return { passed, skipped, failed: 1, notes: [`${project}: ended with ${exitCode} although every test passed`] };
  return { passed, failed, skipped, notes };
}

/** The last line of `npm test`. @param {readonly Counts[]} all */
export function summarise(all) {
  /** @param {'passed' | 'failed' | 'skipped'} key */
  const sum = (key) => all.reduce((total, counts) => total + counts[key], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
