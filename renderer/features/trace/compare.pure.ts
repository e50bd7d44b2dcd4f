import type { LegName, LegReport, Trace, TraceCandidate } from '../../../main/contract/index.ts';
import { fragmentId, isChosen } from './candidates.pure.ts';
import { SETTING_NAMES, type SettingName, type SettingValue } from './settings.pure.ts';

/** What became of one fragment from the first trace to the second. */
export type Move = 'came in' | 'fell out' | 'up' | 'down' | 'same' | 'in neither';

export const MOVES: readonly Move[] = ['came in', 'fell out', 'up', 'down', 'same', 'in neither'];

export type ComparedFragment = {
  readonly id: string;
  /** As the newer of the two tells it. */
  readonly candidate: TraceCandidate;
  readonly before: TraceCandidate | null;
  readonly after: TraceCandidate | null;
  readonly move: Move;
  /** Places gained; negative where lost. Null where one of the traces does not have it. */
  readonly gained: number | null;
};

export type ComparedLeg = {
  readonly leg: LegName;
  readonly before: LegReport | null;
  readonly after: LegReport | null;
  readonly isChanged: boolean;
};

export type TimeName = keyof Trace['timings'];
export const TIMES: readonly TimeName[] = ['embedMs', 'legsMs', 'fuseMs', 'rerankMs', 'packMs', 'totalMs'];

export type ComparedSetting = {
  readonly name: SettingName;
  readonly before: SettingValue | null;
  readonly after: SettingValue | null;
};

export type Comparison = {
  readonly fragments: readonly ComparedFragment[];
  readonly counts: Readonly<Record<Move, number>>;
  readonly legs: readonly ComparedLeg[];
  readonly settings: readonly ComparedSetting[];
  readonly isSameQuery: boolean;
  /** Records that were written between the two; what they found may differ for that alone. */
  readonly generations: number;
};

function moveOf(before: TraceCandidate | null, after: TraceCandidate | null): Move {
  const was = before !== null && isChosen(before);
  const is = after !== null && isChosen(after);
  if (!was && !is) return 'in neither';
  if (was !== is) return is ? 'came in' : 'fell out';
  if (before === null || after === null || before.rank === after.rank) return 'same';
  return after.rank < before.rank ? 'up' : 'down';
}

const indexById = (candidates: readonly TraceCandidate[]): ReadonlyMap<string, TraceCandidate> =>
  new Map(candidates.map((candidate) => [fragmentId(candidate), candidate]));

/** By what happened, then by the place in the second trace, then in the first. */
function compareFragments(before: Trace, after: Trace): readonly ComparedFragment[] {
  const first = indexById(before.candidates);
  const second = indexById(after.candidates);
  const placeOf = ({ before: was, after: is }: ComparedFragment): number => is?.rank ?? 1_000 + (was?.rank ?? 0);
  return [...new Set([...second.keys(), ...first.keys()])]
    .flatMap((id): readonly ComparedFragment[] => {
      const was = first.get(id) ?? null;
      const is = second.get(id) ?? null;
      const candidate = is ?? was;
      if (candidate === null) return [];
      const gained = was === null || is === null ? null : was.rank - is.rank;
      return [{ id, candidate, before: was, after: is, move: moveOf(was, is), gained }];
    })
    .sort((a, b) => MOVES.indexOf(a.move) - MOVES.indexOf(b.move) || placeOf(a) - placeOf(b));
}

function compareLegs(before: Trace, after: Trace): readonly ComparedLeg[] {
  const names = [...new Set([...before.legs, ...after.legs].map(({ leg }) => leg))];
  const find = (legs: Trace['legs'], name: LegName): LegReport | null => legs.find(({ leg }) => leg === name) ?? null;
  return names.map((leg) => {
    const was = find(before.legs, leg);
    const is = find(after.legs, leg);
    const isChanged = was?.outcome !== is?.outcome || was?.produced !== is?.produced || was?.selected !== is?.selected;
    return { leg, before: was, after: is, isChanged };
  });
}

/** What is different in the second of two traces. */
export function compareTraces(before: Trace, after: Trace): Comparison {
  const fragments = compareFragments(before, after);
  const counts = { 'came in': 0, 'fell out': 0, up: 0, down: 0, same: 0, 'in neither': 0 };
  for (const { move } of fragments) counts[move] += 1;
  return {
    fragments,
    counts,
    legs: compareLegs(before, after),
    settings: SETTING_NAMES.flatMap((name) => {
      const was = before.settings[name] ?? null;
      const is = after.settings[name] ?? null;
      return was === is ? [] : [{ name, before: was, after: is }];
    }),
    isSameQuery: before.query === after.query,
    generations: after.generation - before.generation,
  };
}
