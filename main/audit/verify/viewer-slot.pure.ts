import { fromBase64, join, textOf, utf8 } from './bytes.pure.ts';

/** Where the page of the viewer carries a bundle, as base64: from here to the next tag. */
export const SLOT_BEGIN = '<script type="text/plain" id="bundle">';

const BEGIN = utf8(SLOT_BEGIN);

function findBytes(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const first = wanted[0] ?? 0;
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    let n = 1;
    while (n < wanted.length && bytes[at + n] === wanted[n]) n += 1;
    if (n === wanted.length) return at;
  }
  return -1;
}

/** The page without what it carries, and that; `bundle` is null where it is no base64. */
export function readViewer(
  page: Uint8Array,
): { readonly template: Uint8Array; readonly bundle: Uint8Array | null } | null {
  const begin = findBytes(page, BEGIN, 0);
  if (begin === -1) return null;
  const from = begin + BEGIN.length;
  // Base64 has no such sign, so the next one ends it.
  const to = page.indexOf(60, from);
  if (to === -1) return null;
  return {
    template: join([page.subarray(0, from), page.subarray(to)]),
    bundle: fromBase64(textOf(page.subarray(from, to)) ?? '!'),
  };
}
