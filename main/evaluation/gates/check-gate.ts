import type { Contrast, Report } from '../report/report.ts';
import type { Gate, GateCheck, GateLine, GateResult } from './gate.ts';

type Figured = Pick<Report, 'arms' | 'slices' | 'contrasts' | 'isValid'>;

/** Holds every line of a gate against the figures of its run. */
export function checkGate(gate: Gate, report: Figured): GateResult {
  const arms = new Set([gate.arm, ...gate.checks.flatMap((check) => namesOf(check))]);
  const summaries = report.arms.filter(({ arm }) => arms.has(arm));
  const failures = summaries.reduce((sum, { denominators }) => sum + denominators.failed + denominators.missing, 0);
  const questions = report.arms.find(({ arm }) => arm === gate.arm)?.evidenceQuestions ?? 0;
  const lines = [
    line({ what: 'figures are valid', value: report.isValid ? 1 : 0, comparison: '>=', threshold: 1 }),
    line({ what: 'questions with evidence', value: questions, comparison: '>=', threshold: gate.minimumQuestions }),
    line({
      what: 'failed or missing observations',
      value: failures,
      comparison: '<=',
      threshold: gate.allowedFailures,
    }),
    ...gate.checks.map((check) => {
      const { comparison, threshold } = check;
      return line({ what: describe(gate, check), value: read(gate, check, report), comparison, threshold });
    }),
  ];
  const { name, registeredAt, arm } = gate;
  return { name, registeredAt, arm, holds: lines.every(({ holds }) => holds), lines };
}

const namesOf = (check: GateCheck): readonly string[] =>
  check.kind === 'figure' ? [] : [check.against, ...(check.arm === undefined ? [] : [check.arm])];

const line = (one: Omit<GateLine, 'holds'>): GateLine => ({
  ...one,
  holds: one.value !== null && (one.comparison === '>=' ? one.value >= one.threshold : one.value <= one.threshold),
});

function describe(gate: Gate, check: GateCheck): string {
  const slice = check.slice === undefined ? '' : ` (${check.slice.by}: ${check.slice.key})`;
  if (check.kind === 'figure') return `${check.metric}${slice} of ${gate.arm}`;
  const end = { delta: 'difference', low: 'lower end of the difference', high: 'upper end of the difference' }[
    check.of
  ];
  return `${end} of ${check.arm ?? gate.arm} and ${check.against} in ${check.metric}${slice}`;
}

/** The figure with every missing observation at its worst; null where there is none. */
function read(gate: Gate, check: GateCheck, report: Figured): number | null {
  if (check.kind === 'contrast') return readContrast(gate, check, report.contrasts);
  const { metric, slice, comparison } = check;
  const figures =
    slice === undefined
      ? report.arms.find(({ arm }) => arm === gate.arm)?.figures
      : report.slices.find((one) => one.arm === gate.arm && one.by === slice.by && one.key === slice.key)?.figures;
  const figure = figures?.[metric];
  if (figure === undefined) return null;
  return (comparison === '>=' ? figure.least : figure.most) ?? figure.value;
}

function readContrast(
  gate: Gate,
  check: Extract<GateCheck, { kind: 'contrast' }>,
  contrasts: readonly Contrast[],
): number | null {
  const contrast = contrasts.find(
    (one) =>
      one.arm === (check.arm ?? gate.arm) &&
      one.against === check.against &&
      one.metric === check.metric &&
      (one.slice?.by ?? null) === (check.slice?.by ?? null) &&
      (one.slice?.key ?? null) === (check.slice?.key ?? null),
  );
  if (contrast === undefined) return null;
  if (check.of !== 'delta') return contrast.intervals.trajectories[check.of];
  return (check.comparison === '>=' ? contrast.least : contrast.most) ?? contrast.delta;
}
