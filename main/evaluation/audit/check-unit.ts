import type { LegName } from '../../contract/recall.ts';
import type { Answerer, Arm } from '../format/arm.ts';
import type { Observation, Observed, StateReport, UnitLine } from '../format/observation.ts';
import { checkAnswer, checkExecution } from './check-execution.ts';
import { checkState } from './check-state.ts';
import { checkSupplied } from './check-supplied.ts';
import { type KnownHistory, placeKey } from './known-history.ts';
import type { Report } from './rules.pure.ts';

/** What a leg did in all observations of a unit. */
export type LegTotals = {
  readonly observations: number;
  /** Where it had something to look at. */
  readonly executed: number;
  readonly produced: number;
  /** Where it was declared and said that its store was empty. */
  readonly empty: number;
};

/** What a unit leaves for comparisons between arms and trajectories. */
export type UnitSummary = {
  readonly arm: string;
  readonly trajectory: string;
  readonly legs: ReadonlyMap<LegName, LegTotals>;
  readonly configs: ReadonlySet<string>;
  readonly spaces: ReadonlySet<string>;
  /** Settings as they were used: every `name=value`. */
  readonly settings: ReadonlySet<string>;
  readonly hasGrown: boolean;
  readonly supplied: number;
  /** What came out, by `checkpoint NUL probe`. */
  readonly signatures: ReadonlyMap<string, string>;
};

export type UnitCheck = {
  readonly arm: Arm;
  readonly answerer: Answerer;
  readonly history: KnownHistory;
  readonly isElsewhere: (id: string) => boolean;
  readonly report: Report;
};

export type UnitAudit = { readonly add: (line: UnitLine) => void; readonly end: () => UnitSummary };

/** Audits the lines of one arm and trajectory in their order. */
export function auditUnit(check: UnitCheck): UnitAudit {
  const { arm, history, report } = check;
  const place = { arm: arm.name, trajectory: history.trajectory.id };
  const states = new Map<string, StateReport>();
  const seen = new Set<string>();
  const tally = tallyUnit();
  /** Records at the first question of each checkpoint. */
  const firsts = new Map<string, number>();
  let generation = Number.NEGATIVE_INFINITY;
  let ends = 0;
  const observe = (line: Observation): void => {
    if (!checkPlace({ ...check, seen }, line)) return;
    if (!states.has(line.checkpoint))
      report('state-missing', line, 'The state of the memory was not reported before this question.');
    if (line.status === 'failed') {
      report('observation-failed', line, `The question failed (${line.code}).`);
      return;
    }
    const now = history.checkpoints.get(line.checkpoint)?.at ?? 0;
    checkSupplied({ ...check, observed: line, now });
    checkExecution({ ...check, observed: line, now });
    checkAnswer({ ...check, observed: line });
    checkTransition({ ...check, firsts, state: states.get(line.checkpoint) }, line);
    const own = line.execution.generation;
    if (own !== null && own < generation)
      report('generation-back', line, `The memory went back from generation ${generation} to ${own}.`);
    generation = Math.max(generation, own ?? generation);
    tally.add(line);
  };
  return {
    add: (line) => {
      if (line.t === 'observation') observe(line);
      else if (line.t === 'state') {
        if (states.has(line.checkpoint)) report('observation-twice', line, 'The state was reported twice.');
        states.set(line.checkpoint, line);
        checkState({ ...check, state: line });
      } else {
        ends += 1;
        if (line.observations !== seen.size)
          report('unit-end', line, `The unit ends with ${line.observations} observations; it has ${seen.size}.`);
      }
    },
    end: () => {
      if (ends !== 1) report('unit-end', place, `The unit has ${ends} ends, not one.`);
      const missing = [...history.expected].filter((key) => !seen.has(key));
      if (missing.length > 0) {
        const [checkpoint = '', probe = ''] = (missing[0] ?? '').split('\u0000');
        const message = `${missing.length} of ${history.expected.size} observations are missing.`;
        report('observation-missing', { ...place, checkpoint, probe }, message);
      }
      return { ...place, ...tally.end() };
    },
  };
}

/** Whether the trajectory asks that there, for the first time. */
function checkPlace({ history, report, seen }: UnitCheck & { readonly seen: Set<string> }, line: Observation): boolean {
  const key = placeKey(line.checkpoint, line.probe);
  if (!history.probes.has(line.probe) || !history.checkpoints.has(line.checkpoint)) {
    report('unknown-place', line, 'The trajectory has no such probe or checkpoint.');
    return false;
  }
  if (!history.expected.has(key)) {
    report('before-origin', line, 'The probe was asked before its origin.');
    return false;
  }
  if (seen.has(key)) {
    report('observation-twice', line, 'The probe was observed twice at this checkpoint.');
    return false;
  }
  seen.add(key);
  return true;
}

type TransitionCheck = UnitCheck & {
  readonly firsts: Map<string, number>;
  readonly state: StateReport | undefined;
};

/** Asking changes a memory only where the arm declares that it does. */
function checkTransition({ arm, report, firsts, state }: TransitionCheck, line: Observed): void {
  const { transition } = line;
  if (transition === null || arm.access !== 'none') return;
  const { recordsBefore, recordsAfter } = transition;
  const first = firsts.get(line.checkpoint);
  firsts.set(line.checkpoint, first ?? recordsBefore);
  if (recordsAfter !== recordsBefore)
    report(
      'access-undeclared',
      line,
      `Asking changed the memory from ${recordsBefore} to ${recordsAfter} records, and the arm declares no access.`,
    );
  else if (first !== undefined && first !== recordsBefore)
    report('state-changed', line, `The memory had ${first} records when asked first and ${recordsBefore} later.`);
  else if (first === undefined && state !== undefined && state.records !== null && state.records !== recordsBefore)
    report(
      'state-late',
      line,
      `The memory had ${state.records} records at the checkpoint and ${recordsBefore} when asked first: something was still at work.`,
    );
}

type Tally = { readonly add: (line: Observed) => void; readonly end: () => Omit<UnitSummary, 'arm' | 'trajectory'> };

function tallyUnit(): Tally {
  const legs = new Map<LegName, LegTotals>();
  const configs = new Set<string>();
  const spaces = new Set<string>();
  const settings = new Set<string>();
  const signatures = new Map<string, string>();
  let hasGrown = false;
  let supplied = 0;
  return {
    add: (line) => {
      const { execution, transition } = line;
      for (const audit of execution.legs ?? []) {
        const known = legs.get(audit.leg) ?? { observations: 0, executed: 0, produced: 0, empty: 0 };
        legs.set(audit.leg, {
          observations: known.observations + 1,
          executed: known.executed + (audit.executed > 0 ? 1 : 0),
          produced: known.produced + audit.produced,
          empty: known.empty + (audit.outcome === 'empty store' ? 1 : 0),
        });
      }
      if (execution.configHash !== null) configs.add(execution.configHash);
      if (execution.embeddingSpace !== null) spaces.add(execution.embeddingSpace);
      for (const [name, value] of Object.entries(execution.settings ?? {}))
        settings.add(`${name}=${JSON.stringify(value)}`);
      hasGrown ||= transition !== null && transition.recordsAfter > transition.recordsBefore;
      supplied += line.supplied.length;
      signatures.set(placeKey(line.checkpoint, line.probe), signatureOf(line));
    },
    end: () => ({ legs, configs, spaces, settings, hasGrown, supplied, signatures }),
  };
}

/** Everything that came out of a question, in few characters: what was found, what was read and what was said. */
function signatureOf({ supplied, contextTokens, answer, execution }: Observed): string {
  const text = JSON.stringify([
    supplied.map(({ kind, turns, hash, tokens }) => [kind, turns, hash, tokens]),
    (execution.candidates ?? []).map(({ id, fate, legs }) => [id, fate, legs]),
    contextTokens,
    answer,
  ]);
  // FNV-1a in two halves: enough to tell equal from different, and a run has hundreds of thousands.
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193) >>> 0;
    high = Math.imul(high ^ (code + i), 0x01000193) >>> 0;
  }
  return `${low.toString(36)}.${high.toString(36)}`;
}
