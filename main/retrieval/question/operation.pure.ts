import type { OperationType } from '../../contract/recall.ts';

type Rule = { readonly operation: OperationType; readonly pattern: RegExp; readonly why: string };

const UNITS = 'seconds|minutes|hours|days|nights|weeks|weekends|months|quarters|years|decades';

/** First match wins. Closed-class words and question forms only: nothing here knows what a history is about. */
const RULES: readonly Rule[] = [
  {
    operation: 'temporal_lookup',
    pattern: new RegExp(`\\bhow (long|much time|many (${UNITS})) (ago|back)\\b`, 'i'),
    why: 'asks how far back',
  },
  {
    operation: 'event_order',
    pattern:
      /\b(in|by|of) (what|which|the|their|its) (\w+ ){0,2}(order|sequence)\b|\b(the|correct|right|exact|chronological) (order|sequence) (of|in|that)\b|\bchronolog|\btime ?line\b/i,
    why: 'asks for an order of events',
  },
  {
    operation: 'event_order',
    pattern:
      /\b(put|sort|arrange|rank|place|order) .{0,80}\b(order|sequence|by (date|time)|(earliest|oldest|newest|latest|first) to)\b|\bfrom (the )?(first|earliest|oldest|start|beginning) to (the )?(last|latest|newest|finish|end)\b|\bstep by step\b.*\b(happen|did|was|were)|\border in which\b|\bone after (the other|another)\b/i,
    why: 'asks for an order of events',
  },
  {
    operation: 'event_order',
    pattern:
      /\b(which|what|who)\b.*\b(came|come|happened|happen|occurred|started|was|were|did|took place|\w+ed)\b.*\b(first|last|second|third|earlier|later|next|sooner|before that|after that)(\W*$|\W+(?!week|month|year|night|spring|summer|autumn|winter|\w+day\b)(the|a|an|my|our|his|her|their|\w+ing|\w+)\b.*\bor\b)|\bwhat (came|happened) (right |just |immediately |shortly )?(before|after)\b|\bdid .* (before|after) .* or (before|after|the other)\b/i,
    why: 'asks what came before what',
  },
  {
    operation: 'temporal_arithmetic',
    pattern: new RegExp(
      `\\bhow (long(?! (is|are|was|were) (the|a|an|my|your|his|her|their|its|this|that|these|those)\\b)|much (time|longer|older|younger|earlier|later))\\b|\\bhow many (more |whole |full |calendar |working |consecutive |total )?(${UNITS})\\b|\\bhow old\\b|\\b(number|amount) of (${UNITS}|time)\\b|\\b(${UNITS}) (between|passed|elapsed|apart)\\b`,
      'i',
    ),
    why: 'asks for a span of time',
  },
  {
    operation: 'count',
    pattern:
      /\bhow (many|often)\b|\bhow much\b.*\b(in total|altogether|overall|combined|all together|so far)\b|\b(total|overall|combined|exact) (number|amount|count|sum|cost|price)\b|\bnumber of (?!\w+ one\b)|\b(count|tally) (up|all|of|the|how|my|our|every)\b|\bhow (much|large|big) (is|was|are|were) the (total|sum)\b/i,
    why: 'asks for a number of things',
  },
  {
    operation: 'temporal_lookup',
    pattern:
      /^\W*(and |so |but |then |on which day |tell me |remind me |do you (know|remember|recall) |can you (tell me|remember|recall) )*when\b(?! (i|we|you|he|she|they|it)\b.*,)|\b(what|which|whose) (exact |calendar )?(date|day|time|month|year|week|weekday|season)\b(?!s? of (the )?(year|day) (do|does|is))|\bsince when\b|\bas of when\b|\b(by|until|till|from) when\b/i,
    why: 'asks when',
  },
  {
    operation: 'summary',
    pattern:
      /\bsumm(ar|ing up|ed up)|\bsum up\b|\b(overview|recap|rundown|digest|synopsis|gist|big picture|in a nutshell)\b|\b(catch|bring|fill) me (up|in)\b|\bget me up to speed\b|\bwhat have (we|i|you)\b.*\b(about|on|so far|up to)\b|\bhow (has|have|had|did)\b.*\b(chang|develop|evolv|progress|grow|grew|grown|improv|shift|advanc|unfold|turn(ed)? out|over (time|the))|\b(walk|take|talk|guide|run) me through\b|\beverything\b.*\b(about|on|know|said|told|learned|did|regarding|concerning)\b|\b(tell|describe|explain)\b.*\b(whole|full|entire|complete) (story|history|picture|journey|course)\b|\b(journey|evolution|development|progression) (of|with|in|so far|from)\b|\bmain (points|themes|takeaways)\b|\bkey (points|takeaways)\b/i,
    why: 'asks for a summary',
  },
  {
    operation: 'preference',
    pattern:
      /\b(favou?rite|prefer(red|s|ence|ences)?|like (best|most|better|least)|likes? and dislikes?|recommend(ation|ations|ed)?|suggest(ion|ions|ed)?|(should|shall) (i|we)|what would (i|you|we)|any (ideas|tips)|advise|good (choice|idea|option|fit) for (me|us)|would (suit|fit)|suits? me)\b/i,
    why: 'asks about or depends on taste',
  },
  {
    operation: 'list',
    pattern:
      /\b(list|enumerate|itemi[sz]e)\b|\bname (all|the|every|each|some|a few|two|three|four|five|\w+ of)\b|\bwhat (are|were) (all |some |both |each )?(of )?(the |my |our |your |his |her |their )?(\w+[ '’-]){0,4}\w+s\b|\b(which|what) (other |different |else |sorts? of |kinds? of |types? of |of (the|my|our|his|her|their) )*(\w+[ -]){0,2}(?!(was|is|has|does|his|this|times|s)\b)\w{2,}[^su\W]s (do|does|did|have|has|had|are|were|can|could|would|will|should)\b|\b(which|what) (kinds?|sorts?|types?) of\b|\b(all|every one|each) (of )?(the|my|our|your|his|her|their|these|those)\b|\b(what|who|where) all\b|\b(what|who|where) else\b|\bboth of\b/i,
    why: 'asks for several things',
  },
  {
    operation: 'instruction',
    pattern:
      /^\W*((please|now|ok|okay|hey|hi|so|and|then|just|also)[ ,]+)*((can|could|would|will) you (please )?|i (want|need|would like|'d like) you to |help me (to )?|let'?s )?(write|draft|translate|rewrite|rephrase|paraphrase|fix|correct|make|create|generate|compose|convert|code|implement|proofread|edit|shorten|lengthen|expand|simplify|format|refactor|debug|design|build|plan|prepare|brainstorm|compute|solve|outline|turn|continue|improve|polish|set|remember|note|forget|save|store|stop|always|never|from now on|act|pretend|imagine)\b/i,
    why: 'asks for something to be made or done',
  },
  {
    operation: 'fact',
    pattern:
      /[?？؟;՞]\s*$|^\W*(and |so |but |then |ok |okay )*(who|whom|what|where|why|how|which|whose|do|does|did|is|are|am|was|were|has|have|had|can|could|will|would|should|may|might)\b(?!.*[.!]\s*$)|^\W*(please )?(tell|remind|show|give) (me|us)\b|^\W*(please )?(explain|describe|define|compare)\b/i,
    why: 'asks a question',
  },
];

/** Longer texts are judged by their ends: what is asked stands before or after what was pasted. */
const ENDS_CHARS = 600;

const ends = (text: string): readonly string[] =>
  text.length <= 2 * ENDS_CHARS ? [text] : [text.slice(0, ENDS_CHARS), text.slice(-ENDS_CHARS)];

export type Operation = { readonly operation: OperationType; readonly why: string; readonly isSure: boolean };

/** What kind of answer is asked for, by the form of the question; not sure where no form fits or only the weakest does. */
export function operationOf(text: string): Operation {
  const parts = ends(text.trim());
  const rule = RULES.find(({ pattern }) => parts.some((part) => pattern.test(part)));
  if (!rule) return { operation: 'chat', why: 'no form of a question', isSure: false };
  return { operation: rule.operation, why: rule.why, isSure: rule.operation !== 'fact' };
}
