/** A turn of so many characters takes minutes to embed: it waits until every ordinary one can be found. */
export const HUGE_CHARS = 200_000;
/** More than any journal has records. */
export const BEHIND_ALL = 1_000_000_000;

/** Where a turn stands among those that wait for their vectors. */
export function placeInLine(seq: number, chars: number): number {
  return chars > HUGE_CHARS ? BEHIND_ALL + seq : seq;
}
