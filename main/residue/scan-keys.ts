import type { KeyPurpose, Keyring } from '../lib/crypto/keyring.ts';

/** What a scan has to open; the vault key itself is not among them. */
const PURPOSES: readonly KeyPurpose[] = ['journal', 'traces', 'files', 'cache', 'database'];
const KEY_BYTES = 32;

/** Keys in memory that two threads share: nothing of them is copied on the way, and whoever is left can wipe them. */
export type ScanKeys = { readonly generation: number; readonly shared: SharedArrayBuffer };

/** The keys of an unlocked folder for a scanning thread. */
export function shareKeys(keyring: Keyring): ScanKeys {
  const shared = new SharedArrayBuffer(PURPOSES.length * KEY_BYTES);
  const bytes = new Uint8Array(shared);
  for (const [n, purpose] of PURPOSES.entries()) {
    const key = keyring.keyFor(purpose, keyring.generation);
    if (key === null) throw new Error('bug: the current key is not in its keyring');
    bytes.set(key, n * KEY_BYTES);
  }
  return { generation: keyring.generation, shared };
}

export const wipeShared = ({ shared }: ScanKeys): void => void new Uint8Array(shared).fill(0);

/** What reads with shared keys, without another copy of them. */
export function keyringOf({ generation: held, shared }: ScanKeys): Keyring {
  return {
    generation: held,
    keyFor: (purpose, generation) => {
      const n = PURPOSES.indexOf(purpose);
      return n === -1 || generation !== held ? null : Buffer.from(shared, n * KEY_BYTES, KEY_BYTES);
    },
    dropOthers: () => undefined,
    wipe: () => wipeShared({ generation: held, shared }),
  };
}
