import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import { makeFolder } from '../../lib/disk.ts';
import type { Answerer, Arm } from '../format/arm.ts';
import type { ReadTrajectory } from '../format/read-trajectory.ts';
import { RunHeader } from '../format/run.ts';
import type { Trajectory } from '../format/trajectory.ts';
import type { OpenSystem } from '../systems/system.ts';
import type { EvaluationParts } from './parts.ts';
import { countObservations, planUnits, type Unit } from './plan.pure.ts';
import { runUnit, type UnitProgress } from './run-unit.ts';
import { writeWhole } from './unit-file.ts';

export type RunPlan = {
  readonly folder: string;
  readonly trajectories: readonly ReadTrajectory[];
  readonly arms: readonly Arm[];
  readonly answerer: Answerer;
  readonly seed: number;
  readonly isStateShared: boolean;
  readonly gate: RunHeader['gate'];
  readonly shouldKeepTraces: boolean;
};

export type RunProgress = UnitProgress & {
  readonly unit: number;
  readonly units: number;
  readonly trajectory: string;
  readonly arms: readonly string[];
};
export type RunWatch = { readonly signal: AbortSignal; readonly onProgress: (progress: RunProgress) => void };

/** Opens a memory by the arm's system. */
export type OpenArm = (system: string) => OpenSystem;

/** What a gate is held against before a run: the same counts and hashes that the header declares. */
export const planHeader = ({
  arms,
  trajectories,
}: Pick<RunPlan, 'arms' | 'trajectories'>): Pick<RunHeader, 'arms' | 'trajectories'> => ({
  arms,
  trajectories: trajectories.map(({ trajectory, hash }) => ({
    id: trajectory.id,
    hash,
    turns: trajectory.turns.length,
    probes: trajectory.probes.length,
    checkpoints: trajectory.checkpoints.length,
    observations: countObservations(trajectory),
  })),
});

/** Declares a run, or finds that the folder holds this very run and goes on with it. */
export async function declareRun(
  plan: RunPlan,
  parts: Pick<EvaluationParts, 'hashes' | 'version'>,
): Promise<RunHeader> {
  refuseTwice(
    'arms',
    plan.arms.map(({ name }) => name),
  );
  refuseTwice(
    'histories',
    plan.trajectories.map(({ trajectory }) => trajectory.id),
  );
  // Parsed, so that it has the order of the schema, as what is read back from the folder has.
  const header = RunHeader.parse({
    format: 'lsrep-run',
    version: 1,
    seed: plan.seed,
    answerer: plan.answerer,
    arms: plan.arms,
    trajectories: planHeader(plan).trajectories,
    isStateShared: plan.isStateShared,
    hashes: await parts.hashes(),
    appVersion: parts.version,
    gate: plan.gate,
  } satisfies RunHeader);
  const known = await findHeader(plan.folder);
  const text = `${JSON.stringify(header, null, 1)}\n`;
  if (known !== null && `${JSON.stringify(known, null, 1)}\n` !== text)
    throw new AppError('evaluation.other-run', whatDiffers(known, header));
  await makeFolder(plan.folder);
  for (const { trajectory, bytes } of plan.trajectories)
    await writeWhole(join(plan.folder, 'trajectories', `${trajectory.id}.json`), bytes);
  await writeWhole(join(plan.folder, 'run.json'), text);
  return header;
}

/** Names of files: two of one name would be read as one, and some disks know no difference of case. */
function refuseTwice(what: 'arms' | 'histories', names: readonly string[]): void {
  const folded = names.map((name) => name.toLowerCase());
  const twice = names.find((_, index) => folded.indexOf(folded[index] ?? '') !== index);
  if (twice === undefined) return;
  throw new AppError('evaluation.invalid', `Two ${what} of this run have the name ${twice}. Give each its own.`);
}

/** What a run's folder says it is; null where there is none. */
export async function findHeader(folder: string): Promise<RunHeader | null> {
  let text: string;
  try {
    text = await readFile(join(folder, 'run.json'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  const parsed = RunHeader.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new AppError('evaluation.invalid', 'The run.json of this folder cannot be read. Give the run a new folder.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // no header can be read out of it: the caller says so
  }
}

/** Figures of different runs must never meet in one folder. */
function whatDiffers(known: RunHeader, asked: RunHeader): string {
  const keys = ['seed', 'answerer', 'arms', 'trajectories', 'isStateShared', 'hashes', 'appVersion', 'gate'] as const;
  const different = keys.filter((key) => JSON.stringify(known[key]) !== JSON.stringify(asked[key]));
  return `This folder holds another run (different: ${different.join(', ')}). Give this one a new folder, or repeat the earlier command to go on with it.`;
}

type Running = {
  readonly parts: EvaluationParts;
  readonly openArm: OpenArm;
  /** What else belongs to the declaration is written before anything is asked. */
  readonly onDeclared?: () => Promise<void>;
  /** Absent: this process runs everything. */
  readonly workers?: Workers;
};

export type Workers = { readonly count: number; readonly run: RunHistory };

/** How one history is run: here, or by a process of its own. */
export type RunHistory = (trajectory: string, signal: AbortSignal) => Promise<void>;

/** Declares the run and runs every unit that is not done yet: here, or by `workers` where there are several. */
export async function runAll(
  plan: RunPlan,
  { parts, openArm, onDeclared, workers }: Running,
  watch: RunWatch,
): Promise<RunHeader> {
  await makeFolder(plan.folder);
  const release = await parts.takeFolder(plan.folder);
  try {
    const header = await declareRun(plan, parts);
    await onDeclared?.();
    const ids = plan.trajectories.map(({ trajectory }) => trajectory.id);
    if (workers === undefined) await runHistories(plan, { ids, parts, openArm }, watch);
    else await shareOut(ids, workers, watch.signal);
    return header;
  } finally {
    await release();
  }
}

type Here = Pick<Running, 'parts' | 'openArm'> & { readonly ids: readonly string[] };

/** Runs the units of some histories, one after another. */
export async function runHistories(
  plan: Omit<RunPlan, 'gate'>,
  { ids, parts, openArm }: Here,
  watch: RunWatch,
): Promise<void> {
  const byId = new Map(plan.trajectories.map((one) => [one.trajectory.id, one.trajectory]));
  const units = planUnits(ids, plan.arms, plan.isStateShared);
  let last: string | null = null;
  for (const [index, unit] of units.entries()) {
    watch.signal.throwIfAborted();
    if (last !== null && last !== unit.trajectory) parts.forgetTexts();
    last = unit.trajectory;
    await runOne({ plan, unit, byId, openArm }, watch, { unit: index + 1, units: units.length });
  }
}

/** Each worker takes the next history that nobody has; the first failure ends all. */
async function shareOut(ids: readonly string[], { count, run }: Workers, signal: AbortSignal): Promise<void> {
  const waiting = [...ids];
  const failing = new AbortController();
  const both = AbortSignal.any([signal, failing.signal]);
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      both.throwIfAborted();
      await run(id, both);
    }
  };
  const all = Array.from({ length: Math.min(count, ids.length) }, work);
  try {
    await Promise.all(all);
  } catch (error) {
    failing.abort();
    await Promise.allSettled(all);
    throw error;
  }
}

type One = {
  readonly plan: Omit<RunPlan, 'gate'>;
  readonly unit: Unit;
  readonly byId: ReadonlyMap<string, Trajectory>;
  readonly openArm: OpenArm;
};

async function runOne(
  { plan, unit, byId, openArm }: One,
  watch: RunWatch,
  place: Pick<RunProgress, 'unit' | 'units'>,
): Promise<void> {
  const trajectory = byId.get(unit.trajectory);
  const [first] = unit.arms;
  if (trajectory === undefined || first === undefined) return;
  const { folder, answerer, seed, shouldKeepTraces } = plan;
  const arms = unit.arms.map(({ name }) => name);
  await runUnit(
    { ...{ folder, trajectory, arms: unit.arms, answerer, seed, shouldKeepTraces }, open: openArm(first.system) },
    {
      signal: watch.signal,
      onProgress: (progress) => watch.onProgress({ ...progress, ...place, trajectory: unit.trajectory, arms }),
    },
  );
}
