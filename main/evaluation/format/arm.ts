import { z } from 'zod';
import { LegName, RecallSettings } from '../../contract/recall.ts';
import { PlainId } from './trajectory.ts';

/** Who turns what was recalled into an answer; the same for every arm of a comparison. */
export const Answerer = z.enum([
  /** The app's own answer contract, without a model: facts, counts, dates, else the closest words. */
  'contract',
  /** The chat model that is chosen in the settings of the run. */
  'model',
  /** None: only what was recalled is observed. */
  'none',
]);
export type Answerer = z.infer<typeof Answerer>;

/** One way of remembering and asking. Arms differ in what they declare, and in nothing else. */
export const Arm = z.strictObject({
  name: PlainId,
  /** A system of `systems/`: this app, or another program that speaks the adapter's protocol. */
  system: z.string().min(1).default('palimpsest'),
  legs: z.array(LegName).readonly().optional(),
  noLegs: z.array(LegName).readonly().optional(),
  settings: RecallSettings.optional(),
  /** Fragments at most. */
  k: z.int().min(1).max(1_000),
  /** Tokens that the context may have; null: as much as `k` fragments are. */
  budgetTokens: z.int().min(1).max(1_000_000).nullable(),
  /** Whether the answer may use what the app keeps beside turns: ledger, habits, slots. A plain index has none of it. */
  isMemoryFull: z.boolean(),
  /** Asked as the first words of a new conversation, or in the conversation that the history ended with. */
  conversation: z.enum(['fresh', 'continuing']),
  /** Whether asking counts as a use (LSREP, access events). */
  access: z.enum(['none', 'probes']),
  /** Whether the upkeep of the trajectory is run. */
  lifecycle: z.enum(['scheduled', 'none']),
});
export type Arm = z.infer<typeof Arm>;
