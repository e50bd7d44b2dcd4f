import { AppError } from '../contract/errors.ts';
import { type KeySlot, keySlotContext } from '../journal/key-wrapping.ts';
import { open, SALT_BYTES, seal } from '../lib/crypto/aead.ts';
import { VAULT_KEY_BYTES } from '../lib/crypto/keyring.ts';
import { deriveKey, newPassphraseParams } from '../lib/crypto/passphrase-key.ts';
import type { Ids } from '../lib/ids.ts';
import { readRecoveryKey, showRecoveryKey } from './recovery-key.pure.ts';

/** The operating system's keychain, reached through the shell; null in the browser and on the command line. */
export type Keychain = {
  /** What it is called: `keychain`, `dpapi`, `gnome_libsecret`, `kwallet6`; `basic_text` protects nothing. */
  readonly store: string;
  readonly encrypt: (secret: Buffer) => Promise<string>;
  /** Null where this computer's keychain does not know it. */
  readonly decrypt: (blob: string) => Promise<Buffer | null>;
};

type SlotInput = { readonly vaultId: string; readonly vaultKey: Buffer; readonly ids: Ids };

/** A way to the vault key by something that the user knows. */
export async function makePassphraseSlot(input: SlotInput & { readonly passphrase: string }): Promise<KeySlot> {
  const params = newPassphraseParams(input.ids.bytes);
  const own = Buffer.from(await deriveKey(input.passphrase, params));
  return wrap(input, own, { kind: 'passphrase', id: input.ids.uuid(), params });
}

/** A way to the vault key by 256 random bits, which are shown once and kept nowhere. */
export function makeRecoverySlot(input: SlotInput): { readonly slot: KeySlot; readonly recoveryKey: string } {
  const own = Buffer.from(input.ids.bytes(VAULT_KEY_BYTES));
  const recoveryKey = showRecoveryKey(own);
  return { slot: wrap(input, own, { kind: 'recovery', id: input.ids.uuid() }), recoveryKey };
}

/** A way to the vault key by whoever is logged in to this computer. */
export async function makeKeychainSlot(input: SlotInput & { readonly keychain: Keychain }): Promise<KeySlot> {
  const own = Buffer.from(input.ids.bytes(VAULT_KEY_BYTES));
  const blob = await input.keychain.encrypt(own);
  return wrap(input, own, { kind: 'keychain', id: input.ids.uuid(), blob, store: input.keychain.store });
}

/** A slot without its wrapped key. */
type Opening = KeySlot extends infer S ? (S extends KeySlot ? Omit<S, 'wrapped'> : never) : never;

/** Wipes the slot's own key. */
function wrap({ vaultId, vaultKey, ids }: SlotInput, own: Buffer, opening: Opening): KeySlot {
  const context = keySlotContext(vaultId, opening);
  const wrapped = seal({ key: own, plain: vaultKey, context, salt: ids.bytes(SALT_BYTES) }).toString('base64');
  own.fill(0);
  return { ...opening, wrapped };
}

/** How someone shows that the vault is theirs. */
export type Credential =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'recovery'; readonly recoveryKey: string }
  | { readonly kind: 'keychain'; readonly keychain: Keychain };

type Locked = { readonly vaultId: string; readonly slots: readonly KeySlot[] };

/** The vault key, by the first slot that the credential opens; throws `vault.wrong-key`, with nothing changed. */
export async function openSlot(locked: Locked, credential: Credential): Promise<Buffer> {
  const slots = locked.slots.filter(({ kind }) => kind === credential.kind);
  if (slots.length === 0) throw new AppError('vault.wrong-key', MISSING[credential.kind]);
  for (const slot of slots) {
    const own = await ownKeyOf(slot, credential);
    if (own === null) continue;
    const { wrapped, ...opening } = slot;
    const sealed = Buffer.from(wrapped, 'base64');
    const key = open({ key: own, sealed, context: keySlotContext(locked.vaultId, opening) });
    own.fill(0);
    if (key !== null && key.length === VAULT_KEY_BYTES) return key;
  }
  throw new AppError('vault.wrong-key', WRONG[credential.kind]);
}

async function ownKeyOf(slot: KeySlot, credential: Credential): Promise<Buffer | null> {
  if (slot.kind === 'passphrase' && credential.kind === 'passphrase')
    return Buffer.from(await deriveKey(credential.passphrase, slot.params));
  if (slot.kind === 'recovery' && credential.kind === 'recovery') return readTyped(credential.recoveryKey);
  if (slot.kind === 'keychain' && credential.kind === 'keychain') return credential.keychain.decrypt(slot.blob);
  return null;
}

function readTyped(recoveryKey: string): Buffer {
  const read = readRecoveryKey(recoveryKey);
  if (read.kind === 'ok') return read.secret;
  const text =
    read.kind === 'wrong-length'
      ? 'A recovery key has nine groups of six letters and digits. Some are missing, or there are too many.'
      : 'There is a typing mistake in the recovery key. Compare it with what you wrote down.';
  throw new AppError('vault.wrong-key', text);
}

const WRONG: Readonly<Record<Credential['kind'], string>> = {
  passphrase: 'This is not the passphrase of this data folder. Nothing was changed; try again.',
  recovery: 'This is not the recovery key of this data folder. Nothing was changed; try again.',
  keychain:
    'The keychain of this computer does not open this data folder. Use the passphrase or the recovery key; nothing was changed.',
};
const MISSING: Readonly<Record<Credential['kind'], string>> = {
  passphrase: 'This data folder has no passphrase. Use its recovery key.',
  recovery: 'This data folder has no recovery key. Use its passphrase.',
  keychain: 'This data folder is not opened by a keychain. Use its passphrase or its recovery key.',
};
