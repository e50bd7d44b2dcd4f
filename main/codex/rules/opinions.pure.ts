import type { Candidate } from '../candidate.pure.ts';
import { literal } from './captures.pure.ts';
import { NAMED } from './claims.pure.ts';
import { JUDGES } from './lists.pure.ts';
import { SPEAKER } from './subject.pure.ts';
import type { Token } from './token.pure.ts';

const OPENINGS: readonly (readonly string[])[] = [
  'i think that',
  'i think',
  'i believe that',
  'i believe',
  'i feel that',
  'in my opinion',
  'imo',
  'i am convinced that',
  'i am convinced',
  'i still think',
  'i still think that',
  'i really think',
  'i really think that',
  'i honestly think',
  'i strongly believe',
  'i strongly believe that',
  'i firmly believe',
  'i firmly believe that',
  'i do think',
  'i do think that',
  'i would say',
  'i would say that',
  'if you ask me',
  'to my mind',
  'in my view',
  'personally i think',
  'personally i think that',
]
  .map((phrase) => phrase.split(' '))
  .sort((a, b) => b.length - a.length);
/** What "it" is, nobody can tell later. */
const VAGUE =
  /^(?:i|we|me|my|our|you|your|it|this|that|he|she|they|him|her|his|there|these|those|so|not|about|of|what|how|if|maybe|then|the (?:meeting|appointment|train|bus|flight|answer|problem|issue|error|bug|code|function|link|file|first|second|last|latter|former|above|following))\b/;
const MAX_WORDS = 16;
const MIN_WORDS = 3;

/** "I think trams are better than buses": an opinion, where the words judge and name what they judge. */
export function readOpinion(text: string, tokens: readonly Token[]): Candidate | null {
  const opening = OPENINGS.find((words) => words.every((word, i) => tokens[i]?.word === word));
  if (opening === undefined) return null;
  let start = opening.length;
  while (tokens[start]?.word === ',' || tokens[start]?.word === 'that') start += 1;
  const words = tokens.slice(start);
  const end = words.findIndex(
    ({ word }, i) => (word === ',' && words.length - i < 4) || /^[.!?;:()\uFFFC]/.test(word) || word === 'because',
  );
  const said = (end < 0 ? words : words.slice(0, end)).filter(({ isMark, word }) => !isMark || word === ',');
  const first = said[0];
  const last = said[said.length - 1];
  if (first === undefined || last === undefined || said.length < MIN_WORDS || said.length > MAX_WORDS) return null;
  const words16 = text.slice(first.from, last.to);
  if (/\byour?\b/i.test(words16) || VAGUE.test(words16.toLowerCase()) || !JUDGES.test(words16.toLowerCase()))
    return null;
  if (
    !said.some(({ word }) =>
      /^(is|are|was|were|should|ought|must|needs?|matters?|deserves?|makes?|tastes?|will|beats?|'s|can|works?)$/.test(
        word,
      ),
    )
  )
    return null;
  return {
    act: 'state',
    subject: SPEAKER,
    relation: 'believes',
    object: literal(words16),
    replaces: null,
    validFrom: null,
    validTo: null,
    isPast: false,
    quote: { from: tokens[0]?.from ?? first.from, to: last.to },
    confidence: NAMED,
  };
}
