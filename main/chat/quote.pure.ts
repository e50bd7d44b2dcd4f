import { toLexical } from '../stores/project/lexical-text.pure.ts';

/** Words that carry no claim by themselves. */
const STOP = new Set(
  `a an the and or but if then so than as at by for from in into of on onto over to up with without about after before
   again is are was were be been being am do does did doing have has had having will would can could should may might must
   i you he she it we they me him her us them my your his its our their mine yours this that these those there here what
   which who whom whose when where why how not no yes also just very really said says told one some any all more most
   know don answer memory memories based 的 了 是 在 我 你 他 她 它 们 这 那 和 有 不 也 都 就 吗 呢 吧 我们 你们 他们`.split(
    /\s+/,
  ),
);

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Particles and endings of Japanese: all of its grammar, none of its claims. */
const KANA_PARTICLE = /^\p{Script=Hiragana}{1,2}$/u;
/** A full stop ends a sentence only before a space or a citation mark: "3.5" and "example.org" go on. */
const SENTENCE_END = /(?:[.!?]+["'”’)\]*_]*(?=\s|$|\[\d)|[。！？]+["'”’)\]」』]*|\n)\s*/gu;
const MAX_QUOTE_CHARS = 320;

/** Content words, folded and cut to a stem of sorts so that "moved" meets "moves". */
export function contentWords(text: string): ReadonlySet<string> {
  const words = toLexical(text).match(WORD) ?? [];
  return new Set(
    words
      .filter((word) => !STOP.has(word) && !KANA_PARTICLE.test(word))
      .map((word) => word.replace(/(ing|ed|es|s|ly|e)$/u, (end) => (word.length - end.length >= 3 ? '' : end))),
  );
}

/** Sentences and lines with the white space after them: joined, they are the text again, character for character. */
export function segmentsOf(text: string): readonly string[] {
  const segments: string[] = [];
  let from = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    // "1." at the start of a line numbers an item and ends nothing.
    if (/^\s*\d+$/.test(text.slice(from, match.index))) continue;
    segments.push(text.slice(from, match.index + match[0].length));
    from = match.index + match[0].length;
  }
  if (from < text.length) segments.push(text.slice(from));
  return segments;
}

export function sharedCount(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared;
}

/** The verbatim stretch of `text` (one or two sentences) that shares most with `claim`; its beginning when none does. */
export function quoteFor(text: string, claim: string): string {
  const wanted = contentWords(claim);
  let end = 0;
  const spans = segmentsOf(text).flatMap((segment) => {
    const start = end;
    end += segment.length;
    return segment.trim() === '' ? [] : [{ start, end, shared: sharedCount(wanted, contentWords(segment)) }];
  });
  const [first] = spans;
  if (first === undefined) return '';
  const chosen = spans.reduce((best, span) => (span.shared > best.shared ? span : best), first);
  const quote = text.slice(chosen.start, chosen.end).trim();
  if (quote.length > MAX_QUOTE_CHARS) return cut(quote);
  const next = spans[spans.indexOf(chosen) + 1];
  const both = next === undefined ? quote : text.slice(chosen.start, next.end).trim();
  return both.length > MAX_QUOTE_CHARS ? quote : both;
}

/** Ends at a word where one is near, and never inside a character: a quote is verbatim. */
function cut(text: string): string {
  const head = text.slice(0, MAX_QUOTE_CHARS).replace(/[\ud800-\udbff]$/, '');
  const space = head.lastIndexOf(' ');
  return space > MAX_QUOTE_CHARS / 2 ? head.slice(0, space) : head;
}
