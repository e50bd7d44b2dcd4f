import { z } from 'zod';

const id = z.string().min(1);

/**
 * Claims of the assistant's that are one conclusion, and how many of them it needs. The claims follow in `codex.claimed`
 * records of their own, one a turn, so that a turn can be forgotten alone. A later one of the same id adds evidence.
 */
export const ReflectionMade = z.object({
  kind: z.literal('reflection.made'),
  body: z
    .object({
      spaceId: id,
      reflectionId: id,
      /** What kind of conclusion it is. */
      of: id,
      minimum: z.int().min(1),
      /** The claim that stands for all of them in the inbox. */
      headId: id,
      /** `restsOn`: the claim that it was concluded from; null where the turn itself is the evidence. */
      evidence: z
        .array(z.object({ claimId: id, turnId: id, restsOn: id.nullable() }).readonly())
        .min(1)
        .readonly(),
    })
    .readonly(),
});

/** What these were concluded from does not hold any more. */
export const ReflectionDropped = z.object({
  kind: z.literal('reflection.dropped'),
  body: z.object({ spaceId: id, reflectionIds: z.array(id).min(1).readonly() }).readonly(),
});

/** Reflection has looked at a space for this time. */
export const ReflectionRun = z.object({
  kind: z.literal('reflection.run'),
  body: z.object({ spaceId: id, at: z.iso.datetime({ offset: true }) }).readonly(),
});
