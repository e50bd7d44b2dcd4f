import type { CheckedQuestion, CheckedSide, CheckUpSummary } from '../contract/check-up.ts';
import { LegName } from '../contract/recall.ts';

export const NOTHING_CHECKED: CheckUpSummary = {
  ...{ questions: 0, stale: 0, gained: 0, lost: 0, gone: 0 },
  differences: { same: 0, order: 0, less: 0, more: 0, other: 0 },
  supported: { a: 0, b: 0 },
  tokens: { a: 0, b: 0 },
  legs: LegName.options.map((leg) => ({ leg, a: 0, b: 0 })),
};

const one = (isSo: boolean): number => (isSo ? 1 : 0);
const contributed = ({ legs }: CheckedSide, leg: LegName): number =>
  one(legs.some((each) => each.leg === leg && each.outcome === 'contributed'));

/** The sum with one question more. */
export function addQuestion(sum: CheckUpSummary, question: CheckedQuestion): CheckUpSummary {
  const { a, b, life, difference } = question;
  return {
    questions: sum.questions + 1,
    differences: { ...sum.differences, [difference]: sum.differences[difference] + 1 },
    stale: sum.stale + one(question.isStale),
    gained: sum.gained + one(life.support === 'gained'),
    lost: sum.lost + one(life.support === 'lost'),
    supported: { a: sum.supported.a + one(!a.abstain), b: sum.supported.b + one(!b.abstain) },
    tokens: { a: sum.tokens.a + a.tokens, b: sum.tokens.b + b.tokens },
    legs: sum.legs.map(({ leg, ...n }) => ({ leg, a: n.a + contributed(a, leg), b: n.b + contributed(b, leg) })),
    gone: sum.gone,
  };
}

/** The sum with one question that could not be asked any more. */
export const addGone = (sum: CheckUpSummary): CheckUpSummary => ({ ...sum, gone: sum.gone + 1 });
