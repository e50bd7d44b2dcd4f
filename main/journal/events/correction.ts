import { z } from 'zod';

const id = z.string().min(1);

/** The user says what a question is; null takes an earlier correction back. */
export const ClassificationCorrected = z.object({
  kind: z.literal('classification.corrected'),
  body: z
    .object({
      turnId: id,
      field: z.enum(['topic', 'intent', 'operation', 'reliance']),
      value: z.string().min(1).nullable(),
      by: z.enum(['user']),
    })
    .readonly(),
});

/** The classifier reads with these heads from now on: learnt from corrections, or an earlier version again. */
export const HeadsAdopted = z.object({
  kind: z.literal('heads.adopted'),
  body: z
    .object({
      headsId: id,
      /** Of the file in the data folder; null for the heads that ship. */
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .nullable(),
      by: z.enum(['worker', 'user']),
      /** Shares and counts by name, as they were measured. */
      scores: z.record(z.string(), z.number()).readonly(),
    })
    .readonly(),
});

/** The user wants this model in one conversation; null leaves the choice to Palimpsest again. */
export const ConversationModelChosen = z.object({
  kind: z.literal('conversation.model-chosen'),
  body: z.object({ conversationId: id, modelId: id.nullable() }).readonly(),
});
