import { readPrivateKey, type SealedVaultFile } from '../journal/vault.ts';
import { createKeyring, type Keyring } from '../lib/crypto/keyring.ts';
import { type Credential, openSlot } from './slots.ts';

/** The keys of a protected folder. Throws `vault.wrong-key` or `store.damaged`; nothing is changed. */
export async function unlock(file: SealedVaultFile, credential: Credential): Promise<Keyring> {
  const { journalId: vaultId, keyWrapping } = file;
  const key = await openSlot({ vaultId, slots: keyWrapping.slots }, credential);
  const keyring = createKeyring(vaultId, [{ generation: keyWrapping.generation, key }]);
  try {
    readPrivateKey(file, keyring).fill(0);
    return keyring;
  } catch (error) {
    keyring.wipe();
    throw error;
  }
}
