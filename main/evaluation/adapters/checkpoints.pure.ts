import { arrivalOf, type Checkpoint, type TrajectoryTurn } from '../format/trajectory.ts';

const PARTS = 4;
/** How long after the last turn of a part is asked, where nothing comes sooner. */
const PAUSE_MS = 3_600_000;

/**
 * Up to four checkpoints by quarters of the instants at which something arrives, so that a session or a batch is never
 * cut in two; the last has everything.
 */
export function quarterCheckpoints(turns: readonly TrajectoryTurn[]): readonly Checkpoint[] {
  const arrivals = [...new Set(turns.map(arrivalOf))].sort((a, b) => a - b);
  const cuts = Array.from({ length: PARTS }, (_, part) => Math.ceil((arrivals.length * (part + 1)) / PARTS) - 1);
  return [...new Set(cuts)].flatMap((cut, n) => {
    const last = arrivals[cut];
    if (last === undefined) return [];
    const next = arrivals[cut + 1] ?? Number.POSITIVE_INFINITY;
    return [{ id: `k${n + 1}`, at: new Date(Math.min(last + PAUSE_MS, next - 1)).toISOString() }];
  });
}

/** The first checkpoint that has all of these turns; null where one of them comes after the last, or there is none. */
export function originOf(
  checkpoints: readonly Checkpoint[],
  turns: ReadonlyMap<string, TrajectoryTurn>,
  ids: readonly string[],
): string | null {
  const needed = ids.map((id) => turns.get(id));
  return (
    checkpoints.find(({ at }) => needed.every((turn) => turn !== undefined && arrivalOf(turn) <= Date.parse(at)))?.id ??
    null
  );
}
