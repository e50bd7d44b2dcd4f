import { createHmac, hkdfSync, type KeyObject } from 'node:crypto';
import { textHashOf } from '../stores/project/lexical-text.pure.ts';

/** Keyed hashes by which what was forgotten is known again, and by nobody who has not the vault's key. */
export type Tombstones = {
  readonly turn: (turnId: string) => string;
  /** Equal for texts that differ only in case, width and white space. */
  readonly text: (text: string) => string;
  readonly document: (sha256: string) => string;
  readonly claim: (claim: ClaimKey) => string;
};

/** Those of an open folder, which overwrite their key when it is closed. */
export type OpenTombstones = Tombstones & { readonly wipe: () => void };

/**
 * Entities by their ids, or by `n:` and a name where they went with their claims: read again, they would be new ones. A value
 * is `e:` and an entity, or `l:` and the value of a literal.
 */
export type ClaimKey = {
  readonly spaceId: string;
  readonly subject: string;
  readonly relation: string;
  readonly value: string;
};

const HASH_BYTES = 16;
const KEY_BYTES = 32;

/** The key is derived from the vault's own, so that it is there as long as the vault is and never lies in a file. */
export function createTombstones(privateKey: KeyObject): OpenTombstones {
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' });
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'palimpsest tombstones 1', KEY_BYTES));
  secret.fill(0);
  const hash = (kind: string, value: string): string =>
    createHmac('sha256', key).update(`${kind}\n${value}`).digest().subarray(0, HASH_BYTES).toString('hex');
  return {
    turn: (turnId) => hash('turn', turnId),
    text: (text) => hash('text', textHashOf(text)),
    document: (sha256) => hash('document', sha256),
    claim: ({ spaceId, subject, relation, value }) =>
      hash('claim', JSON.stringify([spaceId, subject, relation, value])),
    wipe: () => void key.fill(0),
  };
}
