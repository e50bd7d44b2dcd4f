import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { AppError } from '../../contract/errors.ts';
import { Trajectory } from '../format/trajectory.ts';
import { ObservationPart } from '../report/observation-row.ts';
import { Report } from '../report/report.ts';
import type { FragmentTexts } from './page-format.pure.ts';
import { composeReportPage } from './write-report-page.ts';

export type ReportFile = {
  /** A run's folder with `report.json`, `trajectories/` and `observations/`. */
  readonly folder: string;
  /** The built page without data: `evaluation-report.html`. */
  readonly template: string;
  /** The texts of what was supplied, out of the trace files; for small runs. */
  readonly hasTexts: boolean;
  readonly signal: AbortSignal;
};

/** Of a trace file as much as the page shows of it. */
const TracedTexts = z.object({
  answer: z.object({
    recent: z.array(z.object({ id: z.string() })),
    fragments: z.array(z.object({ text: z.string() })),
  }),
});

/** Writes `report.html` from what the run's folder holds; put in its place only when it is whole. Gives back its path. */
export async function writeReportFile({ folder, template, hasTexts, signal }: ReportFile): Promise<string> {
  const report = await readJson(join(folder, 'report.json'), Report);
  const path = join(folder, 'report.html');
  const half = `${path}.part`;
  const pages = composeReportPage({
    template,
    report,
    trajectories: readTrajectories(folder, report, signal),
    parts: readParts(folder, report, signal),
    ...(hasTexts ? { readTexts: (trace: string) => readTexts(join(folder, 'traces', trace)) } : {}),
  });
  const file = await open(half, 'w');
  try {
    for await (const text of pages) await file.appendFile(text);
    await file.datasync();
  } catch (error) {
    await file.close();
    await rm(half, { force: true });
    throw isFull(error)
      ? new AppError('disk.too-full', 'The disk is full, so the page was not written. Free some space and try again.', {
          cause: error,
        })
      : error;
  }
  await file.close();
  await rename(half, path);
  return path;
}

const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOSPC';

async function* readTrajectories(folder: string, { header }: Report, signal: AbortSignal): AsyncGenerator<Trajectory> {
  for (const { id } of header.trajectories) {
    signal.throwIfAborted();
    yield await readJson(join(folder, 'trajectories', `${id}.json`), Trajectory);
  }
}

async function* readParts(folder: string, { parts }: Report, signal: AbortSignal): AsyncGenerator<ObservationPart> {
  for (const { name } of parts) {
    signal.throwIfAborted();
    yield await readJson(join(folder, 'observations', name), ObservationPart);
  }
}

async function readJson<T extends z.ZodType>(path: string, schema: T): Promise<z.infer<T>> {
  const parsed = schema.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new AppError(
    'evaluation.invalid',
    'A file of the run’s folder is none of this version. Make the report again.',
  );
}

/** Null where there is no trace any more, or one of another system: the page has the words of the turns then. */
async function readTexts(path: string): Promise<FragmentTexts> {
  try {
    const { answer } = TracedTexts.parse(JSON.parse(gunzipSync(await readFile(path)).toString('utf8')));
    return [...answer.recent.map(() => ''), ...answer.fragments.map(({ text }) => text)];
  } catch {
    // Traces may be thrown away to save space; the rest of the observation is in the rows.
    return null;
  }
}
