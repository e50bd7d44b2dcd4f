/** What an `invalid` finding makes of figures: they are of something else than the run says. A `warning` has to be read. */
export type Severity = 'invalid' | 'warning';

/** Rules of the execution audit, and what each finding of theirs means. */
export const RULES = {
  // What the memory held.
  'stale-index': 'invalid',
  'extra-content': 'invalid',
  'clock-off': 'invalid',
  'state-missing': 'invalid',
  'state-changed': 'invalid',
  'state-late': 'warning',
  'generation-back': 'invalid',
  // What was supplied.
  'future-leak': 'invalid',
  'unknown-source': 'invalid',
  'other-trajectory': 'invalid',
  'reference-supplied': 'invalid',
  'altered-text': 'invalid',
  'altered-time': 'invalid',
  'cited-unsupplied': 'invalid',
  'k-exceeded': 'invalid',
  'budget-exceeded': 'invalid',
  'tokens-uncounted': 'invalid',
  'token-sum': 'invalid',
  // What ran.
  'leg-silent': 'invalid',
  'leg-quiet': 'warning',
  'leg-failed': 'invalid',
  'leg-flag': 'invalid',
  'leg-stages': 'invalid',
  'settings-ignored': 'invalid',
  'config-drift': 'invalid',
  'no-effect': 'warning',
  'access-undeclared': 'invalid',
  'access-missing': 'invalid',
  'worker-missing': 'invalid',
  'worker-undeclared': 'invalid',
  'worker-failed': 'invalid',
  'worker-idle': 'warning',
  // What was observed.
  'answer-undeclared': 'invalid',
  'answer-missing': 'invalid',
  'observation-failed': 'warning',
  'observation-missing': 'invalid',
  'observation-twice': 'invalid',
  'before-origin': 'invalid',
  'unknown-place': 'invalid',
  'denominator-drift': 'invalid',
  'unit-end': 'invalid',
  'unit-changed': 'invalid',
} as const satisfies Readonly<Record<string, Severity>>;
export type Rule = keyof typeof RULES;

/** Where a finding is; null: in all of it. */
export type FindingPlace = {
  readonly arm: string | null;
  readonly trajectory: string | null;
  readonly checkpoint?: string | null;
  readonly probe?: string | null;
};

/** The first of its kind in one arm and trajectory; `count` tells how many there were. */
export type Finding = {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly arm: string | null;
  readonly trajectory: string | null;
  readonly checkpoint: string | null;
  readonly probe: string | null;
  /** What is so. No words of a history. */
  readonly message: string;
  readonly count: number;
};

export type Report = (rule: Rule, place: FindingPlace, message: string) => void;

/** Gathers findings, one for each rule, arm and trajectory, so that a fault of every question is told once. */
export function gatherFindings(): { readonly report: Report; readonly list: () => readonly Finding[] } {
  const findings = new Map<string, Finding>();
  return {
    report: (rule, { arm, trajectory, checkpoint = null, probe = null }, message) => {
      const key = `${rule}\u0000${arm}\u0000${trajectory}`;
      const known = findings.get(key);
      findings.set(
        key,
        known === undefined
          ? { rule, severity: RULES[rule], arm, trajectory, checkpoint, probe, message, count: 1 }
          : { ...known, count: known.count + 1 },
      );
    },
    list: () => [...findings.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, finding]) => finding),
  };
}
