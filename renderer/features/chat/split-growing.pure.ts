/**
 * Cuts a growing markdown text into the part that can no longer change its shape and the rest, so that a long answer is
 * not parsed again from its start at every token. The cut lies at the last blank line outside a code fence.
 */
export function splitGrowing(text: string): { readonly settled: string; readonly open: string } {
  let cut = 0;
  let offset = 0;
  let fence: string | null = null;
  for (const line of text.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence === null) {
      if (mark !== null) fence = mark;
      else if (line.trim() === '' && offset > 0) cut = offset;
    } else if (mark?.startsWith(fence)) fence = null;
    offset += line.length + 1;
  }
  // A list goes on over blank lines: numbering must not start again in the second half.
  const last = text.slice(0, cut).trimEnd().split('\n').at(-1) ?? '';
  if (/^\s*([-*+]|\d+[.)])\s/.test(last) || /^\s{2,}\S/.test(last)) return { settled: '', open: text };
  return { settled: text.slice(0, cut), open: text.slice(cut) };
}
