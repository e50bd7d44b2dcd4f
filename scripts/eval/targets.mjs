import { ALL, ASSISTANT } from './summarise.mjs';

/** A figure that was asked for: at least `floor`, hoped for `goal`, in percent. @typedef {{ readonly slice: string, readonly figure: string, readonly floor: number, readonly goal: number }} Target */

/** @param {readonly (readonly [number, number])[]} pairs @returns {readonly Target[]} */
const ofAll = (pairs) =>
  ['hit@10', 'R@5', 'R@10'].map((figure, n) => ({
    slice: ALL,
    figure,
    floor: pairs[n]?.[0] ?? 0,
    goal: pairs[n]?.[1] ?? 0,
  }));

/** What the retrieval capability was asked to show on the development data. */
export const TARGETS = {
  locomo: ofAll([
    [88, 93],
    [61, 68],
    [71, 77],
  ]),
  lme: ofAll([
    [96, 99],
    [83, 90],
    [93, 96],
  ]),
  beam: [
    ...ofAll([
      [83, 88],
      [36, 42],
      [46, 53],
    ]),
    { slice: ALL, figure: 'R@2048t', floor: 57, goal: 65 },
    { slice: 'event_ordering', figure: 'R@2048t', floor: 48, goal: 65 },
    { slice: ASSISTANT, figure: 'R@2048t', floor: 12, goal: 30 },
  ],
};

/** Baselines that `full` may not be below at the same token budget. */
const BASELINES = ['vector', 'vector-filled', 'bm25'];

/** @param {ReturnType<typeof import('./summarise.mjs').summarise>} slices @param {readonly number[]} budgets */
export function checkGate(slices, budgets) {
  const arms = slices.find(({ name }) => name === ALL)?.arms ?? [];
  const full = arms.find(({ name }) => name === 'full');
  return arms
    .filter(({ name }) => BASELINES.includes(name))
    .flatMap((arm) =>
      budgets.flatMap((budget) => {
        const figure = `R@${budget}t`;
        const own = full?.figures[figure];
        const other = arm.figures[figure];
        if (own === undefined || other === undefined) return [];
        const isMet = own.value >= other.value;
        return [{ arm: arm.name, budget, full: own.value, baseline: other.value, isMet }];
      }),
    );
}

/** @param {ReturnType<typeof import('./summarise.mjs').summarise>} slices @param {readonly Target[]} targets */
export function checkTargets(slices, targets) {
  return targets.flatMap((target) => {
    const full = slices.find(({ name }) => name === target.slice)?.arms.find(({ name }) => name === 'full');
    const figure = full?.figures[target.figure];
    if (figure === undefined) return [];
    const percent = Math.round(figure.value * 1_000) / 10;
    return [{ ...target, value: percent, isFloorMet: percent >= target.floor, isGoalMet: percent >= target.goal }];
  });
}
