import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import type { ProtectionProgress } from '../contract/protection.ts';
import { errnoOf, replaceFile } from '../journal/files.ts';
import { openJournal } from '../journal/open.ts';
import { rewriteJournal } from '../journal/rewrite.ts';
import { createSealer } from '../journal/sealer.ts';
import { openVault, type SealedVaultFile, type VaultFile, writeVaultFile } from '../journal/vault.ts';
import type { Clock } from '../lib/clock.ts';
import { generationOf } from '../lib/crypto/envelope.ts';
import { type Keyring, writingKey } from '../lib/crypto/keyring.ts';
import { isSealedFile, plainFiles, sealFiles } from '../lib/file-codec.ts';
import type { Ids } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { openCaches, sealCaches } from '../stores/convert-cache.ts';
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
 * Encrypts every file of a folder that nobody has open, or lays it open. `vault.json` names the conversion until all is done,
 * so that a killed one is ended by the next start that has the key; meanwhile each file is whole and of one kind.
 */
export async function convertFolder(input: Convert): Promise<VaultFile> {
  await convertJournal(input);
  await convertFiles(input);
  await convertCaches(input);
  await input.onProgress({ step: 'database', done: 0, total: null });
  for (const name of DISPOSABLE) await rm(join(input.folder, name), { recursive: true, force: true });
  const settled = settle(input.file, input.keyring);
  await writeVaultFile(input.folder, settled);
  return settled;
}

async function convertJournal(input: Convert): Promise<void> {
  const { folder, keyring, ids, clock, log, file } = input;
  const sealer = createSealer(keyring, ids);
  const { keyPair } = await openVault({ folder, clock, ids, keyring });
  // Opened once: a torn end is cut and an erasure that was interrupted is ended before anything is rewritten.
  await (await openJournal({ folder, clock, ids, log, keyPair, sealer })).close();
  await rewriteJournal({
    folder,
    from: sealer,
    to: file.keyWrapping.conversion === 'opening' ? null : sealer,
    isCurrent: (sealed) => generationOf(sealed) === keyring.generation,
    onProgress: (done, total) => input.onProgress({ step: 'journal', done, total }),
  });
}

async function convertCaches({ folder, file, keyring, ids }: Convert): Promise<void> {
  const key = writingKey(keyring, 'cache');
  if (key === null) return;
  await (file.keyWrapping.conversion === 'opening' ? openCaches : sealCaches)(folder, { key, ids });
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
  const isOpening = file.keyWrapping.conversion === 'opening';
  if (isSealedFile(stored) !== isOpening) return;
  const plain = (isOpening ? sealed : plainFiles).decode(stored, place);
  // One that does not open was damaged before, and stays as it is: whoever reads it will say so.
  if (plain === null) return;
  await replaceFile(path, (isOpening ? plainFiles : sealed).encode(plain, place));
}

/** Every file of a folder that is sealed as a whole where there is a key, by its path in the folder. */
export async function listSealedPlaces(folder: string): Promise<readonly string[]> {
  const places = (await listNames(folder)).filter(isSealedPlace);
  for (const inner of SEALED_FOLDERS) {
    for (const name of await listNames(join(folder, inner))) places.push(`${inner}/${name}`);
  }
  return places.sort();
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
