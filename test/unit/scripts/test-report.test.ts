import { describe, expect, it } from 'vitest';
import { countProject, summarise, type VitestReport } from '../../../scripts/lib/test-report.mjs';

const report = (more: Partial<VitestReport>): VitestReport => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  testResults: [],
  ...more,
});
const project = 'unit';

describe('scripts/test', () => {
  it('counts what passed, failed and was skipped', () => {
    const run = { project, exitCode: 1, report: report({ numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 }) };
    expect(countProject(run)).toEqual({ passed: 3, failed: 2, skipped: 2, notes: [] });
  });

  it('counts a file that did not load as a failure', () => {
    const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }];
    expect(countProject({ project, exitCode: 1, report: report({ testResults }) })).toMatchObject({
      passed: 3,
      failed: 1,
    });
  });

  it.each([
    ['a crash without a report', { project, exitCode: 139, report: null }],
    ['a project in which nothing ran', { project, exitCode: 0, report: report({ numPassedTests: 0 }) }],
    ['an error outside of any test', { project, exitCode: 1, report: report({}) }],
  ])('counts %s as a failure', (_name, run) => {
    expect(countProject(run).failed).toBe(1);
  });

  it('ends with the counts, and mentions skipped tests only when there are any', () => {
    const counts = { passed: 2, failed: 0, skipped: 0, notes: [] };
    expect(summarise([counts, counts])).toBe('4 passed, 0 failed');
    expect(summarise([counts, { ...counts, skipped: 5 }])).toBe('4 passed, 0 failed, 5 skipped');
  });
});
