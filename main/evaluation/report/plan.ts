import { AppError } from '../../contract/errors.ts';
import type { RunHeader } from '../format/run.ts';
import type { Trajectory } from '../format/trajectory.ts';
import type { ScoredObservation } from '../score/scored.ts';

/** What a report has to know of a history. */
export type PlannedTrajectory = Pick<Trajectory, 'id' | 'domain' | 'checkpoints' | 'probes'>;

/** One observation that the run declared, of whatever arm. Its place in the plan is its place in every column. */
export type Planned = {
  readonly trajectory: string;
  readonly checkpoint: string;
  readonly probe: string;
};

export type Plan = {
  readonly planned: readonly Planned[];
  readonly placeOf: (one: Planned) => number | undefined;
};

const keyOf = ({ trajectory, checkpoint, probe }: Planned): string => [trajectory, checkpoint, probe].join('\u0000');

/** Refuses with the reason; figures over other denominators than the declared ones would not be figures of this run. */
export const refuse = (message: string): AppError => new AppError('evaluation.invalid', message);

/** Every observation of the run, in the order of its header; refused where the histories are others than it declared. */
export function planReport(header: RunHeader, trajectories: readonly PlannedTrajectory[]): Plan {
  const byId = new Map(trajectories.map((one) => [one.id, one]));
  const planned = header.trajectories.flatMap(({ id, observations, probes, checkpoints }, index) => {
    const trajectory = byId.get(id);
    if (trajectory === undefined)
      throw refuse(`$.trajectories[${index}] of the run: it declares ${id}, and no such history was given.`);
    const own = listPlanned(trajectory);
    const agrees =
      own.length === observations &&
      trajectory.probes.length === probes &&
      trajectory.checkpoints.length === checkpoints;
    if (!agrees)
      throw refuse(
        `$.trajectories[${index}].observations of the run: it declares ${observations} for ${id}, and its history has ${own.length}.`,
      );
    return own;
  });
  const places = new Map(planned.map((one, place) => [keyOf(one), place]));
  if (places.size !== planned.length)
    throw refuse('$.trajectories of the run: a history or a probe is declared twice.');
  return { planned, placeOf: (one) => places.get(keyOf(one)) };
}

/** Checkpoint by checkpoint; a probe is asked at its origin and at every checkpoint after it. */
export function listPlanned({ id, checkpoints, probes }: PlannedTrajectory): readonly Planned[] {
  const places = new Map(checkpoints.map((checkpoint, place) => [checkpoint.id, place]));
  return checkpoints.flatMap((checkpoint, place) =>
    probes
      .filter(({ origin }) => (places.get(origin) ?? Number.POSITIVE_INFINITY) <= place)
      .map((probe) => ({ trajectory: id, checkpoint: checkpoint.id, probe: probe.id })),
  );
}

/** The scored observations of each arm, in the order of the plan; refused where one is too many, missing or twice. */
export function arrange(
  { planned, placeOf }: Plan,
  arms: readonly string[],
  scored: readonly ScoredObservation[],
): ReadonlyMap<string, readonly ScoredObservation[]> {
  const rows = new Map(arms.map((arm) => [arm, new Array<ScoredObservation | undefined>(planned.length)]));
  for (const one of scored) {
    const name = `${one.probe} at ${one.checkpoint} of ${one.trajectory} in ${one.arm}`;
    const own = rows.get(one.arm);
    const place = placeOf(one);
    if (own === undefined || place === undefined) throw refuse(`The run declares no observation of ${name}.`);
    if (own[place] !== undefined) throw refuse(`The observation of ${name} was scored twice.`);
    own[place] = one;
  }
  const whole = new Map<string, readonly ScoredObservation[]>();
  for (const [arm, own] of rows) {
    const filled: ScoredObservation[] = [];
    for (const [place, { trajectory, checkpoint, probe }] of planned.entries()) {
      const one = own[place];
      if (one === undefined)
        throw refuse(
          `The run declares an observation of ${probe} at ${checkpoint} of ${trajectory} in ${arm}, and it was not scored.`,
        );
      filled.push(one);
    }
    whole.set(arm, filled);
  }
  return whole;
}
