import { AppError } from '../contract/errors.ts';
import type { KeySlot } from '../journal/key-wrapping.ts';
import { readPrivateKey, type SealedVaultFile } from '../journal/vault.ts';
import { openEnvelope, sealEnvelope } from '../lib/crypto/envelope.ts';
import { createKeyring, type HeldKey, type Keyring, VAULT_KEY_BYTES } from '../lib/crypto/keyring.ts';
import type { Ids } from '../lib/ids.ts';
import { makePermit } from './change.ts';
import { type Credential, type Keychain, makeKeychainSlot, makePassphraseSlot, openSlot } from './slots.ts';

const previousPlace = (generation: number): string => `the key of generation ${generation}`;

/** The key before the present one, where files may still be under it. */
export function findPrevious({ keyWrapping: { previous } }: SealedVaultFile, keyring: Keyring): HeldKey | null {
  if (previous === undefined) return null;
  const { generation, wrapped } = previous;
  const sealed = Buffer.from(wrapped, 'base64');
  const key = openEnvelope(sealed, { keyring, purpose: 'private-key', place: previousPlace(generation) });
  return key === null ? null : { generation, key };
}

type Rotation = {
  readonly by: Credential;
  readonly ids: Ids /** Null where there is none that protects anything. */;
  readonly keychain: Keychain | null;
};

/**
 * What `vault.json` says from the moment at which a folder begins to be written anew with a new vault key, and the keys for
 * it. The passphrase stays; a recovery key cannot be kept, since nobody but its owner has it, nor a keychain that is not here.
 */
export async function beginRotation(
  file: SealedVaultFile,
  { by, ids, keychain }: Rotation,
): Promise<{ readonly file: SealedVaultFile; readonly keyring: Keyring }> {
  const { journalId: vaultId, keyWrapping, publicKey } = file;
  if (keyWrapping.conversion !== undefined) throw unfinished();
  const ways = new Set(keyWrapping.slots.map(({ kind }) => kind));
  if (by.kind === 'recovery' || (by.kind === 'keychain' && ways.has('passphrase'))) throw needsPassphrase();
  const oldKey = await openSlot({ vaultId, slots: keyWrapping.slots }, by);
  const before = createKeyring(vaultId, [{ generation: keyWrapping.generation, key: oldKey }]);
  const generation = keyWrapping.generation + 1;
  const vaultKey = Buffer.from(ids.bytes(VAULT_KEY_BYTES));
  const slots: KeySlot[] = [];
  if (by.kind === 'passphrase')
    slots.push(await makePassphraseSlot({ vaultId, vaultKey, ids, passphrase: by.passphrase }));
  if (keychain !== null && ways.has('keychain'))
    slots.push(await makeKeychainSlot({ vaultId, vaultKey, ids, keychain }));
  const keyring = createKeyring(vaultId, [
    { generation, key: vaultKey },
    { generation: keyWrapping.generation, key: Buffer.from(oldKey) },
  ]);
  const seal = (plain: Buffer, place: string): string =>
    sealEnvelope(plain, { keyring, purpose: 'private-key', place, ids }).toString('base64');
  const pkcs8 = readPrivateKey(file, before);
  const privateKey = seal(pkcs8, publicKey);
  const wrapped = seal(oldKey, previousPlace(keyWrapping.generation));
  pkcs8.fill(0);
  before.wipe();
  return {
    keyring,
    file: {
      ...file,
      privateKey,
      keyWrapping: {
        ...keyWrapping,
        ...{ generation, slots, conversion: 'rotating', permit: makePermit('rotating', { keyring, ids }) },
        previous: { generation: keyWrapping.generation, wrapped },
      },
    },
  };
}

const unfinished = (): AppError =>
  new AppError(
    'vault.locked',
    'A change of this folder was interrupted. Unlock it first, so that the change is ended.',
  );

const needsPassphrase = (): AppError =>
  new AppError(
    'vault.wrong-key',
    'New keys are wrapped with the passphrase, so it is needed here. If it is lost, set another one with the recovery key first.',
  );
