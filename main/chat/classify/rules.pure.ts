import type { Classification, OperationType, Reliance } from '../../contract/recall.ts';

type Rule = { readonly operation: OperationType; readonly pattern: RegExp; readonly why: string };

/** First match wins. Closed-class words and question forms only: nothing here knows what a history is about. */
const OPERATIONS: readonly Rule[] = [
  {
    operation: 'temporal_arithmetic',
    pattern:
      /\bhow (long(?! ago)|much time|many (days|weeks|months|years))\b|\b(days|weeks|months|years) (between|since|after|before|until)\b/i,
    why: 'asks for a span of time',
  },
  {
    operation: 'count',
    pattern: /\bhow many\b|\bhow often\b|\bnumber of\b|\bcount\b/i,
    why: 'asks for a number of things',
  },
  {
    operation: 'event_order',
    pattern: /\b(in what|in which|the) order\b|\b(which|what) (came|happened|did .+) (first|last)\b|\bchronolog/i,
    why: 'asks for an order of events',
  },
  {
    operation: 'temporal_lookup',
    pattern: /^\s*when\b|\bwhat (date|day|time|month|year)\b|\bsince when\b|\bhow long ago\b/i,
    why: 'asks when',
  },
  {
    operation: 'summary',
    pattern: /\bsummar|\boverview\b|\brecap\b|\bcatch me up\b|\bwhat have (we|i)\b.*\b(about|on)\b/i,
    why: 'asks for a summary',
  },
  {
    operation: 'list',
    pattern: /\b(list|which|what are|what were|what kinds?|what types?|name (all|the)|all (the|of)|every)\b.*s\b/i,
    why: 'asks for several things',
  },
  {
    operation: 'preference',
    pattern: /\b(favou?rite|prefer|like best|recommend|suggest|should i)\b/i,
    why: 'asks about or depends on taste',
  },
  {
    operation: 'instruction',
    pattern: /^\s*(write|draft|translate|rewrite|fix|make|create|generate|compose|convert|code|implement)\b/i,
    why: 'asks for something to be made',
  },
  {
    operation: 'fact',
    pattern: /[?？]\s*$|^\s*(who|what|where|why|how|which|whose|did|do|does|is|are|was|were|has|have|had|can|could)\b/i,
    why: 'asks a question',
  },
];

const PERSONAL =
  /\b(i|i'm|i’m|me|my|mine|myself|we|us|our|ours|remember|remind|earlier|last (time|week|month|year)|before|again|told|said|mentioned)\b/i;
const SMALL_TALK =
  /^\s*(hi|hello|hey|thanks|thank you|ok|okay|good (morning|evening|night)|bye|yes|no|sure|great|cool)\b[\s!.,]*$/i;
const LIVE_WORLD = /\b(weather|news|stock price|exchange rate|score) (today|now|right now|tonight)\b|\bright now in\b/i;

/** More turns than this, and a conversation is about what was said in it. */
const LONG_CONVERSATION = 10;
const SURE = 0.95;

/**
 * Rules only: reliance and operation type. A wrong "no memory needed" is the costliest mistake, so anything less than
 * certain, and any conversation of more than ten turns, reads memory (design section 6, ICE v2 overrides).
 */
export function classify(text: string, input: { readonly turnsSoFar: number }): Classification {
  const rule = OPERATIONS.find(({ pattern }) => pattern.test(text));
  const operation = rule?.operation ?? 'chat';
  const first = reliance(text);
  if (first.label === 'zero_shot' && (first.confidence < SURE || input.turnsSoFar > LONG_CONVERSATION)) {
    const why = input.turnsSoFar > LONG_CONVERSATION ? 'more than ten turns' : 'not sure enough to leave memory out';
    return {
      operation,
      reliance: 'long_term_memory',
      stage: 'override',
      confidence: first.confidence,
      why,
      topics: [],
      intents: [],
    };
  }
  return {
    operation,
    reliance: first.label,
    stage: 'rules',
    topics: [],
    intents: [],
    confidence: first.confidence,
    why: rule?.why ?? first.why,
  };
}

function reliance(text: string): { readonly label: Reliance; readonly confidence: number; readonly why: string } {
  if (SMALL_TALK.test(text)) return { label: 'zero_shot', confidence: 0.98, why: 'small talk' };
  if (PERSONAL.test(text))
    return { label: 'long_term_memory', confidence: 0.97, why: 'speaks of the person or of what was said' };
  if (LIVE_WORLD.test(text))
    return { label: 'real_time_search', confidence: 0.9, why: 'asks for what only the live world knows' };
  return { label: 'zero_shot', confidence: 0.6, why: 'no sign either way' };
}
