import type { EdgeDecay, Entity, FactEvidence, FactObject, Relation, Revision } from '../contract/codex.ts';
import { EntityId, RevisionId } from '../contract/codex.ts';
import { ConversationId, SpaceId, TurnId } from '../contract/ids.ts';
import type { Ctx } from '../ctx.ts';
import { type EntityRow, listEntityNames } from '../stores/entities.ts';
import { type EvidenceRow, listEvidence } from '../stores/revisions.ts';
import type { Belief } from './belief.pure.ts';
import type { ClaimValue } from './fence.pure.ts';
import { openVocabulary } from './open-vocabulary.ts';
import { edgeDecayMode, readStrengths, type StrengthCtx } from './strength.ts';
import type { KnownRelation } from './vocabulary.pure.ts';

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export function toEntity(row: EntityRow): Entity {
  return {
    ...row,
    id: EntityId.parse(row.id),
    spaceId: SpaceId.parse(row.spaceId),
    lastMentionedAt: row.lastMentionedAt?.toISOString() ?? null,
  };
}

export function toRelation(relation: KnownRelation): Relation {
  const { name, bucket, area, subject, object, inverse, description, isSensitive, isOwn } = relation;
  return { name, bucket, area, subject, object, inverse, description, isSensitive, isOwn };
}

export function toEvidence(row: EvidenceRow): FactEvidence {
  return {
    turnId: row.turnId === null ? null : TurnId.parse(row.turnId),
    conversationId: row.conversationId === null ? null : ConversationId.parse(row.conversationId),
    quote: row.quote ?? '',
    speaker: row.speaker ?? '',
    role: row.role,
    at: (row.saidAt ?? row.observedAt).toISOString(),
  };
}

/** Names of entities by id; an id without a row is its own name. */
export async function readNames(
  ctx: Pick<Ctx, 'db'>,
  spaceId: string,
  ids: readonly string[],
): Promise<(id: string) => string> {
  const rows = await listEntityNames(ctx.db.read, spaceId, [...new Set(ids)]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

export function toObject(value: ClaimValue, nameOf: (id: string) => string): FactObject {
  if (value.kind === 'literal') return { kind: 'literal', text: value.text, value: value.value };
  return { kind: 'entity', id: EntityId.parse(value.id), name: nameOf(value.id) };
}

type View = {
  readonly spaceId: string;
  readonly beliefs: readonly Belief[];
  readonly validAt: number;
  /** How strong they were then; absent: how strong they are. */
  readonly knownAt?: string | undefined;
  readonly edgeDecay?: EdgeDecay | undefined;
};

/** Beliefs as the contract shows them, with names and the words that they rest on. */
export async function toRevisions(
  ctx: StrengthCtx,
  { spaceId, beliefs, validAt, knownAt, edgeDecay }: View,
): Promise<readonly Revision[]> {
  if (beliefs.length === 0) return [];
  const ids = beliefs.flatMap(({ subjectId, value }) => [subjectId, ...(value.kind === 'entity' ? [value.id] : [])]);
  const nameOf = await readNames(ctx, spaceId, ids);
  const rows = await listEvidence(
    ctx.db.read,
    beliefs.flatMap(({ claimIds }) => claimIds),
  );
  const evidence = new Map(rows.map((row) => [row.claimId, row]));
  const vocabulary = await openVocabulary(ctx);
  const strengths = await readStrengths(ctx, beliefs, {
    ...{ at: knownAt === undefined ? null : new Date(knownAt), mode: edgeDecayMode(ctx, edgeDecay) },
  });
  return beliefs.map((belief) => ({
    id: RevisionId.parse(belief.id),
    subject: { id: EntityId.parse(belief.subjectId), name: nameOf(belief.subjectId) },
    relation: belief.relation,
    bucket: vocabulary.bucketOf(belief.relation) ?? 'multi-valued',
    object: toObject(belief.value, nameOf),
    status: strengths.statusOf(belief, validAt),
    validFrom: iso(belief.from),
    isStartStated: belief.isStartStated,
    validTo: iso(belief.to),
    precision: belief.precision,
    knownFrom: new Date(belief.knownFrom).toISOString(),
    knownTo: iso(belief.knownTo),
    generation: belief.generation,
    confidence: belief.confidence,
    strength: strengths.strengthOf(belief),
    assertedBy: belief.assertedBy,
    lastMentionedAt: iso(belief.lastMentionedAt),
    evidence: belief.claimIds.flatMap((id) => {
      const row = evidence.get(id);
      return row ? [toEvidence(row)] : [];
    }),
    supersedes: belief.supersedes.map((id) => RevisionId.parse(id)),
    supersededBy: belief.supersededBy.map((id) => RevisionId.parse(id)),
    isSensitive: vocabulary.isSensitive(belief.relation),
  }));
}
