import { buildVocabulary } from '../../main/codex/vocabulary.pure.ts';
import {
  EntityId,
  type EntityType,
  type FactEvidence,
  ME,
  type Revision,
  RevisionId,
} from '../../main/contract/codex.ts';
import { Instant, TurnId } from '../../main/contract/ids.ts';

const vocabulary = buildVocabulary();

export type RevisionParts = {
  readonly id: string;
  readonly subject?: string;
  readonly relation: string;
  readonly object: string;
  /** The normalised value of a literal; without it the object is an entity where the relation has such. */
  readonly value?: string;
  readonly from?: string;
  readonly isFromSaid?: boolean;
  readonly to?: string;
  readonly precision?: Revision['precision'];
  readonly status?: Revision['status'];
  readonly said?: string;
  readonly quote?: string;
  readonly role?: FactEvidence['role'];
  readonly supersededBy?: string;
};

const instant = (day: string | undefined): Instant | null =>
  day === undefined ? null : Instant.parse(day.length === 10 ? `${day}T00:00:00.000Z` : day);

/** A revision that shows only what matters. */
export function makeRevision(parts: RevisionParts): Revision {
  const { id, subject = 'me', relation, object, value, from, to, said = '2024-05-10', status = 'active' } = parts;
  const known = vocabulary.find(relation);
  const isLiteral = value !== undefined || ['text', 'date', 'number', 'amount'].includes(known?.object[0] ?? 'text');
  const at = instant(said);
  return {
    id: RevisionId.parse(id),
    subject: { id: subject === 'me' ? ME : EntityId.parse(subject.toLowerCase()), name: subject },
    relation,
    bucket: known?.bucket ?? 'property',
    object: isLiteral
      ? { kind: 'literal', text: object, value: value ?? object.toLowerCase() }
      : { kind: 'entity', id: EntityId.parse(object.toLowerCase()), name: object },
    status,
    validFrom: instant(from),
    isStartStated: from !== undefined && (parts.isFromSaid ?? true),
    validTo: instant(to),
    precision: parts.precision ?? 'day',
    knownFrom: at ?? Instant.parse('2024-05-10T00:00:00.000Z'),
    knownTo: status === 'corrected' || status === 'retracted' ? Instant.parse('2025-01-01T00:00:00.000Z') : null,
    generation: 1,
    confidence: 0.9,
    strength: 1,
    assertedBy: 'user',
    lastMentionedAt: at,
    evidence: [
      {
        turnId: TurnId.parse(`turn-${id}`),
        conversationId: null,
        quote: parts.quote ?? `${relation} ${object}`,
        speaker: 'You',
        role: parts.role ?? 'user',
        at,
      },
    ],
    supersedes: [],
    supersededBy: parts.supersededBy === undefined ? [] : [RevisionId.parse(parts.supersededBy)],
    isSensitive: false,
  };
}

export const entityOf = (name: string, type: EntityType = 'person') => ({
  id: name === 'me' ? ME : EntityId.parse(name.toLowerCase()),
  name,
  aliases: [],
  type,
});
