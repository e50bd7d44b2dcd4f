import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../contract/errors.ts';

/** Writes what a piece of work rests on, or finds that a folder holds this very work; `differs` says what to do where not. */
export async function declareOnce(path: string, value: unknown, differs: string): Promise<void> {
  const text = `${JSON.stringify(value, null, 1)}\n`;
  const known = await readIfThere(path);
  if (known === null) await write(path, text);
  else if (known !== text) throw new AppError('evaluation.other-run', differs);
}

/** Whole or not at all; several processes that do one piece of work may declare it at the same time. */
async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const own = `${path}.${process.pid}.new`;
  await writeFile(own, text);
  await rename(own, path);
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
