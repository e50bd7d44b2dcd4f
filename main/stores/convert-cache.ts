import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type CacheSeal, openEntry, sealEntry } from './cache-seal.ts';
import { readEntries } from './compact-entries.ts';
import { entrySizeAt, isWholeEntry } from './vector-cache.ts';

const OPEN_NAME = /^([0-9a-f]{16})\.vectors$/;
const SEALED_NAME = /^([0-9a-f]{16})-(\d{1,5})-sealed\.vectors$/;

/** Seals every cache of a folder. Killed at any point, the next call does what is left. */
export async function sealCaches(dataFolder: string, seal: CacheSeal): Promise<void> {
  const folder = join(dataFolder, 'cache');
  for (const name of await listNames(folder)) {
    if (SEALED_NAME.test(name)) continue;
    const path = join(folder, name);
    const space = OPEN_NAME.exec(name)?.[1];
    const dimension = space === undefined ? null : await findDimension(path);
    if (dimension !== null) {
      const to = join(folder, `${space}-${dimension}-sealed.vectors`);
      await rewrite({ path, to, dimension, isSealed: false }, (entry) => sealEntry(seal, entry));
    }
    await rm(path, { force: true });
  }
}

const LOOK_BYTES = 4_000_000;
const MAX_DIMENSION = 8192;

/** How long the vectors of an open cache are: that at which the first entry with vectors is whole. Null where there is none. */
async function findDimension(path: string): Promise<number | null> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(LOOK_BYTES);
    const { bytesRead } = await file.read(buffer, 0, LOOK_BYTES, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const sizeAt = (at: number, dimension: number) => entrySizeAt(bytes, at, { dimension, isSealed: false });
    let at = 0;
    // Entries of no chunk are of the same size whatever the dimension is.
    for (let size = sizeAt(at, 1); size !== null && size === sizeAt(at, 2); size = sizeAt(at, 1)) at += size;
    for (let dimension = 1; dimension <= MAX_DIMENSION; dimension += 1) {
      const size = sizeAt(at, dimension);
      if (size === null || at + size > bytes.length) return null;
      if (isWholeEntry(bytes.subarray(at, at + size))) return dimension;
    }
    return null;
  } finally {
    await file.close();
  }
}

/** Writes every sealed cache anew under the first key; those before it may have sealed any entry. */
export async function resealCaches(dataFolder: string, [to, ...before]: Seals): Promise<void> {
  const folder = join(dataFolder, 'cache');
  for (const name of await listNames(folder)) {
    const path = join(folder, name);
    const dimension = SEALED_NAME.exec(name)?.[2];
    // What a kill left of a write.
    if (dimension === undefined) await rm(path, { force: true });
    else
      await rewrite({ path, to: path, dimension: Number(dimension), isSealed: true }, (entry) => {
        if (openEntry(to, entry) !== null) return entry;
        const plain = openWith(before, entry);
        return plain === null ? null : sealEntry(to, plain);
      });
  }
}

/** The key that is written with, and those before it. */
type Seals = readonly [CacheSeal, ...CacheSeal[]];

function openWith(seals: readonly CacheSeal[], entry: Buffer): Buffer | null {
  for (const seal of seals) {
    const plain = openEntry(seal, entry);
    if (plain !== null) return plain;
  }
  return null;
}

/** Lays every sealed cache of a folder open again. */
export async function openCaches(dataFolder: string, seals: Seals): Promise<void> {
  const folder = join(dataFolder, 'cache');
  for (const name of await listNames(folder)) {
    const [, space, dimension] = SEALED_NAME.exec(name) ?? [];
    if (space === undefined) continue;
    const path = join(folder, name);
    const to = join(folder, `${space}.vectors`);
    await rewrite({ path, to, dimension: Number(dimension), isSealed: true }, (entry) => openWith(seals, entry));
    await rm(path, { force: true });
  }
}

type Rewrite = {
  readonly path: string;
  readonly to: string;
  readonly dimension: number;
  readonly isSealed: boolean;
};

/** Entries that are not whole or do not open are left out: they are made again when they are asked for. */
async function rewrite(input: Rewrite, convert: (entry: Buffer) => Buffer | null): Promise<void> {
  const temporary = `${input.to}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    const sizeAt = (bytes: Buffer, at: number): number | null => entrySizeAt(bytes, at, input);
    for await (const entry of readEntries({ path: input.path, sizeAt }, async () => undefined)) {
      const converted = isWholeEntry(entry) ? convert(entry) : null;
      if (converted !== null) await file.write(converted);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, input.to);
}

async function listNames(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []); // no folder: nothing was ever cached
}
