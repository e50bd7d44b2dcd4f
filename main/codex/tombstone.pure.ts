import { createHash } from 'node:crypto';

/** Stops what was rejected for good, or forgotten, from being proposed again, without keeping what it was (design section 5). */
export function tombstoneOf(claim: {
  readonly subjectId: string;
  readonly relation: string;
  readonly valueKey: string;
}): string {
  return createHash('sha256').update(`${claim.subjectId}\n${claim.relation}\n${claim.valueKey}`).digest('hex');
}
