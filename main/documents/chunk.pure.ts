import type { TextMark } from './parsed-text.pure.ts';

export type DocumentChunk = {
  /** Headings that the chunk stands under, outermost first. */
  readonly headings: readonly string[];
  /** Null where the text has no pages. */
  readonly page: number | null;
  readonly text: string;
  /** UTF-16 offsets into the document's text. */
  readonly from: number;
  readonly to: number;
};

/** About 200 words: what one vector can still stand for. */
export const CHUNK_CHARS = 1_200;
/** So much of the end of one chunk may be repeated at the beginning of the next: a sentence may need the one before it. */
export const OVERLAP_CHARS = 160;
/** No longer line is a heading, and no title is worth more. */
const HEADING_CHARS = 200;

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.+?)(?:[ \t]+#+)?\s*$/;
const FENCE = /^ {0,3}(`{3}|~{3})/;
/** Chinese and Japanese put no space after the end of a sentence. */
const SENTENCE_END = /[.!?]["'”’»)\]]*\s|[。！？][”’」』）]*/g;
const ENDS_SENTENCE = /[.!?。！？:]["'”’»)\]」』）]*$/;
const LINE_END = /\n/g;
const SPACE = /\s/g;

type Span = { readonly from: number; readonly to: number };
type Piece = Span & { readonly headings: readonly string[]; readonly page: number | null };
/** Whatever stands before `bodyFrom` are headings, which belong to the words under them. */
type Section = Piece & { readonly bodyFrom: number };

/**
 * Cuts a text at pages, headings and paragraphs, and long paragraphs at sentences, lines or words. Every character
 * but white space at the edges is in at least one chunk; a chunk goes on with the last sentence of the one before.
 */
export function chunkDocument(
  text: string,
  { isMarkdown, marks = [] }: { readonly isMarkdown: boolean; readonly marks?: readonly TextMark[] },
): readonly DocumentChunk[] {
  const chunks: Piece[] = [];
  for (const section of isMarkdown ? cutSections(text) : cutAtMarks(text, marks)) {
    for (const piece of cutPieces(text, section)) {
      const last = chunks.at(-1);
      // One array a section, so that two sections of the same name stay apart.
      const isSameSection = last?.headings === piece.headings;
      const fits = isSameSection && last.page === piece.page && piece.to - last.from <= CHUNK_CHARS;
      if (fits) chunks[chunks.length - 1] = { ...last, to: piece.to };
      // Overleaf only what is not finished is said again: a whole sentence belongs to the page that it stands on.
      else if (isSameSection && (last.page === piece.page || !ENDS_SENTENCE.test(text.slice(last.from, last.to))))
        chunks.push({ ...piece, from: overlapFrom(text, last, piece.from) });
      else chunks.push(piece);
    }
  }
  return chunks.map(({ from, to, headings, page }) => ({ headings, page, text: text.slice(from, to), from, to }));
}

/** Where the reader of a format found pages and headings. A page ends no section: its last sentence may go on overleaf. */
function cutAtMarks(text: string, marks: readonly TextMark[]): readonly Section[] {
  const sections: Section[] = [];
  let open: readonly { readonly level: number; readonly title: string }[] = [];
  let headings: readonly string[] = [];
  let page: number | null = null;
  let [from, titlesTo] = [0, 0];
  const close = (to: number): void => {
    const bodyFrom = firstWord(text, { from: titlesTo, to });
    if (to > from) sections.push({ from, to, bodyFrom, headings, page });
    [from, titlesTo] = [to, to];
  };
  for (const mark of marks) {
    const hasBody = firstWord(text, { from: titlesTo, to: mark.at }) < mark.at;
    if (mark.kind === 'page') {
      // A heading at the foot of a page stays with the words under it.
      if (hasBody || titlesTo === from) close(mark.at);
      page = mark.page;
      continue;
    }
    if (hasBody) close(mark.at);
    open = [...open.filter(({ level }) => level < mark.level), { level: mark.level, title: mark.title }];
    headings = open.map(({ title }) => title);
    titlesTo = Math.max(mark.to, from);
  }
  close(text.length);
  return sections;
}

/** Where the first word between two places begins, or `to`. */
function firstWord(text: string, { from, to }: Span): number {
  const found = text.slice(from, to).search(/\S/);
  return found < 0 ? to : from + found;
}

/** Lines with what ends them. */
function* linesOf(text: string, { from, to }: Span): Generator<Span> {
  for (let at = from; at < to; ) {
    const end = text.indexOf('\n', at);
    const next = end < 0 || end >= to ? to : end + 1;
    yield { from: at, to: next };
    at = next;
  }
}

function cutSections(text: string): readonly Section[] {
  const sections: Section[] = [];
  let open: readonly { readonly level: number; readonly title: string }[] = [];
  let [from, bodyFrom] = [0, -1];
  let fence: string | null = null;
  const close = (to: number): void => {
    if (to > from)
      sections.push({
        ...{ from, to, bodyFrom: bodyFrom < 0 ? to : bodyFrom },
        ...{ headings: open.map((h) => h.title), page: null },
      });
    [from, bodyFrom] = [to, -1];
  };
  for (const line of linesOf(text, { from: 0, to: text.length })) {
    const words = text.slice(line.from, Math.min(line.to, line.from + HEADING_CHARS));
    const mark = FENCE.exec(words)?.[1];
    if (mark !== undefined && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    const isHeading = fence === null && line.to - line.from <= HEADING_CHARS;
    const [, marks, title] = (isHeading ? HEADING.exec(words) : null) ?? [];
    if (marks !== undefined && title !== undefined) {
      // Headings that follow each other without a word between them stay with the first words under them.
      if (bodyFrom >= 0) close(line.from);
      open = [...open.filter(({ level }) => level < marks.length), { level: marks.length, title }];
    } else if (bodyFrom < 0 && words.trim() !== '') bodyFrom = line.from;
  }
  close(text.length);
  return sections;
}

/** Paragraphs, none longer than a chunk and none empty. */
function* cutPieces(text: string, section: Section): Generator<Piece> {
  let from = section.from;
  for (const line of linesOf(text, section)) {
    // Only a line that is short enough to look at can be blank; a longer one is cut below and its blank parts are left out.
    const isBlank = line.to - line.from <= CHUNK_CHARS && text.slice(line.from, line.to).trim() === '';
    if (!isBlank || line.from < section.bodyFrom) continue;
    yield* cutLong(text, { ...section, from, to: line.to });
    from = line.to;
  }
  yield* cutLong(text, { ...section, from });
}

function* cutLong(text: string, { from, to, headings, page }: Piece): Generator<Piece> {
  for (let start = from; start < to; ) {
    const end = to - start <= CHUNK_CHARS ? to : cutBefore(text, start, start + CHUNK_CHARS);
    const part = text.slice(start, end);
    const words = part.trim();
    const wordsFrom = start + part.length - part.trimStart().length;
    if (words !== '') yield { from: wordsFrom, to: wordsFrom + words.length, headings, page };
    start = end;
  }
}

/** Where to cut what is too long: after a sentence, else a line, else a word, as long as half of it stays together. */
function cutBefore(text: string, from: number, limit: number): number {
  const half = from + (limit - from) / 2;
  for (const end of [SENTENCE_END, LINE_END, SPACE]) {
    const cut = lastEnd(text, { from, to: limit }, end);
    if (cut !== null && cut >= half) return cut;
  }
  // Never in the middle of a character of two units.
  const code = text.charCodeAt(limit);
  return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit;
}

/** Where the last sentence of a chunk begins, or `next` where it is too far from it to be repeated or all there is. */
function overlapFrom(text: string, { from, to }: Span, next: number): number {
  const end = lastEnd(text, { from: Math.max(from, next - OVERLAP_CHARS), to: to - 1 }, SENTENCE_END);
  return end === null ? next : firstWord(text, { from: end, to: next });
}

function lastEnd(text: string, { from, to }: Span, end: RegExp): number | null {
  let last: number | null = null;
  for (const match of text.slice(from, to).matchAll(end)) last = from + match.index + match[0].length;
  return last;
}
