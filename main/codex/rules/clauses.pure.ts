import { findCuts, startsQuestion, TAGS } from './cuts.pure.ts';
import { type Flags, NO_FLAGS, readLeads } from './leads.pure.ts';
import { mergeFlags, readOpening } from './openings.pure.ts';
import type { SubjectContext } from './subject.pure.ts';
import type { Token } from './token.pure.ts';

/** Part of a sentence that says one thing: tokens [from, to) of the sentence. */
export type Clause = {
  readonly from: number;
  readonly to: number;
  readonly flags: Flags;
  readonly isQuestion: boolean;
  /** How it is joined to the clause before: the word or mark, "" at the beginning. */
  readonly joint: string;
  /** It has no subject of its own. */
  readonly isOn: boolean;
  /** Where its subject is looked for: after a time that comes first. */
  readonly subjectAt: number;
  /** Where it begins with the words before it. */
  readonly start: number;
};

/** Words that make a whole sentence one of what might be. */
const CONDITIONS = /^(if|unless|suppose|imagine|say|wish|assuming|pretend|hypothetically|supposing|case)$/;
const HARMLESS_IF = /^(that|it|this|you|anyone|helpful|relevant|needed|anybody|asked|of)$/;

/**
 * The clauses of a sentence with what the words around them make of them: leads that stand alone pass on to the next
 * clause, trailing hedges to the one before, and a condition to the whole sentence.
 */
export function splitClauses(
  tokens: readonly Token[],
  sentence: { isQuestion: boolean },
  context: SubjectContext,
): readonly Clause[] {
  const cuts = findCuts(tokens, sentence.isQuestion, context);
  const starts = [
    { at: 0, joint: '', isOn: false },
    ...cuts.map(({ at, joint, isOn = false }) => ({ at, joint, isOn })),
  ];
  const clauses: { -readonly [K in keyof Clause]: Clause[K] }[] = [];
  let carried = NO_FLAGS;
  let isConditional = false;
  for (const [i, { at, joint, isOn }] of starts.entries()) {
    const to = starts[i + 1]?.at ?? tokens.length;
    const { next, subjectAt, flags } = isOn
      ? { next: at + 1, subjectAt: at + 1, flags: NO_FLAGS }
      : readOpening(tokens, at, context.text);
    const from = Math.min(next, to);
    const words = tokens.slice(from, to).filter(({ isMark }) => !isMark);
    const before = clauses[clauses.length - 1];
    if (flags.isUnreal && !HARMLESS_IF.test(tokens[next]?.word ?? ''))
      isConditional ||= tokens.slice(at, next).some(({ word }) => CONDITIONS.test(word));
    if (words.length === 0) {
      if (before !== undefined && i === starts.length - 1)
        before.flags = { ...before.flags, isHedged: before.flags.isHedged || flags.isHedged };
      else carried = mergeFlags(carried, flags);
      continue;
    }
    if (before !== undefined && TAGS.test(words.map(({ word }) => word).join(' '))) {
      if (sentence.isQuestion) before.isQuestion = true;
      continue;
    }
    const passed = /^[:,—–-]?$/.test(joint) ? carried : NO_FLAGS;
    clauses.push({
      from,
      to,
      flags: mergeFlags(passed, flags),
      isQuestion: at > 0 && tokens[from]?.word === 'who' ? false : startsQuestion(tokens, from),
      joint,
      isOn,
      start: at,
      subjectAt: Math.min(subjectAt, to),
    });
    carried = NO_FLAGS;
  }
  const last = clauses[clauses.length - 1];
  if (last !== undefined && sentence.isQuestion) last.isQuestion = true;
  return isConditional ? clauses.map((clause) => ({ ...clause, flags: { ...clause.flags, isUnreal: true } })) : clauses;
}

/** Words that a leading clause passes on to the next sentence: "Correction." and "That's not true." */
export function flagsAlone(tokens: readonly Token[]): Flags | null {
  const { next, flags } = readLeads(tokens, 0);
  return next >= tokens.length ? flags : null;
}
