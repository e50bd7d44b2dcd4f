import { type Derivation, deriveAnswer } from '../../main/chat/answer-contract.pure.ts';
import { readFactQuestion } from '../../main/chat/contract/read-fact-question.pure.ts';
import { buildVocabulary } from '../../main/codex/vocabulary.pure.ts';
import { readQuestion } from '../../main/retrieval/question/read-question.pure.ts';
import { entityOf, makeRevision, type RevisionParts } from './make-revision.ts';

export const NOW = new Date('2026-11-30T08:00:00Z');
const { relations } = buildVocabulary();

/** What a ledger of these facts says to a question about `subject`. */
export function deriveFacts(question: string, facts: readonly RevisionParts[], subject = 'me'): Derivation {
  const { period, operation } = readQuestion(question, { now: NOW, zone: 'UTC', speakers: [] });
  const entities = [...new Set(facts.map((fact) => fact.subject ?? 'me'))].map((name) => entityOf(name));
  const asked = readFactQuestion(question, { period, operation, entities, vocabulary: relations });
  if (asked === null) throw new Error(`not read: ${question}`);
  const revisions = facts.map(makeRevision).filter(({ relation }) => asked.relations.includes(relation));
  return deriveAnswer(asked, { subjects: [entityOf(subject)], revisions }, { operation, now: NOW, zone: 'UTC' });
}
