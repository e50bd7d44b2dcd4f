import { z } from 'zod';

const id = z.string().min(1);
const seq = z.int().min(1);
/** Days since 1970, UTC. */
const day = z.int().min(0);

/**
 * The tiers of turns as of a day, for the turns recorded after one seq and not after another; null is the beginning and the
 * end. Which turns changed is computed: their ids would fill the journal.
 */
export const DecayApplied = z.object({
  kind: z.literal('decay.applied'),
  body: z.object({ day, after: seq.nullable(), through: seq.nullable() }).readonly(),
});

/** From this day on facts are as strong as this day makes them. */
export const EdgesDecayed = z.object({
  kind: z.literal('edges.decayed'),
  body: z.object({ day }).readonly(),
});

/** What a rule found turns to be; it has read every turn up to `throughSeq`, and only those with a tag are named. */
export const TurnsTagged = z.object({
  kind: z.literal('turns.tagged'),
  body: z
    .object({
      /** Name and version of the rule. */
      by: id,
      throughSeq: z.int().min(0),
      tags: z.array(z.object({ turnId: id, tags: z.array(id).min(1).readonly() }).readonly()).readonly(),
    })
    .readonly(),
});
