import { z } from 'zod';
import { TRAJECTORY_VERSION, Trajectory } from './trajectory.ts';

/** The shape of a trajectory for other programs; what no schema can say stands in `docs/lsrep/trajectory.md`. */
export function toJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(Trajectory, { target: 'draft-2020-12', io: 'input' });
  return { $schema, title: `LSREP trajectory, version ${TRAJECTORY_VERSION}`, ...schema };
}

/** The bytes of `docs/lsrep/trajectory-1.schema.json`. */
export const printJsonSchema = (): string => `${JSON.stringify(toJsonSchema(), null, 2)}\n`;
