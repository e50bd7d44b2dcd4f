import type { Candidate, ObjectRef, Source, SubjectRef } from '../../../main/codex/candidate.pure.ts';
import type { EntityType, TimePoint } from '../../../main/contract/codex.ts';

export const me: SubjectRef = { kind: 'speaker' };

export const named = (name: string, type: EntityType = 'person') => ({ kind: 'name', name, type }) as const;

export const literal = (text: string, value: string | null = null): ObjectRef => ({ kind: 'literal', text, value });

export const role = (label: string, relation: string, of: SubjectRef = me): SubjectRef => ({
  kind: 'role',
  of,
  relation,
  label,
});

export const at = (day: string): TimePoint => ({ at: `${day}T00:00:00.000Z` as TimePoint['at'], precision: 'day' });

/** A statement of the speaker about the whole turn. */
export function makeCandidate(
  text: string,
  over: Partial<Candidate> & Pick<Candidate, 'relation' | 'object'>,
): Candidate {
  return {
    act: 'state',
    subject: me,
    replaces: null,
    validFrom: null,
    validTo: null,
    isPast: false,
    quote: { from: 0, to: text.length },
    confidence: 0.9,
    ...over,
  };
}

/** A turn of the vault's owner, said on 1 June 2024 in Brussels. */
export function makeSource(text: string, over: Partial<Source> = {}): Source {
  return {
    turnId: 'turn-1',
    text,
    role: 'user',
    speaker: 'User',
    saidAt: '2024-06-01T10:00:00.000Z',
    zone: 'Europe/Brussels',
    before: null,
    ...over,
  };
}
