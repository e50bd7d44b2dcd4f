import type { Span } from './verbatim.pure.ts';

/** A quotation of this many characters is somebody's text, not a title or a word in the speaker's own sentence. */
const LONG_QUOTATION = 60;

/** Opening and closing marks; a straight mark opens after a space and closes before one. */
const MARKS: readonly RegExp[] = [
  /“[^“”]*”/gu,
  /„[^„“”]*[“”]/gu,
  /«[^«»]*»/gu,
  /(?<![\p{L}\p{N}])‘[^‘]*?’(?![\p{L}\p{N}])/gu,
  /(?<![^\s([{—-])"(?=\S)[^"]*?(?<=\S)"(?=[\s.,;:!?)\]}—-]|$)/gu,
];

/** Stretches of a turn that show someone else's text: fenced code, lines that begin with `>`, and long quotations. */
export function listQuoted(text: string): readonly Span[] {
  return [...listFences(text), ...listBlockQuotes(text), ...listQuotations(text, LONG_QUOTATION + 1)];
}

/** What stands between quotation marks, marks included, from `minLength` characters on. */
export function listQuotations(text: string, minLength: number): readonly Span[] {
  return MARKS.flatMap((mark) =>
    [...text.matchAll(mark)]
      // Two paragraphs: the marks are not a pair.
      .filter(({ 0: all }) => all.length - 2 >= minLength && !/\n\s*\n/.test(all))
      .map(({ index, 0: all }) => ({ from: index, to: index + all.length })),
  );
}

/** The text with quoted stretches blanked, so that offsets stay. */
export function maskQuoted(text: string): string {
  let masked = text;
  for (const { from, to } of listQuoted(text)) {
    masked =
      masked.slice(0, from) + text.slice(from, to).replace(/[^\n]/gu, (c) => ' '.repeat(c.length)) + masked.slice(to);
  }
  return masked;
}

/** A fence that is never closed runs to the end. */
function listFences(text: string): readonly Span[] {
  const spans: Span[] = [];
  let open: { readonly from: number; readonly mark: string } | null = null;
  for (const { 0: line, index } of text.matchAll(/[^\n]*(?:\n|$)/g)) {
    const mark = /^\s{0,3}(?:>\s*)?(`{3,}|~{3,})/.exec(line)?.[1];
    if (open === null && mark !== undefined) open = { from: index, mark };
    else if (open !== null && mark?.startsWith(open.mark)) {
      spans.push({ from: open.from, to: index + line.length });
      open = null;
    }
  }
  return open === null ? spans : [...spans, { from: open.from, to: text.length }];
}

function listBlockQuotes(text: string): readonly Span[] {
  return [...text.matchAll(/^[ \t]{0,3}>[^\n]*/gm)].map(({ index, 0: all }) => ({
    from: index,
    to: index + all.length,
  }));
}
