import { scoreGrade } from './grade-prompt.pure.ts';
import type { GradeLine, JudgeHeader, JudgeLine, PairLine } from './judged.ts';
import { settlePair, type Verdict } from './pair-prompt.pure.ts';

export type ArmGrades = {
  readonly arm: string;
  readonly answers: number;
  /** Replies of the judge that were no grade: each scores 0. */
  readonly unreadable: number;
  readonly stale: number;
  readonly unsupported: number;
  /** Mean of 0 to 1 over all answers; null where there are none. */
  readonly score: number | null;
};

export type PairCounts = { readonly first: string; readonly second: string } & Readonly<
  Record<'pairs' | Verdicts, number>
>;
type Verdicts = 'firstBetter' | 'secondBetter' | 'ties' | 'inconsistent' | 'unreadable';

export type JudgeSummary = {
  readonly header: JudgeHeader;
  /** Said wherever these figures are shown, where they mean nothing. */
  readonly warning: string | null;
  readonly arms: readonly ArmGrades[];
  readonly pairs: readonly PairCounts[];
  /** Of pairs whose looks were both readable, those that did not change with the place. */
  readonly consistency: { readonly consistent: number; readonly of: number };
};

export const TOO_SMALL =
  'The judge is a model that is too small to judge: it shows the path, and its figures mean nothing.';

/** Figures of a judging, in an order that depends on nothing but its lines. */
export function summariseJudging(header: JudgeHeader, lines: readonly JudgeLine[]): JudgeSummary {
  const grades = lines.filter((line) => line.t === 'grade');
  const pairs = lines.filter((line) => line.t === 'pair');
  const counts = countPairs(pairs);
  const sum = (key: Verdicts | 'pairs'): number => counts.reduce((total, one) => total + one[key], 0);
  return {
    header,
    warning: header.isModelTooSmall ? TOO_SMALL : null,
    arms: Object.keys(header.letters)
      .toSorted()
      .map((arm) => gradesOf(arm, grades)),
    pairs: counts,
    consistency: {
      consistent: sum('firstBetter') + sum('secondBetter') + sum('ties'),
      of: sum('pairs') - sum('unreadable'),
    },
  };
}

function gradesOf(arm: string, all: readonly GradeLine[]): ArmGrades {
  const own = all.filter((line) => line.arm === arm).map(({ grade }) => grade);
  const total = own.reduce((sum, grade) => sum + scoreGrade(grade), 0);
  return {
    arm,
    answers: own.length,
    unreadable: own.filter((grade) => grade === null).length,
    stale: own.filter((grade) => grade?.stale === true).length,
    unsupported: own.filter((grade) => grade?.details === 'unsupported').length,
    score: own.length === 0 ? null : Math.round((total / own.length) * 1_000_000) / 1_000_000,
  };
}

/** By the names of the two arms in their order, whichever stood first. */
function countPairs(lines: readonly PairLine[]): readonly PairCounts[] {
  const byPair = new Map<string, Verdict[]>();
  for (const line of lines) {
    const isInOrder = line.first < line.second;
    const verdict = settlePair(line.look, line.swapped);
    const turned = isInOrder || (verdict !== 'first' && verdict !== 'second') ? verdict : turn(verdict);
    const key = (isInOrder ? [line.first, line.second] : [line.second, line.first]).join('\u0000');
    byPair.set(key, [...(byPair.get(key) ?? []), turned]);
  }
  return [...byPair]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, verdicts]) => {
      const [first = '', second = ''] = key.split('\u0000');
      const count = (wanted: Verdict): number => verdicts.filter((verdict) => verdict === wanted).length;
      return {
        ...{ first, second, pairs: verdicts.length, firstBetter: count('first'), secondBetter: count('second') },
        ...{ ties: count('tie'), inconsistent: count('inconsistent'), unreadable: count('unreadable') },
      };
    });
}

const turn = (verdict: 'first' | 'second'): Verdict => (verdict === 'first' ? 'second' : 'first');
