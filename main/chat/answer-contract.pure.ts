import type { EntityId, Revision } from '../contract/codex.ts';
import type { OperationType } from '../contract/recall.ts';
import { unreachable } from '../lib/assert.ts';
import { type Case, type Derived, type Outcome, UNKNOWN } from './contract/clauses.pure.ts';
import { deriveAge, deriveBetween, deriveDuration, deriveFirst, deriveWhen } from './contract/derive-times.pure.ts';
import {
  deriveAt,
  deriveBeside,
  deriveCount,
  deriveCurrent,
  deriveHistory,
  deriveList,
} from './contract/derive-values.pure.ts';
import type { FactQuestion } from './contract/read-fact-question.pure.ts';
import { plain, renderSentence, type Sentence, whoOf } from './contract/say.pure.ts';
import { isStanding } from './contract/select-revisions.pure.ts';

/** What is recorded of those whom a question is about. */
export type Ledger = {
  readonly subjects: readonly { readonly id: EntityId; readonly name: string }[];
  readonly revisions: readonly Revision[];
};

/**
 * What the ledger says to a question (design section 6, answer contract): the visible sentence, the revisions that it
 * rests on, and the steps of code that led there, which the trace keeps and the answer does not show.
 */
export type Derivation = {
  readonly operation: OperationType;
  readonly question: FactQuestion;
  readonly subject: string;
  readonly outcome: Outcome;
  readonly steps: readonly string[];
  readonly sentence: Sentence;
  readonly used: readonly Revision[];
  readonly ledger: Ledger;
};

export type DeriveInput = {
  readonly operation: OperationType;
  readonly now: Date;
  readonly zone: string;
};

function deriveCase(of: Case): Derived {
  switch (of.question.mode) {
    case 'current':
      return deriveCurrent(of);
    case 'list':
      return deriveList(of);
    case 'count':
      return deriveCount(of);
    case 'at':
      return deriveAt(of);
    case 'history':
      return deriveHistory(of);
    case 'beside':
      return deriveBeside(of);
    case 'when':
      return deriveWhen(of);
    case 'duration':
      return deriveDuration(of);
    case 'between':
      return deriveBetween(of);
    case 'first':
      return deriveFirst(of);
    case 'age':
      return deriveAge(of);
    default:
      return unreachable(of.question.mode);
  }
}

/** Derives the answer from resolved revisions, by code alone. */
export function deriveAnswer(question: FactQuestion, ledger: Ledger, input: DeriveInput): Derivation {
  const label = question.subject.kind === 'role' ? question.subject.label : null;
  const each = ledger.subjects.map(({ id, name }) => {
    const all = ledger.revisions.filter(({ subject }) => subject.id === id);
    if (all.length === 0) return UNKNOWN;
    const standing = all.filter(isStanding);
    const who = whoOf({ id, name }, label);
    return deriveCase({ question, all, standing, who, now: input.now, zone: input.zone });
  });
  const found = each.filter(({ outcome }) => outcome !== 'unknown');
  const order: readonly Outcome[] = ['conflict', 'known', 'over'];
  return {
    operation: input.operation,
    question,
    subject: ledger.subjects.map(({ name }) => name).join(', '),
    outcome: order.find((outcome) => found.some((derived) => derived.outcome === outcome)) ?? 'unknown',
    steps: [
      `${ledger.revisions.length} revisions of ${question.relations.join(', ')} read for: ${question.mode}`,
      ...each.flatMap(({ steps }) => steps),
    ],
    sentence: found.flatMap(({ sentence }, index) => (index === 0 ? sentence : [plain(' '), ...sentence])),
    used: found.flatMap(({ used }) => used),
    ledger,
  };
}

/** The sentence without marks, as the trace keeps it. */
export const surfaceOf = ({ sentence }: Derivation): string => renderSentence(sentence, () => '');
