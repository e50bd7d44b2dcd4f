/** A part and its prompt fit a context of 2,048 tokens. */
const PART_CHARS = 1_600;
/** Of a text longer than this the rest is pasted material; the rules read it all the same. */
const MAX_PARTS = 6;

/** A turn in parts that a small context can hold, cut between paragraphs, else sentences, else words. */
export function splitTurn(text: string): readonly string[] {
  const parts: string[] = [];
  for (let rest = text.trim(); rest !== '' && parts.length < MAX_PARTS; ) {
    const length = rest.length <= PART_CHARS ? rest.length : findCut(rest.slice(0, PART_CHARS));
    parts.push(rest.slice(0, length).trim());
    rest = rest.slice(length).trim();
  }
  return parts;
}

function findCut(part: string): number {
  const ends = [/\n\s*\n/g, /[.!?…]["'”’)]?\s+/g, /\s+/g].map((border) => {
    const last = [...part.matchAll(border)].at(-1);
    return last ? last.index + last[0].length : 0;
  });
  return ends.find((end) => end >= part.length / 3) ?? part.length;
}
