import type { Marked } from './markers.pure.ts';
import { IN_LANGUAGE, isLooselyManner, isManner, MAKING, SPEAKING, TASKS } from './words.pure.ts';

export type Core = { readonly kind: 'standing' | 'once' | 'stop'; readonly steps: readonly string[] };

const at = (source: string): RegExp => new RegExp(`^(?:${source})\\b`, 'i');
const SPEAKS = at(SPEAKING);
const MAKES = at(MAKING);
const TASK = at(TASKS);
const ANY_VERB = `(?:${SPEAKING}|${MAKING}|${TASKS})`;
const BEGINS_WITH_VERB = at(ANY_VERB);
const IS_VERB = new RegExp(`^${ANY_VERB}$`, 'i');

/** What precedes the verb of an order: "you should always …", "I want you to …". */
const ADDRESS =
  /^(?:(?:i'd|i would) (?:really |much )?(?:like|love|prefer|want|appreciate it)(?: it)?(?: if| for)? you(?: to| would| could|'d)?|i (?:really |also )?(?:want|need|prefer|expect|ask|like)(?: it)?(?: for| when| if)? you to|i'd rather you|you (?:should|must|need to|have to|ought to|can|could|may|shall|will|are to|might)|(?:can|could|would|will) you(?: please)?|make sure (?:that you|you|to)|be sure to|try to|try and|feel free to|let's|do(?! not\b))\s+(?:please |just |kindly |also )*/i;
const STRICT = /^(?:always|never ever|never|only ever|at all times)\s+/i;
const NOT =
  /^(?:please )?(?:don't|do not|don't you|never|stop|quit|cease|no more|no need to|avoid|skip|not|without|no)\s+(?:ever |always )?/i;

/** What was asked of the assistant up to now and is not wished any more. */
const TAKEN_BACK =
  /^(?:(?:you )?(?:don't|do not|no longer) (?:have|need) to|you needn't|no need to|you no longer (?:have|need) to|(?:you )?(?:can|may) (?:stop|drop|forget)|forget (?:what i said )?about|forget the rule about|never mind (?:what i said )?about|i no longer (?:want|need|prefer|like)(?: you to)?|i don't (?:want|need|prefer)(?: you to)?)\s+(.+)$/i;

/** Advice to a reader: "you can also use a notebook if you like". */
const ADVICE = /^you (?:can|could|may|might)\b/i;
/** Own likes in answers: bare, or yours; not somebody's, nor one among others. */
const LIKES =
  /^i (?:(?:really|much|strongly|generally|usually|always|also|still|personally|tend to|would|just) )*(prefer|like|love|hate|dislike|loathe|don't like|do not like|don't want|do not want|can't stand|cannot stand|don't need|do not need|want|need|'d prefer)\s+(.+)$/i;
const LIKES_SHORT = /^i'd (?:much |really )?(?:prefer|rather have|like)\s+(.+)$/i;
const FOREIGN_OWNER =
  /^(?:the|a|an|this|that|these|those|his|her|their|its|our|some|to (?!be (?:called|addressed|spoken|asked|told)\b)|it (?!when you\b|if you\b)|him|them|us|how|what|being (?!called|addressed|told|asked))\b/i;
const ANSWERS =
  /\b(?:answers?|repl(?:y|ies)|responses?|explanations?|summaries|emojis?|exclamation marks?|bullet[- ]points?|bullets|metric(?: units)?|imperial(?: units)?|celsius|fahrenheit|kilomet(?:re|er)s|24[- ]hour (?:times?|clock|format)|12[- ]hour (?:times?|clock|format)|iso dates|(?:british|american) spelling|examples?|code (?:in|with|without|examples|samples|snippets|comments)|step[- ]by[- ]step|disclaimers|caveats|jargon|preambles|tables|headings|markdown|plain text|sources|citations|follow-?up questions|pros and cons|numbered (?:lists?|steps)|tl;?drs?|apologies|small talk|flattery|plain (?:language|words|english)|simple (?:language|words)|grams|units|dates|times)\b/i;
/** Words that make the same nouns a matter of taste in the world: "short stories", "spelling bees". */
const WORLDLY =
  /\b(?:films?|movies?|books?|novels?|stories|songs?|people|person|men|women|kids?|children|food|trips?|walks?|runs?|skirts?|dresses|hair|days|nights|games?|shoes|friends?|dogs?|cats?|school|work|job|boss|teacher|exam)\b/i;

/** "Call me Sam": a name, not a time or a taxi. */
const CALL_ME =
  /^(?:call|address|refer to) me (?:as |by )?(?!(?:a|an|the|later|back|now|when|if|at|on|in|tomorrow|today|tonight|again|any|every|once|after|before|asap|soon|crazy|maybe|old|lazy|stupid|paranoid|naive)\b)((?:my )?["']?\p{L}[\p{L}.' -]{0,40})/iu;
const TIMES =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|^(?:january|february|march|april|may|june|july|august|september|october|november|december)\b/i;

/** The wish in what is left of a sentence, or null where there is none. */
export function readCore(marked: Marked): Core | null {
  const core = marked.core.replace(/^that\s+/i, '');
  return readStop(core, marked) ?? readCallMe(core, marked) ?? readLikes(core, marked) ?? readOrder(core, marked);
}

function readStop(core: string, { isChange, isStanding }: Marked): Core | null {
  const what = TAKEN_BACK.exec(core)?.[1];
  if (what === undefined) return null;
  // "I don't want emojis any more" forbids them as much as it ends them: the wish says both.
  if (/^i (?:don't|do not) (?:want|need)/i.test(core)) return null;
  if (!isChange && !isStanding && !/^(?:forget|never mind|i no longer|you (?:can|may|no longer)|no longer)/i.test(core))
    return null;
  return isManner(what) || SPEAKS.test(what) ? { kind: 'stop', steps: [what] } : null;
}

function readCallMe(core: string, { isStanding, isPolite }: Marked): Core | null {
  const bare = core.replace(ADDRESS, '').replace(STRICT, '');
  const name = CALL_ME.exec(bare)?.[1];
  if (name === undefined || TIMES.test(name)) return null;
  const isName = /^\p{Lu}/u.test(name) || /^my |^["']/.test(name);
  if (
    !isName ||
    (!isStanding &&
      !isPolite &&
      /\s/.test(name.replace(/^(?:dr|mr|mrs|ms|prof)\.? /i, '').trim()) &&
      !/\bnot\b/.test(bare))
  )
    return null;
  return { kind: 'standing', steps: [bare] };
}

function readLikes(core: string, marked: Marked): Core | null {
  const long = LIKES.exec(core);
  const what = long?.[2] ?? LIKES_SHORT.exec(core)?.[1];
  if (what === undefined) return null;
  if (/^it (?:when|if) you\b|^when you\b/i.test(what)) {
    const doing = what.replace(/^(?:it )?(?:when|if) you\s+(?:always |never |don't )?/i, '');
    return isAboutAnswers(doing) && !WORLDLY.test(doing) ? { kind: 'standing', steps: [core] } : null;
  }
  if (/^you(?:r)?\b/i.test(what) === false && FOREIGN_OWNER.test(what)) return null;
  if (/^you to\b/i.test(what)) return null;
  if (/^to be (?:called|addressed)/i.test(what))
    return /^to be (?:called "?\p{Lu}|addressed (?:as|with|by))/u.test(what)
      ? { kind: 'standing', steps: [core] }
      : null;
  if (!ANSWERS.test(what) || WORLDLY.test(what)) return null;
  const isWeak = /^(?:want|need|don't want|do not want|don't need|do not need)$/i.test(long?.[1] ?? '');
  const isRule =
    !isWeak || marked.isStanding || marked.isChange || /\byour (?:answers|replies|responses)\b/i.test(what);
  return { kind: isRule ? 'standing' : 'once', steps: [core] };
}

function readOrder(core: string, marked: Marked): Core | null {
  let order = core;
  let isStrict = false;
  let isAddressed = false;
  let isUnreal = false;
  for (let before = ''; before !== order; ) {
    before = order;
    order = order.replace(ADDRESS, (address) => {
      isAddressed = true;
      isUnreal ||= /\b(?:rather|if) you\s*$/i.test(address);
      return '';
    });
    const strict = STRICT.exec(order);
    if (strict && !/^never/i.test(strict[0])) {
      isStrict = true;
      order = order.slice(strict[0].length);
    }
  }
  if (isUnreal) order = presentOf(order);
  const isNever = /^(?:never|don't ever|do not ever)\b/i.test(order);
  const isStop = /^(?:stop|quit|cease|no more)\b/i.test(order);
  const bare = order.replace(NOT, '');
  const isNegative = bare !== order;
  const isRule =
    marked.isStanding ||
    marked.isNextTime ||
    isUnreal ||
    isStrict ||
    isNever ||
    isStop ||
    (isNegative && marked.isChange);
  if (!isRule) return readOnce(order, marked);
  if (ADVICE.test(core) && !isStrict && !isNever) return null;
  // "You always give long answers" is a complaint.
  if (/^you\b/i.test(order) || /^(?:i|he|she|they|we|it|there|my|the)\b/i.test(order)) return null;
  // "Can you always tell when it rains?" asks.
  if (marked.isQuestion && !isAddressed) return null;
  // "Always answer politely was our motto": told, not asked.
  if (/\b(?:was|were|said|says|told|decided|used to)\b/i.test(order)) return null;
  if (!isWishFor(isNegative ? bare : order, { marked, isNegative, whole: order })) return null;
  return { kind: 'standing', steps: splitSteps(order) };
}

type Form = { readonly marked: Marked; readonly isNegative: boolean; readonly whole: string };

function isWishFor(order: string, { marked, isNegative, whole }: Form): boolean {
  const verb = baseOf(order);
  const isNoun = isNegative && !/^(?:never|don't|do not)\b/i.test(whole) && !BEGINS_WITH_VERB.test(verb);
  if (isNoun) return isManner(order) && order.split(' ').length <= 6 && !WORLDLY.test(order);
  if (!BEGINS_WITH_VERB.test(verb)) return false;
  const isAsked = marked.trigger !== null && /\b(?:i|you)\b/i.test(marked.trigger);
  if (isAsked || marked.isOfAnswers) return true;
  if (marked.trigger !== null && (SPEAKS.test(verb) || isLooselyManner(verb))) return true;
  return isAboutAnswers(verb) && (marked.isStanding || !WORLDLY.test(order));
}

/** "using emojis", "apologising": what is stopped, as an order. */
const baseOf = (order: string): string =>
  order.replace(/^(\w+?)(?:([bdglmnprt])\2)?ing\b/i, (whole, stem: string, twin: string | undefined) => {
    const forms = [`${stem}${twin ?? ''}`, `${stem}e`, `${stem}${twin ?? ''}${twin ?? ''}`];
    return forms.find((form) => IS_VERB.test(form)) ?? whole;
  });

const IRREGULAR: Readonly<Record<string, string>> = {
  ...{
    gave: 'give',
    kept: 'keep',
    wrote: 'write',
    made: 'make',
    began: 'begin',
    said: 'say',
    told: 'tell',
    spoke: 'speak',
  },
  ...{ left: 'leave', showed: 'show', were: 'be', did: 'do', went: 'go', chose: 'choose', stuck: 'stick' },
};

/** "I'd rather you answered …" asks to answer. */
const presentOf = (order: string): string =>
  order.replace(/^\w+/, (word) => {
    const lower = word.toLowerCase();
    if (!lower.endsWith('ed')) return IRREGULAR[lower] ?? word;
    const forms = [lower.slice(0, -2), lower.slice(0, -1), lower.slice(0, -3), `${lower.slice(0, -3)}y`];
    return forms.find((form) => IS_VERB.test(form)) ?? word;
  });

/** Whether an order is about how to answer: a verb of speech with a manner, or anything done to what answers are made of. */
function isAboutAnswers(order: string): boolean {
  if (SPEAKS.test(order))
    return isManner(order) || /^(?:answer|reply|respond|explain|talk|speak)(?: to)? me\b/i.test(order);
  if (/^be\b/i.test(order)) return isManner(order);
  if (/^(?:apologi[sz]e|greet me|swear|repeat (?:my|the) question)/i.test(order)) return true;
  return (MAKES.test(order) || TASK.test(order)) && isManner(order);
}

/** Manners of one answer: about the answer itself, not about a thing that is asked for. */
const ONCE =
  /^(?:be|keep (?:it|that|this|the answer|your answer|things)|make (?:it|that|the answer)|explain (?:it|that|this)?|say (?:it|that)|put (?:it|that)|give me|answer|reply|respond|write (?:it|that)|use|show (?:it|that)|present (?:it|that)|a|an|no|in|as|with|without|only|just)\b/i;

function readOnce(order: string, marked: Marked): Core | null {
  if (marked.trigger !== null || order.split(' ').length > 9) return null;
  const isBare = ONCE.test(order) || IN_LANGUAGE.test(order);
  const isOfAnswer =
    /^(?:be|use|answer|reply|respond|in|as|no|without)\b/i.test(order) ||
    /\b(?:it|that|this|answers?|repl(?:y|ies)|responses?|explanations?)\b/i.test(order);
  if (!isBare || !isOfAnswer || !isManner(order) || WORLDLY.test(order)) return null;
  if (marked.isQuestion && !/^(?:be|keep|make|explain|say|put|answer|reply|respond|use|show|give)/i.test(order))
    return null;
  return { kind: 'once', steps: [order] };
}

const NEXT_STEP = new RegExp(
  `;\\s+|,? (?:and|then|and then|but) (?=(?:please |also |always |never |don't |do not )*${ANY_VERB}\\b(?! (?:of|for|to|is|are)\\b))`,
  'i',
);

/** "answer in French and keep it short": two steps. A part that is no order stays with the one before it. */
function splitSteps(order: string): readonly string[] {
  const parts = order.split(NEXT_STEP);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
