export type DocumentChunk = {
  /** Headings that the chunk stands under, outermost first. */
  readonly headings: readonly string[];
  readonly text: string;
  /** UTF-16 offsets into the document's text. */
  readonly from: number;
  readonly to: number;
};

/** About 200 words: what one vector can still stand for. */
const CHUNK_CHARS = 1_200;
/** So much of the end of one chunk is repeated at the beginning of the next: a sentence may need the one before it. */
const OVERLAP_CHARS = 160;

type Piece = { readonly from: number; readonly to: number; readonly headings: readonly string[] };

const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const SENTENCE_END = /[.!?。！？]["'”’)\]]*\s/g;

/** Cuts a text at headings and paragraphs, and long paragraphs at sentences. Every character is in at least one chunk. */
export function chunkDocument(text: string): readonly DocumentChunk[] {
  const spans: Piece[] = [];
  for (const piece of cutPieces(text)) {
    const last = spans.at(-1);
    const isSameSection = last !== undefined && last.headings.join('\n') === piece.headings.join('\n');
    if (isSameSection && piece.to - last.from <= CHUNK_CHARS) spans[spans.length - 1] = { ...last, to: piece.to };
    else spans.push(isSameSection ? { ...piece, from: overlapFrom(text, last.to) } : piece);
  }
  return spans
    .map(({ from, to, headings }) => ({ headings, text: text.slice(from, to), from, to }))
    .filter((chunk) => chunk.text.trim() !== '');
}

/** Where the last sentence before `end` begins, no further back than the overlap allows. */
function overlapFrom(text: string, end: number): number {
  const floor = Math.max(0, end - OVERLAP_CHARS);
  let from = end;
  for (const match of text.slice(floor, end - 1).matchAll(SENTENCE_END)) from = floor + match.index + match[0].length;
  return from;
}

/** Paragraphs with their headings, none longer than a chunk. */
function cutPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let headings: readonly string[] = [];
  let from = 0;
  for (const match of text.matchAll(/[^\n]*(?:\n|$)/g)) {
    const line = match[0];
    if (line === '') continue;
    const end = match.index + line.length;
    const heading = HEADING.exec(line.trim());
    if (heading !== null) {
      if (from < match.index) pieces.push(...cutLong(text, { from, to: match.index, headings }));
      headings = [...headings.slice(0, (heading[1]?.length ?? 1) - 1), heading[2] ?? ''];
      from = match.index;
    }
    if (line.trim() !== '' || end - from < 2) continue;
    pieces.push(...cutLong(text, { from, to: end, headings }));
    from = end;
  }
  if (from < text.length) pieces.push(...cutLong(text, { from, to: text.length, headings }));
  return pieces;
}

function cutLong(text: string, { from, to, headings }: Piece): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = from;
  while (to - start > CHUNK_CHARS) {
    const cut = sentenceEndBefore(text, start, start + CHUNK_CHARS);
    pieces.push({ from: start, to: cut, headings });
    start = cut;
  }
  return [...pieces, { from: start, to, headings }];
}

function sentenceEndBefore(text: string, from: number, limit: number): number {
  let cut = 0;
  for (const match of text.slice(from, limit).matchAll(SENTENCE_END)) cut = from + match.index + match[0].length;
  if (cut > from) return cut;
  // Never in the middle of a character of two units.
  const code = text.charCodeAt(limit);
  return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit;
}
