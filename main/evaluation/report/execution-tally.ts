import { LegName, type LegOutcome } from '../../contract/recall.ts';
import { keyOf, type Observation, type Observed } from '../format/observation.ts';
import type { LegSummary, NotObservable } from './report.ts';

/** What a report needs of observations beside their scores. */
export type Execution = {
  readonly legs: readonly LegSummary[];
  readonly notObservable: readonly NotObservable[];
  /** Fragments that were supplied, by the key of the observation. */
  readonly fragments: ReadonlyMap<string, number>;
};

/** Adds up observation by observation, so that not all of a run has to be in memory at once. */
export type ExecutionTally = {
  readonly add: (observation: Observation) => void;
  readonly end: (arms: readonly string[]) => Execution;
};

/** Fields that a system may not tell; a chat model's own ones only where one was asked. */
const FIELDS: Readonly<Record<string, (one: Observed) => unknown>> = {
  isAbstaining: (one) => one.isAbstaining ?? (one.answer === null ? 'nothing was asked' : null),
  contextTokens: ({ contextTokens }) => contextTokens,
  transition: ({ transition }) => transition,
  'execution.legs': ({ execution }) => execution.legs,
  'execution.candidates': ({ execution }) => execution.candidates,
  'execution.askedAt': ({ execution }) => execution.askedAt,
  'execution.settings': ({ execution }) => execution.settings,
  'execution.configHash': ({ execution }) => execution.configHash,
  'execution.embeddingSpace': ({ execution }) => execution.embeddingSpace,
  'execution.generation': ({ execution }) => execution.generation,
};

type Totals = Omit<LegSummary, 'outcomes' | 'contributed' | 'failures'> & {
  -readonly [key in 'n' | 'eligible' | 'executed' | 'produced' | 'selected' | 'inPrompt']: number;
} & { readonly outcomes: Partial<Record<LegOutcome, number>> };

/** A new tally of what ran, leg by leg, and of what could not be seen. */
export function createExecutionTally(): ExecutionTally {
  const legs = new Map<string, Map<LegName, Totals>>();
  const unseen = new Map<string, Map<string, number>>();
  const fragments = new Map<string, number>();
  const add = (one: Observation): void => {
    if (one.status !== 'observed') return;
    fragments.set(keyOf(one), one.supplied.length);
    for (const [field, read] of Object.entries(FIELDS)) if (read(one) === null) count(openMap(unseen, one.arm), field);
    addLegs(openMap(legs, one.arm), one);
  };
  const end = (arms: readonly string[]): Execution => ({
    legs: arms.flatMap((arm) =>
      LegName.options.flatMap((leg) => {
        const totals = legs.get(arm)?.get(leg);
        return totals === undefined ? [] : [summarise(totals)];
      }),
    ),
    notObservable: arms.flatMap((arm) =>
      Object.keys(FIELDS).flatMap((field) => {
        const observations = unseen.get(arm)?.get(field) ?? 0;
        return observations === 0 ? [] : [{ arm, field, observations }];
      }),
    ),
    fragments,
  });
  return { add, end };
}

function openMap<K, V>(maps: Map<string, Map<K, V>>, name: string): Map<K, V> {
  let map = maps.get(name);
  if (map === undefined) {
    map = new Map();
    maps.set(name, map);
  }
  return map;
}

const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);

function addLegs(byLeg: Map<LegName, Totals>, { arm, execution }: Observed): void {
  for (const one of execution.legs ?? []) {
    let totals = byLeg.get(one.leg);
    if (totals === undefined) {
      const zero = { n: 0, eligible: 0, executed: 0, produced: 0, selected: 0, inPrompt: 0 };
      totals = { arm, leg: one.leg, ...zero, outcomes: {} };
      byLeg.set(one.leg, totals);
    }
    totals.n += 1;
    totals.eligible += one.eligible;
    totals.executed += one.executed;
    totals.produced += one.produced;
    totals.selected += one.selected;
    totals.inPrompt += one.inPrompt;
    totals.outcomes[one.outcome] = (totals.outcomes[one.outcome] ?? 0) + 1;
  }
}

const summarise = (totals: Totals): LegSummary => ({
  ...totals,
  contributed: totals.n === 0 ? null : (totals.outcomes.contributed ?? 0) / totals.n,
  failures: totals.outcomes.failed ?? 0,
});
