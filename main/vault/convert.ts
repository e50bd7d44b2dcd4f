import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import type { ProtectionProgress } from '../contract/protection.ts';
import { errnoOf, replaceFile, toWriteError } from '../journal/files.ts';
import { openJournal } from '../journal/open.ts';
import { assertRewritable, isRewritten, type Rewrite, rewriteJournal } from '../journal/rewrite.ts';
import { createSealer } from '../journal/sealer.ts';
import { openVault, type SealedVaultFile, type VaultFile, writeVaultFile } from '../journal/vault.ts';
import type { Clock } from '../lib/clock.ts';
import { generationOf } from '../lib/crypto/envelope.ts';
import type { Keyring } from '../lib/crypto/keyring.ts';
import { assertFreeSpace } from '../lib/disk.ts';
import { isSealedFile, plainFiles, sealedGenerationOf, sealFiles } from '../lib/file-codec.ts';
import type { Ids } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { CacheSeal } from '../stores/cache-seal.ts';
import { openCaches, resealCaches, sealCaches } from '../stores/convert-cache.ts';
import { settle } from './change.ts';
import { isSealedPlace, SEALED_FOLDERS } from './sealed-places.pure.ts';

export type Convert = {
  readonly folder: string;
  /** With the conversion that is under way. */
  readonly file: SealedVaultFile;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly onProgress: (progress: ProtectionProgress) => Promise<void>;
};

/** Made anew from the journal, and only in the way: the open ones hold what is said. */
const DISPOSABLE = ['db', 'db.new', 'db.rebuilt', 'uploads'];

/**
 * Encrypts every file of a folder that nobody has open, lays it open, or writes it anew under the next key. `vault.json` names
 * the conversion until all is done, so that a killed one is ended by the next start that has the key; meanwhile each file is
 * whole and of one kind, and a key from before is kept until nothing is under it.
 */
export async function convertFolder(input: Convert): Promise<VaultFile> {
  try {
    await convertJournal(input);
    await convertFiles(input);
    await convertCaches(input);
    await input.onProgress({ step: 'database', done: 0, total: null });
    for (const name of DISPOSABLE) await rm(join(input.folder, name), { recursive: true, force: true });
    const settled = settle(input.file, input.keyring);
    if (input.file.keyWrapping.previous !== undefined) await dropPrevious(input);
    await writeVaultFile(input.folder, settled);
    return settled;
  } catch (error) {
    throw toWriteError(error);
  }
}

/** Throws `disk.too-full` where the largest file of a folder could not be written once more beside itself. */
export async function assertRoom(folder: string): Promise<void> {
  let largest = 0;
  for (const inner of ['.', 'journal', 'cache', ...SEALED_FOLDERS])
    for (const name of await listNames(join(folder, inner)))
      largest = Math.max(largest, await sizeOf(join(folder, inner, name)));
  await assertFreeSpace(folder, largest);
}

/**
 * Throws `journal.damaged` where a record could not be written anew. A start checks only the end of a long journal; once
 * `vault.json` names a conversion, an old damage would keep the folder from being opened at all.
 */
export const assertConvertible = (input: Pick<Convert, 'folder' | 'file' | 'keyring' | 'ids'>): Promise<void> =>
  assertRewritable(rewriteOf(input));

async function convertJournal(input: Convert): Promise<void> {
  const { folder, keyring, ids, clock, log } = input;
  const { keyPair } = await openVault({ folder, clock, ids, keyring });
  // Opened once: a torn end is cut and an erasure that was interrupted is ended before anything is rewritten.
  await (await openJournal({ folder, clock, ids, log, keyPair, sealer: createSealer(keyring, ids) })).close();
  const onProgress = (done: number, total: number) => input.onProgress({ step: 'journal', done, total });
  await rewriteJournal({ ...rewriteOf(input), onProgress });
}

function rewriteOf({ folder, file, keyring, ids }: Pick<Convert, 'folder' | 'file' | 'keyring' | 'ids'>): Rewrite {
  const sealer = createSealer(keyring, ids);
  return {
    folder,
    from: sealer,
    to: file.keyWrapping.conversion === 'opening' ? null : sealer,
    isCurrent: (sealed) => generationOf(sealed) === keyring.generation,
  };
}

async function convertCaches({ folder, file, keyring, ids }: Convert): Promise<void> {
  const sealOf = (generation: number): CacheSeal[] => {
    const key = keyring.keyFor('cache', generation);
    return key === null ? [] : [{ key, ids }];
  };
  const [seal, ...before] = [keyring.generation, ...listPrevious(file)].flatMap(sealOf);
  if (seal === undefined) throw new Error('bug: the current key is not in its keyring');
  const { conversion } = file.keyWrapping;
  if (conversion === 'opening') await openCaches(folder, [seal, ...before]);
  else if (conversion === 'rotating') await resealCaches(folder, [seal, ...before]);
  else await sealCaches(folder, seal);
}

const listPrevious = ({ keyWrapping: { previous } }: SealedVaultFile): readonly number[] =>
  previous === undefined ? [] : [previous.generation];

/** The key before goes only when nothing is under it: what was left would be lost. */
async function dropPrevious(input: Convert): Promise<void> {
  const { folder, keyring, ids } = input;
  if (!(await isRewritten(rewriteOf(input)))) throw new Error('bug: a record is still under the key before');
  const files = sealFiles(keyring, ids);
  for (const place of await listSealedPlaces(folder)) {
    const stored = await readFile(join(folder, place));
    const generation = sealedGenerationOf(stored);
    if (generation === null || generation === keyring.generation) continue;
    if (files.decode(stored, place) !== null) throw new Error('bug: a file is still under the key before');
  }
  keyring.dropOthers();
}

const FILES_A_STEP = 50;

async function convertFiles(input: Convert): Promise<void> {
  const places = await listSealedPlaces(input.folder);
  for (const [done, place] of places.entries()) {
    if (done % FILES_A_STEP === 0) await input.onProgress({ step: 'files', done, total: places.length });
    await convertFile(input, place);
  }
}

/** What a kill left of a write: never read, and perhaps in the open. */
const LEFTOVER = /\.(?:new|tmp)$/;

async function convertFile({ folder, file, keyring, ids }: Convert, place: string): Promise<void> {
  const sealed = sealFiles(keyring, ids);
  const path = join(folder, place);
  if (LEFTOVER.test(place)) return rm(path, { force: true });
  const stored = await readFile(path);
  const { conversion } = file.keyWrapping;
  // What lies in the open in a folder that was sealed is not the user's, and no key makes it so.
  if (isSealedFile(stored) === (conversion === 'sealing')) return;
  if (conversion === 'rotating' && sealedGenerationOf(stored) === keyring.generation) return;
  const plain = (conversion === 'sealing' ? plainFiles : sealed).decode(stored, place);
  // One that does not open was damaged before, and stays as it is: whoever reads it will say so.
  if (plain === null) return;
  await replaceFile(path, (conversion === 'opening' ? plainFiles : sealed).encode(plain, place));
}

/** Every file of a folder that is sealed as a whole where there is a key, by its path in the folder. */
export async function listSealedPlaces(folder: string): Promise<readonly string[]> {
  const places = (await listNames(folder)).filter(isSealedPlace);
  for (const inner of SEALED_FOLDERS) {
    for (const name of await listNames(join(folder, inner))) places.push(`${inner}/${name}`);
  }
  return places.sort();
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size;
}

async function listNames(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw new AppError('store.unwritable', 'A part of the data folder cannot be read. Check its permissions.', {
      cause: error,
    });
  }
}
