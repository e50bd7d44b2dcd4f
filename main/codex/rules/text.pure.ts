/** Characters that say the same, each replaced by one of the same length, so that offsets stay. */
const FOLDED: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '´': "'",
  '`': '`',
  '\u00A0': ' ',
  '\t': ' ',
  '\u202F': ' ',
};
/** Stands where text was taken out: no letter, no space, ends a clause. */
export const HOLE = '\uFFFC';

const fold = (text: string): string => text.replace(/[‘’ʼ´\u00A0\t\u202F]/g, (char) => FOLDED[char] ?? char);
const hole = (text: string): string => HOLE.repeat(text.length);

/** From here on the text is somebody else's, or made up for an exercise. */
const REST_IS_DATA =
  /\b(?:ignore|disregard|forget) (?:all |everything |any |what is )?(?:the |of the )?(?:above|previous|prior|earlier|below)\b/i;
/** "Proofread this: …": what follows the colon is material. */
const TASK_ON_TEXT =
  /\b(?:translate|rewrite|rephrase|reword|proofread|summari[sz]e|fix|edit|paraphrase|analy[sz]e|improve|polish|convert|classify|shorten|correct (?:this|the|my|these)|check (?:this|the|my)|grammar|reply to|respond to|explain)\b[^.?!:\n]{0,80}:|\b(?:e-?mail|message|text|letter|article|post|paragraph|excerpt|passage|transcript|poem|lyrics|essay|sentence|example|quote|note|review|bio|tweet|story|dialogue|system prompt|prompt)s?(?: [a-z]+){0,6}:(?=\s|$)|\b(?:said|says|wrote|writes|replied|texted|posted|goes|reads)(?: [a-z]+){0,3}:/i;
const MAX_TITLE_WORDS = 6;
/** A quotation with one of these is speech. */
const SPEECH = /(?:^|[^\p{L}])(?:i|i'm|i've|im|my|me|we|our|you|your|he|she|they)(?![\p{L}])|[?!]/iu;
const SAID =
  /\b(?:said|says|say|told|tells|asked|asks|replied|wrote|writes|goes|saying|shouted|reads)\b[^.!?\n]{0,20}$|\blike\s*$|[,:]\s*$/i;

/** A short quotation that nobody speaks is the name of something: only its marks go. */
function maskQuotation(whole: string, before: string, after: string): string {
  const inner = whole.slice(1, -1);
  const isAlone = /(?:^|[.!?\n])\s*$/.test(before) && !/^\s*(?:is|was)\b/.test(after);
  const isTitle = inner.split(/\s+/).length <= MAX_TITLE_WORDS && !SPEECH.test(inner) && !SAID.test(before) && !isAlone;
  return isTitle ? ` ${inner} ` : hole(whole);
}

function maskQuotations(text: string): string {
  const marked = text.replace(/"[^"\n]{1,2000}"|“[^”\n]{1,2000}”|«[^»\n]{1,2000}»/g, (whole, offset: number) =>
    maskQuotation(
      whole,
      text.slice(Math.max(0, offset - 40), offset),
      text.slice(offset + whole.length, offset + whole.length + 8),
    ),
  );
  // A quotation that never closes runs to the end of its line.
  const open = marked.replace(/["“][^\n]{0,4000}/g, hole);
  return open.replace(
    /(?<=^|[\s(])'(?=\S)[^'\n]{1,400}(?:'\p{L}[^'\n]{0,400}){0,8}\S?'(?=$|[\s.,;:!?)])/gmu,
    (whole, offset: number) =>
      maskQuotation(
        whole,
        open.slice(Math.max(0, offset - 40), offset),
        open.slice(offset + whole.length, offset + whole.length + 8),
      ),
  );
}

/** What stands between a tag and its end, however many there are, in one pass. */
function maskTagged(text: string): string {
  const opened = new Map<string, number>();
  const parts: string[] = [];
  let done = 0;
  for (const { index, 0: tag, 1: slash = '', 2: name = '' } of text.matchAll(/<(\/?)(\w{1,20})>/g)) {
    if (index < done) continue;
    const from = opened.get(name);
    if (slash === '' && from === undefined) opened.set(name, index);
    if (slash === '' || from === undefined) continue;
    const to = index + tag.length;
    parts.push(text.slice(done, from), hole(text.slice(from, to)));
    done = to;
    opened.clear();
  }
  return parts.join('') + text.slice(done);
}

/** The text of a turn with what is quoted, pasted, code or material for a task taken out; every offset stays. */
export function maskData(text: string): string {
  let masked = fold(text);
  masked = masked.replace(/```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g, hole);
  masked = masked.replace(/`[^`\n]{1,2000}`/g, hole);
  masked = masked.replace(/^[^\S\n]{0,3}>[^\n]*/gm, hole);
  masked = masked.replace(/^(?: {4}|\t)[^\n]*/gm, hole);
  masked = maskTagged(masked);
  for (const pattern of [REST_IS_DATA, TASK_ON_TEXT]) {
    const found = pattern.exec(masked);
    if (found) masked = masked.slice(0, found.index) + hole(masked.slice(found.index));
  }
  return maskQuotations(masked);
}
