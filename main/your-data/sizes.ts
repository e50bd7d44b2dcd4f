import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type Stored, StoredKind } from '../contract/your-data.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { kindOf } from './kinds.pure.ts';

type Size = { readonly files: number; readonly bytes: number };
const NOTHING: Size = { files: 0, bytes: 0 };
const add = (a: Size, b: Size): Size => ({ files: a.files + b.files, bytes: a.bytes + b.bytes });

/** Everything under a path. Each look at the disk is waited for, so that others get their turn. */
async function measure(path: string, signal: AbortSignal): Promise<Size> {
  throwIfAborted(signal);
  try {
    const stats = await stat(path);
    if (stats.isFile()) return { files: 1, bytes: stats.size };
    if (!stats.isDirectory()) return NOTHING;
    let sum = NOTHING;
    for (const entry of await readdir(path, { withFileTypes: true })) {
      // What a link points to lies elsewhere and may be anything.
      if (!entry.isSymbolicLink()) sum = add(sum, await measure(join(path, entry.name), signal));
    }
    return sum;
  } catch (error) {
    if (signal.aborted) throw error;
    return NOTHING; // gone since it was listed, or closed to us: to a sum both are nothing
  }
}

const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && resolve(folder, way) === path;
};

/** Somebody may keep the database or the models on another disk by a link. Where an unknown one leads is not ours. */
const isOf = (kind: StoredKind, entry: Dirent): boolean =>
  kindOf(entry.name) === kind && !(kind === 'other' && entry.isSymbolicLink());

type Places = { readonly dataFolder: string; readonly modelsFolder: string };

/** Sizes of all that is stored, kind after kind. */
export async function* listSizes(places: Places, signal: AbortSignal): AsyncGenerator<Stored> {
  const dataFolder = resolve(places.dataFolder);
  const modelsFolder = resolve(places.modelsFolder);
  const entries = (await readdir(dataFolder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const kind of StoredKind.options) {
    const own = entries.filter((entry) => isOf(kind, entry)).map(({ name }) => name);
    let size = NOTHING;
    for (const name of own) size = add(size, await measure(join(dataFolder, name), signal));
    if (kind !== 'models' || isInside(dataFolder, modelsFolder)) yield { kind, places: own, ...size };
    else yield { kind, places: [...own, modelsFolder], ...add(size, await measure(modelsFolder, signal)) };
  }
}
