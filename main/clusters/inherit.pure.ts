/** A topic keeps its id where at least this share of it, or of what it was, is the same turns. */
const SAME_SHARE = 0.3;

export type Inherited = {
  /** Id of each new topic that goes on from an old one, by its number. */
  readonly idOf: ReadonlyMap<number, string>;
  /** Old ones that nothing goes on from. */
  readonly gone: readonly string[];
};

/**
 * Which new topics are the old ones: those that share most turns find each other first, and each old one goes on in one.
 * `oldOf` and `newOf` say the topic of each turn, in the same order; null and -1 are none.
 */
export function inherit(oldOf: readonly (string | null)[], newOf: ArrayLike<number>): Inherited {
  const shared = new Map<string, { readonly old: string; readonly topic: number; count: number }>();
  const oldSizes = new Map<string, number>();
  const newSizes = new Map<number, number>();
  for (const [n, old] of oldOf.entries()) {
    const topic = newOf[n] ?? -1;
    if (old !== null) oldSizes.set(old, (oldSizes.get(old) ?? 0) + 1);
    if (topic < 0) continue;
    // Turns that were in no topic before say nothing about what this one was.
    if (old === null) continue;
    newSizes.set(topic, (newSizes.get(topic) ?? 0) + 1);
    const key = `${topic} ${old}`;
    const pair = shared.get(key) ?? { old, topic, count: 0 };
    pair.count += 1;
    shared.set(key, pair);
  }
  const pairs = [...shared.values()].sort(
    (a, b) => b.count - a.count || (a.old < b.old ? -1 : a.old > b.old ? 1 : a.topic - b.topic),
  );
  const idOf = new Map<number, string>();
  const taken = new Set<string>();
  for (const { old, topic, count } of pairs) {
    if (idOf.has(topic) || taken.has(old)) continue;
    const share = Math.max(count / (oldSizes.get(old) ?? 1), count / (newSizes.get(topic) ?? 1));
    if (share < SAME_SHARE) continue;
    idOf.set(topic, old);
    taken.add(old);
  }
  return { idOf, gone: [...oldSizes.keys()].filter((old) => !taken.has(old)).sort() };
}
