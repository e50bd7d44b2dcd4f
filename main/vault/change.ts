import { AppError } from '../contract/errors.ts';
import type { Conversion, KeySlot } from '../journal/key-wrapping.ts';
import { type OpenVaultFile, readPrivateKey, type SealedVaultFile } from '../journal/vault.ts';
import { openEnvelope, sealEnvelope } from '../lib/crypto/envelope.ts';
import { createKeyring, type Keyring, VAULT_KEY_BYTES } from '../lib/crypto/keyring.ts';
import type { Ids } from '../lib/ids.ts';
import {
  type Credential,
  type Keychain,
  makeKeychainSlot,
  makePassphraseSlot,
  makeRecoverySlot,
  openSlot,
} from './slots.ts';

/** The first generation of a vault key. */
const FIRST = 1;

/** What `vault.json` says from the moment at which a folder begins to be encrypted, and the keys for it. */
export async function protect(
  file: OpenVaultFile,
  { passphrase, ids }: { readonly passphrase: string; readonly ids: Ids },
): Promise<{ readonly file: SealedVaultFile; readonly keyring: Keyring }> {
  const vaultKey = Buffer.from(ids.bytes(VAULT_KEY_BYTES));
  const slot = await makePassphraseSlot({ vaultId: file.journalId, vaultKey, ids, passphrase });
  const keyring = createKeyring(file.journalId, [{ generation: FIRST, key: vaultKey }]);
  const pkcs8 = readPrivateKey(file, null);
  const privateKey = sealEnvelope(pkcs8, { keyring, purpose: 'private-key', place: file.publicKey, ids });
  pkcs8.fill(0);
  return {
    keyring,
    file: {
      ...file,
      format: 2,
      privateKey: privateKey.toString('base64'),
      keyWrapping: {
        kind: 'sealed',
        generation: FIRST,
        slots: [slot],
        conversion: 'sealing',
        permit: makePermit('sealing', { keyring, ids }),
        lockAfterMinutes: null,
        isLockedOnSleep: false,
      },
      checksum: '',
    },
  };
}

/** As it is once a change is complete: the folder is sealed, or lies open again. */
export function settle(file: SealedVaultFile, keyring: Keyring): OpenVaultFile | SealedVaultFile {
  const { conversion, permit: _, previous: __, ...keyWrapping } = file.keyWrapping;
  if (conversion !== 'opening') return { ...file, keyWrapping };
  const { createdAt, journalId, publicKey } = file;
  const privateKey = readPrivateKey(file, keyring).toString('base64');
  return { format: 1, createdAt, journalId, publicKey, privateKey, keyWrapping: { kind: 'none' } };
}

type Sealing = { readonly keyring: Keyring; readonly ids: Ids };

/** What the key says to a conversion: files that somebody laid into the folder must not be taken for the user's either. */
const PERMITS: Readonly<Record<Conversion, string>> = {
  opening: 'lay this folder open',
  sealing: 'encrypt what lies in this folder',
  rotating: 'write this folder anew with the next key',
};

/** The word of the key that a conversion needs. */
export function makePermit(conversion: Conversion, { keyring, ids }: Sealing): string {
  const place = PERMITS[conversion];
  return sealEnvelope(Buffer.from(place), { keyring, purpose: 'private-key', place, ids }).toString('base64');
}

/** As it is from the moment at which a folder begins to be laid open. */
export function beginOpening(file: SealedVaultFile, keyring: Keyring, ids: Ids): SealedVaultFile {
  const permit = makePermit('opening', { keyring, ids });
  return { ...file, keyWrapping: { ...file.keyWrapping, conversion: 'opening', permit } };
}

/** Throws where the file says that the folder is being converted, and nobody who has its key began that. */
export function assertPermitted({ keyWrapping: { conversion, permit } }: SealedVaultFile, keyring: Keyring): void {
  if (conversion === undefined) return;
  const sealed = Buffer.from(permit ?? '', 'base64');
  if (openEnvelope(sealed, { keyring, purpose: 'private-key', place: PERMITS[conversion] }) !== null) return;
  throw new AppError(
    'store.damaged',
    'The file vault.json was changed by something else than Palimpsest: it asks for this folder to be rewritten, which nobody with its key asked for. Put vault.json back from a backup; nothing was changed.',
    { details: { file: 'vault.json' } },
  );
}

type SlotChange = { readonly by: Credential; readonly ids: Ids };

/** Another passphrase in the place of the present one, whether or not there is one. */
export function changePassphrase(
  file: SealedVaultFile,
  { by, ids, passphrase }: SlotChange & { readonly passphrase: string },
): Promise<SealedVaultFile> {
  return withVaultKey(file, by, async (vaultKey, vaultId) =>
    replaceSlot(file, 'passphrase', await makePassphraseSlot({ vaultId, vaultKey, ids, passphrase })),
  );
}

/** Another recovery key in the place of the present one. */
export function renewRecoveryKey(
  file: SealedVaultFile,
  { by, ids }: SlotChange,
): Promise<{ readonly file: SealedVaultFile; readonly recoveryKey: string }> {
  return withVaultKey(file, by, async (vaultKey, vaultId) => {
    const { slot, recoveryKey } = makeRecoverySlot({ vaultId, vaultKey, ids });
    return { file: replaceSlot(file, 'recovery', slot), recoveryKey };
  });
}

/** With the keychain as a way in. */
export function addKeychain(
  file: SealedVaultFile,
  { by, ids, keychain }: SlotChange & { readonly keychain: Keychain },
): Promise<SealedVaultFile> {
  return withVaultKey(file, by, async (vaultKey, vaultId) =>
    replaceSlot(file, 'keychain', await makeKeychainSlot({ vaultId, vaultKey, ids, keychain })),
  );
}

/** Without the keychain; whoever asks must be able to open the folder otherwise. */
export function removeKeychain(file: SealedVaultFile, by: Credential): Promise<SealedVaultFile> {
  return withVaultKey(file, by, async () => replaceSlot(file, 'keychain', null));
}

async function withVaultKey<T>(
  { journalId, keyWrapping }: SealedVaultFile,
  by: Credential,
  use: (vaultKey: Buffer, vaultId: string) => Promise<T>,
): Promise<T> {
  const vaultKey = await openSlot({ vaultId: journalId, slots: keyWrapping.slots }, by);
  try {
    return await use(vaultKey, journalId);
  } finally {
    vaultKey.fill(0);
  }
}

function replaceSlot(file: SealedVaultFile, kind: KeySlot['kind'], slot: KeySlot | null): SealedVaultFile {
  const others = file.keyWrapping.slots.filter((each) => each.kind !== kind);
  return { ...file, keyWrapping: { ...file.keyWrapping, slots: slot === null ? others : [...others, slot] } };
}
