import { z } from 'zod';

export const SpaceCreated = z.object({
  kind: z.literal('space.created'),
  body: z.object({ spaceId: z.string().min(1), name: z.string() }).readonly(),
});
