import { z } from 'zod';

const spaceId = z.string().min(1);

export const SpaceCreated = z.object({
  kind: z.literal('space.created'),
  body: z.object({ spaceId, name: z.string() }).readonly(),
});

/** What is absent stays. The switches are for what is said from now on. */
export const SpaceChanged = z.object({
  kind: z.literal('space.changed'),
  body: z
    .object({
      spaceId,
      name: z.string().optional(),
      isSaving: z.boolean().optional(),
      isUsing: z.boolean().optional(),
    })
    .readonly(),
});

/** It and its conversations leave all lists; nothing is forgotten. */
export const SpaceRemoved = z.object({
  kind: z.literal('space.removed'),
  body: z.object({ spaceId }).readonly(),
});

export const SpaceRestored = z.object({
  kind: z.literal('space.restored'),
  body: z.object({ spaceId }).readonly(),
});
