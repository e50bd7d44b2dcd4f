import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { openEnvelope } from '../lib/crypto/envelope.ts';
import type { Keyring } from '../lib/crypto/keyring.ts';
import type { Ids } from '../lib/ids.ts';
import { errnoOf, removeIfPresent, replaceFile, syncFolder, toWriteError } from './files.ts';
import type { KeyPair } from './head.ts';
import { SealedWrapping } from './key-wrapping.ts';
import { canonicalJson } from './record.pure.ts';
import { listSegmentNumbers, segmentName } from './segments.ts';

/** 1: nothing is sealed. 2: what lies in the folder is sealed with the vault key, which `keyWrapping` leads to. */
const OPEN_FORMAT = 1;
const SEALED_FORMAT = 2;
/** The fixed head of an Ed25519 private key in PKCS8; the 32-byte seed follows it (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const fields = {
  createdAt: z.iso.datetime({ precision: 3 }),
  /** Id of the journal's first record. */
  journalId: z.string().min(1),
  /** SPKI and PKCS8, base64; the private key is sealed where there is a vault key. */
  publicKey: z.string().min(1),
  privateKey: z.string().min(1),
};
const OpenFile = z
  .strictObject({
    ...fields,
    format: z.literal(OPEN_FORMAT),
    keyWrapping: z.strictObject({ kind: z.literal('none') }).readonly(),
  })
  .readonly();
const SealedFile = z
  .strictObject({
    ...fields,
    format: z.literal(SEALED_FORMAT),
    keyWrapping: SealedWrapping,
    /** SHA-256 of the canonical rest: a damaged file is told from a wrong passphrase. */
    checksum: z.string(),
  })
  .readonly();
export type OpenVaultFile = z.infer<typeof OpenFile>;
export type SealedVaultFile = z.infer<typeof SealedFile>;
export type VaultFile = OpenVaultFile | SealedVaultFile;

export type Vault = {
  readonly createdAt: string;
  readonly journalId: string;
  readonly keyPair: KeyPair;
  /** Null where nothing is sealed. */
  readonly keyring: Keyring | null;
};

type VaultInput = {
  readonly folder: string;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Of a protected folder that was unlocked. */
  readonly keyring?: Keyring | null;
};

/** The vault of a data folder, created when the folder holds no journal yet; `vault.created` is the first event. */
export async function openVault(input: VaultInput): Promise<Vault> {
  const found = await findVaultFile(input.folder);
  const keyring = input.keyring ?? null;
  if (found !== null) return toVault(found, keyring);
  if (await hasRecords(input.folder)) {
    throw new AppError(
      'store.damaged',
      'The data folder holds a journal but its vault.json is missing. Put vault.json back from a backup; nothing was changed.',
      { details: { file: 'vault.json' } },
    );
  }
  return await createVault(input);
}

function toVault(file: VaultFile, keyring: Keyring | null): Vault {
  const { createdAt, journalId, publicKey } = file;
  const pkcs8 = readPrivateKey(file, keyring);
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  pkcs8.fill(0);
  return { createdAt, journalId, keyPair: { publicKey, privateKey }, keyring };
}

/** What `vault.json` says, or null where there is none; the private key is in it as it is stored. */
export async function findVaultFile(folder: string): Promise<VaultFile | null> {
  let text: string;
  try {
    text = await readFile(join(folder, 'vault.json'), 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
  return parseVault(text);
}

/** Replaces `vault.json` durably; the checksum of a sealed one is made here. */
export async function writeVaultFile(folder: string, file: VaultFile): Promise<void> {
  const whole = file.format === SEALED_FORMAT ? { ...file, checksum: checksumOf(file) } : file;
  await replaceFile(join(folder, 'vault.json'), `${canonicalJson(whole)}\n`);
}

/** Removes what a kill left of a write of `vault.json`: the signing key may lie in it in the open. */
export async function clearVaultLeftover(folder: string): Promise<void> {
  await removeIfPresent(join(folder, 'vault.json.tmp'));
}

/** The private key (PKCS8), opened with the keyring where it is sealed. */
export function readPrivateKey(file: VaultFile, keyring: Keyring | null): Buffer {
  if (file.format === OPEN_FORMAT) return Buffer.from(file.privateKey, 'base64');
  if (keyring === null) throw lockedError();
  const sealed = Buffer.from(file.privateKey, 'base64');
  const pkcs8 = openEnvelope(sealed, { keyring, purpose: 'private-key', place: file.publicKey });
  if (pkcs8 === null || publicKeyOf(pkcs8) !== file.publicKey) throw unreadable();
  return pkcs8;
}

/** The one error for a folder whose key is not there. */
export function lockedError(): AppError {
  return new AppError('vault.locked', 'This data folder is locked. Unlock it with its passphrase or its recovery key.');
}

function parseVault(text: string): VaultFile {
  try {
    const value: unknown = JSON.parse(text);
    const format = z.looseObject({ format: z.int() }).parse(value).format;
    if (format > SEALED_FORMAT) {
      throw new AppError(
        'store.newer-format',
        'This data folder was written by a newer Palimpsest. Update Palimpsest to open it; nothing was changed.',
        { details: { format, supported: SEALED_FORMAT } },
      );
    }
    const file = (format === SEALED_FORMAT ? SealedFile : OpenFile).parse(value);
    if (!isSound(file)) throw new Error('it was changed');
    return file;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unreadable();
  }
}

// The cause is left out: a parser's message may quote the file, which holds the private key.
function unreadable(): AppError {
  return new AppError(
    'store.damaged',
    'The file vault.json cannot be read. Put it back from a backup; nothing was changed.',
    { details: { file: 'vault.json' } },
  );
}

function isSound(file: VaultFile): boolean {
  if (file.format === SEALED_FORMAT) return file.checksum === checksumOf(file);
  return publicKeyOf(Buffer.from(file.privateKey, 'base64')) === file.publicKey;
}

function checksumOf({ checksum: _, ...rest }: SealedVaultFile): string {
  return createHash('sha256')
    .update(canonicalJson(withoutUndefined(rest)))
    .digest('hex');
}

/** Canonical JSON has no such thing as a field that is there and undefined. */
function withoutUndefined(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}

function publicKeyOf(pkcs8: Buffer): string {
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
}

async function hasRecords(folder: string): Promise<boolean> {
  const journalFolder = join(folder, 'journal');
  for (const number of await listSegmentNumbers(journalFolder)) {
    if ((await stat(join(journalFolder, segmentName(number)))).size > 0) return true;
  }
  return false;
}

async function createVault({ folder, clock, ids }: VaultInput): Promise<Vault> {
  const pkcs8 = Buffer.concat([PKCS8_PREFIX, ids.bytes(32)]);
  const file: VaultFile = {
    format: OPEN_FORMAT,
    createdAt: clock.now().toISOString(),
    journalId: ids.uuid(),
    keyWrapping: { kind: 'none' },
    publicKey: publicKeyOf(pkcs8),
    privateKey: pkcs8.toString('base64'),
  };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeVaultFile(folder, file);
    await syncFolder(folder);
  } catch (error) {
    throw toWriteError(error);
  }
  return toVault(file, null);
}
