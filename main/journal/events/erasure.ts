import { z } from 'zod';

const seq = z.int().min(1);
const seqs = z.array(seq).min(1).readonly();
const hashes = z.array(z.string().regex(/^[0-9a-f]{32}$/)).readonly();

/** The only licence for a record without a body: it names the records whose bodies were removed. */
export const Erased = z.object({ kind: z.literal('erased'), body: z.object({ seqs }).readonly() });

/**
 * What is left of the record `seq`, whose body was erased: whoever reads the history in order reads this in its place, so
 * that everything comes out as if the rest were all there ever was. The last one of a record holds.
 */
export const Amended = z.object({
  kind: z.literal('amended'),
  body: z.object({ seq, kind: z.string().min(1), body: z.record(z.string(), z.unknown()).readonly() }).readonly(),
});

/** Closes a forget, with the proof that no byte was left. */
export const Forgotten = z.object({
  kind: z.literal('forgotten'),
  body: z
    .object({
      /** None where only traces spoke of it. */
      seqs: z.array(seq).readonly(),
      proof: z.record(z.string(), z.json()).readonly(),
      forgetId: z.string().min(1).optional(),
      /** Keyed hashes of what must not come back by an import or by reading the same again. */
      tombstones: z
        .object({ turns: hashes, texts: hashes, documents: hashes, claims: hashes })
        .partial()
        .readonly()
        .optional(),
    })
    .readonly(),
});
