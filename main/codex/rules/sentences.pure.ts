export type Sentence = {
  readonly from: number;
  readonly to: number;
  readonly isQuestion: boolean;
  readonly isParagraphStart: boolean;
};

const ABBREVIATION =
  /(?:^|[^\p{L}])(?:dr|mr|mrs|ms|prof|st|mt|e\.g|i\.e|vs|approx|no|jr|sr|inc|ltd|dept|feb|jan|aug|sept|sep|oct|nov|dec|\p{Lu})$/iu;

/** The sentences of a text by their end marks and line ends. */
export function splitSentences(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  let isParagraphStart = true;
  for (const { index, 0: mark } of text.matchAll(/[.!?…]{1,8}["')\]]{0,2}(?=\s|$)|\n+|\uFFFC+/g)) {
    if (index < from) continue;
    if (
      mark === '.' &&
      ABBREVIATION.test(text.slice(Math.max(from, index - 7), index)) &&
      /^\s+[\p{L}\d]/u.test(text.slice(index + 1, index + 4))
    )
      continue;
    const to = index + mark.length;
    if (text.slice(from, index).trim() !== '') {
      sentences.push({
        from,
        to: mark.startsWith('\n') ? index : to,
        isQuestion: mark.includes('?'),
        isParagraphStart,
      });
      isParagraphStart = false;
    }
    if (/\n\s*\n/.test(mark) || (mark.length > 1 && mark.startsWith('\n'))) isParagraphStart = true;
    from = to;
  }
  if (text.slice(from).trim() !== '') sentences.push({ from, to: text.length, isQuestion: false, isParagraphStart });
  return sentences;
}
