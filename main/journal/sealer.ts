import { openEnvelope, sealEnvelope } from '../lib/crypto/envelope.ts';
import type { Keyring } from '../lib/crypto/keyring.ts';
import type { Ids } from '../lib/ids.ts';
import type { Sealer, SealPlace } from './record.pure.ts';

/** Bodies and salts are sealed for their own record: its number, id and commitment are authenticated with them. */
export function createSealer(keyring: Keyring, ids: Pick<Ids, 'bytes'>): Sealer {
  const place = ({ seq, id, commit }: SealPlace): string => `${seq}\n${id}\n${commit}`;
  return {
    seal: (secret, at) => sealEnvelope(secret, { keyring, purpose: 'journal', place: place(at), ids }),
    open: (sealed, at) => openEnvelope(sealed, { keyring, purpose: 'journal', place: place(at) }),
  };
}
