import type { OffsetToken } from './wordpiece.pure.ts';

/** A run of tokens that fits the model, and the characters of the text that it covers. */
export type Window = { readonly ids: readonly number[]; readonly from: number; readonly to: number };

export type WindowRules = {
  /** Content tokens in a window, special tokens not counted. */
  readonly maxTokens: number;
  readonly overlapTokens: number;
};

/** Cuts at word starts where it can. The first window starts at 0, the last ends with the text, and no token is left out. */
export function planWindows(
  text: string,
  tokens: readonly OffsetToken[],
  { maxTokens, overlapTokens }: WindowRules,
): readonly Window[] {
  if (tokens.length <= maxTokens) return [{ ids: tokens.map((token) => token.id), from: 0, to: text.length }];
  const windows: Window[] = [];
  let start = 0;
  while (start < tokens.length) {
    const stop = Math.min(tokens.length, start + maxTokens);
    // A word longer than half a window is cut in the middle rather than stalling.
    const end = stop === tokens.length ? stop : wordStartAtOrBefore(tokens, stop, start + (maxTokens >> 1));
    const isLast = end === tokens.length;
    windows.push({
      ids: tokens.slice(start, end).map((token) => token.id),
      from: start === 0 ? 0 : (tokens[start]?.from ?? 0),
      to: isLast ? text.length : (tokens[end]?.from ?? text.length),
    });
    if (isLast) break;
    start = wordStartFrom(tokens, Math.max(start + 1, end - overlapTokens), end);
  }
  return windows;
}

function wordStartAtOrBefore(tokens: readonly OffsetToken[], at: number, floor: number): number {
  for (let i = at; i >= floor; i -= 1) if (tokens[i]?.isWordStart) return i;
  return at;
}

/** Never more overlap than asked for, or windows over long words would crawl. */
function wordStartFrom(tokens: readonly OffsetToken[], at: number, end: number): number {
  for (let i = at; i <= end; i += 1) if (tokens[i]?.isWordStart) return i;
  return at;
}
