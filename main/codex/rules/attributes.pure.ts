import type { Candidate } from '../candidate.pure.ts';
import { isMulti, makeClaims, REPORTED, SURE } from './claims.pure.ts';
import { matchRule } from './match.pure.ts';
import { type Reading, readVerb } from './reading.pure.ts';
import type { Noun, Rule } from './rule.pure.ts';
import { type ClauseContext, captureContextOf, quoteOf } from './statements.pure.ts';
import { type Attributed, readAttributeOwner, readPerson } from './subject.pure.ts';
import { NOUNS } from './tables.pure.ts';
import type { Token } from './token.pure.ts';

const LINKS = new Set(['be', 'include', 'remain', 'start', 'expire']);

type NounAt = { readonly noun: Noun; readonly next: number; readonly isPast: boolean };

/** The nouns that the words at `at` may be, longest first; "old" and "previous" make them past. */
function nounsAt(tokens: readonly Token[], at: number): readonly NounAt[] {
  const word = tokens[at]?.word ?? '';
  const isPast = /^(?:old|previous|former|last)$/.test(word);
  const start = isPast || /^(?:new|current|present|own)$/.test(word) ? at + 1 : at;
  return [at, ...(start === at ? [] : [start])].flatMap((from) =>
    NOUNS.filter(({ words }) => words.every((one, i) => tokens[from + i]?.word === one)).map((noun) => ({
      noun,
      next: from + noun.words.length,
      isPast: isPast && from > at,
    })),
  );
}

/** A noun is a rule whose verb is "is" and whose object follows. */
const ruleOf = ({ relation, object, isSingle }: Noun): Rule => ({
  relation,
  aspect: 'state',
  lemma: 'be',
  elements: [{ kind: 'object', object }],
  options: { isSingle },
});

function makeAttribute(
  noun: Noun,
  { owner, reading, at }: { readonly owner: Attributed; readonly reading: Reading; readonly at: number },
  clause: ClauseContext,
): { candidates: readonly Candidate[]; object: string } | null {
  const isDated = noun.object === 'date' || noun.object === 'birthday' || noun.relation === 'appointment';
  const { context, phrases } = captureContextOf(clause, reading.tense !== 'past' && reading.tense !== 'perfect');
  const matched = matchRule(ruleOf(noun), at, { ...context, isList: isMulti(noun.relation) && !noun.isSingle });
  if (matched === null) return null;
  const said = {
    subject: owner.owner,
    reading,
    flags: clause.flags,
    // The date that is the value says nothing of when it holds.
    phrases: isDated ? [] : phrases,
    quote: quoteOf(clause.tokens),
    confidence: clause.isReported ? REPORTED : SURE,
    isSpeaker: owner.isSpeaker,
    isNoLonger: false,
  };
  const kept =
    isDated && reading.tense === 'past' ? { ...said, reading: { ...reading, tense: 'present' as const } } : said;
  return { candidates: makeClaims({ rule: ruleOf(noun), matched, said: kept, context }), object: noun.object };
}

/** "My birthday is 3 May", "her favourite colour is teal", "Mira's phone number is …"; null when the clause is no such thing. */
export function readAttribute(
  clause: ClauseContext,
): { readonly candidates: readonly Candidate[]; readonly object: string; readonly owner: Attributed } | null {
  const { tokens } = clause;
  const owner = readAttributeOwner(tokens, clause.subjectAt, clause);
  if (owner === null) return null;
  for (const { noun, next, isPast } of nounsAt(tokens, owner.next)) {
    const reading = readVerb(tokens, next);
    if (reading === null || !LINKS.has(reading.lemma) || reading.isUnreal || reading.isProgressive) continue;
    const told: Reading = isPast ? { ...reading, tense: 'past', isOngoing: false } : reading;
    const made = makeAttribute(noun, { owner, reading: told, at: reading.next }, clause);
    if (made !== null) return { ...made, owner };
  }
  return null;
}

/** "Teal is my favourite colour": the same the other way round. */
export function readInverted(
  clause: ClauseContext,
): { readonly candidates: readonly Candidate[]; readonly object: string } | null {
  const { tokens } = clause;
  const be = tokens.findIndex(
    ({ word }, i) =>
      i > 0 && i < 9 && /^(is|are|'s|was|were)$/.test(word) && /^(my|our|her|his)$/.test(tokens[i + 1]?.word ?? ''),
  );
  if (be < 0 || readPerson(tokens, 0, clause)?.isBareName === false) return null;
  const owner = readAttributeOwner(tokens, be + 1, clause);
  const found = owner === null ? undefined : nounsAt(tokens, owner.next)[0];
  if (
    owner === null ||
    found === undefined ||
    !/^favou?rite|^fave?$/.test(found.noun.words[0] ?? '') ||
    found.next < tokens.length - 1
  )
    return null;
  const reading = readVerb(tokens, be);
  if (reading === null) return null;
  const made = makeAttribute(found.noun, { owner, reading, at: 0 }, { ...clause, tokens: tokens.slice(0, be) });
  const quote = quoteOf(tokens);
  return made === null ? null : { ...made, candidates: made.candidates.map((candidate) => ({ ...candidate, quote })) };
}
