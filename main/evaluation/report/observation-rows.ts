import type { Answerer } from '../format/arm.ts';
import { keyOf, type Observation } from '../format/observation.ts';
import { type Probe, type Reference, type ReferenceAnswer, referenceAt } from '../format/trajectory.ts';
import type { ScoredObservation } from '../score/scored.ts';
import { nameAge } from './ages.ts';
import { type Figures, MetricName } from './figures.ts';
import { MEASURES, type Measured, tellsEvidence } from './measures.ts';
import type { ObservationPart, ObservationRow } from './observation-row.ts';
import { type PlannedTrajectory, refuse } from './plan.ts';
import { roundFigures } from './round.ts';

/** The file of one arm in one trajectory, under `observations/`. */
export const nameFile = (arm: string, trajectory: string): string => `${arm}/${trajectory}.json`;

export type RowsInput = {
  readonly arm: string;
  readonly trajectory: PlannedTrajectory;
  /** Of this arm and trajectory, in any order. */
  readonly scored: readonly ScoredObservation[];
  readonly observations: readonly Observation[];
  readonly answerer: Answerer;
};

/** Every observation of one arm in one trajectory for the page, in the order of checkpoints and probes. */
export function buildObservationRows({ arm, trajectory, scored, observations, answerer }: RowsInput): ObservationPart {
  const probes = new Map(trajectory.probes.map((probe, place) => [probe.id, { probe, place }]));
  const order = trajectory.checkpoints.map(({ id }) => id);
  const told = { hasAnswers: answerer !== 'none', hasEvidence: tellsEvidence(scored) };
  const byKey = new Map(observations.map((one) => [keyOf(one), one]));
  const rows = scored
    .map((one) => {
      const known = probes.get(one.probe);
      if (known === undefined || one.arm !== arm || one.trajectory !== trajectory.id)
        throw refuse(`The observation of ${one.probe} at ${one.checkpoint} is none of ${arm} in ${trajectory.id}.`);
      const reference = referenceAt(known.probe, one.checkpoint, order);
      const observation = byKey.get(keyOf(one)) ?? null;
      const row = buildRow({ one, probe: known.probe, reference, observation, told });
      return { row, rank: [one.checkpointIndex, known.place] as const };
    })
    .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1])
    .map(({ row }) => row);
  return roundFigures({ format: 'lsrep-observations', version: 1, arm, trajectory: trajectory.id, rows });
}

type RowInput = {
  readonly one: ScoredObservation;
  readonly probe: Probe;
  readonly reference: Reference | null;
  readonly observation: Observation | null;
  readonly told: Pick<Measured, 'hasAnswers' | 'hasEvidence'>;
};

function buildRow({ one, probe, reference, observation, told }: RowInput): ObservationRow {
  const observed = observation?.status === 'observed' ? observation : null;
  const evidence = reference?.evidence ?? [];
  const isEvidence = (ids: readonly string[]): boolean => ids.some((id) => evidence.includes(id));
  return {
    ...{ checkpoint: one.checkpoint, probe: one.probe, status: one.status },
    ...{ category: one.category, truth: one.truth, age: nameAge(one.age.days), question: probe.question },
    reference: reference === null ? '' : describeReference(reference.answer),
    evidence,
    superseded: reference?.superseded.flatMap((variants) => variants.slice(0, 1)) ?? [],
    ...{ answer: observed?.answer ?? null, mode: observed?.mode ?? null },
    ...{ isAbstaining: observed?.isAbstaining ?? null, cited: observed?.cited ?? [] },
    scores: listScores({ scored: one, fragments: observed?.supplied.length ?? null, ...told }),
    supplied: (observed?.supplied ?? []).map(({ kind, turns, context, status, tokens }, index) => ({
      ...{ rank: index + 1, kind, turns, context, status, tokens },
      isEvidence: isEvidence([...turns, ...context]),
    })),
    legs: observed?.execution.legs ?? null,
    candidates:
      observed?.execution.candidates?.map(({ id, rank, fate, why }) => ({
        ...{ id, rank, fate, why },
        isEvidence: isEvidence([id]),
      })) ?? null,
    derivation: observed?.execution.derivation ?? null,
    trace: observed?.trace ?? one.trace,
    failure: observation?.status === 'failed' ? { code: observation.code, message: observation.message } : null,
  };
}

function listScores(measured: Measured): ObservationRow['scores'] {
  const scores: { -readonly [metric in keyof Figures]: number } = {};
  for (const metric of MetricName.options) {
    const part = MEASURES[metric](measured);
    if (part !== null && part.weight > 0) scores[metric] = part.sum / part.weight;
  }
  return scores;
}

const first = (variants: readonly string[]): string => variants[0] ?? '';

/** A reference in words: the first way to write each value. */
export function describeReference(answer: ReferenceAnswer): string {
  switch (answer.kind) {
    case 'text':
      return first(answer.values);
    case 'number':
      return answer.unit === undefined ? String(answer.value) : `${answer.value} ${answer.unit}`;
    case 'date':
      return answer.value;
    case 'duration':
      return `${answer.days} days ± ${answer.toleranceDays}`;
    case 'set':
      return answer.items.map(first).join('; ');
    case 'order':
      return answer.items.map(first).join(' → ');
    case 'conflict':
      return answer.values.map(first).join(' ≠ ');
    case 'unknown':
      return '(nothing that was said answers it)';
    case 'open':
      return answer.text;
  }
}
