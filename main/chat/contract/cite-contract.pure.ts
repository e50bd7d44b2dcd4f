import type { FactEvidence, Revision } from '../../contract/codex.ts';
import type { Derivation } from '../answer-contract.pure.ts';
import type { Cited } from '../cite.pure.ts';
import { contentWords, sharedCount } from '../quote.pure.ts';
import { renderSentence } from './say.pure.ts';

type Kept = FactEvidence & { readonly turnId: NonNullable<FactEvidence['turnId']> };

const isKept = (evidence: FactEvidence): evidence is Kept => evidence.turnId !== null && evidence.quote.trim() !== '';

/** The turn that a value is cited by: whose words name it, the latest of them. What was entered by hand has none. */
export function evidenceOf(revision: Revision): Kept | null {
  const value = contentWords(revision.object.kind === 'entity' ? revision.object.name : revision.object.text);
  const kept = revision.evidence.filter(isKept);
  const score = ({ quote, at }: Kept): string => `${sharedCount(value, contentWords(quote))} ${at ?? ''}`;
  return kept.reduce<Kept | null>((best, next) => (best === null || score(next) > score(best) ? next : best), null);
}

/** One numbered memory that the derived sentence rests on. */
export type FactMemory = {
  readonly n: number;
  readonly turnId: string;
  readonly quote: string;
  readonly speaker: string;
  readonly at: string | null;
  /** The first holds the derived sentence, with the numbers of all. */
  readonly text: string;
};

export type CitedDerivation = {
  /** The sentence with its marks. */
  readonly text: string;
  readonly memories: readonly FactMemory[];
};

/** The derived sentence with a number for each turn it rests on, counted from one. */
export function citeDerivation({ sentence }: Derivation): CitedDerivation {
  const numbers = new Map<string, number>();
  const found: { readonly kept: Kept; readonly revision: Revision }[] = [];
  const mark = (revision: Revision): string => {
    const kept = evidenceOf(revision);
    if (kept === null) return '';
    const key = `${kept.turnId} ${kept.quote}`;
    const known = numbers.get(key);
    if (known !== undefined) return `[${known}]`;
    numbers.set(key, numbers.size + 1);
    found.push({ kept, revision });
    return `[${numbers.size}]`;
  };
  const text = renderSentence(sentence, mark);
  const memories = found.map(
    ({ kept, revision }, index): FactMemory => ({
      n: index + 1,
      turnId: kept.turnId,
      quote: kept.quote,
      speaker: kept.speaker,
      at: kept.at,
      text: index === 0 ? `${text} (“${kept.quote}”)` : `${revision.relation}: “${kept.quote}”`,
    }),
  );
  return { text, memories };
}

/** The citations of a derived sentence that stands in an answer under its own numbers. */
export const toCitations = ({ text, memories }: CitedDerivation): readonly Cited[] =>
  memories
    .filter(({ n }) => text.includes(`[${n}]`))
    .map(({ n, turnId, quote }) => ({ n, turnId, quote, promptNumber: n }));
