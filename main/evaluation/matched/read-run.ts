import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { AppError } from '../../contract/errors.ts';
import type { Observation, Observed } from '../format/observation.ts';
import { RunHeader } from '../format/run.ts';
import { Trajectory } from '../format/trajectory.ts';
import { readUnit } from '../run/unit-file.ts';

/** A run's folder as everything that comes after the run reads it. */
export type RunReader = {
  readonly header: RunHeader;
  readonly readTrajectory: (id: string) => Promise<Trajectory>;
  /** What one arm observed in one history, in the order of the run. */
  readonly readObservations: (arm: string, trajectory: string) => Promise<readonly Observation[]>;
  readonly readContext: (observed: Observed, trajectory: Trajectory) => Promise<readonly ContextPiece[]>;
};

/** One piece of what an arm supplied, with its words. */
export type ContextPiece = {
  readonly text: string;
  readonly speaker: string | null;
  readonly at: string | null;
  /** As the arm tells it; null where it does not. */
  readonly status: string | null;
  /** As the run measured them; null where it did not. */
  readonly tokens: number | null;
};

/** Of a trace only what was supplied; this app's and other systems' alike. */
const TraceFile = z.object({
  answer: z.object({
    recent: z.array(z.object({ id: z.string() })).default([]),
    fragments: z.array(z.object({ text: z.string(), speaker: z.string().nullish() })),
  }),
  trace: z.object({ derivation: z.object({ outcome: z.string(), surface: z.string() }).nullish() }).nullish(),
});

/** Opens the folder of a run that was made before. */
export async function openRun(folder: string): Promise<RunReader> {
  const header = await parseFile(join(folder, 'run.json'), RunHeader, 'The folder holds no run of an evaluation.');
  return {
    header,
    readTrajectory: (id) =>
      parseFile(
        join(folder, 'trajectories', `${id}.json`),
        Trajectory,
        'A trajectory of the run is missing or damaged.',
      ),
    readObservations: async (arm, trajectory) => {
      const lines = await readUnit(folder, arm, trajectory).catch((error: unknown) => {
        throw unreadable('The run is not finished: lines of an arm are missing. Run it to its end first.', error);
      });
      return lines.filter((line) => line.t === 'observation');
    },
    readContext: (observed, trajectory) => readContext(folder, observed, trajectory),
  };
}

async function parseFile<S extends z.ZodType>(path: string, schema: S, words: string): Promise<z.infer<S>> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw unreadable(words, error);
  }
}

const unreadable = (words: string, cause: unknown): AppError => new AppError('evaluation.invalid', words, { cause });

async function readContext(
  folder: string,
  observed: Observed,
  trajectory: Trajectory,
): Promise<readonly ContextPiece[]> {
  const { supplied, trace: name } = observed;
  if (name === null) throw unreadable('The run kept no traces, and what was supplied stands only there.', null);
  const file = await readTrace(folder, name);
  const { recent, fragments } = file.answer;
  if (recent.length + fragments.length !== supplied.length)
    throw unreadable('A trace of the run does not fit its observation.', null);
  const turns = new Map(trajectory.turns.map((turn) => [turn.id, turn]));
  const pieces = supplied.map(({ at, status, tokens }, index): ContextPiece => {
    const turn = turns.get(recent[index]?.id ?? '');
    if (index < recent.length)
      return { text: turn?.text ?? '', speaker: turn?.speaker ?? null, at: turn?.at ?? null, status: null, tokens };
    const fragment = fragments[index - recent.length];
    return { text: fragment?.text ?? '', speaker: fragment?.speaker ?? null, at, status, tokens };
  });
  return [...ledgerOf(file), ...pieces];
}

/** What the ledger says is part of what the memory supplied: a system that keeps one gives it to its answerer. */
function ledgerOf({ trace }: z.infer<typeof TraceFile>): readonly ContextPiece[] {
  const derivation = trace?.derivation ?? null;
  if (derivation === null || derivation.surface === '') return [];
  return [{ text: derivation.surface, speaker: null, at: null, status: null, tokens: null }];
}

async function readTrace(folder: string, name: string): Promise<z.infer<typeof TraceFile>> {
  const path = join(folder, 'traces', name);
  // The name stands in a file that may have come from elsewhere.
  if (!path.startsWith(join(folder, 'traces') + sep))
    throw unreadable('A trace has a name that leads elsewhere.', null);
  try {
    return TraceFile.parse(JSON.parse(gunzipSync(await readFile(path)).toString('utf8')));
  } catch (error) {
    throw unreadable('A trace of the run is missing or damaged.', error);
  }
}
