import type { Reliance } from '../../contract/recall.ts';

/** A label that a rule is sure of. */
export type RuledReliance = { readonly label: Reliance; readonly confidence: number; readonly why: string };

const PERSONAL =
  /\b(i|i'm|i’m|me|my|mine|myself|we|us|our|ours|remember|remind|earlier|last (time|week|month|year)|before|again|told|said|mentioned|(did|have|had) you|you (did|had|have|were|was))\b/i;
const SMALL_TALK =
  /^\s*(hi|hello|hey|thanks|thank you|ok|okay|good (morning|evening|night)|bye|yes|no|sure|great|cool)\b[\s!.,]*$/i;
const LIVE_WORLD = /\b(weather|news|stock price|exchange rate|score) (today|now|right now|tonight)\b|\bright now in\b/i;

/** Where an answer must come from, by closed-class words alone; null where none of them decides. */
export function relianceByRule(text: string): RuledReliance | null {
  if (SMALL_TALK.test(text)) return { label: 'zero_shot', confidence: 0.98, why: 'small talk' };
  if (PERSONAL.test(text))
    return { label: 'long_term_memory', confidence: 0.97, why: 'speaks of the person or of what was said' };
  if (LIVE_WORLD.test(text))
    return { label: 'real_time_search', confidence: 0.9, why: 'asks for what only the live world knows' };
  return null;
}
