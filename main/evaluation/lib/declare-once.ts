import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../contract/errors.ts';

/** Writes what a piece of work rests on, or finds that a folder holds this very work; `differs` says what to do where not. */
export async function declareOnce(path: string, value: unknown, differs: string): Promise<void> {
  const text = `${JSON.stringify(value, null, 1)}\n`;
  const known = await readIfThere(path);
  if (known === null) await write(path, text);
  else if (known !== text) throw new AppError('evaluation.other-run', differs);
}

/** The same of work whose lines lie beside it: as long as there is no line, nothing rests on an earlier declaration. */
export async function declareBeforeLines(path: string, value: unknown, differs: string): Promise<void> {
  if (await hasLines(dirname(path))) await declareOnce(path, value, differs);
  else await write(path, `${JSON.stringify(value, null, 1)}\n`);
}

async function hasLines(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder, { recursive: true }))
    if (name.endsWith('.jsonl') && (await stat(join(folder, name))).size > 0) return true;
  return false;
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
