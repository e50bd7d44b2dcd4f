import type { RouteIntent } from '../../contract/models.ts';
import type { Ranked } from '../classify/heads.pure.ts';

export type Intent = { readonly intent: RouteIntent; readonly confidence: number };

/** A form of words that leaves little doubt. */
const SURE = 0.95;
/** Longer than this is no small talk, whatever its words. */
const SMALL_CHARS = 80;

const CODE =
  /```|\bTraceback \(most recent call|^\s*(def|class|import|from|function|const|let|#include|SELECT)\b.*[({;:]/m;
const SYNTAX = /[;{}]\s*$|=>|\(\)|::|<\/\w+>/m;
const TEXT_KIND =
  'letter|e-?mail|mail|message|post|poem|story|speech|paragraph|note|toast|invitation|article|card|summary|review';
const WRITE = new RegExp(`\\b(write|draft|compose)\\b.{0,60}\\b(${TEXT_KIND})s?\\b`, 'i');
const REWRITE =
  /\b(rewrite|rephrase|reword|proofread|shorten|polish|translate)\b.{0,40}\b(this|it|these|the following|my)\b/i;
const SMALL_TALK =
  /^\s*(hi|hello|hey|thanks|thank you|ok|okay|good (morning|evening|night)|bye|yes|no|sure|great|cool)\b[\s\p{L}]{0,20}[\s!.,]*$/iu;

/** What kind of model a question calls for: by its form where that is plain, else by what the heads make of it. */
export function readIntent(text: string, ranked: Ranked | null): Intent {
  const chance = (head: 'topic' | 'intent', label: string): number =>
    ranked?.[head].find((guess) => guess.label === label)?.confidence ?? 0;
  const isCode = CODE.test(text) || (SYNTAX.test(text) && chance('topic', 'coding') > 0.2);
  const coding = isCode ? SURE : chance('topic', 'coding');
  const isWriting = !isCode && (WRITE.test(text) || REWRITE.test(text));
  const writing = isWriting ? SURE : chance('intent', 'make') * (1 - coding);
  const isShort = text.length <= SMALL_CHARS;
  const small = SMALL_TALK.test(text) ? SURE : isShort ? chance('intent', 'chat') * (1 - coding) : 0;
  const special: readonly Intent[] = [
    { intent: 'coding', confidence: coding },
    { intent: 'writing', confidence: writing },
    { intent: 'small', confidence: small },
  ];
  const best = special.reduce((a, b) => (b.confidence > a.confidence ? b : a));
  const general = 1 - best.confidence;
  return general >= best.confidence ? { intent: 'general', confidence: general } : best;
}
