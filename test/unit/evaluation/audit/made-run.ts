import { LegName } from '../../../../main/contract/recall.ts';
import { hashOf } from '../../../../main/evaluation/audit/known-history.ts';
import type { Arm } from '../../../../main/evaluation/format/arm.ts';
import type { LegAudit, Observed, SuppliedFragment, UnitLine } from '../../../../main/evaluation/format/observation.ts';
import type { RunHeader } from '../../../../main/evaluation/format/run.ts';
import { arrivalOf, type Trajectory } from '../../../../main/evaluation/format/trajectory.ts';
import { expectedOf } from '../../../../main/evaluation/score/score-observation.ts';
import { FULL, HISTORY } from '../score/made-history.ts';

export type Run = {
  readonly header: RunHeader;
  readonly trajectories: readonly Trajectory[];
  readonly lines: readonly UnitLine[];
};

const HASH = '0'.repeat(64);

/** A second history with nothing in common with the first but its owner. */
export const OTHER: Trajectory = {
  ...HISTORY,
  ...{ id: 'h2', documents: [], lifecycle: [] },
  turns: HISTORY.turns.map((turn) => ({ ...turn, id: `other-${turn.id}`, text: `Elsewhere: ${turn.text}` })),
  probes: HISTORY.probes
    .filter(({ category }) => category !== 'document')
    .map((probe) => ({
      ...probe,
      references: probe.references.map((one) => ({ ...one, evidence: one.evidence.map((id) => `other-${id}`) })),
    })),
};

const ARMS: readonly Arm[] = [
  FULL,
  { ...FULL, name: 'no-graph', noLegs: ['graph'] },
  { ...FULL, name: 'access', access: 'probes', settings: { decay: true } },
];

const declares = ({ noLegs = [] }: Arm, leg: LegName): boolean => !noLegs.includes(leg);

function legsOf(arm: Arm, turns: number, documents: number): readonly LegAudit[] {
  return LegName.options.map((leg): LegAudit => {
    const none = { leg, eligible: 0, executed: 0, produced: 0, selected: 0, inPrompt: 0, why: null };
    if (!declares(arm, leg)) return { ...none, outcome: 'disabled' };
    const eligible = leg === 'document' ? documents : leg === 'summary' || leg === 'procedural' ? 0 : turns;
    if (eligible === 0) return { ...none, outcome: 'empty store' };
    return { ...none, eligible, executed: eligible, produced: 2, selected: 1, inPrompt: 1, outcome: 'contributed' };
  });
}

const SETTINGS = { ranker: 'learned', decay: true, excerpts: true };

/** An honest observation: the newest turns that had arrived, and the document where there is one. */
function observe(
  arm: Arm,
  trajectory: Trajectory,
  place: { checkpoint: string; probe: string; records: number },
): Observed {
  const now = Date.parse(trajectory.checkpoints.find(({ id }) => id === place.checkpoint)?.at ?? '');
  const arrived = trajectory.turns.filter((turn) => arrivalOf(turn) <= now);
  const documents = trajectory.documents.filter((document) => arrivalOf(document) <= now);
  // The graph finds one turn more than the others.
  const shown = arrived.slice(declares(arm, 'graph') ? 0 : 1, 4);
  const base = { context: [], status: 'active', tokens: 12 };
  const supplied: readonly SuppliedFragment[] = [
    ...shown.map(({ id, at, text }) => ({ ...base, kind: 'turn', turns: [id], at, hash: hashOf(text) })),
    ...documents.map(({ id, text }) => ({
      ...base,
      kind: 'document',
      turns: [`document:${id}`],
      at: null,
      hash: hashOf(text),
    })),
  ];
  return {
    ...{ t: 'observation', arm: arm.name, trajectory: trajectory.id, checkpoint: place.checkpoint, probe: place.probe },
    ...{ status: 'observed', answer: `It is said by ${arm.access}.`, mode: 'evidence', isAbstaining: false, supplied },
    ...{ contextTokens: supplied.length * 12, promptTokens: null, cited: shown.slice(0, 1).map(({ id }) => id) },
    execution: {
      legs: legsOf(arm, arrived.length, documents.length),
      candidates: shown.map(({ id }, index) => ({
        ...{ id, rank: index + 1, fate: 'in prompt', why: null, legs: { lexical: index + 1 }, tokens: 12 },
      })),
      ...{ askedAt: new Date(now).toISOString(), settings: { ...SETTINGS }, configHash: 'c', embeddingSpace: 'e' },
      ...{ generation: now / 1e9, operation: 'fact', reliance: 'long_term_memory', derivation: null },
    },
    transition: { recordsBefore: place.records, recordsAfter: place.records + (arm.access === 'probes' ? 1 : 0) },
    trace: null,
  };
}

function unitOf(arm: Arm, trajectory: Trajectory): readonly UnitLine[] {
  const place = { arm: arm.name, trajectory: trajectory.id };
  const expected = expectedOf(trajectory);
  let records = 10;
  const lines = trajectory.checkpoints.flatMap(({ id: checkpoint, at }): readonly UnitLine[] => {
    const turns = trajectory.turns.filter((turn) => arrivalOf(turn) <= Date.parse(at)).length;
    const documents = trajectory.documents.filter((document) => arrivalOf(document) <= Date.parse(at)).length;
    const steps = trajectory.lifecycle.filter((step) => step.checkpoint === checkpoint);
    const state: UnitLine = {
      ...{ t: 'state', ...place, checkpoint, now: at, turns, documents, records, pending: 0 },
      ...{ expectedTurns: turns, expectedDocuments: documents },
      workers: steps.flatMap(({ workers }) => workers.map((worker) => ({ worker, runs: 7, failed: 0 }))),
    };
    const asked = expected.filter((one) => one.checkpoint === checkpoint);
    const observed = asked.map(({ probe }) => {
      const one = observe(arm, trajectory, { checkpoint, probe, records });
      if (arm.access === 'probes') records += 1;
      return one;
    });
    return [state, ...observed];
  });
  return [...lines, { t: 'end', ...place, observations: expected.length }];
}

/** A run of two histories and three arms in which nothing is wrong. */
export function makeRun(): Run {
  const trajectories = [HISTORY, OTHER];
  return {
    header: {
      ...{ format: 'lsrep-run', version: 1, seed: 1, answerer: 'contract', arms: ARMS, isStateShared: false },
      trajectories: trajectories.map((trajectory) => ({
        ...{ id: trajectory.id, hash: HASH, turns: trajectory.turns.length, probes: trajectory.probes.length },
        ...{ checkpoints: trajectory.checkpoints.length, observations: expectedOf(trajectory).length },
      })),
      hashes: { code: HASH, models: {}, config: HASH },
      ...{ appVersion: 'test', gate: null },
    },
    trajectories,
    lines: ARMS.flatMap((arm) => trajectories.flatMap((trajectory) => unitOf(arm, trajectory))),
  };
}
