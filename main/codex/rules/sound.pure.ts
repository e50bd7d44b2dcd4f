import type { Candidate, ObjectRef } from '../candidate.pure.ts';

/** "Like a walk in the park": compares, and says of nobody what they like. */
const COMPARES = /^(?:like|almost like|just like)\b/i;
/** "Watching them", "working with her": without whom or what it says nothing. */
const POINTS_ON = /^\s+(?:with\s+|at\s+|for\s+)?(?:them|it|him|her|this|that|these|those|you)\b/i;
/** "Your power", "the impact I could make": about somebody else, or half a clause. */
const SOMEBODY = /(?:^|\s)(?:i|you|your|we|they|he|she|his|their)(?:\s|$)/i;
/** "New cities - check out this pic": what follows the dash is another thought. */
const DASH = /\s*(?:\s[-–—]|[-–—]\s)\s*/;

const wordsOf = (object: ObjectRef): string | null =>
  object.kind === 'literal' ? object.text : object.kind === 'name' ? object.name : null;

/** Whether a claim that a pattern found is a claim at all, looked at as a whole. */
export function isSound({ quote, relation, object, subject }: Candidate, text: string): boolean {
  const words = text.slice(quote.from, quote.to);
  if (COMPARES.test(words)) return false;
  const value = object === null ? null : wordsOf(object);
  if (value === null) return true;
  const isThing = object?.kind === 'name' || relation === 'likes' || relation === 'dislikes' || relation === 'believes';
  if (isThing && SOMEBODY.test(value)) return false;
  const at = words.indexOf(value);
  if (at < 0) return true;
  // "Your power" is the listener's, whoever believes in it.
  if (subject.kind === 'speaker' && /\byour\s+$/i.test(words.slice(0, at))) return false;
  const after = text.slice(quote.from + at + value.length);
  return !(/^\w+ing$/i.test(value) && POINTS_ON.test(after));
}

/** A value without the thought after its dash. */
export function cutAtDash(candidate: Candidate): Candidate {
  const { object } = candidate;
  if (object === null || object.kind === 'speaker' || object.kind === 'role') return candidate;
  const cut = (words: string): string => words.split(DASH)[0] ?? words;
  if (object.kind === 'literal') {
    const text = cut(object.text);
    return text === object.text ? candidate : { ...candidate, object: { ...object, text } };
  }
  return { ...candidate, object: { ...object, name: cut(object.name) } };
}
