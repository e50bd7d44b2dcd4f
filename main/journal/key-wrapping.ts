import { z } from 'zod';
import { PassphraseParams } from '../lib/crypto/passphrase-key.ts';
import { canonicalJson } from './record.pure.ts';

const Base64 = z.base64().min(1).max(10_000);
const slot = { id: z.string().min(1).max(100), wrapped: Base64 };

/** One way to the vault key: `wrapped` is the vault key under the slot's own key. */
export const KeySlot = z.discriminatedUnion('kind', [
  z.strictObject({ ...slot, kind: z.literal('passphrase'), params: PassphraseParams }).readonly(),
  z.strictObject({ ...slot, kind: z.literal('recovery') }).readonly(),
  /** `blob` is the slot's key as the operating system's keychain encrypted it. */
  z.strictObject({ ...slot, kind: z.literal('keychain'), blob: Base64, store: z.string().min(1).max(50) }).readonly(),
]);
export type KeySlot = z.infer<typeof KeySlot>;

/** What a change of protection still has to do to every file: encrypt, lay open, or write anew with the next key. */
export const Conversion = z.enum(['sealing', 'opening', 'rotating']);
export type Conversion = z.infer<typeof Conversion>;

/** How the vault key of a protected folder is kept. */
export const SealedWrapping = z
  .strictObject({
    kind: z.literal('sealed'),
    generation: z.int().min(1),
    slots: z.array(KeySlot).min(1).max(16).readonly(),
    /** Under way; a start with the key finishes it. */
    conversion: Conversion.optional(),
    /** Sealed with the vault key by who began the conversion: whoever has only the folder cannot ask for one. */
    permit: Base64.optional(),
    /** The key before this one, sealed with it: there while files are still under it. */
    previous: z
      .strictObject({ generation: z.int().min(1), wrapped: Base64 })
      .readonly()
      .optional(),
    /** Minutes without use after which it locks; null: never. */
    lockAfterMinutes: z.int().min(1).max(1440).nullable(),
    isLockedOnSleep: z.boolean(),
  })
  .readonly();
export type SealedWrapping = z.infer<typeof SealedWrapping>;

/** What a slot's wrapped key is authenticated with: the vault and everything else that the slot says. */
export function keySlotContext(vaultId: string, opening: Omit<KeySlot, 'wrapped'>): string {
  return canonicalJson({ purpose: 'palimpsest.slot.v1', vaultId, opening });
}
