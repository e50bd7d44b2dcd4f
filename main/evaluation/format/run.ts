import { z } from 'zod';
import { Answerer, Arm } from './arm.ts';
import { PlainId } from './trajectory.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What a run declares before it begins; `run.json` of its folder. Everything that figures depend on has its hash here. */
export const RunHeader = z.strictObject({
  format: z.literal('lsrep-run'),
  version: z.literal(1),
  seed: z.int(),
  answerer: Answerer,
  arms: z.array(Arm).min(1).readonly(),
  /** In order; `hash` of the file's bytes. */
  trajectories: z
    .array(
      z.strictObject({
        id: PlainId,
        hash: Sha256,
        turns: z.int(),
        probes: z.int(),
        checkpoints: z.int(),
        observations: z.int(),
      }),
    )
    .min(1)
    .readonly(),
  /** One engine for all arms that differ only in how they ask; false: a fresh one for each arm. */
  isStateShared: z.boolean(),
  hashes: z.strictObject({
    /** Built code that ran. */
    code: Sha256,
    models: z.record(z.string(), Sha256),
    /** Prompts, rules and weights that are read as files. */
    config: Sha256,
  }),
  appVersion: z.string(),
  /** The gates that were registered before the run; at most one file. */
  gate: z.strictObject({ name: z.string(), hash: Sha256 }).nullable(),
});
export type RunHeader = z.infer<typeof RunHeader>;
