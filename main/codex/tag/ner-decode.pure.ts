/** What the head tells apart. Its outputs are `O`, then B and I of each of these in turn. */
export const NER_TYPES = ['person', 'location', 'organisation', 'work', 'product'] as const;
export type NerType = (typeof NER_TYPES)[number];

export const NER_LABELS: number = 1 + 2 * NER_TYPES.length;

/** Words `first` to `last`, both included. */
export type NerSpan = { readonly first: number; readonly last: number; readonly type: NerType; readonly score: number };

const isInside = (label: number): boolean => label > 0 && label % 2 === 0;
/** An I follows the B or the I of its own type, and nothing else. */
const mayFollow = (before: number, label: number): boolean =>
  !isInside(label) || before === label || before === label - 1;

/** Log-probabilities of one word's labels, from its logits. */
function logSoftmax(logits: Float32Array): Float32Array {
  const top = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const sum = logits.reduce((total, value) => total + Math.exp(value - top), 0);
  return logits.map((value) => value - top - Math.log(sum));
}

/** The likeliest legal labels of a sentence; `outsideBias` is taken off every O, so that more is tagged. */
function findPath(rows: readonly Float32Array[], outsideBias: number): readonly number[] {
  const at = (row: number, label: number): number =>
    (rows[row]?.[label] ?? Number.NEGATIVE_INFINITY) - (label === 0 ? outsideBias : 0);
  let scores = Array.from({ length: NER_LABELS }, (_, label) =>
    isInside(label) ? Number.NEGATIVE_INFINITY : at(0, label),
  );
  const backs: number[][] = [];
  for (let row = 1; row < rows.length; row += 1) {
    const back: number[] = [];
    scores = scores.map((_, label) => {
      let best = 0; // an O may come before anything but an I, and before that its B always can
      if (isInside(label)) best = label - 1;
      scores.forEach((score, before) => {
        if (mayFollow(before, label) && score > (scores[best] ?? 0)) best = before;
      });
      back.push(best);
      return (scores[best] ?? 0) + at(row, label);
    });
    backs.push(back);
  }
  const path = [scores.indexOf(Math.max(...scores))];
  for (const back of backs.reverse()) path.push(back[path.at(-1) ?? 0] ?? 0);
  return path.reverse();
}

/** Entities of one sentence from its words' logits, with the mean probability of their types as the score. */
export function decodeSpans(logits: readonly Float32Array[], outsideBias: number): readonly NerSpan[] {
  if (logits.length === 0) return [];
  const rows = logits.map(logSoftmax);
  const path = findPath(rows, outsideBias);
  const spans: NerSpan[] = [];
  for (let first = 0; first < path.length; ) {
    const label = path[first] ?? 0;
    let last = first;
    if (label > 0) while (path[last + 1] === label + 1) last += 1;
    const type = NER_TYPES[(label - 1) >> 1];
    if (label > 0 && type !== undefined) {
      const sum = rows
        .slice(first, last + 1)
        .reduce((total, row) => total + Math.exp(row[label] ?? 0) + Math.exp(row[label + 1] ?? 0), 0);
      spans.push({ first, last, type, score: Math.min(1, sum / (last - first + 1)) });
    }
    first = last + 1;
  }
  return spans;
}
