import type { Candidate, ObjectRef } from '../candidate.pure.ts';
import { type CaptureContext, capture } from './captures.pure.ts';
import { isMulti } from './claims.pure.ts';
import { type ClauseContext, captureContextOf, quoteOf } from './statements.pure.ts';
import { analysesOf } from './verbs.pure.ts';

/** Where the right value begins in "I meant Braga", "it's Braga", "make that Braga"; -1 when the clause is no such thing. */
function valueAt({ tokens, flags }: ClauseContext, isContrast: boolean): number {
  const words = tokens.slice(0, 4).map(({ word }) => word);
  const [a = '', b = '', c = ''] = words;
  // "I meant to say dairy": all but the value was read as a lead.
  if (
    (flags.isCorrection || (flags.isActually && isContrast)) &&
    tokens.length <= 5 &&
    tokens.every(({ word }) => analysesOf(word).length === 0 && word !== 'i')
  )
    return 0;
  if (a === 'i' && (b === 'meant' || b === 'mean')) return c === 'to' ? -1 : 2;
  if (a === 'make' && b === 'that') return 2;
  const isCopula = /^(it|that)$/.test(a) && /^(is|was|'s)$/.test(b);
  if (!isCopula || !(flags.isActually || flags.isCorrection || isContrast)) return -1;
  let at = 2;
  while (/^(actually|really|now|in|fact|at|on)$/.test(tokens[at]?.word ?? '') && at < 5) at += 1;
  return tokens[at]?.word === 'not' ? -1 : at;
}

function objectAt(
  name: string,
  at: number,
  context: CaptureContext,
): { readonly ref: ObjectRef; readonly next: number } | null {
  let i = at;
  while (/^(in|at|to|as|on|a|an|for)$/.test(context.tokens[i]?.word ?? '')) i += 1;
  const found = capture(name, i, { ...context, isList: false });
  const item = found?.items[0];
  return found === null || found === undefined || item === undefined ? null : { ref: item.ref, next: found.next };
}

/** Whether a clause has the form of one that puts something right. */
export const isFix = (clause: ClauseContext): boolean => valueAt(clause, true) >= 0;

/** "Sorry, I meant Braga": puts right what the turn said just before; null when the clause does no such thing. */
export function readFix(
  clause: ClauseContext,
  { candidates, object }: { readonly candidates: readonly Candidate[]; readonly object: string | null },
  isContrast: boolean,
): readonly Candidate[] | null {
  const at = valueAt(clause, isContrast);
  const wrong = candidates[candidates.length - 1];
  if (at < 0 || wrong === undefined || object === null || wrong.object === null || wrong.act === 'end') return null;
  const { context } = captureContextOf(clause, true);
  const right = objectAt(object, at, context);
  if (right === null) return null;
  // "Actually it's great" puts nothing right unless what was wrong is named.
  const isNamed = clause.tokens.slice(right.next).some(({ word }) => word === 'not');
  const isLoose =
    isMulti(wrong.relation) ||
    !/^(?:place|organisation|person|names|birthday|date|amount|@(?:age|job|a-job|own-name|languages|email|phone|nationality))$/.test(
      object,
    );
  if (isLoose && !isNamed && /^(?:it|that)$/.test(clause.tokens[0]?.word ?? '')) return null;
  const rest = candidates.slice(0, -1);
  const quote = quoteOf(clause.tokens);
  // Of many values one was said wrong: the right one stands in its place.
  if (isMulti(wrong.relation)) return [...rest, { ...wrong, object: right.ref, quote }];
  return [...rest, { ...wrong, act: 'correct', object: right.ref, replaces: wrong.object, quote }];
}
