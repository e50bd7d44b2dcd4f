import { AppError } from '../contract/errors.ts';
import type { SealedWrapping } from '../journal/key-wrapping.ts';
import { readPrivateKey, type SealedVaultFile, type VaultFile } from '../journal/vault.ts';
import { open, SALT_BYTES, seal } from '../lib/crypto/aead.ts';
import { sealEnvelope } from '../lib/crypto/envelope.ts';
import { createKeyring, type HeldKey, type Keyring, VAULT_KEY_BYTES } from '../lib/crypto/keyring.ts';
import type { Ids } from '../lib/ids.ts';
import { type Credential, makePassphraseSlot, openSlot } from './slots.ts';

/** The keys of a protected folder. Throws `vault.wrong-key` or `store.damaged`; nothing is changed. */
export async function unlock(file: SealedVaultFile, credential: Credential): Promise<Keyring> {
  const { journalId: vaultId, keyWrapping } = file;
  const vaultKey = await openSlot({ vaultId, slots: keyWrapping.slots }, credential);
  const keyring = createKeyring(vaultId, [
    { generation: keyWrapping.generation, key: vaultKey },
    ...previousOf(file, vaultKey),
  ]);
  try {
    readPrivateKey(file, keyring).fill(0);
    return keyring;
  } catch (error) {
    keyring.wipe();
    throw error;
  }
}

function previousOf({ journalId, keyWrapping }: SealedVaultFile, vaultKey: Buffer): readonly HeldKey[] {
  const { previous } = keyWrapping;
  if (previous === undefined) return [];
  const sealed = Buffer.from(previous.wrapped, 'base64');
  const key = open({ key: vaultKey, sealed, context: previousContext(journalId, previous.generation) });
  if (key !== null) return [{ generation: previous.generation, key }];
  throw new AppError(
    'store.damaged',
    'The file vault.json does not lead to the key that part of this folder is still encrypted with. Put it back from a backup; nothing was changed.',
    { details: { file: 'vault.json' } },
  );
}

const previousContext = (vaultId: string, generation: number): string =>
  `palimpsest.previous-key.v1\n${vaultId}\n${generation}`;
