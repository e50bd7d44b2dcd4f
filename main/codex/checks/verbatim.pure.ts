export type Span = { readonly from: number; readonly to: number };

const WORD = /[\p{L}\p{N}\p{M}]/u;
const LONGEST = 100_000;

/** Text as it is compared: composed, in lower case, one space between words, without quotation marks. */
export function foldWords(text: string): string {
  // Most text is plain, and every check folds it again.
  if (/^[\x20-\x7e\s]*$/.test(text) && text.length < LONGEST)
    return withoutQuotationMarks(text).toLowerCase().trim().replace(/\s+/g, ' ');
  return foldWithOffsets(text).folded;
}

/** A title is the same with its marks and without; offsets stay. An apostrophe inside a word is a letter of it. */
const withoutQuotationMarks = (text: string): string =>
  text.replace(/["“”„«»]|(?<![\p{L}\p{N}])['‘’]|['‘’](?![\p{L}\p{N}])/gu, ' ');

type Folded = {
  readonly folded: string;
  /** For each UTF-16 unit of `folded` where it stands in the text; one more for the end. */
  readonly offsets: readonly number[];
};

function foldWithOffsets(text: string): Folded {
  let folded = '';
  const offsets: number[] = [];
  let isSpace = true; // leading space is dropped
  for (const { segment, index } of clusters(withoutQuotationMarks(text))) {
    if (/^\s+$/u.test(segment)) {
      if (!isSpace) {
        folded += ' ';
        offsets.push(index);
      }
      isSpace = true;
      continue;
    }
    isSpace = false;
    const plain = straighten(segment.normalize('NFC').toLowerCase());
    folded += plain;
    for (let n = 0; n < plain.length; n += 1) offsets.push(index);
  }
  if (folded.endsWith(' ')) {
    folded = folded.slice(0, -1);
    offsets.pop();
  }
  return { folded, offsets: [...offsets, text.length] };
}

/** A letter with the marks that follow it: what composes to one letter must not be cut. */
function clusters(text: string): Iterable<{ readonly segment: string; readonly index: number }> {
  return [...text.slice(0, LONGEST).matchAll(/\P{M}\p{M}*|\p{M}+/gsu)].map((match) => ({
    segment: match[0],
    index: match.index,
  }));
}

const straighten = (text: string): string => text.replace(/[‘’‛ʼ]/g, "'").replace(/[‐‑]/g, '-');

/** Whether the words stand in the text as whole words, case and spacing aside. */
export function hasWords(text: string, words: string): boolean {
  const needle = foldWords(words);
  return needle !== '' && findWhole(foldWords(text), needle, 0) !== -1;
}

/** Where the words first stand in the text as whole words, case and spacing aside; null where they do not. */
export function findWords(text: string, words: string, from = 0): Span | null {
  const needle = foldWords(words);
  if (needle === '') return null;
  const { folded, offsets } = foldWithOffsets(text);
  for (let at = findWhole(folded, needle, 0); at !== -1; at = findWhole(folded, needle, at + 1)) {
    const start = offsets[at] ?? 0;
    if (start >= from) return { from: start, to: endOf(text, offsets[at + needle.length - 1] ?? text.length) };
  }
  return null;
}

/** Where folded words stand in folded text without a part of a word before or after them; -1 where they do not. */
function findWhole(folded: string, needle: string, from: number): number {
  let at = folded.indexOf(needle, from);
  while (at !== -1 && (cutsWord(folded, at) || cutsWord(folded, at + needle.length)))
    at = folded.indexOf(needle, at + 1);
  return at;
}

/** The end of the letter that begins at `last`, its marks included. */
function endOf(text: string, last: number): number {
  const match = /^(?:\P{M}\p{M}*|\p{M}+)/su.exec(text.slice(last));
  return last + (match?.[0].length ?? 0);
}

/** Whether a border at `at` would run through a word. */
export function cutsWord(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at).match(/.$/su)?.[0] ?? '';
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0x20);
  return at > 0 && at < text.length && WORD.test(before) && WORD.test(after);
}

/** The sentences that a span touches: from the last end of a sentence before it to the first one after it. */
export function sentencesAround(text: string, span: Span): string {
  const before = text.slice(0, span.from);
  const start = Math.max(
    ...[...before.matchAll(/[.!?…]+["'”’)\]]*\s+|\n/gu)].map(({ index, 0: all }) => index + all.length),
    0,
  );
  const after = /[.!?…]+(?:["'”’)\]]*(?=\s|$))|\n|$/u.exec(text.slice(Math.max(span.from, span.to - 1)));
  const end = Math.max(span.from, span.to - 1) + (after ? after.index + after[0].length : text.length);
  return text.slice(start, Math.max(end, span.to));
}
