import { toLexical } from '../../stores/project/lexical-text.pure.ts';

export type Span = { readonly from: number; readonly to: number };

/** What an excerpt is chosen by: how rare each word of the question is, and how a text is cut into index terms. */
export type Focus = {
  readonly idf: ReadonlyMap<string, number>;
  readonly analyse: (text: string) => readonly string[];
};

/** Up to here a text is given whole. */
const WHOLE_CHARS = 800;
/** Of the turns that hold an answer so many characters keep it in 92 %, half as many in 79 % (LongMemEval, 24 turns). */
const EXCERPT_CHARS = 600;

/** The part of a long text that the question is about; null where the text is short enough to be given whole. */
export function cutLong(text: string, focusOn: Focus): Span | null {
  return text.length <= WHOLE_CHARS ? null : focus(text, focusOn, EXCERPT_CHARS);
}

/** Ends of sentences and lines, of scripts with and without spaces. */
const SENTENCE = /[^.!?。！？\n]*(?:[.!?。！？]+["'”’)\]]*|\n|$)\s*/gu;

/**
 * The run of whole sentences within `maxChars` that shares most of the question's rare words, with what was said before and
 * after them in equal parts; the first run where no word is shared. A sentence longer than that is cut at its end. Offsets
 * are UTF-16 and never split a character.
 */
export function focus(text: string, { idf, analyse }: Focus, maxChars: number): Span {
  if (text.length <= maxChars) return { from: 0, to: text.length };
  const sentences = cutSentences(text, maxChars);
  const terms = sentences.map(({ from, to }) => new Set(analyse(toLexical(text.slice(from, to)))));
  const windows = sentences.map(({ from }, start) => {
    let last = start + 1;
    while (last < sentences.length && (sentences[last]?.to ?? 0) - from <= maxChars) last += 1;
    const covered = new Set(terms.slice(start, last).flatMap((own) => [...own]));
    let worth = 0;
    for (const [term, rarity] of idf) if (covered.has(term)) worth += rarity;
    return { span: { from, to: sentences[last - 1]?.to ?? text.length }, worth };
  });
  const most = windows.reduce((best, { worth }) => Math.max(best, worth), 0);
  const first = windows.findIndex(({ worth }) => worth === most);
  let last = first;
  while (most > 0 && windows[last + 1]?.worth === most) last += 1;
  return windows[(first + last) >> 1]?.span ?? { from: 0, to: text.length };
}

function cutSentences(text: string, maxChars: number): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(SENTENCE)) {
    if (match[0].length === 0) continue;
    let from = match.index;
    const to = from + match[0].length;
    while (to - from > maxChars) {
      const cut = atCharacter(text, from + maxChars);
      spans.push({ from, to: cut });
      from = cut;
    }
    spans.push({ from, to });
  }
  return spans;
}

/** Steps back from the middle of a surrogate pair. */
function atCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index;
}
