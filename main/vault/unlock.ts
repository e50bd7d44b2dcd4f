import { readPrivateKey, type SealedVaultFile } from '../journal/vault.ts';
import { createKeyring, type Keyring } from '../lib/crypto/keyring.ts';
import { findPrevious } from './rotation.ts';
import { type Credential, openSlot } from './slots.ts';

/** The keys of a protected folder. Throws `vault.wrong-key` or `store.damaged`; nothing is changed. */
export async function unlock(file: SealedVaultFile, credential: Credential): Promise<Keyring> {
  const { journalId: vaultId, keyWrapping } = file;
  const { generation } = keyWrapping;
  const key = await openSlot({ vaultId, slots: keyWrapping.slots }, credential);
  const own = createKeyring(vaultId, [{ generation, key: Buffer.from(key) }]);
  const previous = findPrevious(file, own);
  own.wipe();
  const keyring = createKeyring(vaultId, [{ generation, key }, ...(previous === null ? [] : [previous])]);
  try {
    readPrivateKey(file, keyring).fill(0);
    return keyring;
  } catch (error) {
    keyring.wipe();
    throw error;
  }
}
