import { z } from 'zod';
import { Role } from './conversations.ts';
import { call, event } from './define.ts';
import { ConversationId, Instant, SpaceId, TurnId } from './ids.ts';

const id = z.string().min(1).max(512);

export const ProcedureId = id.brand<'ProcedureId'>();
export type ProcedureId = z.infer<typeof ProcedureId>;

/** The words of a turn that taught it; `conversationId` is null where the turn is not here any more. */
export const ProcedureSource = z.strictObject({
  turnId: TurnId,
  quote: z.string(),
  conversationId: ConversationId.nullable(),
  speaker: z.string(),
  role: Role.nullable(),
  at: Instant.nullable(),
});
export type ProcedureSource = z.infer<typeof ProcedureSource>;

/** How the user likes things done. Only `active` ones reach an answer. */
export const Procedure = z.strictObject({
  id: ProcedureId,
  spaceId: SpaceId,
  trigger: z.string(),
  steps: z.array(z.string()).readonly(),
  status: z.enum(['active', 'proposed', 'inactive']),
  /** Why it is inactive: not said or used for long, switched off, taken back in a turn, or replaced by another. */
  why: z.enum(['disuse', 'user', 'said', 'replaced']).nullable(),
  replacedBy: ProcedureId.nullable(),
  source: z.enum(['user', 'learned']),
  evidence: z.array(ProcedureSource).readonly(),
  /** Times it was said again or used since the first time; of them uses. */
  reinforcements: z.int(),
  uses: z.int(),
  createdAt: Instant,
  reinforcedAt: Instant,
  /** Active ones of which a proposed one says the contrary: accepting it switches them off. */
  contradicts: z
    .array(z.strictObject({ id: ProcedureId, trigger: z.string(), steps: z.array(z.string()).readonly() }))
    .readonly(),
});
export type Procedure = z.infer<typeof Procedure>;

/** The record to name when undoing. */
const Done = z.strictObject({ seq: z.int() });

const Wording = {
  trigger: z.string().trim().max(300),
  steps: z.array(z.string().trim().min(1).max(600)).min(1).max(20),
};

export const procedures = {
  /** The last said or used first. */
  'procedures.list': call({
    input: z.strictObject({
      spaceId: SpaceId.optional(),
      statuses: z.array(Procedure.shape.status).min(1).max(3).optional(),
      limit: z.int().min(1).max(500),
      offset: z.int().min(0),
    }),
    output: z.strictObject({
      procedures: z.array(Procedure).readonly(),
      counts: z.strictObject({ active: z.int(), proposed: z.int(), inactive: z.int() }),
    }),
  }),
  /** One with everything that was done to it, oldest first. */
  'procedures.get': call({
    input: z.strictObject({ id: ProcedureId }),
    output: z.strictObject({
      procedure: Procedure,
      history: z
        .array(
          z.strictObject({
            seq: z.int(),
            at: Instant,
            act: z.enum(['set', 'accept', 'reject', 'said', 'used', 'off', 'replaced', 'on', 'remove']),
            turnId: TurnId.nullable(),
          }),
        )
        .readonly(),
    }),
  }),
  /** Adds one, or gives one another wording; either way it is active from now on. */
  'procedures.save': call({
    input: z.strictObject({ id: ProcedureId.optional(), spaceId: SpaceId.optional(), ...Wording }),
    output: Done.extend({ id: ProcedureId }),
  }),
  /** The user's word on proposed ones. `reject-always`: never proposed again. */
  'procedures.decide': call({
    input: z.strictObject({
      ids: z.array(ProcedureId).min(1).max(500),
      decision: z.enum(['accept', 'reject', 'reject-always']),
    }),
    output: Done,
  }),
  'procedures.switch': call({ input: z.strictObject({ id: ProcedureId, isOn: z.boolean() }), output: Done }),
  'procedures.remove': call({ input: z.strictObject({ id: ProcedureId }), output: Done }),
  /** Takes back what the record `seq` did. */
  'procedures.undo': call({ input: z.strictObject({ seq: z.int().min(1) }), output: Done }),
  /** What the turns of a conversation taught: for *Learnt from this*. */
  'procedures.learnt': call({
    input: z.strictObject({ conversationId: ConversationId }),
    output: z.strictObject({
      learnt: z
        .array(
          z.strictObject({
            turnId: TurnId,
            seq: z.int(),
            id: ProcedureId,
            sentence: z.string(),
            isProposed: z.boolean(),
          }),
        )
        .readonly(),
    }),
  }),
  'procedures.changed': event(z.strictObject({})),
} as const;
