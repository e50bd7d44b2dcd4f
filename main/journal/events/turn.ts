import { z } from 'zod';

const Attachment = z
  .object({
    kind: z.enum(['image', 'file', 'audio', 'other']),
    name: z.string().nullable(),
    caption: z.string().nullable(),
    text: z.string().nullable(),
  })
  .readonly();

/** A reply is journalled once, when it ends; `status` says how it ended. */
export const TurnSaid = z.object({
  kind: z.literal('turn.said'),
  body: z
    .object({
      turnId: z.string().min(1),
      conversationId: z.string().min(1),
      parentTurnId: z.string().min(1).nullable(),
      /** Order of arrival inside the conversation. */
      position: z.int().min(0),
      role: z.enum(['user', 'assistant', 'other', 'system']),
      speaker: z.string(),
      text: z.string(),
      saidAt: z.iso.datetime({ offset: true }).nullable(),
      isTimeInferred: z.boolean(),
      /** IANA name of the zone in which `saidAt` was read. */
      zone: z.string().min(1),
      session: z.string().nullable(),
      status: z.enum(['complete', 'stopped', 'interrupted']),
      attachments: z.array(Attachment).readonly(),
      importId: z.string().min(1).nullable(),
      isHidden: z.boolean(),
      /** Said where nothing is saved: kept to be read in its conversation, and no part of memory. */
      isUnsaved: z.boolean().optional(),
      /** Its words were forgotten: the place alone is left, so that what follows it keeps its own. Hidden. */
      isForgotten: z.boolean().optional(),
    })
    .readonly(),
});
