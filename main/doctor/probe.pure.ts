const MAX_WORDS = 12;

/** The rarest words of each text among all of them: what a search for exactly that text would use. */
export function planProbes<T extends { readonly lexical: string }>(
  turns: readonly T[],
): readonly { readonly turn: T; readonly query: string }[] {
  const words = turns.map(({ lexical }) => [...new Set(lexical.match(/[\p{L}\p{N}]+/gu) ?? [])]);
  const uses = new Map<string, number>();
  for (const word of words.flat()) uses.set(word, (uses.get(word) ?? 0) + 1);
  return turns.flatMap((turn, index) => {
    const own = [...(words[index] ?? [])].sort(
      (a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0) || b.length - a.length || (a < b ? -1 : 1),
    );
    const query = own.slice(0, MAX_WORDS).join(' ');
    return query === '' ? [] : [{ turn, query }];
  });
}
