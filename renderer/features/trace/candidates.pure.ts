import type { CandidateFate, LegName, TraceCandidate } from '../../../main/contract/index.ts';

export type SortKey = 'rank' | 'tokens' | 'fate' | LegName;
export type Sorting = { readonly by: SortKey; readonly isDescending: boolean };
export type FateFilter = CandidateFate | 'all';

/** From what reached the reader to what did not. */
export const FATES: readonly CandidateFate[] = [
  'in prompt',
  'selected',
  'did not fit',
  'neighbour',
  'same text',
  'below the line',
];

const CHOSEN: ReadonlySet<CandidateFate> = new Set(['in prompt', 'selected']);

/** Whether a candidate was among what was given back, or to the model. */
export const isChosen = ({ fate }: Pick<TraceCandidate, 'fate'>): boolean => CHOSEN.has(fate);

/** The same fragment has the same name in every trace; traces of before other fragments than turns name the turn only. */
export const fragmentId = ({ id, turnId, rank }: TraceCandidate): string => (id === '' ? (turnId ?? `#${rank}`) : id);

/** Where a candidate stands by one column; null stands last, whichever way the column is sorted. */
function placeBy(candidate: TraceCandidate, by: SortKey): number | null {
  switch (by) {
    case 'rank':
      return candidate.rank;
    case 'tokens':
      return candidate.tokens === 0 ? null : candidate.tokens;
    case 'fate':
      return FATES.indexOf(candidate.fate);
    default:
      return candidate.legs[by]?.rank ?? null;
  }
}

/** Candidates of one fate, or of any, in the order of one column. */
export function arrangeCandidates(
  candidates: readonly TraceCandidate[],
  { sorting, fate }: { readonly sorting: Sorting; readonly fate: FateFilter },
): readonly TraceCandidate[] {
  const sign = sorting.isDescending ? -1 : 1;
  return candidates
    .filter((candidate) => fate === 'all' || candidate.fate === fate)
    .map((candidate) => ({ candidate, place: placeBy(candidate, sorting.by) }))
    .sort((a, b) => {
      if (a.place === b.place) return a.candidate.rank - b.candidate.rank;
      if (a.place === null || b.place === null) return a.place === null ? 1 : -1;
      return sign * (a.place - b.place);
    })
    .map(({ candidate }) => candidate);
}

/** The next sorting when the head of a column is pressed: a new column upwards, the same one the other way. */
export const sortNext = (now: Sorting, by: SortKey): Sorting => ({
  by,
  isDescending: now.by === by && !now.isDescending,
});

export type Part = {
  readonly name: string;
  readonly value: number;
  /** Of the whole width, whichever way the bar goes. */
  readonly share: number;
};

/** `zero`: where nothing stands between what takes off and what adds, as a share of the width. */
export type Parts = { readonly parts: readonly Part[]; readonly zero: number };

const SMALLEST_PART = 0.0005;

/** What made a score, largest contribution first. */
export function listParts(parts: TraceCandidate['parts']): Parts {
  const entries = Object.entries(parts).filter(([, value]) => Math.abs(value) >= SMALLEST_PART);
  const most = entries.reduce((largest, [, value]) => Math.max(largest, value), 0);
  const least = entries.reduce((smallest, [, value]) => Math.min(smallest, value), 0);
  const range = most - least;
  return {
    parts: entries
      .map(([name, value]) => ({ name, value, share: Math.abs(value) / range }))
      .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || (a.name < b.name ? -1 : 1)),
    zero: range === 0 ? 0 : Math.abs(least) / range,
  };
}

export type PackedItem = { readonly candidate: TraceCandidate; readonly running: number };

/** What was packed in the order in which it is read, with the tokens up to there. */
export function listPacked(candidates: readonly TraceCandidate[], hasPrompt: boolean): readonly PackedItem[] {
  let running = 0;
  return candidates
    .filter(({ packed, fate }) => packed !== null && (hasPrompt ? fate === 'in prompt' : true))
    .sort((a, b) => (a.packed ?? 0) - (b.packed ?? 0))
    .map((candidate) => {
      running += candidate.tokens;
      return { candidate, running };
    });
}
