import { z } from 'zod';

const id = z.string().min(1);

/** How the user likes things done; a later one of the same id takes its place. */
export const ProcedureSet = z.object({
  kind: z.literal('procedure.set'),
  body: z
    .object({
      procedureId: id,
      spaceId: id,
      trigger: z.string(),
      steps: z.array(z.string()).readonly(),
      evidence: z.array(id).readonly(),
      zone: z.string(),
    })
    .readonly(),
});

export const ProcedureRemoved = z.object({
  kind: z.literal('procedure.removed'),
  body: z.object({ procedureId: id }).readonly(),
});
