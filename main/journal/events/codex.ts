import { z } from 'zod';

const id = z.string().min(1);
const instant = z.iso.datetime({ offset: true });
const TimePoint = z.object({ at: instant, precision: z.enum(['minute', 'day', 'month', 'year']) }).readonly();
const entityType = z.enum(['person', 'pet', 'organisation', 'place', 'thing', 'work', 'event', 'project', 'topic']);

const Value = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('entity'), id }).readonly(),
  z.object({ kind: z.literal('literal'), text: z.string(), value: z.string() }).readonly(),
]);

const NewEntity = z
  .object({ entityId: id, type: entityType, name: z.string(), aliases: z.array(z.string()).readonly() })
  .readonly();

const Claim = z
  .object({
    claimId: id,
    act: z.enum(['state', 'correct', 'end', 'retract']),
    subjectId: id,
    relation: id,
    object: Value.nullable(),
    /** For `correct`: the value that was wrong, if it was said. */
    replaces: Value.nullable(),
    /** Claims that the user pointed at. */
    replacesIds: z.array(id).readonly(),
    validFrom: TimePoint.nullable(),
    validTo: TimePoint.nullable(),
    isPast: z.boolean(),
    /** Follows from another claim of the same event. */
    isImplied: z.boolean(),
    /** When it was said. */
    observedAt: instant,
    assertedBy: z.enum(['correction', 'user', 'other', 'document', 'assistant']),
    /** Who or what said it. */
    source: id,
    confidence: z.number().min(0).max(1),
    /** A verbatim span of the turn, and its UTF-16 offset there; null for what was entered by hand. */
    quote: z
      .object({ text: z.string(), from: z.int().min(0) })
      .readonly()
      .nullable(),
    /** Null: believed at once. */
    heldFor: z.enum(['unsure', 'sensitive', 'conflict', 'which-entity', 'unknown-subject', 'many-claims']).nullable(),
    /** Entities that it could mean, for `which-entity`. */
    mayMean: z.array(id).readonly(),
  })
  .readonly();

/** What one turn, or the user's hand, claims; with the entities that are new in it. One turn, one record: a turn is forgotten alone. */
export const CodexClaimed = z.object({
  kind: z.literal('codex.claimed'),
  body: z
    .object({
      spaceId: id,
      turnId: id.nullable(),
      /** Name and version of the extractor, or `user`. */
      extractor: id,
      entities: z.array(NewEntity).readonly(),
      claims: z.array(Claim).readonly(),
      /** Claims of an older extractor about the same turn that this one no longer makes. */
      withdrawn: z.array(id).readonly(),
    })
    .readonly(),
});

export const CodexDecided = z.object({
  kind: z.literal('codex.decided'),
  body: z
    .object({
      spaceId: id,
      claimIds: z.array(id).min(1).readonly(),
      decision: z.enum(['accept', 'reject', 'reject-always']),
      /** Whom it means, where that was the question. */
      subjectId: id.nullable(),
    })
    .readonly(),
});

/** Claims that turned out to be about somebody else of the same name. */
export const CodexSplit = z.object({
  kind: z.literal('codex.split'),
  body: z.object({ spaceId: id, fromId: id, entity: NewEntity, claimIds: z.array(id).min(1).readonly() }).readonly(),
});

export const CodexMerged = z.object({
  kind: z.literal('codex.merged'),
  body: z.object({ spaceId: id, fromId: id, intoId: id }).readonly(),
});

export const CodexEntityChanged = z.object({
  kind: z.literal('codex.entity-changed'),
  body: z
    .object({ spaceId: id, entityId: id, name: z.string(), type: entityType, aliases: z.array(z.string()).readonly() })
    .readonly(),
});

export const CodexRelationAdded = z.object({
  kind: z.literal('codex.relation-added'),
  body: z
    .object({
      name: id,
      bucket: z.enum(['single-valued', 'property', 'multi-valued']),
      description: z.string(),
      object: z.array(z.string()).min(1).readonly(),
    })
    .readonly(),
});

/** Takes back what the record `seq` did. */
export const CodexUndone = z.object({
  kind: z.literal('codex.undone'),
  body: z.object({ seq: z.int().min(1) }).readonly(),
});

/** The user says that two entities are two, or may be asked about them again; the last word holds. */
export const CodexKeptApart = z.object({
  kind: z.literal('codex.kept-apart'),
  body: z.object({ spaceId: id, fromId: id, intoId: id, isApart: z.boolean() }).readonly(),
});

/** The extractor has read every turn up to this record. */
export const CodexRead = z.object({
  kind: z.literal('codex.read'),
  body: z.object({ extractor: id, throughSeq: z.int().min(0) }).readonly(),
});
