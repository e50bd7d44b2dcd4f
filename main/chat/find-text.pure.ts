const BEFORE_CHARS = 40;
const WINDOW_CHARS = 160;

/** A LIKE pattern that matches the words as they stand, wherever they stand. */
export function likePattern(query: string): string {
  return `%${query.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
}

/** Where the words stand first, in any case. Lower-casing the text instead would move what comes after an İ. */
function findWords(text: string, query: string): { readonly at: number; readonly length: number } {
  const match = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu').exec(text);
  return match === null ? { at: 0, length: 0 } : { at: match.index, length: match[0].length };
}

/** The nearest place at or before `at` that does not cut a character in two. */
const wholeBefore = (text: string, at: number): number => {
  const isInside =
    at > 0 && at < text.length && /^[\udc00-\udfff]/.test(text.slice(at)) && /[\ud800-\udbff]$/.test(text.slice(0, at));
  return isInside ? at - 1 : at;
};

/** A window of `text` round the first match, and where the match lies in it (UTF-16 offsets). */
export function findMatch(
  text: string,
  query: string,
): { readonly excerpt: string; readonly from: number; readonly to: number } {
  const { at, length } = findWords(text, query);
  const start = wholeBefore(text, Math.max(0, at - BEFORE_CHARS));
  const end = wholeBefore(text, Math.min(text.length, start + WINDOW_CHARS));
  const cut = text.slice(start, end).replace(/\s/g, ' ');
  const lead = start > 0 ? '…' : '';
  const tail = end < text.length ? '…' : '';
  const from = lead.length + (at - start);
  return { excerpt: `${lead}${cut}${tail}`, from, to: Math.min(lead.length + cut.length, from + length) };
}
