import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../contract/errors.ts';
import { type Fault, faultAt, MAX_FAULTS } from './faults.pure.ts';
import { listRepeatedNames } from './repeated-names.pure.ts';
import type { Trajectory } from './trajectory.ts';
import { parseTrajectory } from './validate.pure.ts';

/** A history of 5,000 long turns has a few MiB. */
export const MAX_TRAJECTORY_BYTES = 128 * 1_024 * 1_024;

export type ReadTrajectory = {
  readonly trajectory: Trajectory;
  /** SHA-256 of the file's bytes, in hex. */
  readonly hash: string;
  readonly bytes: Uint8Array;
};

/** A trajectory that is refused, with everything that is wrong with it by JSON path; the whole file is `$`. */
export class TrajectoryFaults extends AppError {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    const lines = faults.map(({ path, reason }) => `${path} ${reason}`);
    const [first = '$ cannot be read'] = lines;
    const message =
      lines.length > 1
        ? `The trajectory has ${lines.length} faults. Correct them and read it again:\n${lines.join('\n')}`
        : `The trajectory has a fault. Correct it and read it again: ${first}`;
    super('evaluation.invalid', message, { details: { faults: faults.length, path: faults[0]?.path ?? '$' } });
    this.name = 'TrajectoryFaults';
    this.faults = faults;
  }
}

const refuse = (reason: string): never => {
  throw new TrajectoryFaults([faultAt([], reason)]);
};

async function readBytes(file: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const stat = await file.stat();
  if (!stat.isFile()) refuse('is not a file');
  if (stat.size > maxBytes) refuse(`is larger than ${Math.floor(maxBytes / 1_048_576)} MiB`);
  const bytes = await file.readFile();
  return bytes.length > maxBytes ? refuse(`is larger than ${Math.floor(maxBytes / 1_048_576)} MiB`) : bytes;
}

/** Opens and reads a file of the user's whole, up to a size. */
async function readWhole(path: string, maxBytes: number): Promise<Uint8Array> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    return refuse(`cannot be opened (${codeOf(error)})`);
  }
  try {
    return await readBytes(file, maxBytes);
  } catch (error) {
    if (error instanceof AppError) throw error;
    return refuse(`cannot be read (${codeOf(error)})`);
  } finally {
    await file.close();
  }
}

/** The system's own word, such as ENOENT, which holds no text of the user's. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';

function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('is not UTF-8'); // the decoder's words say no more
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    // V8 quotes the file; only the place is told on.
    const place = error instanceof SyntaxError ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    return refuse(place === undefined ? 'is not JSON' : `is not JSON (at character ${place})`);
  }
  const repeated = listRepeatedNames(text, MAX_FAULTS);
  if (repeated.length > 0) throw new TrajectoryFaults(repeated.map((steps) => faultAt(steps, 'is there twice')));
  return parsed;
}

/** A trajectory out of its bytes; refuses with every fault that it has. */
export function readTrajectoryBytes(bytes: Uint8Array): ReadTrajectory {
  const { trajectory, faults } = parseTrajectory(parseJson(bytes));
  if (trajectory === null) throw new TrajectoryFaults(faults);
  return { trajectory, hash: createHash('sha256').update(bytes).digest('hex'), bytes };
}

/** The trajectory in a file; refuses with every fault that it has. */
export async function readTrajectory(path: string, maxBytes = MAX_TRAJECTORY_BYTES): Promise<ReadTrajectory> {
  return readTrajectoryBytes(await readWhole(path, maxBytes));
}
