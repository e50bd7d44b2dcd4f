import type { EntityId, Revision, RevisionId } from '../../../../main/contract/index.ts';
import { ME } from '../../../../main/contract/index.ts';

/** A revision as the engine sends it; tests name only what they are about. */
export function makeRevision(id: string, patch: Partial<Revision> & { readonly value?: string } = {}): Revision {
  const { value = 'Ghent', ...rest } = patch;
  return {
    id: id as RevisionId,
    subject: { id: ME, name: 'me' },
    relation: 'lives in',
    bucket: 'single-valued',
    object: { kind: 'entity', id: `place-${value}` as EntityId, name: value },
    status: 'active',
    validFrom: '2023-03-04T00:00:00Z',
    isStartStated: true,
    validTo: null,
    precision: 'day',
    knownFrom: '2023-03-10T00:00:00Z',
    knownTo: null,
    generation: 1,
    confidence: 0.9,
    strength: 1,
    assertedBy: 'user',
    lastMentionedAt: null,
    evidence: [],
    supersedes: [],
    supersededBy: [],
    isSensitive: false,
    ...rest,
  };
}
