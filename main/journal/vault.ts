import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import { errnoOf, replaceFile, syncFolder, toWriteError } from './files.ts';
import type { KeyPair } from './head.ts';
import { canonicalJson } from './record.pure.ts';
import { listSegmentNumbers, segmentName } from './segments.ts';

const VAULT_FORMAT = 1;
/** The fixed head of an Ed25519 private key in PKCS8; the 32-byte seed follows it (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const VaultFile = z
  .strictObject({
    format: z.literal(VAULT_FORMAT),
    createdAt: z.iso.datetime({ precision: 3 }),
    /** Id of the journal's first record. */
    journalId: z.string().min(1),
    keyWrapping: z.strictObject({ kind: z.literal('none') }).readonly(),
    /** SPKI and PKCS8, base64. */
    publicKey: z.string().min(1),
    privateKey: z.string().min(1),
  })
  .readonly();
export type VaultFile = z.infer<typeof VaultFile>;

export type Vault = {
  readonly createdAt: string;
  readonly journalId: string;
  readonly keyPair: KeyPair;
};

type VaultInput = { readonly folder: string; readonly clock: Clock; readonly ids: Ids };

/** The vault of a data folder, created when the folder holds no journal yet; `vault.created` is the first event. */
export async function openVault(input: VaultInput): Promise<Vault> {
  const found = await findVault(input.folder);
  if (found !== null) return found;
  if (await hasRecords(input.folder)) {
    throw new AppError(
      'store.damaged',
      'The data folder holds a journal but its vault.json is missing. Put vault.json back from a backup; nothing was changed.',
      { details: { file: 'vault.json' } },
    );
  }
  return await createVault(input);
}

/** The vault of a data folder, or null where there is no `vault.json`. */
export async function findVault(folder: string): Promise<Vault | null> {
  let text: string;
  try {
    text = await readFile(join(folder, 'vault.json'), 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
  const file = parseVault(text);
  const privateKey = createPrivateKey({ key: Buffer.from(file.privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  return { createdAt: file.createdAt, journalId: file.journalId, keyPair: { publicKey: file.publicKey, privateKey } };
}

function parseVault(text: string): VaultFile {
  try {
    const value: unknown = JSON.parse(text);
    const format = z.looseObject({ format: z.int() }).parse(value).format;
    if (format > VAULT_FORMAT) {
      throw new AppError(
        'store.newer-format',
        'This data folder was written by a newer Palimpsest. Update Palimpsest to open it; nothing was changed.',
        { details: { format, supported: VAULT_FORMAT } },
      );
    }
    const vault = VaultFile.parse(value);
    if (!isKeyPair(vault)) throw new Error('the keys do not belong together');
    return vault;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      'store.damaged',
      'The file vault.json cannot be read. Put it back from a backup; nothing was changed.',
      // The cause is left out: a parser's message may quote the file, which holds the private key.
      { details: { file: 'vault.json' } },
    );
  }
}

function isKeyPair(vault: VaultFile): boolean {
  return publicKeyOf(Buffer.from(vault.privateKey, 'base64')) === vault.publicKey;
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
    format: VAULT_FORMAT,
    createdAt: clock.now().toISOString(),
    journalId: ids.uuid(),
    keyWrapping: { kind: 'none' },
    publicKey: publicKeyOf(pkcs8),
    privateKey: pkcs8.toString('base64'),
  };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await replaceFile(join(folder, 'vault.json'), `${canonicalJson(file)}\n`);
    await syncFolder(folder);
  } catch (error) {
    throw toWriteError(error);
  }
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return { createdAt: file.createdAt, journalId: file.journalId, keyPair: { publicKey: file.publicKey, privateKey } };
}
