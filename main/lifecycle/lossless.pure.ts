import { listFacts } from '../summaries/informative.pure.ts';

/** Why a turn's own words are kept whole; null where its summary may stand for it. */
export type LosslessWhy = 'short' | 'code' | 'list' | 'decision' | 'dense';

export type LosslessTurn = { readonly text: string; readonly role: 'user' | 'assistant' | 'other' | 'system' };

/** A summary of less would be no shorter. */
const SHORT_CHARS = 160;
/** What somebody says of themselves in a few sentences is mostly what they will ask for. */
const OWN_CHARS = 400;
const FENCE = /```[\s\S]*?(?:```|$)/g;
const CODE_LINE = /^\s*(?:.*(?:[;{}]|=>|\(\))\s*$|<\/?[a-z][^>]*>)/;
/** With less, the talk round it is what the turn is about. */
const CODE_SHARE = 0.3;
const LIST_LINE = /^\s*(?:[-*•·]|\d{1,3}[.)])\s+\S/;
const LIST_LINES = 3;
/** A list with more than this a line is an essay with bullets. */
const LIST_LINE_CHARS = 90;
/** Numbers, names, times and decisions in a hundred words: the middle of long turns on the development sets has 4. */
const DENSE = 8;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Memory is earned (design section 4): whether a turn is injected in its own words always, by how much in it could not be
 * said shorter. Numbers, names and dates count by their density, so that one date does not save a page of talk.
 */
export function whyLossless({ text, role }: LosslessTurn): LosslessWhy | null {
  if (text.length <= SHORT_CHARS) return 'short';
  const isOwn = role === 'user' || role === 'other';
  if (codeShare(text) >= CODE_SHARE) return 'code';
  if (isShortList(text)) return 'list';
  const facts = listFacts(text.replace(FENCE, ' '));
  if (isOwn && text.length <= OWN_CHARS && (facts.isDecision || facts.isOwn)) return 'decision';
  const words = Math.max(1, text.match(WORD)?.length ?? 0);
  const count = facts.numbers + facts.names + facts.times;
  return (count * 100) / words >= DENSE ? 'dense' : null;
}

export const isLossless = (turn: LosslessTurn): boolean => whyLossless(turn) !== null;

function codeShare(text: string): number {
  const fenced = (text.match(FENCE) ?? []).join('').length;
  const lines = text.replace(FENCE, '').split('\n');
  return (fenced + lines.filter((line) => CODE_LINE.test(line)).join('').length) / text.length;
}

function isShortList(text: string): boolean {
  const lines = text.split('\n').filter((line) => LIST_LINE.test(line));
  return lines.length >= LIST_LINES && lines.join('').length / lines.length <= LIST_LINE_CHARS;
}
