import { z } from 'zod';
import { Conversation } from './conversations.ts';
import { call, event } from './define.ts';
import { ConversationId, SpaceId } from './ids.ts';

/** Kinds of facts that may wait for the user's word before they are believed. */
export const SensitiveKind = z.enum(['health', 'beliefs', 'money', 'love', 'children', 'law', 'family']);
export type SensitiveKind = z.infer<typeof SensitiveKind>;

export const SpaceName = z.string().trim().min(1).max(80);

/** A named scope of memory. Its switches are for what is said in it from now on. */
export const Space = z.strictObject({
  id: SpaceId,
  name: z.string(),
  isSaving: z.boolean(),
  isUsing: z.boolean(),
  isRemoved: z.boolean(),
  /** What belongs to it, not counting what was removed. */
  conversations: z.int(),
  turns: z.int(),
  documents: z.int(),
});
export type Space = z.infer<typeof Space>;

/** Who says whether a switch is on: the one that goes before all others that speak. */
export const SwitchedBy = z.enum(['settings', 'space', 'conversation', 'temporary']);
export type SwitchedBy = z.infer<typeof SwitchedBy>;
export const ConsentSwitch = z.strictObject({ isOn: z.boolean(), by: SwitchedBy });
export type ConsentSwitch = z.infer<typeof ConsentSwitch>;

/** What may be done with what is said in one place. */
export const Consent = z.strictObject({
  /** Whether what is said becomes part of memory. */
  save: ConsentSwitch,
  /** Whether memory is put into prompts. */
  use: ConsentSwitch,
  /** Turns of the conversation that are kept to be read and are no part of memory. */
  unsavedTurns: z.int(),
});
export type Consent = z.infer<typeof Consent>;

const Switches = { isSaving: z.boolean().optional(), isUsing: z.boolean().optional() };

export const spaces = {
  /** In the order in which they were made; removed ones only where they are asked for. */
  'spaces.list': call({
    input: z.strictObject({ withRemoved: z.boolean().optional() }),
    output: z.strictObject({ spaces: z.array(Space).readonly() }),
  }),
  'spaces.create': call({ input: z.strictObject({ name: SpaceName, ...Switches }), output: Space }),
  'spaces.change': call({
    input: z.strictObject({ id: SpaceId, name: SpaceName.optional(), ...Switches }),
    output: Space,
  }),
  /** Takes it and its conversations out of all lists. Nothing is forgotten; `spaces.restore` brings it back. */
  'spaces.remove': call({ input: z.strictObject({ id: SpaceId }), output: Space }),
  'spaces.restore': call({ input: z.strictObject({ id: SpaceId }), output: Space }),
  /** With what its turns taught. */
  'conversations.move': call({
    input: z.strictObject({ id: ConversationId, spaceId: SpaceId }),
    output: Conversation,
  }),
  /** Of a conversation, or of a new one in a space. */
  'consent.get': call({
    input: z.union([z.strictObject({ conversationId: ConversationId }), z.strictObject({ spaceId: SpaceId })]),
    output: Consent,
  }),
  /** The conversation's own switches: *save* brings all its turns into memory, or takes them out. */
  'consent.set': call({
    input: z.strictObject({ conversationId: ConversationId, ...Switches }),
    output: Consent,
  }),
  'spaces.changed': event(z.strictObject({ ids: z.array(SpaceId).readonly() })),
};
