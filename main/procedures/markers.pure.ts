import { LANGUAGES, SPEAKING } from './words.pure.ts';

/** A sentence without what says that it is a rule and when it holds. */
export type Marked = {
  /** What is left, without please and full stop. */
  readonly core: string;
  readonly isStanding: boolean;
  /** "anymore", "again": it was otherwise until now. */
  readonly isChange: boolean;
  readonly isNextTime: boolean;
  readonly isPolite: boolean;
  /** "… in your answers": what it is about was said and peeled off. */
  readonly isOfAnswers: boolean;
  /** "Whenever I ask for a recipe"; null: always. */
  readonly trigger: string | null;
  readonly isQuestion: boolean;
};

const LEADS =
  /^(?:(?:please|pls|kindly|also|and|but|so|then|ok(?:ay)?|hey|oh|ah|hm+|actually|just|(?:please )?(?:remember|note|keep in mind|bear in mind)(?: that| to)?|(?:hi|hello|well|now|thanks(?: a lot| so much)?|thank you(?: so much)?|great|good|perfect|nice|cool|sorry|no|yes|yeah|btw|by the way|fyi|ps|p\.s\.|one (?:more )?thing|one request|a request|quick note|small request|another thing|to be clear|reminder|for the record|important|i said|like i said|as i said|again)(?=\s*[,:;.!—–-]))\s*[,:;.!—–-]*\s+)+/i;
const STANDING =
  /^(?:(?:starting |beginning |as )?(?:from )(?:now|here|today|this point)(?: on(?:wards?)?)?(?: out)?|starting (?:now|today)|going forward|moving forward|in (?:the )?future|in general|generally|henceforth|as a (?:general )?rule|by default|as a default|unless i (?:say|ask|tell you|specify) otherwise|for (?:all )?(?:future|your) (?:answers|replies|responses|messages|chats|conversations)|in (?:all )?(?:future |your )+(?:answers|replies|responses|messages|chats|conversations)|in all (?:answers|replies|responses|messages|chats|conversations)|my (?:standing |general )?(?:rule|preference|wish|request)(?: is| for you is)?(?: that)?|(?:a |one )?(?:standing|general|house) (?:rule|instruction|request|preference)(?: is| for you)?)\s*[,:—–-]?\s+/i;
const STANDING_END =
  /(?<!\b(?:want|plan|hope|going|need|like) to \w{2,20})[\s,;—–-]+(?:(?:starting |as )?from (?:now|here|today|this point)(?: on(?:wards?)?)?(?: out)?|starting (?:now|today)|going forward|moving forward|in (?:the )?future|henceforth|by default|as a (?:general )?rule|every (?:single )?time|each time|at all times|always|in (?:all |every )?(?:of )?(?:your |future )*(?:answers|replies|responses)|unless i (?:say|ask|tell you|specify) otherwise)\s*$/i;
/** "Could you in future …" */
const STANDING_MID =
  /^((?:(?:can|could|would|will) you(?: please)?|i(?:'d| would)? (?:like|want|prefer|need) you to|you should|please)\s+),?\s*(?:in (?:the )?future|from now on|going forward|by default),?\s+/i;
const CHANGE_END = /[\s,]+(?:any ?more|any longer|(?:ever )?again|ever)\s*$/i;
const POLITE_END =
  /[\s,;—–-]+(?:please|pls|thanks(?: a lot)?|thank you|thx|ok(?:ay)?|will you|would you|if you can|if possible)\s*$/i;
const NEXT_TIME = /^(?:the )?next time\s*,?\s+/i;
const NEXT_TIME_END = /[\s,]+(?:the )?next time\s*$/i;

const ASKING =
  '(?:ask(?: you)?|request|say|type|send|paste|share|give you|upload|attach|tell you|write(?: to)? you|mention|talk(?: to you)? about|speak(?: to you)? about|(?:want|need)(?= (?:an?|some|help|ideas?|your)\\b)|ask for|am looking for|look for|show you|post|quote|bring up|start|write in|speak|switch to)';
const I_ASK = `i(?:'m asking|'m looking for|'m working on| (?:ever )?${ASKING})\\b`;
const YOU_ANSWER = `(?:${SPEAKING}|give|write|suggest|recommend|mention|list|show|make|use|add|offer|provide|help me|compare|convert|state|tell|ask|present|report|plan|draft|calculate|compute|describe|define|search|pick|choose|review|refer|correct|generate|create)`;
const YOU_FAIL =
  "you(?: don't know| do not know|'re not sure| are not sure| aren't sure|'re unsure| are unsure| can't (?:answer|find|say|help|do)| cannot (?:answer|find|say|help|do))\\b";
const YOU_DO = `(?:${YOU_FAIL}|you(?: have to| need to| must| want to)? ${YOU_ANSWER}\\b)`;
const OCCASION = `(?:(?:whenever|every time|each time|any ?time|when|if) (?:${I_ASK}|${YOU_FAIL})|(?:whenever|every time|each time|any ?time|when) (?:${YOU_DO}|we (?:talk|speak|discuss|work|write|plan|play)\\b))`;
/** When it holds, at the beginning: "Whenever I ask for a recipe, …". */
const CLAUSE = new RegExp(`^(${OCCASION}[^,:;—]*?)\\s*(?:,|:|—|–| then )\\s*(?:then )?`, 'i');
const EVERY_CLAUSE =
  /^((?:whenever|every time|each time|any ?time) (?:i|i'm|you|you're|we|there's|there is|there are|something|a|an|the)\b[^,:;—]*?)\s*(?:,|:|—|–| then )\s*(?:then )?/i;
const CLAUSE_END = new RegExp(`\\s*,?\\s(${OCCASION}[^,:;]*)$`, 'i');
const NEXT_CLAUSE = new RegExp(`^((?:the )?next time (?:${I_ASK}|${YOU_DO})[^,:;—]*?)\\s*(?:,|:|—|–)\\s*`, 'i');
/** "For recipes, …", "In emails, …": what it is about. */
const ABOUT =
  /^((?:for|in|with|on|about) (?:all |any |every |each )?(?:my |your )?(?!(?:this|that|the|these|those|now|today|example|instance|once|fact|case|general|future|other|it|me|you|him|her|them|us|a|an)\b)[\p{L}\d][\p{L}\d'/-]*(?: (?:and|or|of|about|to|in|for)? ?[\p{L}\d][\p{L}\d'/-]*){0,4}?)\s*[,:—–]\s+/iu;

/** Peels off everything around what is wished for; null where the sentence is a question that wishes for nothing. */
export function readMarkers(sentence: string, isQuestion: boolean): Marked | null {
  let core = sentence.replace(/[\s.!?…:]+$/u, '').trim();
  const flags = { isStanding: false, isChange: false, isNextTime: false, isPolite: false, isOfAnswers: false };
  let trigger: string | null = null;
  for (let before = ''; before !== core; ) {
    before = core;
    const lead = LEADS.exec(core)?.[0];
    if (lead !== undefined && /please|pls|kindly/i.test(lead)) flags.isPolite = true;
    core = core.slice(lead?.length ?? 0);
    const noteRule = (words: string): void => {
      flags.isStanding = true;
      flags.isOfAnswers ||= /answers|replies|responses|messages/i.test(words);
    };
    core = take(core, STANDING, noteRule);
    core = take(core, STANDING_END, noteRule);
    core = core.replace(STANDING_MID, (_, before: string) => {
      flags.isStanding = true;
      return before;
    });
    core = take(core, NEXT_TIME_END, () => (flags.isNextTime = true));
    core = take(core, CHANGE_END, () => (flags.isChange = true));
    core = take(core, POLITE_END, () => (flags.isPolite = true));
    if (trigger === null) {
      const clause = NEXT_CLAUSE.exec(core) ?? CLAUSE.exec(core) ?? EVERY_CLAUSE.exec(core);
      if (clause?.[1] !== undefined && !isOver(clause[1])) {
        trigger = clause[1].replace(/^(?:the )?next time/i, 'when');
        flags.isStanding = true;
        core = core.slice(clause[0].length);
      }
      const late = CLAUSE_END.exec(core);
      if (trigger === null && late?.[1] !== undefined && late.index > 0 && !isOver(late[1])) {
        const rest = core.slice(0, late.index);
        if (ERRAND.test(rest)) return null;
        if (!LIKING.test(rest)) {
          flags.isStanding = true;
          // "… when you use them" says nothing without what comes before it.
          if (!/\b(?:them|it|they|one)\b/i.test(late[1])) {
            trigger = late[1];
            core = rest;
          } else break;
        }
      }
    }
    if (trigger === null) {
      const about = ABOUT.exec(core);
      if (about?.[1] !== undefined && !MANNER_ONLY.test(about[1])) {
        trigger = about[1];
        core = core.slice(about[0].length);
      }
    }
    core = take(core, NEXT_TIME, () => (flags.isNextTime = true));
  }
  if (core === '') return null;
  if (isQuestion && !/^(?:can|could|would|will) you\b/i.test(core)) return null;
  // "Can you help me when I need a plan?" asks for once; "whenever" and "always" ask for good.
  const isLoose =
    trigger !== null && /^(?:when|if)\b/i.test(trigger) && (isQuestion || /^when i ask(?: you)?$/i.test(trigger));
  if (isLoose && !/\b(?:always|never)\b/i.test(core)) return null;
  return { core, ...flags, trigger, isQuestion };
}

/** "In French, please": about the answer, not when it holds. */
const MANNER_ONLY = new RegExp(`^in (?:short|brief|detail|${LANGUAGES})\\b`, 'i');
/** To be told at a time is no manner: "remind me when I need to leave". */
const ERRAND = /^(?:(?:can|could|would|will) you )?(?:please )?(?:remind|notify|alert|wake|text|ping) me\b/i;
/** "I like it when you …": what is liked, not when something holds. */
const LIKING = /^i\b.* (?:it|like|love|hate|appreciate|stand|mind)$/i;
/** "When you are done": once. */
const isOver = (clause: string): boolean =>
  /\b(?:done|ready|finished|back|home|free|have time|was|were|did|had|gave|said|asked|told|wrote|went|got|made)\b/i.test(
    clause,
  );

function take(text: string, marker: RegExp, note: (words: string) => unknown): string {
  const found = marker.exec(text);
  if (found === null || found[0].length === text.length) return text;
  note(found[0]);
  return found.index === 0 ? text.slice(found[0].length) : text.slice(0, found.index);
}
