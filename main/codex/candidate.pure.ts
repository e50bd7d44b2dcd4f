import type { ClaimAct, EntityType, TimePoint } from '../contract/codex.ts';

/** Whom a sentence speaks of, before anyone has looked for the entity. */
export type SubjectRef =
  /** The speaker of the turn. */
  | { readonly kind: 'speaker' }
  | { readonly kind: 'name'; readonly name: string; readonly type: EntityType }
  /** "my sister", "her boss": whoever stands in `relation` to `of`. `label` is the word said ("sister"). */
  | { readonly kind: 'role'; readonly of: SubjectRef; readonly relation: string; readonly label: string };

export type ObjectRef =
  | SubjectRef
  /** Words as said; `value` is their normalised form where a rule knows one (ISO date, number, amount), else null. */
  | { readonly kind: 'literal'; readonly text: string; readonly value: string | null };

/** What an extractor proposes. Nothing of it is believed before `checkCandidate` (design section 5, write path). */
export type Candidate = {
  readonly act: ClaimAct;
  readonly subject: SubjectRef;
  /** A name of the vocabulary. */
  readonly relation: string;
  /** Null only for `end` and `retract` without a value: "I quit my job". */
  readonly object: ObjectRef | null;
  /** For `correct`: the value that was wrong, if it was said ("not Porto"). */
  readonly replaces: ObjectRef | null;
  /** Beginning and end in the world, if they were said. */
  readonly validFrom: TimePoint | null;
  readonly validTo: TimePoint | null;
  /** "used to", "was once": over before it was said, whenever that was. */
  readonly isPast: boolean;
  /** UTF-16 offsets of the words that say it, in the text of the turn. */
  readonly quote: { readonly from: number; readonly to: number };
  /** Probability that the speaker meant it as a fact; hedged words ("I think", "maybe") below 0.6. */
  readonly confidence: number;
};

/** A turn as an extractor sees it. */
export type Source = {
  readonly turnId: string;
  readonly text: string;
  readonly role: 'user' | 'assistant' | 'other' | 'system';
  readonly speaker: string;
  /** When it was said, ISO instant; the clock of its time words. */
  readonly saidAt: string;
  readonly zone: string;
  /** The turn before it in the conversation, for "Yes, in Porto". */
  readonly before: { readonly text: string; readonly speaker: string; readonly role: string } | null;
};
