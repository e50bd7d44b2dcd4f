import { z } from 'zod';

const Citation = z
  .object({ n: z.int().min(1), turnIds: z.array(z.string().min(1)).readonly(), quote: z.string() })
  .readonly();

/** What a reply rested on; the trace file that it names holds the rest. */
export const Answered = z.object({
  kind: z.literal('answered'),
  body: z
    .object({
      replyTurnId: z.string().min(1),
      questionTurnId: z.string().min(1),
      traceId: z.string().min(1).nullable(),
      mode: z.enum(['model', 'evidence', 'unknown']),
      modelId: z.string().min(1).nullable(),
      citations: z.array(Citation).readonly(),
      /** Ids of the turns that reached the prompt. */
      inPrompt: z.array(z.string().min(1)).readonly(),
      /** Whether the answer counts as a use of what it read (decay). */
      isAccess: z.boolean(),
      tokensPerSecond: z.number().nullable(),
      /** Which of several models was taken, and for what kind of question. */
      route: z
        .object({
          modelId: z.string().min(1),
          intent: z.enum(['general', 'writing', 'coding', 'small']),
          confidence: z.number(),
        })
        .readonly()
        .exactOptional(),
    })
    .readonly(),
});
