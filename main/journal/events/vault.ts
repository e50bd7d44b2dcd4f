import { z } from 'zod';

/** Always the first record; its record id is the journal's id, which `vault.json` repeats. */
export const VaultCreated = z.object({
  kind: z.literal('vault.created'),
  body: z.object({ journalId: z.string().min(1), appVersion: z.string() }).readonly(),
});
