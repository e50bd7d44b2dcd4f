const BEFORE_CHARS = 40;
const WINDOW_CHARS = 160;

/** A LIKE pattern that matches the words as they stand, wherever they stand. */
export function likePattern(query: string): string {
  return `%${query.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
}

/** A window of `text` round the first match, and where the match lies in it (UTF-16 offsets). */
export function findMatch(
  text: string,
  query: string,
): { readonly excerpt: string; readonly from: number; readonly to: number } {
  const at = Math.max(0, text.toLowerCase().indexOf(query.toLowerCase()));
  const start = Math.max(0, at - BEFORE_CHARS);
  const cut = text
    .slice(start, start + WINDOW_CHARS)
    .toWellFormed()
    .replace(/\s/g, ' ');
  const lead = start > 0 ? '…' : '';
  const tail = start + WINDOW_CHARS < text.length ? '…' : '';
  const from = lead.length + (at - start);
  const excerpt = `${lead}${cut}${tail}`;
  return { excerpt, from, to: Math.min(excerpt.length, from + query.length) };
}
