import { canonicalJson } from '../../journal/record.pure.ts';
import { assert } from '../../lib/assert.ts';
import type { Finding } from '../audit/rules.pure.ts';
import { keyOf } from '../format/observation.ts';
import type { RunHeader } from '../format/run.ts';
import { checkGate } from '../gates/check-gate.ts';
import type { ReadGate } from '../gates/read-gate.ts';
import type { ScoredObservation } from '../score/scored.ts';
import { createBootstrap } from '../statistics/bootstrap.pure.ts';
import { markFrontier, scorePerFragment, tokenUtility } from '../statistics/efficiency.pure.ts';
import { makeAblations, VERDICT_RULE } from './ablations.ts';
import { makeContrasts } from './contrasts.ts';
import type { Execution } from './execution-tally.ts';
import { MetricName } from './figures.ts';
import { HEADLINES } from './measures.ts';
import { nameFile } from './observation-rows.ts';
import { arrange, type PlannedTrajectory, planReport, refuse } from './plan.ts';
import type { ArmSummary, FrontierPoint, Report, ReportedFinding } from './report.ts';
import { DIGITS, roundFigures } from './round.ts';
import { makeFamilies, makeSlices, partPlan } from './slices.ts';
import { type ArmTable, countDenominators, type Figuring, makeFigures, tabulate } from './table.ts';

/** Missing outputs: declared before any figure. */
export const MISSING_RULE =
  'An observation that failed or is missing stays in every denominator and counts as 0. `least` and `most` are the figure with every missing one at its worst and at its best, and a gate takes the end that speaks against it. Ranks, tokens and fragments have no such bounds and are means of what was observed.';

const LEVEL = 0.95;
const RESAMPLES = 10_000;

export type ReportInput = {
  readonly header: RunHeader;
  readonly trajectories: readonly PlannedTrajectory[];
  /** One for every observation that the run declares, missing ones too. */
  readonly scored: readonly ScoredObservation[];
  readonly execution: Execution;
  readonly findings: readonly Finding[];
  /** The gate that the header names; null where it names none. */
  readonly gate: ReadGate | null;
  /** Arms that the others are compared with; names that the run lacks are left out. */
  readonly baselines?: readonly string[];
  /** The arm that ablations are of. */
  readonly full?: string;
  readonly resamples?: number;
};

/** Every figure of a run; the same files and seed give the same report, byte for byte. */
export function buildReport(input: ReportInput): Report {
  const { header, trajectories, execution } = input;
  const names = header.arms.map(({ name }) => name);
  const plan = planReport(header, trajectories);
  const rows = arrange(plan, names, input.scored);
  const observing = {
    fragmentsOf: (one: ScoredObservation) => execution.fragments.get(keyOf(one)) ?? null,
    hasAnswers: header.answerer !== 'none',
  };
  const tables = names.map((name) => tabulate(name, rows.get(name) ?? [], observing));
  const resamples = input.resamples ?? RESAMPLES;
  const bootstrap = createBootstrap({ seed: String(header.seed), resamples, level: LEVEL });
  const baselines = (input.baselines ?? ['vector', 'vector-30']).filter((name) => names.includes(name));
  const full = names.find((name) => name === (input.full ?? 'full')) ?? null;
  const parts = partPlan(rows.get(names[0] ?? '') ?? [], trajectories);
  const byName = new Map(tables.map((table) => [table.arm, table]));
  const gated = (input.gate?.gate.checks ?? []).flatMap((check) =>
    check.kind === 'contrast' ? [[check.arm ?? input.gate?.gate.arm ?? '', check.against] as const] : [],
  );
  const contrasts = makeContrasts({ arms: header.arms, tables: byName, parts, baselines, full, gated, bootstrap });
  const arms = tables.map((table, index) => summarise(table, header.arms[index], bootstrap));
  const findings = input.findings.map(({ rule, ...finding }): ReportedFinding => ({ ...finding, code: rule }));
  const invalid = listInvalid(findings);
  const report: Report = {
    ...{ format: 'lsrep-report', version: 1, isValid: invalid.length === 0, invalid, header },
    method: {
      ...{ resamples, level: LEVEL, seed: header.seed, digits: DIGITS, baselines, full },
      ...{ missingRule: MISSING_RULE, verdictRule: VERDICT_RULE },
    },
    arms,
    slices: [...makeSlices(tables, parts, bootstrap), ...makeFamilies(tables, header.arms, bootstrap)],
    contrasts,
    ablations: makeAblations(header.arms, full, contrasts),
    frontier: drawFrontier(arms),
    legs: execution.legs,
    findings,
    gate: null,
    notObservable: execution.notObservable,
    parts: names.flatMap((arm) =>
      header.trajectories.map(({ id, observations }) => ({
        ...{ name: nameFile(arm, id), arm, trajectory: id, rows: observations },
      })),
    ),
  };
  const rounded = roundFigures(report);
  // What is printed is what is held against the gate.
  return { ...rounded, gate: passGate(input.gate, rounded) };
}

/** The text of `report.json`: keys in one order, so that equal reports are equal bytes. */
export const writeReport = (report: Report): string => `${canonicalJson(report)}\n`;

/** Why figures are not valid: each rule once, however many observations broke it. */
function listInvalid(findings: readonly ReportedFinding[]): readonly string[] {
  const broken = findings.filter(({ severity }) => severity === 'invalid');
  return [...new Set(broken.map(({ code }) => code))].map((code) => {
    const own = broken.filter((one) => one.code === code);
    const count = own.reduce((sum, one) => sum + one.count, 0);
    return `${own[0]?.message ?? ''} (${code}, ${count === 1 ? 'once' : `${count} times`})`;
  });
}

/** Only the gate that was declared before the run can be held against it. */
function passGate(given: ReadGate | null, report: Report): Report['gate'] {
  const declared = report.header.gate;
  if (declared === null && given === null) return null;
  if (declared?.name !== given?.gate.name || declared?.hash !== given?.hash)
    throw refuse(
      `$.gate of the run: it declares ${declared === null ? 'no gate' : `the gate ${declared.name} (${declared.hash})`}, and ${given === null ? 'none' : `${given.gate.name} (${given.hash})`} was given.`,
    );
  return given === null ? null : checkGate(given.gate, report);
}

function summarise(table: ArmTable, declared: RunHeader['arms'][number] | undefined, bootstrap: Figuring['bootstrap']) {
  assert(declared !== undefined, 'every table is of an arm of the header');
  const places = [...table.rows.keys()];
  const figures = makeFigures(table, places, { metrics: MetricName.options, intervals: HEADLINES, bootstrap });
  const score = figures.score?.value ?? null;
  const summary: ArmSummary = {
    ...{ arm: table.arm, declared, denominators: countDenominators(table, places) },
    questions: countProbes(table.rows),
    evidenceQuestions: countProbes(table.rows.filter(({ evidenceTurns }) => evidenceTurns > 0)),
    figures,
    spf: scorePerFragment(score, figures.fragments?.value ?? null),
    tur: tokenUtility(score, figures.tokens?.value ?? null),
  };
  return summary;
}

const countProbes = (rows: readonly ScoredObservation[]): number =>
  new Set(rows.map(({ trajectory, probe }) => `${trajectory}\u0000${probe}`)).size;

function drawFrontier(arms: readonly ArmSummary[]): readonly FrontierPoint[] {
  const points = arms.flatMap(({ arm, figures }) => {
    const [tokens, accuracy] = [figures.tokens?.value ?? null, figures.accuracy?.value ?? null];
    return tokens === null || accuracy === null ? [] : [{ arm, tokens, accuracy }];
  });
  return markFrontier(points);
}
