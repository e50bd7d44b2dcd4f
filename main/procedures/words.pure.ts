/** Builds one group of alternatives out of words parted by spaces or bars. */
const group = (words: string): string =>
  `(?:${words
    .trim()
    .split(/\s*\|\s*|\s*\n\s*/)
    .join('|')})`;

/** What is done to words: said to an assistant, these ask for a manner of answering. */
export const SPEAKING = group(
  `answer|reply|respond|explain|translate|summari[sz]e|phrase|rephrase|paraphrase|format|cite|quote|spell|speak|talk|proofread`,
);

/** Verbs that ask for a manner only together with what they are done to. */
export const MAKING = group(
  `use|give|keep|make|put|add|include|show|start|begin|open|end|finish|close|conclude|avoid|be|tell|ask|assume|stick to|leave|skip|drop|omit|
   round|convert|express|state|say|mention|provide|offer|suggest|recommend|write|list|prefix|name|highlight|mark|bold|number|stay|get to|
   limit|refer|point|present|structure|break|split|separate|sort|order|group|lead|apologi[sz]e|greet|address|thank|swear|repeat|expand|
   abbreviate|capitali[sz]e|capitalise|indent|comment|document|type|sound|act|treat|remind|check|verify|double-check|warn|flag|wrap|
   sign|prefer|go|do|try|compare|return|report|render|shorten|simplify|spare|cut`,
);

/** What one may ask to have done each time one asks for something. */
export const TASKS = group(
  `number|send|calculate|compute|plan|propose|pick|choose|draft|rank|note|save|create|build|test|prefix|label|attach|title|date|
   look|find|search|consider|remember|rewrite|correct|fix|edit|review|outline|design|prepare|draw|describe|define|work|walk|help|
   read|take|think|turn|replace|remove|follow|apply|log|file|store|let|restrict|focus|base|pretend|play|quiz|encourage|challenge|criticise|critici[sz]e|argue|count|estimate|measure|price|source|link|hyphenate|transcribe|annotate|refactor|generate|produce|deliver`,
);

export const LANGUAGES = group(
  `english|german|french|spanish|italian|portuguese|dutch|swedish|norwegian|danish|finnish|polish|czech|greek|turkish|russian|ukrainian|
   arabic|hebrew|hindi|bengali|urdu|persian|japanese|chinese|mandarin|cantonese|korean|vietnamese|thai|indonesian|latin|esperanto|
   hungarian|romanian|bulgarian|croatian|serbian|catalan|basque|welsh|irish|swahili`,
);

/** What answers are made of and what they can be like: in a sentence to an assistant, signs that it is about answering. */
const MANNER = new RegExp(
  `\\b${group(
    `answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|tl;?dr|bullets?|bullet[- ]points?|bulleted|numbered|tables?|as (?:a )?lists?|in lists?|
     emojis?|emoticons?|smileys?|exclamation marks?|em[- ]dash(?:es)?|paragraphs?|sentences?|headings?|markdown|plain text|prose|bold|italics?|
     capital letters|all caps|lower ?case|units?|metric|celsius|fahrenheit|kelvin|kilomet(?:re|er)s?|grams|kilos|kilograms|litres?|liters?|
     24[- ]hour|12[- ]hour|24h|am\\/pm|iso dates?|iso 8601|date formats?|oxford comma|tone|formal(?:ly)?|informal(?:ly)?|casual(?:ly)?|
     blunt(?:ly)?|sarcas(?:m|tic)|puns?|jargon|buzzwords|clich[ée]s?|metaphors?|analog(?:y|ies)|
     simple (?:words|terms|language)|plain (?:words|language|english)|simply|layman'?s terms|technical terms|acronyms?|abbreviations?|
     sources?|citations?|footnotes?|step[- ]by[- ]step|code(?: blocks?| samples?| snippets?| examples?)?|type hints?|docstrings?|pseudo ?code|
     typescript|javascript|kotlin|sql|brief(?:ly)?|concise(?:ly)?|terse(?:ly)?|succinct(?:ly)?|
     to the point|lengthy|in[- ]depth|thorough(?:ly)?|verbose|one[- ]liners?|pros and cons|trade-?offs|
     disclaimers?|caveats?|apolog(?:y|ies|i[sz]e|i[sz]ing)|flattery|filler|fluff|small talk|preambles?|intro(?:duction)?s?|sign-?offs?|
     follow-?up questions?|clarifying questions?|questions? back|first name|last name|surname|by name|nickname|pronouns?|they\\/them|she\\/her|he\\/him|
     currenc(?:y|ies)|rounded|decimals?|decimal places|significant figures|percentages?|examples?|steps|conclusions?|formulas?|latex|equations?|transliterations?|pronunciations?|romaji|pinyin|
     confidence|how sure|uncertain(?:ty)?|that you(?:'re| are) not sure|subject lines?|hashtags?|alt text`,
  )}\\b|\\bin ${LANGUAGES}\\b`,
  'i',
);

/** Words that are as often about the world: signs only where the sentence also speaks of an answer or of those two who talk. */
const LOOSE = new RegExp(
  `\\b${group(
    `short(?:er|ly)?|long(?:er)?|words|characters|lines|direct(?:ly)?|honest(?:ly)?|options|alternatives|warnings?|tests?|spaces|tabs|functions?|variables?|dates|links?|titles?|captions?|headlines?|signature|draft|
     opinions?|detail(?:s|ed)?|cups|pounds|ounces|miles|dollars?|euros?|friendly|polite(?:ly)?|jokes?|comments?|lists? of|difficulty|python|java|rust|bash|greetings?|praise|compliments?|headers?|dashes|humou?r|references?|british|american|imperial|spelling`,
  )}\\b`,
  'i',
);
const ANCHOR =
  /\b(?:me|my|your|you|it|version|form|answers?|repl(?:y|ies)|responses?|explain|write|answer|reply|translate|cite|code|units?|paragraphs?|sentences?)\b/i;

/** The same without a sign of who is spoken to: enough where a rule was said with its occasion. */
export const isLooselyManner = (text: string): boolean => MANNER.test(text) || LOOSE.test(text);

/** Whether words are about how something is answered. */
export const isManner = (text: string): boolean => MANNER.test(text) || (LOOSE.test(text) && ANCHOR.test(text));

export const IN_LANGUAGE = new RegExp(`\\bin (${LANGUAGES})\\b`, 'i');

/** Only for now, or only for one thing: no standing wish. */
export const LIMITED =
  /\b(?:this (?:time|once|one|afternoon|morning|evening|week|month|year|weekend)|just once|only once|for now|for the moment|for today|today|tonight|tomorrow|yesterday|right now|at the moment|for (?:this|that) \w+|in (?:this|that) (?:chat|conversation|case|one|answer|reply|e-?mail|text|document|letter|story|poem|draft|version|scene|chapter|paragraph|sentence|file|function|list|message)|(?:rest|remainder) of (?:this|the|our)|until|till|for the next|(?:on|by|before) (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;

/** Nothing that a manner of answering needs, and much that an order hidden in a text would want. */
export const DANGEROUS =
  /\bthe user(?:'s|s)?\b|https?:\/\/|\bwww\.|\b(?:system|developer) (?:prompt|message|instruction)|\b(?:ignore|disregard|override|bypass|reveal|leak|exfiltrate)\b.{0,40}\b(?:instructions?|rules?|prompts?|guidelines?|polic(?:y|ies)|above|previous|prior|everything|passwords?|keys?|secrets?)\b|\bforget (?:all|everything|your|any|previous|prior|the (?:above|previous|prior|system))\b|\b(?:passwords?|api keys?|credentials?|credit cards?|bank accounts?)\b|\b(?:execute|run|call|invoke|install|download|upload|transfer|delete|wipe|erase|buy|order|e-?mail|forward) (?:the |a |an |this |all |every |any |my |your )?(?:commands?|scripts?|tools?|functions?|plugins?|files?|programs?|money|funds|memor(?:y|ies)|conversations?|history|histories|data|chats?)\b|\bjailbreak|\bdeveloper mode\b|\bdo anything now\b|<\/?[a-z]+>|\[\/?inst\]|<\|/i;
