import { hkdfSync } from 'node:crypto';

/** Each kind of data has a key of its own, so that bytes of one never open as another. */
export type KeyPurpose = 'journal' | 'traces' | 'cache' | 'files' | 'database' | 'private-key' | 'tombstones';

export const VAULT_KEY_BYTES = 32;

/** The keys of an unlocked vault. What is sealed names the generation of its vault key, so that a later one can be told apart. */
export type Keyring = {
  /** Of the key that is written with; 1 is the first. */
  readonly generation: number;
  /** The key for a purpose, or null where this generation is not held. Throws when the keys were wiped. */
  readonly keyFor: (purpose: KeyPurpose, generation: number) => Buffer | null;
  /** Overwrites the keys of every generation but the one that is written with: nothing is under them any more. */
  readonly dropOthers: () => void;
  /** Overwrites every key with zeros; nothing can be read or written afterwards. */
  readonly wipe: () => void;
};

/** The key that is written with, for whoever does its own sealing; null where nothing is sealed. */
export function writingKey(keyring: Keyring | null, purpose: KeyPurpose): Buffer | null {
  return keyring === null ? null : keyring.keyFor(purpose, keyring.generation);
}

export type HeldKey = { readonly generation: number; readonly key: Buffer };

/** Takes over the buffers given to it: they are wiped with the rest. The first is the one that is written with. */
export function createKeyring(vaultId: string, held: readonly [HeldKey, ...HeldKey[]]): Keyring {
  const { generation: current } = held[0];
  const vaultKeys = new Map(held.map(({ generation, key }) => [generation, key]));
  const derived = new Map<string, { readonly generation: number; readonly key: Buffer }>();
  let isWiped = false;
  return {
    generation: current,
    keyFor: (purpose, generation) => {
      // A key of zeros would encrypt without a word, for everyone to read.
      if (isWiped) throw new Error('bug: a key is asked for after the vault was locked');
      const name = `${generation} ${purpose}`;
      const known = derived.get(name);
      if (known !== undefined) return known.key;
      const vaultKey = vaultKeys.get(generation);
      if (vaultKey === undefined) return null;
      const key = deriveKey({ vaultKey, vaultId, purpose });
      derived.set(name, { generation, key });
      return key;
    },
    dropOthers: () => {
      for (const [generation, key] of vaultKeys) {
        if (generation === current) continue;
        key.fill(0);
        vaultKeys.delete(generation);
      }
      for (const [name, { generation, key }] of derived) {
        if (generation === current) continue;
        key.fill(0);
        derived.delete(name);
      }
    },
    wipe: () => {
      isWiped = true;
      for (const key of vaultKeys.values()) key.fill(0);
      for (const { key } of derived.values()) key.fill(0);
      vaultKeys.clear();
      derived.clear();
    },
  };
}

/** HKDF-SHA256 (RFC 5869) of the vault key; the salt is the journal's id, so that a copied key fits no other vault. */
export function deriveKey(input: {
  readonly vaultKey: Uint8Array;
  readonly vaultId: string;
  readonly purpose: KeyPurpose;
}): Buffer {
  const info = `palimpsest.key.v1 ${input.purpose}`;
  return Buffer.from(hkdfSync('sha256', input.vaultKey, Buffer.from(input.vaultId), info, VAULT_KEY_BYTES));
}
