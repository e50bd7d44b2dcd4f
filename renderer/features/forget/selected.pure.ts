/** A part of a text, in UTF-16 units. */
export type Span = { readonly from: number; readonly to: number };

/**
 * Where selected words stand in the text of a turn. `offset`: their place in what is shown, if that is the text itself;
 * else they are looked for, and words that stand there twice are nobody's to choose between.
 */
export function placeSelected(text: string, selected: string, offset: number | null): Span | null {
  const words = selected.trim();
  if (words === '') return null;
  const shown = offset === null ? -1 : offset + selected.indexOf(words);
  if (shown >= 0 && text.startsWith(words, shown)) return { from: shown, to: shown + words.length };
  const first = text.indexOf(words);
  return first === -1 || text.indexOf(words, first + 1) !== -1 ? null : { from: first, to: first + words.length };
}

/** Same part, same object: what hears of every move of the pointer draws nothing again for it. */
export const keepSpan = (before: Span | null, next: Span | null): Span | null =>
  before !== null && next !== null && before.from === next.from && before.to === next.to ? before : next;
