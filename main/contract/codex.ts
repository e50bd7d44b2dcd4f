import { z } from 'zod';
import { Role } from './conversations.ts';
import { call, event } from './define.ts';
import { ConversationId, Instant, SpaceId, TurnId } from './ids.ts';

const id = z.string().min(1).max(512);

/** `me` and `assistant` are entities of every space. */
export const EntityId = id.brand<'EntityId'>();
export type EntityId = z.infer<typeof EntityId>;
export const RevisionId = id.brand<'RevisionId'>();
export type RevisionId = z.infer<typeof RevisionId>;
export const ME = 'me' as EntityId;
export const ASSISTANT = 'assistant' as EntityId;

export const EntityType = z.enum([
  'person',
  'pet',
  'organisation',
  'place',
  'thing',
  'work',
  'event',
  'project',
  'topic',
]);
export type EntityType = z.infer<typeof EntityType>;

export const Bucket = z.enum(['single-valued', 'property', 'multi-valued']);
export type Bucket = z.infer<typeof Bucket>;

/** Design section 5. `dormant` still resolves. */
export const RevisionStatus = z.enum([
  'pending',
  'active',
  'dormant',
  'superseded',
  'corrected',
  'retracted',
  'conflicted',
  'ended',
]);
export type RevisionStatus = z.infer<typeof RevisionStatus>;

/** Strongest first: decides where times tie (design section 5). `other` is a person who is not the vault's owner. */
export const AssertedBy = z.enum(['correction', 'user', 'other', 'document', 'assistant']);
export type AssertedBy = z.infer<typeof AssertedBy>;

/** How exactly a time was said: `month` means the instant is the beginning of that month. */
export const Precision = z.enum(['minute', 'day', 'month', 'year']);
export type Precision = z.infer<typeof Precision>;

export const TimePoint = z.strictObject({ at: Instant, precision: Precision });
export type TimePoint = z.infer<typeof TimePoint>;

/** A value: another entity, or words with their normalised form (an ISO date, a number, folded text). */
export const FactObject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('entity'), id: EntityId, name: z.string() }),
  z.strictObject({ kind: z.literal('literal'), text: z.string(), value: z.string() }),
]);
export type FactObject = z.infer<typeof FactObject>;

export const FactEvidence = z.strictObject({
  /** Null for what the user entered by hand. */
  turnId: TurnId.nullable(),
  conversationId: ConversationId.nullable(),
  /** A verbatim span of the turn. */
  quote: z.string(),
  speaker: z.string(),
  role: Role.nullable(),
  at: Instant.nullable(),
});
export type FactEvidence = z.infer<typeof FactEvidence>;

export const Revision = z.strictObject({
  id: RevisionId,
  subject: z.strictObject({ id: EntityId, name: z.string() }),
  relation: z.string(),
  bucket: Bucket,
  object: FactObject,
  status: RevisionStatus,
  validFrom: Instant.nullable(),
  /** Null validFrom: the beginning is unknown. False here: it is the day it was first said, no later than the truth. */
  isStartStated: z.boolean(),
  validTo: Instant.nullable(),
  /** How exactly the stated times are meant. */
  precision: Precision,
  knownFrom: Instant,
  knownTo: Instant.nullable(),
  generation: z.int(),
  confidence: z.number(),
  /** 1 on the day on which what it rests on was recorded or last used, and fading from then on. */
  strength: z.number(),
  assertedBy: AssertedBy,
  /** When it was last said or used. */
  lastMentionedAt: Instant.nullable(),
  evidence: z.array(FactEvidence).readonly(),
  supersedes: z.array(RevisionId).readonly(),
  supersededBy: z.array(RevisionId).readonly(),
  isSensitive: z.boolean(),
});
export type Revision = z.infer<typeof Revision>;

export const Entity = z.strictObject({
  id: EntityId,
  spaceId: SpaceId,
  type: EntityType,
  name: z.string(),
  aliases: z.array(z.string()).readonly(),
  /** Facts in which it is the subject or the object, as of now. */
  factCount: z.int(),
  lastMentionedAt: Instant.nullable(),
});
export type Entity = z.infer<typeof Entity>;

/** Why a candidate waits in the inbox. */
export const HeldFor = z.enum(['unsure', 'sensitive', 'conflict', 'which-entity', 'unknown-subject', 'many-claims']);
export type HeldFor = z.infer<typeof HeldFor>;

/** What a claim does: states a value, says the record was wrong, that it is over, or that it never was. */
export const ClaimAct = z.enum(['state', 'correct', 'end', 'retract']);
export type ClaimAct = z.infer<typeof ClaimAct>;

export const InboxItem = z.strictObject({
  id: RevisionId,
  act: ClaimAct,
  subject: z.strictObject({ id: EntityId, name: z.string() }),
  relation: z.string(),
  object: FactObject.nullable(),
  validFrom: TimePoint.nullable(),
  validTo: TimePoint.nullable(),
  heldFor: HeldFor,
  confidence: z.number(),
  evidence: FactEvidence,
  /** Text around the quote, and where in it the quote lies. */
  context: z.strictObject({ text: z.string(), from: z.int(), to: z.int() }),
  /** What is believed now for the same subject and relation. */
  current: z.array(Revision).readonly(),
  /** For `which-entity`: whom it could mean. */
  candidates: z.array(z.strictObject({ id: EntityId, name: z.string() })).readonly(),
});
export type InboxItem = z.infer<typeof InboxItem>;

/** The record to name when undoing; the inbox and fact lists are stale from here on. */
const Done = z.strictObject({ seq: z.int() });

const When = {
  /** True at: defaults to now. */
  validAt: Instant.optional(),
  /** Known at: defaults to now. */
  knownAt: Instant.optional(),
};

/** `ice`: the paper's rule, by which any fact that nobody speaks of waits for the user again; kept for comparison. */
export const EdgeDecay = z.enum(['dormant', 'ice', 'off']);
export type EdgeDecay = z.infer<typeof EdgeDecay>;

/** What the user enters: an entity by id, a new one by name and type, or a literal. */
export const ObjectInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('entity'), id: EntityId }),
  z.strictObject({ kind: z.literal('name'), name: z.string().trim().min(1).max(400), type: EntityType.optional() }),
  z.strictObject({ kind: z.literal('literal'), text: z.string().trim().min(1).max(2000) }),
]);
export type ObjectInput = z.infer<typeof ObjectInput>;

export const Relation = z.strictObject({
  name: z.string(),
  bucket: Bucket,
  area: z.string(),
  subject: z.array(EntityType).readonly(),
  /** Entity types, or `text`, `date`, `number`, `amount`. */
  object: z.array(z.string()).readonly(),
  inverse: z.string().nullable(),
  description: z.string(),
  isSensitive: z.boolean(),
  isOwn: z.boolean(),
});
export type Relation = z.infer<typeof Relation>;

export const GraphNode = z.strictObject({ id: EntityId, name: z.string(), type: EntityType, degree: z.int() });
export type GraphNode = z.infer<typeof GraphNode>;
export const GraphEdge = z.strictObject({
  id: RevisionId,
  from: EntityId,
  to: EntityId,
  relation: z.string(),
  status: RevisionStatus,
  validFrom: Instant.nullable(),
  validTo: Instant.nullable(),
  /** Only of a dormant one. */
  lastMentionedAt: Instant.optional(),
});

export type GraphEdge = z.infer<typeof GraphEdge>;

/** What Palimpsest believes (design section 5). */
export const codex = {
  'codex.relations': call({
    input: z.strictObject({}),
    output: z.strictObject({ relations: z.array(Relation).readonly() }),
  }),
  'codex.addRelation': call({
    input: z.strictObject({
      name: z.string().trim().min(2).max(60),
      bucket: Bucket,
      description: z.string().trim().max(400),
      object: z.array(z.string()).min(1).max(9),
    }),
    output: Done,
  }),
  /** Entities by name, most facts first. */
  'codex.entities': call({
    input: z.strictObject({
      spaceId: SpaceId.optional(),
      types: z.array(EntityType).optional(),
      query: z.string().max(400).optional(),
      limit: z.int().min(1).max(500),
      offset: z.int().min(0),
    }),
    output: z.strictObject({ entities: z.array(Entity).readonly(), total: z.int() }),
  }),
  /**
   * Facts of one entity, resolved: what is true at `validAt` by what was known at `knownAt`; with `history` every
   * revision that was known then. `subject` is an id, a name or an alias. `incoming` are facts of others about it.
   */
  'codex.facts': call({
    input: z.strictObject({
      spaceId: SpaceId.optional(),
      subject: z.string().min(1).max(512).optional(),
      relation: z.string().optional(),
      history: z.boolean().optional(),
      /** What disuse does to facts: absent, as the settings have it. */
      edgeDecay: EdgeDecay.optional(),
      ...When,
    }),
    output: z.strictObject({
      subject: Entity.nullable(),
      facts: z.array(Revision).readonly(),
      incoming: z.array(Revision).readonly(),
      conflicts: z.array(z.array(RevisionId).readonly()).readonly(),
      /** More than one entity has this name: the facts are of the first. */
      alsoNamed: z.array(Entity).readonly(),
    }),
  }),
  /** One fact with everything that was ever believed for its subject and relation. */
  'codex.fact': call({
    input: z.strictObject({ id: RevisionId, knownAt: Instant.optional() }),
    output: z.strictObject({
      subject: Entity,
      relation: Relation,
      revisions: z.array(Revision).readonly(),
      conflicts: z.array(z.array(RevisionId).readonly()).readonly(),
    }),
  }),
  /** Instants at which something changed, for the two rulers; oldest first. */
  'codex.timeline': call({
    input: z.strictObject({ spaceId: SpaceId.optional(), subject: EntityId.optional() }),
    output: z.strictObject({
      valid: z.array(Instant).readonly(),
      known: z.array(Instant).readonly(),
      now: Instant,
    }),
  }),
  /** Entities and the links between them; all intervals as known at `knownAt`, so that *true at* can be moved without asking again. */
  'codex.graph': call({
    input: z.strictObject({
      spaceId: SpaceId.optional(),
      knownAt: Instant.optional(),
      limit: z.int().min(1).max(20000),
    }),
    output: z.strictObject({
      nodes: z.array(GraphNode).readonly(),
      edges: z.array(GraphEdge).readonly(),
      /** Entities left out because of `limit`, those with the fewest links first. */
      leftOut: z.int(),
    }),
  }),
  'codex.inbox': call({
    input: z.strictObject({ spaceId: SpaceId.optional(), limit: z.int().min(1).max(200), offset: z.int().min(0) }),
    output: z.strictObject({
      items: z.array(InboxItem).readonly(),
      total: z.int(),
      /** Pairs of beliefs that neither time nor authority can order. */
      conflicts: z.array(z.array(Revision).readonly()).readonly(),
    }),
  }),
  'codex.decide': call({
    input: z.strictObject({
      ids: z.array(RevisionId).min(1).max(500),
      /** `reject-always`: the same subject, relation and value are never proposed again. */
      decision: z.enum(['accept', 'reject', 'reject-always']),
      /** For `which-entity`. */
      subjectId: EntityId.optional(),
    }),
    output: Done,
  }),
  /** Says a new fact by hand, with the user's authority. */
  'codex.add': call({
    input: z.strictObject({
      spaceId: SpaceId.optional(),
      subject: ObjectInput,
      relation: z.string(),
      object: ObjectInput,
      validFrom: TimePoint.optional(),
      validTo: TimePoint.optional(),
    }),
    output: Done.extend({ id: RevisionId }),
  }),
  /** Accepts an inbox item or corrects a belief with another value or other dates; the old one becomes `corrected`. */
  'codex.correct': call({
    input: z.strictObject({
      id: RevisionId,
      object: ObjectInput.optional(),
      validFrom: TimePoint.nullable().optional(),
      validTo: TimePoint.nullable().optional(),
    }),
    output: Done.extend({ id: RevisionId }),
  }),
  /** It was so, and no longer is, since `at`. */
  'codex.end': call({ input: z.strictObject({ id: RevisionId, at: TimePoint.optional() }), output: Done }),
  /** It never was so. */
  'codex.retract': call({ input: z.strictObject({ id: RevisionId }), output: Done }),
  /** This one of the conflicting beliefs is right. */
  'codex.settleConflict': call({ input: z.strictObject({ keep: RevisionId }), output: Done }),
  'codex.changeEntity': call({
    input: z.strictObject({
      id: EntityId,
      spaceId: SpaceId.optional(),
      name: z.string().trim().min(1).max(400).optional(),
      type: EntityType.optional(),
      aliases: z.array(z.string().trim().min(1).max(400)).max(50).optional(),
    }),
    output: Done,
  }),
  'codex.merge': call({
    input: z.strictObject({ from: EntityId, into: EntityId, spaceId: SpaceId.optional() }),
    output: Done,
  }),
  /** Moves these facts to a new entity. */
  'codex.split': call({
    input: z.strictObject({
      id: EntityId,
      spaceId: SpaceId.optional(),
      revisionIds: z.array(RevisionId).min(1).max(500),
      name: z.string().trim().min(1).max(400),
    }),
    output: Done.extend({ id: EntityId }),
  }),
  /** Takes back what the record `seq` did: a decision, an addition, a merge, what a turn taught. */
  'codex.undo': call({ input: z.strictObject({ seq: z.int().min(1) }), output: Done }),
  /** What the turns of a conversation taught: for *Learnt from this*. */
  'codex.learnt': call({
    input: z.strictObject({ conversationId: ConversationId }),
    output: z.strictObject({
      learnt: z
        .array(
          z.strictObject({
            turnId: TurnId,
            seq: z.int(),
            revisionId: RevisionId,
            sentence: z.string(),
            isHeld: z.boolean(),
          }),
        )
        .readonly(),
    }),
  }),
  /** Reads turns that no extractor has read yet, and returns when none is left. */
  'codex.settle': call({
    /** With `isSlow` also by the chat model, if the settings say so. */
    input: z.strictObject({ isSlow: z.boolean().optional() }),
    output: z.strictObject({ read: z.int(), claims: z.int(), held: z.int(), rejected: z.record(z.string(), z.int()) }),
  }),
  'codex.changed': event(z.strictObject({ generation: z.int() })),
} as const;
