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
