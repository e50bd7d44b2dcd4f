import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { AppError } from '../../contract/errors.ts';
import { type Fault, faultAt, faultsOfIssues } from '../format/faults.pure.ts';
import { SetFault } from './converted.pure.ts';
import { JsonSplitter, TooLarge } from './split-json.pure.ts';

/** The largest history that is known, of ten million tokens, has a third of it. */
const MAX_VALUE_BYTES = 128 * 1_024 * 1_024;

/** Where something stands: `value` counts from 1, as lines do. */
export type Place = { readonly set: string; readonly value: number };

/** Refuses a file of a set by the place and the reason; quotes nothing of it. */
export function refuseSet({ set, value }: Place, faults: readonly Fault[]): AppError {
  const [first = faultAt([], 'cannot be read')] = faults;
  const rest = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return new AppError(
    'evaluation.invalid',
    `This is not as ${set} is published. History ${value}: ${first.path} ${first.reason}${rest}. Choose the files of that set as they were published.`,
    { details: { set, value, path: first.path } },
  );
}

/** Runs a conversion; what it finds wrong with the file becomes an error that can be shown. */
export function converting<T>(place: Place, raw: unknown, convert: () => T): T {
  try {
    return convert();
  } catch (error) {
    if (error instanceof SetFault) throw refuseSet(place, [error.fault]);
    if (error instanceof z.ZodError) throw refuseSet(place, faultsOfIssues(error.issues, raw));
    throw error;
  }
}

const noSet = (set: string, what: string): AppError =>
  new AppError('evaluation.invalid', `There are no files of ${set} here: ${what}.`, {
    details: { set, value: 0, path: '$' },
  });

async function isFolder(set: string, path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw noSet(set, `the file or folder cannot be read (${codeOf(error)})`);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';

/** A file as it is, or the files of a folder whose names fit, in the order of their names. */
export async function listSetFiles(set: string, path: string, isFile: RegExp): Promise<readonly string[]> {
  if (!(await isFolder(set, path))) return [path];
  const names = (await readdir(path)).filter((name) => isFile.test(name)).sort();
  if (names.length === 0) throw noSet(set, 'the folder has none with a name that fits');
  return names.map((name) => join(path, name));
}

/** The one file of a set, by its name where others lie beside it; several variants of it are not a choice for here. */
export async function theSetFile(set: string, path: string, isFile: RegExp): Promise<string> {
  const all = await listSetFiles(set, path, isFile);
  const named = all.filter((one) => basename(one).toLowerCase().startsWith(set.toLowerCase()));
  const [file, other] = named.length === 0 ? all : named;
  if (file === undefined || other !== undefined) throw noSet(set, 'the folder has several files; choose one of them');
  return file;
}

/** Folders of chats by number, or the folder itself where it is one. */
export async function listChatFolders(
  set: string,
  path: string,
  file: string,
): Promise<readonly { name: string; path: string }[]> {
  if (!(await isFolder(set, path))) throw noSet(set, 'choose the folder of its chats');
  const entries = await readdir(path, { withFileTypes: true });
  if (entries.some(({ name }) => name === file)) return [{ name: '1', path }];
  const chats = entries.filter((entry) => entry.isDirectory() && /^\d+$/.test(entry.name)).map(({ name }) => name);
  if (chats.length === 0) throw noSet(set, 'the folder has no numbered chats');
  return chats.sort((a, b) => Number(a) - Number(b)).map((name) => ({ name, path: join(path, name) }));
}

function decode(place: Place, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refuseSet(place, [faultAt([], 'is not JSON in UTF-8')]); // the parser's words would quote the file
  }
}

/** Values of a JSON list or of a file of lines, packed by gzip or not, one after the other. */
export async function* readValues(set: string, path: string): AsyncGenerator<{ value: unknown; place: Place }> {
  const splitter = new JsonSplitter(MAX_VALUE_BYTES);
  const source = createReadStream(path);
  // The end of either stream, and why, is told by the one that is read here.
  const bytes = path.endsWith('.gz') ? pipeline(source, createGunzip(), () => undefined) : source;
  let count = 0;
  const next = (part: Uint8Array): { value: unknown; place: Place } => {
    count += 1;
    const place = { set, value: count };
    return { value: decode(place, part), place };
  };
  try {
    for await (const chunk of bytes)
      for (const part of splitter.push(z.instanceof(Uint8Array).parse(chunk))) yield next(part);
    for (const part of splitter.end()) yield next(part);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof TooLarge) throw refuseSet({ set, value: count + 1 }, [faultAt([], 'is too large')]);
    throw noSet(set, `a file cannot be read (${codeOf(error)})`);
  } finally {
    source.destroy();
  }
  if (count === 0) throw noSet(set, 'the file is empty');
}

/** Every value of a file, for what belongs together. */
export async function readAllValues(set: string, path: string): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for await (const { value } of readValues(set, path)) values.push(value);
  return values;
}
