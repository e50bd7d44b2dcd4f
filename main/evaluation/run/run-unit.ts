import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { AppError } from '../../contract/errors.ts';
import { assertFreeSpace } from '../../lib/disk.ts';
import type { Answerer, Arm } from '../format/arm.ts';
import type { Observation, StateReport } from '../format/observation.ts';
import type { Probe, Trajectory } from '../format/trajectory.ts';
import type { OpenSystem, SimulatedClock, System, Told } from '../systems/system.ts';
import { planSteps, type Step } from './plan.pure.ts';
import { openUnitFile, type UnitFile, writeWhole } from './unit-file.ts';

export type UnitInput = {
  readonly folder: string;
  readonly trajectory: Trajectory;
  /** They share one memory. */
  readonly arms: readonly Arm[];
  readonly answerer: Answerer;
  readonly seed: number;
  readonly shouldKeepTraces: boolean;
  readonly open: OpenSystem;
};

export type UnitProgress = {
  readonly checkpoint: string;
  readonly phase: 'reading' | 'upkeep' | 'asking';
  readonly done: number;
  readonly total: number;
};
export type UnitWatch = { readonly signal: AbortSignal; readonly onProgress: (progress: UnitProgress) => void };

/** A clock that stands still until the trajectory moves it. */
export function simulatedClock(start: Date): SimulatedClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    set: (to) => {
      if (to.getTime() < at) throw new Error('bug: simulated time went back');
      at = to.getTime();
    },
  };
}

/**
 * Replays one history into one new memory and observes at each checkpoint every probe whose origin has passed (LSREP). What
 * an earlier run observed is not asked again, but what it did to the memory is done again.
 */
export async function runUnit(input: UnitInput, watch: UnitWatch): Promise<void> {
  const { folder, trajectory, arms } = input;
  const files = new Map<string, UnitFile>();
  const work = join(
    folder,
    'work',
    `${trajectory.id}.${arms
      .map(({ name }) => name)
      .join('+')
      .slice(0, 100)}`,
  );
  try {
    for (const { name } of arms) files.set(name, await openUnitFile({ folder, arm: name, trajectory: trajectory.id }));
    if ([...files.values()].every(({ isDone }) => isDone)) return;
    await assertFreeSpace(folder);
    await rm(work, { recursive: true, force: true });
    await mkdir(work, { recursive: true });
    await replay({ ...input, work, files }, watch);
    for (const [arm, file] of files) {
      if (!file.isDone)
        await file.append({
          ...{ t: 'end', arm, trajectory: trajectory.id, observations: file.observations() },
          hash: file.hash(),
        });
      await file.sync();
    }
  } finally {
    for (const file of files.values()) await file.close();
    await rm(work, { recursive: true, force: true });
  }
}

type Replaying = UnitInput & { readonly work: string; readonly files: ReadonlyMap<string, UnitFile> };
type Replay = Replaying & { readonly system: System; readonly clock: SimulatedClock; readonly watch: UnitWatch };

async function replay(input: Replaying, watch: UnitWatch): Promise<void> {
  const { trajectory, arms, work } = input;
  const [first] = arms;
  if (first === undefined) return;
  const steps = planSteps(trajectory);
  const clock = simulatedClock(new Date(firstTimeOf(trajectory)));
  const { owner, zone } = trajectory;
  const { answerer, seed } = input;
  const system = await input.open({ arm: first, answerer, owner, zone, clock, folder: work, seed });
  try {
    const total = steps.reduce((sum, { probes }) => sum + probes.length * arms.length, 0);
    let done = 0;
    for (const step of steps) {
      await visit({ ...input, system, clock, watch }, step, {
        total,
        count: () => {
          done += 1;
          return done;
        },
      });
    }
  } finally {
    await system.close();
  }
}

const firstTimeOf = ({ turns }: Trajectory): number =>
  turns.reduce((first, { at }) => Math.min(first, Date.parse(at)), Number.POSITIVE_INFINITY);

type Counting = { readonly total: number; readonly count: () => number };

async function visit(replaying: Replay, step: Step, { total, count }: Counting): Promise<void> {
  const { system, clock, watch, arms, files, trajectory } = replaying;
  const { signal } = watch;
  const { checkpoint } = step;
  const say = (phase: UnitProgress['phase'], done: number, of: number): void =>
    watch.onProgress({ checkpoint: checkpoint.id, phase, done, total: of });
  clock.set(new Date(checkpoint.at));
  say('reading', step.expectedTurns - step.turns.length, trajectory.turns.length);
  if (step.turns.length > 0) await system.ingest(step.turns, signal);
  await system.addDocuments(step.documents, signal);
  await system.settle(signal);
  say('upkeep', step.expectedTurns, trajectory.turns.length);
  const workers = await maintain(replaying, step);
  await system.settle(signal);
  const state = await system.inspect();
  const { expectedTurns, expectedDocuments } = step;
  for (const { name: arm } of arms) {
    const file = files.get(arm);
    if (file === undefined || file.isDone || file.hasState(checkpoint.id)) continue;
    const at = { t: 'state' as const, arm, trajectory: trajectory.id, checkpoint: checkpoint.id };
    await file.append({ ...at, ...state, expectedTurns, expectedDocuments, workers });
  }
  for (const probe of step.probes) {
    for (const arm of arms) {
      signal.throwIfAborted();
      await observe(replaying, { step, probe, arm });
      say('asking', count(), total);
    }
  }
  for (const file of files.values()) await file.sync();
}

async function maintain({ system, arms, watch }: Replay, step: Step): Promise<StateReport['workers']> {
  if (arms[0]?.lifecycle !== 'scheduled') return [];
  const ran: StateReport['workers'][number][] = [];
  for (const one of step.lifecycle) ran.push(...(await system.maintain(one, watch.signal)));
  return ran;
}

type Observing = { readonly step: Step; readonly probe: Probe; readonly arm: Arm };

async function observe(replaying: Replay, { step, probe, arm }: Observing): Promise<void> {
  const { system, files, trajectory, watch } = replaying;
  const file = files.get(arm.name);
  if (file === undefined) return;
  const key = { arm: arm.name, trajectory: trajectory.id, checkpoint: step.checkpoint.id, probe: probe.id };
  const conversation = arm.conversation === 'continuing' ? step.conversation : null;
  const asked = { arm, question: probe.question, conversation };
  if (!file.isDone && !file.has(key)) {
    const observed = await look(replaying, key, async () => {
      const before = await system.records();
      const told = await system.ask(asked, watch.signal);
      if (arm.access === 'probes') await system.use(asked, watch.signal);
      const after = await system.records();
      return { told, before, after };
    });
    await file.append(observed);
  } else if (arm.access === 'probes') await system.use(asked, watch.signal);
}

type Looked = { readonly told: Told; readonly before: number | null; readonly after: number | null };

/** A question that fails is an observation too: it counts, and a report says so. */
async function look(
  { folder, shouldKeepTraces, watch }: Replay,
  key: Pick<Observation, 'arm' | 'trajectory' | 'checkpoint' | 'probe'>,
  ask: () => Promise<Looked>,
): Promise<Observation> {
  try {
    const { told, before, after } = await ask();
    const { trace: all, ...seen } = told;
    const trace = shouldKeepTraces ? `${key.arm}/${key.trajectory}/${key.checkpoint}/${key.probe}.json.gz` : null;
    if (trace !== null) await writeWhole(join(folder, 'traces', trace), gzipSync(JSON.stringify(all), { level: 1 }));
    const transition = before === null || after === null ? null : { recordsBefore: before, recordsAfter: after };
    return { t: 'observation', ...key, status: 'observed', ...seen, transition, trace };
  } catch (error) {
    if (watch.signal.aborted) throw error;
    if (!(error instanceof AppError) || error.code === 'disk.too-full') throw error;
    return { t: 'observation', ...key, status: 'failed', code: error.code, message: error.message };
  }
}
