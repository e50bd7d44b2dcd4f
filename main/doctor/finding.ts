import type { DoctorProblem, DoctorReport } from '../contract/app.ts';

/** What one check found. A note is true and needs nobody; a problem makes the report fail until it is put right. */
export type Findings = {
  readonly problems: DoctorProblem[];
  readonly notes: string[];
  readonly counts: Record<string, number>;
  readonly digests: Record<string, string>;
};

export const createFindings = (): Findings => ({ problems: [], notes: [], counts: {}, digests: {} });

/** A problem without a place in the journal, unless one is given. */
export function problem(
  input: Pick<DoctorProblem, 'check' | 'message' | 'fix'> & Partial<Pick<DoctorProblem, 'file' | 'seq' | 'id'>>,
): DoctorProblem {
  return { file: null, seq: null, id: null, ...input };
}

export function toReport(found: Findings, ms: number): DoctorReport {
  return { ok: found.problems.length === 0, ...found, ms: Math.round(ms) };
}

/** More of one kind than this are counted, not listed: a lost table would make thousands. */
const LISTED_PROBLEMS = 20;

/** Collects problems of one kind and cuts the list off with a count. */
export function createTally(found: Findings, summary: (left: number) => DoctorProblem) {
  let total = 0;
  return {
    add: (one: DoctorProblem): void => {
      total += 1;
      if (total <= LISTED_PROBLEMS) found.problems.push(one);
    },
    finish: (): number => {
      if (total > LISTED_PROBLEMS) found.problems.push(summary(total - LISTED_PROBLEMS));
      return total;
    },
  };
}
