import type { ClaimAct } from '../contract/codex.ts';

/** A claim in words for *Learnt from this*; `subject` is null for the user. Plain, never a full grammar of English. */
export function sayClaim(claim: {
  readonly act: ClaimAct;
  readonly subject: string | null;
  readonly relation: string;
  readonly object: string | null;
  readonly isPast: boolean;
}): string {
  const who = claim.subject ?? 'you';
  const what = [who, claim.relation, claim.object].filter((part) => part !== null).join(' · ');
  switch (claim.act) {
    case 'state':
      return claim.isPast ? `${what} (in the past)` : what;
    case 'correct':
      return `${what} (corrected)`;
    case 'end':
      return `${what} (no longer)`;
    case 'retract':
      return `${what} (never was)`;
  }
}
