/** How many documents a BM25 index holds, from the text of `bm25_summarize_index`; null where it says something else. */
export function parseBm25Docs(summary: string): number | null {
  const memtable = /^Memtable:\s*\n(?:\s+.*\n)*?\s+documents: (\d+)/m.exec(summary);
  if (memtable === null) return null;
  const waiting = Number(memtable[1]);
  if (/^Segments:\s*\n\s+\(none\)/m.test(summary)) return waiting;
  const total = /^\s+Total: .*?(\d+) docs(?: \(alive=(\d+), dead=\d+\))?\s*$/m.exec(summary);
  return total === null ? null : waiting + Number(total[2] ?? total[1]);
}
