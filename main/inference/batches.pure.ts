/** Positions of `lengths` in batches: sorted by length so that padding is small, each under the token and row limits. */
export function planBatches(
  lengths: readonly number[],
  { maxTokens, maxRows }: { readonly maxTokens: number; readonly maxRows: number },
): readonly (readonly number[])[] {
  const order = lengths.map((_, index) => index).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b);
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const index of order) {
    const width = lengths[index] ?? 0; // ascending, so this row is the widest so far
    if (batch.length > 0 && (batch.length >= maxRows || width * (batch.length + 1) > maxTokens)) {
      batches.push(batch);
      batch = [];
    }
    batch.push(index);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/**
 * Batches of windows of exactly one length. Padding changes the last bit of a vector, and a rebuild must give the same
 * bytes; nor does it pay: on one thread 16 texts of 64 tokens in a batch were no faster than one by one.
 */
export function planEqualBatches(lengths: readonly number[], maxTokens: number): readonly (readonly number[])[] {
  const byLength = new Map<number, number[]>();
  lengths.forEach((length, index) => {
    const group = byLength.get(length);
    if (group) group.push(index);
    else byLength.set(length, [index]);
  });
  return [...byLength.entries()]
    .sort(([a], [b]) => a - b)
    .flatMap(([length, indexes]) => {
      const rows = Math.max(1, Math.floor(maxTokens / Math.max(1, length)));
      return Array.from({ length: Math.ceil(indexes.length / rows) }, (_, i) =>
        indexes.slice(i * rows, (i + 1) * rows),
      );
    });
}
