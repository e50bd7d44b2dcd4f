import type { Arm } from '../format/arm.ts';
import { arrivalOf, type Checkpoint, type Probe, type Trajectory } from '../format/trajectory.ts';
import { stateOf } from './arms.pure.ts';

/** One memory that is built once, and the arms that ask it. */
export type Unit = { readonly trajectory: string; readonly arms: readonly Arm[] };

/** Units in the order in which they run: all of one history together, since its texts are embedded once. */
export function planUnits(
  trajectories: readonly string[],
  arms: readonly Arm[],
  isStateShared: boolean,
): readonly Unit[] {
  const groups = new Map<string, Arm[]>();
  for (const arm of arms) {
    const key = isStateShared ? stateOf(arm) : arm.name;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [arm]);
    else group.push(arm);
  }
  return trajectories.flatMap((trajectory) => [...groups.values()].map((own) => ({ trajectory, arms: own })));
}

/** What happens at one checkpoint, in order: what arrives, upkeep, probes. */
export type Step = {
  readonly checkpoint: Checkpoint;
  readonly turns: Trajectory['turns'];
  readonly documents: Trajectory['documents'];
  readonly lifecycle: Trajectory['lifecycle'];
  readonly probes: readonly Probe[];
  /** Of everything so far. */
  readonly expectedTurns: number;
  readonly expectedDocuments: number;
  /** The conversation in which the newest turn by the owner was said. */
  readonly conversation: string | null;
};

/** A history by its checkpoints. Nothing of a step is known before it (LSREP, temporal validity). */
export function planSteps(trajectory: Trajectory): readonly Step[] {
  const order = new Map(trajectory.checkpoints.map(({ id }, index) => [id, index]));
  const turns = [...trajectory.turns].sort((a, b) => arrivalOf(a) - arrivalOf(b));
  const documents = [...trajectory.documents].sort((a, b) => arrivalOf(a) - arrivalOf(b));
  let before = Number.NEGATIVE_INFINITY;
  return trajectory.checkpoints.map((checkpoint, index) => {
    const now = Date.parse(checkpoint.at);
    const isNew = (one: { readonly at: string; readonly arrivesAt?: string | undefined }): boolean =>
      arrivalOf(one) > before && arrivalOf(one) <= now;
    const known = turns.filter((turn) => arrivalOf(turn) <= now);
    const step = {
      checkpoint,
      turns: turns.filter(isNew),
      documents: documents.filter(isNew),
      lifecycle: trajectory.lifecycle.filter((one) => one.checkpoint === checkpoint.id),
      probes: trajectory.probes.filter(({ origin }) => (order.get(origin) ?? 0) <= index),
      expectedTurns: known.length,
      expectedDocuments: documents.filter((one) => arrivalOf(one) <= now).length,
      conversation: known.findLast(({ role }) => role === 'user')?.conversation ?? known.at(-1)?.conversation ?? null,
    };
    before = now;
    return step;
  });
}

/** How many observations one arm makes of a trajectory: the denominator, known before the run. */
export const countObservations = (trajectory: Trajectory): number =>
  planSteps(trajectory).reduce((sum, { probes }) => sum + probes.length, 0);
