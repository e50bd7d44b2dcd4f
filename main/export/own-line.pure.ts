import { z } from 'zod';
import { Attachment, Role } from '../contract/conversations.ts';
import { ConversationSource } from '../contract/programs.ts';

/** What our own `jsonl` says beside the fields that any program may write: with it, a line is read exactly as it was. */
export const OwnFields = z.object({
  v: z.literal(1),
  zone: z.string().min(1).max(100),
  isTimeInferred: z.boolean().optional(),
  status: z.enum(['stopped', 'interrupted']).optional(),
  isHidden: z.boolean().optional(),
  /** Said where saving is off: history, and no part of memory. */
  isUnsaved: z.boolean().optional(),
  /** On the first line of a conversation. */
  conversation: z
    .object({
      title: z.string().nullable(),
      source: ConversationSource,
      startedAt: z.iso.datetime({ offset: true }).nullable(),
      spaceName: z.string().min(1).optional(),
    })
    .optional(),
  /** On the last line of a conversation: the end of the branch that is shown. */
  activeLeaf: z.string().min(1).optional(),
});
export type OwnFields = z.infer<typeof OwnFields>;

/** One line of our own export, the fields of design section 12 first. */
export const OwnLine = z.object({
  conversation: z.string().min(1),
  id: z.string().min(1),
  parent: z.string().min(1).nullable(),
  session: z.string().nullable(),
  speaker: z.string(),
  role: Role,
  at: z.iso.datetime({ offset: true }).nullable(),
  text: z.string(),
  space: z.string().min(1),
  attachments: z.array(Attachment).optional(),
  palimpsest: OwnFields,
});
export type OwnLine = z.infer<typeof OwnLine>;
