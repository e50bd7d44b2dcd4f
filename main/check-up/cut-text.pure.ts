/** The beginning of a text on one line. */
export function cutText(text: string, chars: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= chars ? line : `${line.slice(0, chars - 1)}…`.toWellFormed();
}
