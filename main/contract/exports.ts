import { z } from 'zod';
import { stream } from './define.ts';
import { ConversationId, Instant, SpaceId } from './ids.ts';

export const ExportFormat = z.enum(['jsonl', 'md', 'json', 'csv', 'chatgpt']);
export type ExportFormat = z.infer<typeof ExportFormat>;

export const ExportProgress = z.discriminatedUnion('kind', [
  /** In turns; of a table of facts in facts. */
  z.strictObject({ kind: z.literal('written'), done: z.int(), total: z.int() }),
  /** The export itself, piece by piece, where it goes to no file. */
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
]);
export type ExportProgress = z.infer<typeof ExportProgress>;

export const ExportReport = z.strictObject({
  format: ExportFormat,
  /** Where it lies; null where it was handed over in pieces. */
  path: z.string().nullable(),
  conversations: z.int(),
  turns: z.int(),
  facts: z.int(),
  bytes: z.number(),
  ms: z.number(),
});
export type ExportReport = z.infer<typeof ExportReport>;

export const exportCalls = {
  /** Everything that is the user's, in a form that other programs read. Aborting leaves no file behind. */
  'exports.run': stream({
    input: z.strictObject({
      format: ExportFormat,
      /** Null: hand the text over in pieces. */
      path: z.string().min(1).max(4_096).nullable(),
      isOverwriting: z.boolean(),
      spaceId: SpaceId.optional(),
      conversationId: ConversationId.optional(),
      /** Said (of facts: learnt) in this time, both ends included. */
      from: Instant.optional(),
      to: Instant.optional(),
    }),
    chunk: ExportProgress,
    output: ExportReport,
  }),
};
