import type { Observation, Observed } from '../format/observation.ts';
import { arrivalOf, type Probe, type Reference, referenceAt, type Trajectory } from '../format/trajectory.ts';
import { scoreAnswer } from './score-answer.pure.ts';
import { isEvidenceObservable, type Sources, scoreEvidence } from './score-evidence.pure.ts';
import type { Age, ScoredObservation } from './scored.ts';
import { type Segment, toSegment } from './split-answer.pure.ts';

const DAY_MS = 86_400_000;

type Source = { readonly text: string; readonly speaker: string; readonly at: string; readonly arrival: number };

/** A trajectory as scores read it: made once, used for every observation. */
export type TrajectoryIndex = {
  readonly trajectory: Trajectory;
  readonly order: readonly string[];
  readonly probes: ReadonlyMap<string, Probe>;
  readonly sources: ReadonlyMap<string, Source>;
  readonly arrivals: readonly number[];
  readonly access: Sources;
};

/** What scores look up in a trajectory. */
export function indexTrajectory(trajectory: Trajectory): TrajectoryIndex {
  const turns = trajectory.turns.map(
    (turn) => [turn.id, { text: turn.text, speaker: turn.speaker, at: turn.at, arrival: arrivalOf(turn) }] as const,
  );
  const documents = trajectory.documents.map(
    ({ id, name, text, at }) => [`document:${id}`, { text, speaker: name, at, arrival: Date.parse(at) }] as const,
  );
  const sources = new Map<string, Source>([...turns, ...documents]);
  const segments = new Map<string, Segment>();
  const sessions = new Map(
    trajectory.turns.map(({ id, conversation, session }) => [id, `${conversation}\u0000${session ?? ''}`]),
  );
  return {
    trajectory,
    order: trajectory.checkpoints.map(({ id }) => id),
    probes: new Map(trajectory.probes.map((probe) => [probe.id, probe])),
    sources,
    arrivals: turns.map(([, { arrival }]) => arrival).toSorted((a, b) => a - b),
    access: {
      segmentOf: (id) => {
        const known = segments.get(id);
        const source = sources.get(id);
        if (known !== undefined || source === undefined) return known ?? null;
        const segment = toSegment(source.text);
        segments.set(id, segment);
        return segment;
      },
      // What is in no conversation is a sitting of its own.
      sessionOf: (id) => sessions.get(id) ?? id,
    },
  };
}

function ageOf(index: TrajectoryIndex, reference: Reference, place: { probe: Probe; checkpoint: string }): Age {
  const { order, trajectory, sources, arrivals } = index;
  const now = Date.parse(trajectory.checkpoints[order.indexOf(place.checkpoint)]?.at ?? '');
  const times = reference.evidence.flatMap((id) => sources.get(id)?.arrival ?? []);
  const newest = times.length === 0 ? null : Math.max(...times);
  return {
    days: newest === null ? null : Math.max(0, Math.round(((now - newest) / DAY_MS) * 1_000) / 1_000),
    turns: newest === null ? null : arrivals.filter((at) => at > newest && at <= now).length,
    checkpoints: order.indexOf(place.checkpoint) - order.indexOf(place.probe.origin),
  };
}

export type ScoreObservationInput = {
  readonly index: TrajectoryIndex;
  readonly arm: string;
  readonly probe: string;
  readonly checkpoint: string;
  /** Null where the run has no such line. */
  readonly observation: Observation | null;
  /** Whether the arm's system tells which turns it supplies, where one observation alone cannot say (`tellsTurns`). */
  readonly isObservable?: boolean;
};

/** Everything that does not depend on what was observed. */
function describe({ index, arm, probe: id, checkpoint }: ScoreObservationInput, probe: Probe, reference: Reference) {
  const evidence = [...new Set(reference.evidence)];
  return {
    ...{ arm, trajectory: index.trajectory.id, checkpoint, probe: id },
    checkpointIndex: index.order.indexOf(checkpoint),
    domain: index.trajectory.domain,
    category: probe.category,
    sourceCategory: probe.sourceCategory ?? null,
    truth: probe.truth,
    kind: reference.answer.kind,
    hasSuperseded: reference.superseded.length > 0,
    age: ageOf(index, reference, { probe, checkpoint }),
    evidenceTurns: evidence.length,
    evidenceSessions: new Set(evidence.map(index.access.sessionOf)).size,
  };
}

/** Missing outputs score 0 and stay in every denominator; what they could have been at best is kept beside (LSREP). */
function scoreMissing(hasEvidence: boolean, status: 'failed' | 'missing') {
  return {
    ...{ status, answer: null, evidence: null, score: 0, bounds: { lower: 0, upper: 1 } },
    evidenceStatus: hasEvidence ? ('missing' as const) : ('no evidence' as const),
    ...{ contextTokens: null, promptTokens: null, recordsAdded: null, trace: null },
  };
}

function supportOf({ sources }: TrajectoryIndex, reference: Reference, observed: Observed): readonly string[] {
  const ids = new Set([...reference.evidence, ...observed.supplied.flatMap(({ turns }) => turns)]);
  return [...ids].flatMap((id) => {
    const source = sources.get(id);
    return source === undefined ? [] : [`${source.speaker}: ${source.text} (${source.at.slice(0, 10)})`];
  });
}

/** One line of a run with its scores; throws where the trajectory asks no such thing at that checkpoint. */
export function scoreObservation(input: ScoreObservationInput): ScoredObservation {
  const { index, observation } = input;
  const probe = index.probes.get(input.probe);
  const reference = probe === undefined ? null : referenceAt(probe, input.checkpoint, index.order);
  if (probe === undefined || reference === null)
    throw new RangeError('No reference of the trajectory holds for this probe at this checkpoint.');
  const base = describe(input, probe, reference);
  if (observation === null || observation.status === 'failed')
    return { ...base, ...scoreMissing(base.evidenceTurns > 0, observation === null ? 'missing' : 'failed') };
  const answer =
    observation.answer === null && observation.mode === null
      ? null
      : scoreAnswer({
          ...{ reference: reference.answer, superseded: reference.superseded, answer: observation.answer },
          isAbstaining: observation.isAbstaining,
          ...{ question: probe.question, truth: probe.truth, support: () => supportOf(index, reference, observation) },
        });
  const isObservable = input.isObservable ?? isEvidenceObservable(observation);
  return {
    ...base,
    status: 'observed',
    answer,
    evidence: scoreEvidence({ reference, observation, sources: index.access, isObservable }),
    evidenceStatus: base.evidenceTurns === 0 ? 'no evidence' : isObservable ? 'scored' : 'not observable',
    score: answer?.score ?? null,
    bounds: answer === null ? null : { lower: answer.score, upper: answer.score },
    ...{ contextTokens: observation.contextTokens, promptTokens: observation.promptTokens, trace: observation.trace },
    recordsAdded:
      observation.transition === null
        ? null
        : observation.transition.recordsAfter - observation.transition.recordsBefore,
  };
}

/** Every probe of a trajectory at every checkpoint from its origin on, in one arm: what must be there, in its order. */
export function expectedOf(trajectory: Trajectory): readonly { readonly checkpoint: string; readonly probe: string }[] {
  const order = trajectory.checkpoints.map(({ id }) => id);
  return trajectory.checkpoints.flatMap(({ id: checkpoint }) =>
    trajectory.probes
      .filter(({ origin }) => order.indexOf(origin) <= order.indexOf(checkpoint))
      .map(({ id: probe }) => ({ checkpoint, probe })),
  );
}

/** Whether any observation of an arm names turns: then one that supplied nothing found nothing. */
export const tellsTurns = (lines: readonly Observation[]): boolean =>
  lines.some((line) => line.status === 'observed' && isEvidenceObservable(line));

/** Scores everything that a trajectory expects of one arm; what the lines lack is missing, not left out. */
export function scoreUnit(
  index: TrajectoryIndex,
  arm: string,
  lines: readonly Observation[],
): readonly ScoredObservation[] {
  const own = lines.filter((line) => line.arm === arm && line.trajectory === index.trajectory.id);
  const isObservable = tellsTurns(own);
  const byPlace = new Map(own.map((line) => [`${line.checkpoint}\u0000${line.probe}`, line]));
  return expectedOf(index.trajectory).map(({ checkpoint, probe }) =>
    scoreObservation({
      ...{ index, arm, probe, checkpoint, isObservable },
      observation: byPlace.get(`${checkpoint}\u0000${probe}`) ?? null,
    }),
  );
}
