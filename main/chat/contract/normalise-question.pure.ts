import { toLexical } from '../../stores/project/lexical-text.pure.ts';

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\p{L}s)'(?=\s)/gu, "'s"],
  [/\b(what|who|where|when|which|how|that|there|it)'s\b/g, '$1 is'],
  [/\b(what|who|where|when|which|how)'re\b/g, '$1 are'],
  [/\bi'm\b/g, 'i am'],
  [/\b(i|we|you|they)'ve\b/g, '$1 have'],
  [/\b(we|you|they)'re\b/g, '$1 are'],
  [/\bwon't\b/g, 'will not'],
  [/\bcan't\b/g, 'can not'],
  [/\b(do|does|did|is|are|was|were|has|have|had|would|could|should)n't\b/g, '$1 not'],
];
/** One spelling of what is written in two ways. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\bfavorite\b/g, 'favourite'],
  [/\bcolor(s?)\b/g, 'colour$1'],
  [/\be-mail\b/g, 'email'],
  [/\bgrey\b/g, 'gray'],
];
/** Politeness and doubt before what is asked. */
const LEAD =
  /^(?:(?:and|so|but|then|ok|okay|well|hey|hi|hello|also|please|now|remember|sorry)[, ]+)*(?<request>(?:(?:do|can|could|would|will) you (?:please |still |also |happen to )*(?:tell me|remind me|remember|recall|know|say|list|name|give me|show me|look up)|(?:please )?(?:tell me|remind me|list|name|enumerate|give me|show me)|i (?:forgot|forget|wonder|want to know|do not (?:remember|recall|know)|can not (?:remember|recall))|do i remember)(?: again| please)* ?)?/;

/** Half a page at most: a question that needs more words asks for more than one fact. */
const MAX_CHARS = 240;

const END = /[.!?;:。！？\n]+["'”’)\]]*(?=\s|$)/u;

/** The last sentence that asks, or the last of all. */
function askedSentence(text: string): string {
  const parts = text
    .trim()
    .split(/(?<=[.!?。！？\n]["'”’)\]]*)\s+/u)
    .filter((part) => /\p{L}/u.test(part));
  return parts.findLast((part) => /[?？]["'”’)\]]*$/u.test(part)) ?? parts.at(-1) ?? '';
}

/** A question as its forms are looked for: one sentence, folded, without politeness; null where it is too long. */
export function normaliseQuestion(text: string): { readonly text: string; readonly isRequest: boolean } | null {
  const sentence = askedSentence(text);
  if (sentence.length === 0 || sentence.length > MAX_CHARS) return null;
  let folded = toLexical(sentence.replace(/[’‘`´]/g, "'"))
    .replace(new RegExp(END, 'gu'), ' ')
    .replace(/[,"“”()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  for (const [pattern, whole] of [...CONTRACTIONS, ...SPELLINGS]) folded = folded.replace(pattern, whole);
  const lead = LEAD.exec(folded);
  return { text: folded.slice(lead?.[0].length ?? 0), isRequest: lead?.groups?.request !== undefined };
}

/** The words of a time taken out of a question, with the preposition before them. */
export function withoutTime(text: string, words: string): string {
  return words
    .split(', ')
    .map((part) => toLexical(part))
    .reduce((rest, part) => {
      const at = rest.indexOf(part);
      if (part === '' || at < 0) return rest;
      const before = rest
        .slice(0, at)
        .replace(
          /\b(?:(?:back|sometime|early|late) )*(?:in|on|of|at|during|throughout|by|since|from|until|till|before|after|between|around|as of|for)(?: (?:the|early|late|mid|about|around))* ?$/,
          '',
        );
      return `${before}${rest.slice(at + part.length)}`;
    }, text)
    .replace(/\s+/g, ' ')
    .trim();
}
