const TITLE_CHARS = 60;

/** What a conversation is called where it was given no name: the first words said in it. */
export function titleOf({ title, opening }: { readonly title: string | null; readonly opening: string }): string {
  if (title !== null && title.trim() !== '') return title.replace(/\s+/g, ' ').trim();
  const line = opening.replace(/\s+/g, ' ').trim();
  return line.length <= TITLE_CHARS ? line || 'Untitled' : `${line.slice(0, TITLE_CHARS).toWellFormed()}…`;
}
