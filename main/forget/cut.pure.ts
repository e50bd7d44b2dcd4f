import type { Cut } from './gone.pure.ts';

type Said = {
  readonly text: string;
  readonly attachments: readonly {
    readonly name: string | null;
    readonly caption: string | null;
    readonly text: string | null;
  }[];
};

/** Everything that a turn says: its words, and those of what is attached to it. */
export function textsOf({ text, attachments }: Said): readonly string[] {
  return [text, ...attachments.flatMap((one) => [one.name, one.caption, one.text])].filter(
    (each): each is string => each !== null && each.trim() !== '',
  );
}

const LOW = /^[\udc00-\udfff]/;
const HIGH = /[\ud800-\udbff]$/;

/** A text without a part of it; null where the part is empty. No character is cut in two, and no double space is left. */
export function cutText(
  text: string,
  from: number,
  to: number,
): { readonly cut: Cut; readonly removed: string } | null {
  const cutsChar = (at: number): boolean => HIGH.test(text.slice(0, at)) && LOW.test(text.slice(at));
  const start = Math.min(from, text.length) - (cutsChar(Math.min(from, text.length)) ? 1 : 0);
  let end = Math.min(to, text.length) + (cutsChar(Math.min(to, text.length)) ? 1 : 0);
  const removed = text.slice(start, end);
  if (removed.trim() === '') return null;
  const isSpaced = start === 0 || /\s$/u.test(text.slice(0, start));
  if (isSpaced && text[end] === ' ') end += 1;
  return {
    cut: { from: start, to: end, removed, rest: text.slice(0, start) + text.slice(end), removedChars: end - start },
    removed,
  };
}
