import { z } from 'zod';
import { ConversationSource } from '../../contract/programs.ts';

const conversationId = z.string().min(1);

export const ConversationStarted = z.object({
  kind: z.literal('conversation.started'),
  body: z
    .object({
      conversationId,
      spaceId: z.string().min(1),
      title: z.string().nullable(),
      source: ConversationSource,
      /** The conversation's id in the program that it was imported from. */
      originId: z.string().nullable(),
      startedAt: z.iso.datetime({ offset: true }).nullable(),
    })
    .readonly(),
});

export const ConversationRenamed = z.object({
  kind: z.literal('conversation.renamed'),
  body: z.object({ conversationId, title: z.string() }).readonly(),
});

export const ConversationRemoved = z.object({
  kind: z.literal('conversation.removed'),
  body: z.object({ conversationId }).readonly(),
});

export const ConversationRestored = z.object({
  kind: z.literal('conversation.restored'),
  body: z.object({ conversationId }).readonly(),
});

/** The path to this leaf is the active one: conversations are trees. */
export const ConversationBranchChosen = z.object({
  kind: z.literal('conversation.branch-chosen'),
  body: z.object({ conversationId, leafTurnId: z.string().min(1) }).readonly(),
});

/** It belongs to this space from now on, with what its turns taught. */
export const ConversationMoved = z.object({
  kind: z.literal('conversation.moved'),
  body: z.object({ conversationId, spaceId: z.string().min(1) }).readonly(),
});

/**
 * The conversation's own switches, which go before those of its space. `isSaving` is about everything that was said in it,
 * before and after: on brings its turns into memory, off takes them out. What is absent stays.
 */
export const ConversationConsentSet = z.object({
  kind: z.literal('conversation.consent-set'),
  body: z.object({ conversationId, isSaving: z.boolean().optional(), isUsing: z.boolean().optional() }).readonly(),
});
