import { createHash } from 'node:crypto';
import type { Trajectory } from '../format/trajectory.ts';
import { GENERATOR } from './generate.pure.ts';

/** What was published: with it, anybody can make the files again and see that they are the same. */
export type Manifest = {
  readonly generator: string;
  readonly version: string;
  readonly seed: string | number;
  readonly trajectories: readonly {
    readonly id: string;
    readonly domain: string;
    readonly turns: number;
    readonly probes: number;
    readonly checkpoints: number;
    readonly documents: number;
    /** Of the file's bytes. */
    readonly sha256: string;
  }[];
};

/** A history as it is written to a file. */
export const toFile = (trajectory: Trajectory): string => `${JSON.stringify(trajectory)}\n`;

/** The list of histories with their hashes. */
export function describeTrajectories(seed: string | number, trajectories: readonly Trajectory[]): Manifest {
  return {
    generator: GENERATOR.name,
    version: GENERATOR.version,
    seed,
    trajectories: trajectories.map((trajectory) => ({
      id: trajectory.id,
      domain: trajectory.domain,
      turns: trajectory.turns.length,
      probes: trajectory.probes.length,
      checkpoints: trajectory.checkpoints.length,
      documents: trajectory.documents.length,
      sha256: createHash('sha256').update(toFile(trajectory)).digest('hex'),
    })),
  };
}
