/** @typedef {import('./score.mjs').Score} Score */

/** @param {Score} score */
const line = ({ questions, hit10, recall5, recall10 }) =>
  `${questions} | ${[hit10, recall5, recall10].map((value) => value.toFixed(1)).join(' | ')}`;

/**
 * @param {{ kinds: readonly { kind: string, heldOut: Score, unfitted: Score }[], loss: number,
 *   ablations: readonly { name: string, loss: number }[], weights: Record<string, number>,
 *   support: readonly { leg: string, model: Record<string, number>, auc: number }[] }} result
 */
export function writeReport({ kinds, loss, ablations, weights, support }) {
  const ranking = kinds.flatMap(({ kind, heldOut, unfitted }) => [
    `| ${kind} turns, before fitting | ${line(unfitted)} |`,
    `| ${kind} turns, held out (13 folds by history) | ${line(heldOut)} |`,
  ]);
  const byFeature = ablations.map(
    ({ name, loss: rise }) =>
      `| ${name} | ${(weights[name] ?? 0).toFixed(2)} | ${rise >= 0 ? '+' : '−'}${Math.abs(rise).toFixed(4)} |`,
  );
  return `## Figures of the last fit

| histories | questions | hit@10 | turn recall@5 | @10 |
|---|---|---|---|---|
${ranking.join('\n')}

Mean held-out loss ${loss.toFixed(4)}. Without a feature it rises by:

| feature | weight | held-out loss without it |
|---|---|---|
${byFeature.join('\n')}

Support, told from questions that were asked of another history, on held-out histories:

| what is there | AUC |
|---|---|
${support.map(({ leg, auc }) => `| ${leg} | ${auc.toFixed(3)} |`).join('\n')}
`;
}
