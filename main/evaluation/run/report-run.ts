import { createWriteStream } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { AppError } from '../../contract/errors.ts';
import { createAudit } from '../audit/audit-run.ts';
import type { Observation } from '../format/observation.ts';
import { readTrajectory } from '../format/read-trajectory.ts';
import type { RunHeader } from '../format/run.ts';
import type { Trajectory } from '../format/trajectory.ts';
import { checkRegistration, type ReadGate, readGate } from '../gates/read-gate.ts';
import { buildReport, writeReport } from '../report/build-report.ts';
import { createExecutionTally } from '../report/execution-tally.ts';
import type { ObservationPart } from '../report/observation-row.ts';
import { buildObservationRows, nameFile } from '../report/observation-rows.ts';
import type { Report } from '../report/report.ts';
import type { FragmentTexts } from '../report-page/page-format.pure.ts';
import { composeReportPage } from '../report-page/write-report-page.ts';
import { indexTrajectory, scoreUnit } from '../score/score-observation.ts';
import type { ScoredObservation } from '../score/scored.ts';
import { findHeader } from './run.ts';
import { readWholeUnit, writeWhole } from './unit-file.ts';

export type ReportWatch = {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
};

export type ReportOptions = {
  readonly folder: string;
  /** The built page without data. */
  readonly template: string;
  /** Puts the texts of what was supplied into the page, where the run kept traces. */
  readonly hasTexts: boolean;
  /** Absent: as the protocol has it. */
  readonly resamples?: number;
};

const GATE_FILE = 'gate.json';

/** Writes `report.json` and `report.html` of a run's folder: the same run gives the same bytes. */
export async function reportRun(options: ReportOptions, watch: ReportWatch): Promise<Report> {
  const { folder } = options;
  const header = await findHeader(folder);
  if (header === null)
    throw new AppError(
      'evaluation.invalid',
      'There is no run in this folder. Give the folder that `lsrep run --out` was given.',
    );
  const trajectories = await readTrajectories(folder, header);
  const report = await figure({ ...options, header, trajectories }, watch);
  await writeWhole(join(folder, 'report.json'), writeReport(report));
  await writePage({ ...options, header, trajectories }, { report, signal: watch.signal });
  return report;
}

/** The copies in a run's folder, which must be what the run declared. */
async function readTrajectories(folder: string, header: RunHeader): Promise<readonly Trajectory[]> {
  const read: Trajectory[] = [];
  for (const { id, hash } of header.trajectories) {
    const own = await readTrajectory(join(folder, 'trajectories', `${id}.json`));
    if (own.hash !== hash)
      throw new AppError(
        'evaluation.invalid',
        `The trajectory ${id} in this folder is not the one that the run declared.`,
      );
    read.push(own.trajectory);
  }
  return read;
}

type Figuring = ReportOptions & { readonly header: RunHeader; readonly trajectories: readonly Trajectory[] };

async function figure(
  { folder, header, trajectories, resamples }: Figuring,
  { signal, onProgress }: ReportWatch,
): Promise<Report> {
  const audit = createAudit({ header, trajectories });
  const tally = createExecutionTally();
  const scored: ScoredObservation[] = [];
  const total = header.arms.length * trajectories.length;
  let done = 0;
  for (const trajectory of trajectories) {
    const index = indexTrajectory(trajectory);
    for (const { name } of header.arms) {
      signal.throwIfAborted();
      const { lines, isAsWritten } = await readDone(folder, name, trajectory.id);
      for (const line of lines) audit.add(line);
      if (isAsWritten === false) audit.addChanged({ arm: name, trajectory: trajectory.id });
      const observations = lines.filter((line) => line.t === 'observation');
      for (const one of observations) tally.add(one);
      scored.push(...scoreUnit(index, name, observations));
      done += 1;
      onProgress(done, total);
    }
  }
  const findings = audit.end();
  const gate = await findGate(folder, header);
  const execution = tally.end(header.arms.map(({ name }) => name));
  return buildReport({
    ...{ header, trajectories, scored, execution, findings, gate },
    ...(resamples === undefined ? {} : { resamples }),
  });
}

async function readDone(folder: string, arm: string, trajectory: string): ReturnType<typeof readWholeUnit> {
  try {
    return await readWholeUnit(folder, arm, trajectory);
  } catch (error) {
    // A unit that was never begun is missing as a whole; the audit and the denominators say so.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { lines: [], isAsWritten: null };
    throw error;
  }
}

/** The gate that the run was registered with, as it was then. */
async function findGate(folder: string, header: RunHeader): Promise<ReadGate | null> {
  if (header.gate === null) return null;
  const gate = readGate(await readFile(join(folder, GATE_FILE)));
  if (gate.hash !== header.gate.hash)
    throw new AppError('evaluation.invalid', 'The gate in this folder is not the one that the run was begun with.');
  checkRegistration(gate, header);
  return gate;
}

export const writeGate = (folder: string, bytes: Uint8Array): Promise<void> =>
  writeWhole(join(folder, GATE_FILE), bytes);

type Writing = { readonly report: Report; readonly signal: AbortSignal };

async function writePage(figuring: Figuring, { report, signal }: Writing): Promise<void> {
  const { folder, template, trajectories, hasTexts } = figuring;
  const page = composeReportPage({
    ...{ template, report, trajectories, parts: keepParts(folder, listParts(figuring)) },
    ...(hasTexts ? { readTexts: (trace: string) => readTexts(join(folder, 'traces', trace)) } : {}),
  });
  const path = join(folder, 'report.html');
  await pipeline(Readable.from(page), createWriteStream(`${path}.new`), { signal });
  await rename(`${path}.new`, path);
}

/** The rows behind the figures, for whoever reads them by program: the files that `report.json` names. */
async function* keepParts(folder: string, parts: AsyncIterable<ObservationPart>): AsyncGenerator<ObservationPart> {
  for await (const part of parts) {
    await writeWhole(join(folder, 'observations', nameFile(part.arm, part.trajectory)), `${JSON.stringify(part)}\n`);
    yield part;
  }
}

async function* listParts({ folder, header, trajectories }: Figuring): AsyncGenerator<ObservationPart> {
  for (const trajectory of trajectories) {
    const index = indexTrajectory(trajectory);
    for (const { name: arm } of header.arms) {
      const { lines } = await readDone(folder, arm, trajectory.id);
      const observations = lines.filter((line): line is Observation => line.t === 'observation');
      const scored = scoreUnit(index, arm, observations);
      yield buildObservationRows({ arm, trajectory, scored, observations, answerer: header.answerer });
    }
  }
}

const TracedAnswer = z.object({
  answer: z.object({
    recent: z.array(z.unknown()),
    fragments: z.array(z.object({ text: z.string() })),
  }),
});

/** The texts of what was supplied, in its order; null where the trace is not this app's, or is gone. */
async function readTexts(path: string): Promise<FragmentTexts> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  const parsed = TracedAnswer.safeParse(JSON.parse(gunzipSync(bytes).toString('utf8')));
  if (!parsed.success) return null;
  const { recent, fragments } = parsed.data.answer;
  // A recent turn's words are the history's own.
  return [...recent.map(() => ''), ...fragments.map(({ text }) => text)];
}
