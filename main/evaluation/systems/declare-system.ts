import { join } from 'node:path';
import { z } from 'zod';
import { PlainId } from '../format/trajectory.ts';
import { declareOnce } from '../lib/declare-once.ts';
import { HelloReply } from './protocol.ts';

/** What another system said of itself when a run began; `systems/NAME.json` of the run's folder. */
export const DeclaredSystem = z.strictObject({
  format: z.literal('lsrep-system-declared'),
  version: z.literal(1),
  name: PlainId,
  hello: HelloReply,
});
export type DeclaredSystem = z.infer<typeof DeclaredSystem>;

/** Keeps what a system says of itself with its run, and refuses to go on with another version or mode of it. */
export function declareSystem(runFolder: string, name: string, hello: HelloReply): Promise<void> {
  const declared: DeclaredSystem = { format: 'lsrep-system-declared', version: 1, name, hello };
  return declareOnce(
    join(runFolder, 'systems', `${name}.json`),
    declared,
    `The system ${name} is not what it was when this run began: another version, mode or what it tells. Begin a new run.`,
  );
}
