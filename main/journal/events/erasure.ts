import { z } from 'zod';

const seqs = z.array(z.int().min(1)).min(1).readonly();

/** The only licence for a record without a body: it names the records whose bodies were removed. */
export const Erased = z.object({ kind: z.literal('erased'), body: z.object({ seqs }).readonly() });

/** Reserved: closes a forget, with the proof that no byte was left. */
export const Forgotten = z.object({
  kind: z.literal('forgotten'),
  body: z.object({ seqs, proof: z.record(z.string(), z.json()).readonly() }).readonly(),
});
