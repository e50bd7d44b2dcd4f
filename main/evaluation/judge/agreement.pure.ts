/** One item that two have graded. */
export type Rated = { readonly judge: number; readonly human: number };

export type Agreement = {
  readonly items: number;
  /** Of those with the same grade. */
  readonly same: number;
  readonly accuracy: number | null;
  /** Cohen's kappa: agreement beyond what two raters with these habits reach by chance. Null: cannot be said. */
  readonly kappa: number | null;
  /** The same with near misses counted by the square of their distance. */
  readonly weightedKappa: number | null;
  /** Right or wrong only: grade 4 and 5 against the others. */
  readonly binary: { readonly accuracy: number | null; readonly kappa: number | null };
  /** By judge and then human. */
  readonly confusion: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

const RIGHT_FROM = 4;
const GRADES = [1, 2, 3, 4, 5];

/** How far a judge grades as a person does. */
export function measureAgreement(rated: readonly Rated[]): Agreement {
  const binary = rated.map(({ judge, human }) => ({
    judge: Number(judge >= RIGHT_FROM),
    human: Number(human >= RIGHT_FROM),
  }));
  const confusion: Record<string, Record<string, number>> = {};
  for (const { judge, human } of rated) {
    confusion[judge] ??= {};
    const row = confusion[judge];
    row[human] = (row[human] ?? 0) + 1;
  }
  return {
    items: rated.length,
    same: rated.filter(({ judge, human }) => judge === human).length,
    accuracy: accuracyOf(rated),
    kappa: kappaOf(rated, GRADES, (a, b) => Number(a !== b)),
    weightedKappa: kappaOf(rated, GRADES, (a, b) => (a - b) ** 2),
    binary: { accuracy: accuracyOf(binary), kappa: kappaOf(binary, [0, 1], (a, b) => Number(a !== b)) },
    confusion,
  };
}

const accuracyOf = (rated: readonly Rated[]): number | null =>
  rated.length === 0 ? null : rated.filter(({ judge, human }) => judge === human).length / rated.length;

/** One less the disagreement that there is over the one that chance gives. A judge's unreadable grade stands as 0. */
function kappaOf(
  rated: readonly Rated[],
  grades: readonly number[],
  distance: (a: number, b: number) => number,
): number | null {
  if (rated.length === 0) return null;
  const all = [...new Set([...grades, ...rated.flatMap(({ judge, human }) => [judge, human])])];
  const share = (whose: keyof Rated, grade: number): number =>
    rated.filter((one) => one[whose] === grade).length / rated.length;
  const observed = rated.reduce((sum, { judge, human }) => sum + distance(judge, human), 0) / rated.length;
  const expected = all
    .flatMap((a) => all.map((b) => share('judge', a) * share('human', b) * distance(a, b)))
    .reduce((sum, one) => sum + one, 0);
  // Both gave one and the same grade to everything: there is nothing to agree on.
  return expected === 0 ? null : 1 - observed / expected;
}
