import { describeTurn, HAS } from '../retrieval/ranking/describe.pure.ts';

/** What a sentence has that cannot be said in other words. Counts by form; only the closed classes know a language. */
export type Facts = {
  readonly numbers: number;
  readonly names: number;
  readonly times: number;
  readonly isDecision: boolean;
  readonly isOwn: boolean;
  readonly isQuestion: boolean;
};

const NUMBER = /\p{N}+(?:[.,:/]\p{N}+)*/gu;
/** Words for numbers from two on: "one" is mostly a pronoun. */
const NUMBER_WORD =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|forty|fifty|hundred|thousand|million|dozen|twice|half)\b/giu;
/** A capital inside a sentence, and what goes on from it: "the Isle of Skye" counts as two. */
const NAME = /(?<=[\p{Ll}\p{N},;:)'’"] )(?!I\b)\p{Lu}[\p{L}\p{M}'’-]+/gu;
const TIME =
  /\b(?:yesterday|today|tomorrow|tonight|ago|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|(?:last|next|this) (?:week|month|year|night|spring|summer|autumn|fall|winter))\b/giu;
/** Plans, choices and changes, by their verbs. */
const DECISION =
  /\b(?:decid\w+|decision|chose|chosen|agreed?|settled (?:on|for)|going to|plan(?:s|ned|ning)? (?:to|on)|will|won['’]t|signed up|sign up|start(?:ed|ing)|stopped|finished|quit|bought|sold|booked|moved|joined|became|prefer\w*|switched|changed|cancell?ed|promised|must|have to|need to|want to)\b/iu;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Reads those marks of a sentence or a turn. */
export function listFacts(text: string): Facts {
  const flags = describeTurn(text, false);
  return {
    numbers: countOf(text, NUMBER) + countOf(text, NUMBER_WORD),
    names: countOf(text, NAME),
    times: countOf(text, TIME),
    isDecision: DECISION.test(text),
    isOwn: (flags & HAS.self) > 0,
    isQuestion: (flags & HAS.question) > 0,
  };
}
