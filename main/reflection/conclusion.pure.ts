import type { BodyOf } from '../journal/events/index.ts';

type Claim = BodyOf<'codex.claimed'>['claims'][number];
export type Value = NonNullable<Claim['object']>;

/** Something that somebody said, by whom it is known as in the Codex. */
export type Said = {
  readonly turnId: string;
  /** `me`, or the entity of whoever spoke. */
  readonly subjectId: string;
  /** A sitting of a conversation. */
  readonly session: string;
  readonly at: number;
  readonly zone: string;
  readonly text: string;
};

/** A turn that a conclusion rests on. */
export type Evidence = {
  readonly turnId: string;
  readonly at: number;
  /** A verbatim span of the turn. */
  readonly quote: { readonly text: string; readonly from: number };
  /** The claim that it was concluded from; null where the turn itself is the evidence. */
  readonly restsOn: string | null;
};

export type ConclusionKind = 'interest' | 'recurrence' | 'change';

/** What reflection found, before it is known whether it is new. */
export type Conclusion = {
  readonly of: ConclusionKind;
  readonly subjectId: string;
  readonly relation: 'talks often about' | 'does regularly' | 'changed repeatedly';
  readonly object: Value;
  /** The same conclusion in another week has the same key, whatever it is called by then. */
  readonly key: string;
  readonly minimum: number;
  readonly confidence: number;
  /** Oldest first, one a turn. */
  readonly evidence: readonly Evidence[];
};

export const DAY_MS = 86_400_000;
export const WEEK_MS = 7 * DAY_MS;
/** Pieces of evidence that a conclusion begins with: more would say nothing more. */
const EVIDENCE_MAX = 8;

/** Enough of the evidence, evenly spread from the first to the last. */
export function spread<T>(all: readonly T[]): readonly T[] {
  if (all.length <= EVIDENCE_MAX) return all;
  const step = (all.length - 1) / (EVIDENCE_MAX - 1);
  return Array.from({ length: EVIDENCE_MAX }, (_, n) => all[Math.round(n * step)]).filter((one) => one !== undefined);
}

const QUOTE_MAX = 240;

/** The sentence round a place of a text, cut at its length. */
export function sentenceAt(text: string, at: number): { readonly text: string; readonly from: number } {
  const before = text.slice(0, at);
  const start = Math.max(
    ...['. ', '! ', '? ', '\n'].map((end) => before.lastIndexOf(end) + end.length).filter((n) => n > 1),
    0,
  );
  const from = start + (/^\s*/.exec(text.slice(start))?.[0].length ?? 0);
  const rest = text.slice(from);
  const end = /[.!?](?=\s|$)|\n/.exec(rest.slice(Math.max(0, at - from)));
  const to = end === null ? rest.length : Math.max(0, at - from) + end.index + (end[0] === '\n' ? 0 : 1);
  return { text: rest.slice(0, Math.min(to, Math.max(QUOTE_MAX, at - from + 1))).trimEnd(), from };
}
