import { createInterface } from 'node:readline';
import { z } from 'zod';
import { AppError } from '../../contract/errors.ts';
import type { EvaluationParts } from '../../evaluation/run/parts.ts';
import type { RunProgress, Workers } from '../../evaluation/run/run.ts';
import type { Args } from '../args.ts';

/** An engine over a few thousand turns with its models needs about this much. */
const WORKER_BYTES = 1_500_000_000;

/** How many histories run at once: what was asked, and no more than there is room for. */
export function countWorkers(args: Args, parts: EvaluationParts): number {
  const { cores, freeBytes } = parts.room();
  const asked = args.integer('parallel', { min: 1, max: 64 }) ?? 1;
  return Math.max(1, Math.min(asked, cores, Math.floor(freeBytes / WORKER_BYTES)));
}

/** What a worker says on its stderr: how far it is, or why it ended. */
export const WorkerLine = z.union([
  z.strictObject({ progress: z.custom<RunProgress>((value) => typeof value === 'object' && value !== null) }),
  z.strictObject({ failed: z.strictObject({ code: z.string(), message: z.string() }) }),
]);

type Starting = {
  readonly parts: EvaluationParts;
  /** Flags that a worker needs too. */
  readonly argv: readonly string[];
  readonly folder: string;
  readonly onProgress: (progress: RunProgress) => void;
};

/** Processes that run one history each. */
export function startWorkers(count: number, { parts, argv, folder, onProgress }: Starting): Workers {
  return {
    count,
    run: async (trajectory, signal) => {
      const child = parts.startSelf(['lsrep', 'work', folder, trajectory, ...argv]);
      const stop = (): void => {
        child.kill('SIGTERM');
      };
      signal.addEventListener('abort', stop, { once: true });
      let why = 'it ended without a word';
      const ended = new Promise<number | null>((done) => child.once('close', done));
      try {
        if (child.stderr !== null)
          for await (const text of createInterface({ input: child.stderr })) {
            const line = readLine(text);
            if (line === null) why = text.slice(0, 300);
            else if ('progress' in line) onProgress(line.progress);
            else why = line.failed.message;
          }
        const code = await ended;
        signal.throwIfAborted();
        if (code !== 0) throw new AppError('evaluation.invalid', `The history ${trajectory} could not be run: ${why}`);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
  };
}

function readLine(text: string): z.infer<typeof WorkerLine> | null {
  try {
    return WorkerLine.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null; // a sentence for people: kept as the reason, should it end badly
  }
}

/** The flags of a run that are about how systems are opened, as a worker is given them. */
export function listWorkerFlags(args: Args): readonly string[] {
  const texts = ['python', 'endpoint', 'model'].flatMap((flag) => {
    const value = args.text(flag);
    return value === undefined ? [] : [`--${flag}`, value];
  });
  const several = ['system', 'system-file'].flatMap((flag) => args.all(flag).flatMap((value) => [`--${flag}`, value]));
  const switches = ['no-traces', 'allow-remote'].filter(args.has).map((flag) => `--${flag}`);
  return [...texts, ...several, ...switches];
}
