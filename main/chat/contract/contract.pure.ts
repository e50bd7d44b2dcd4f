import type { TraceDerivation } from '../../contract/recall.ts';
import { type Derivation, surfaceOf } from '../answer-contract.pure.ts';
import type { CheckedMemory, CheckInput, Removed } from '../check-answer.pure.ts';
import { type CitedDerivation, citeDerivation } from './cite-contract.pure.ts';

/** What the ledger says to a question, with the numbers of the turns that it rests on. */
export type Contract = {
  readonly derivation: Derivation;
  readonly cited: CitedDerivation;
  readonly now: Date;
};

export const toContract = (derivation: Derivation | null, now: Date): Contract | null =>
  derivation === null ? null : { derivation, cited: citeDerivation(derivation), now };

/** Whether there is a sentence to say. */
export const isTold = (contract: Contract | null): contract is Contract =>
  contract !== null && contract.cited.text !== '';

/** What an answer is checked against. */
export const checkInputOf = (
  { derivation, cited, now }: Contract,
  question: string,
  memories: readonly CheckedMemory[],
): CheckInput => ({ derivation, surface: cited.text, question, memories, now });

/** The derivation as the trace keeps it. */
export function toTraceDerivation(contract: Contract | null, removed: readonly Removed[]): TraceDerivation | null {
  if (contract === null) return null;
  const { derivation } = contract;
  return {
    operation: derivation.operation,
    subject: derivation.subject,
    relations: derivation.question.relations,
    outcome: derivation.outcome,
    steps: derivation.steps,
    surface: surfaceOf(derivation),
    revisions: derivation.used.map(({ id }) => id),
    removed,
  };
}
