import type { Trajectory } from '../format/trajectory.ts';
import { type GeneratorInput, generateTrajectory } from './generate.pure.ts';

export type PlannedTrajectory = Omit<GeneratorInput, 'seed' | 'id'>;

/** The histories that the public evaluation is made of: six parts of a life, short to long, alone, in twos and in groups. */
export const PUBLIC_PLAN: readonly PlannedTrajectory[] = [
  { domain: 'home', turns: 200, company: 'assistant' },
  { domain: 'home', turns: 600, company: 'pair' },
  { domain: 'home', turns: 1_500, company: 'group' },
  { domain: 'home', turns: 4_000, company: 'assistant' },
  { domain: 'work', turns: 300, company: 'group' },
  { domain: 'work', turns: 800, company: 'assistant' },
  { domain: 'work', turns: 2_000, company: 'pair' },
  { domain: 'work', turns: 5_000, company: 'assistant' },
  { domain: 'health', turns: 250, company: 'assistant' },
  { domain: 'health', turns: 500, company: 'group' },
  { domain: 'health', turns: 1_200, company: 'pair' },
  { domain: 'health', turns: 3_000, company: 'assistant' },
  { domain: 'travel', turns: 400, company: 'pair' },
  { domain: 'travel', turns: 1_000, company: 'assistant' },
  { domain: 'travel', turns: 1_800, company: 'group' },
  { domain: 'travel', turns: 2_500, company: 'assistant' },
  { domain: 'study', turns: 350, company: 'assistant' },
  { domain: 'study', turns: 700, company: 'pair' },
  { domain: 'study', turns: 1_600, company: 'assistant' },
  { domain: 'study', turns: 3_500, company: 'group' },
  { domain: 'hobby', turns: 450, company: 'assistant' },
  { domain: 'hobby', turns: 900, company: 'group' },
  { domain: 'hobby', turns: 1_400, company: 'assistant' },
  { domain: 'hobby', turns: 2_200, company: 'pair' },
];

/** The seed of the published histories; any other makes fresh ones to confirm with. */
export const PUBLIC_SEED = 1;

/** All planned histories of one seed. */
export const listPublicTrajectories = (seed: string | number = PUBLIC_SEED): readonly Trajectory[] =>
  PUBLIC_PLAN.map((planned) => generateTrajectory({ ...planned, seed }));
