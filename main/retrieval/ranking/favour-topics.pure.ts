type Scored = { readonly score: number; readonly parts: Readonly<Record<string, number>> };

/** Candidates whose topics say what the question is about. */
const BEST = 10;
/** Added to the score of a turn whose topic all of the best are in; log odds, as every part. */
const WEIGHT = 0.6;

/** Turns of the topics that the best are in come a little earlier; `topicOf` is null where a candidate is in none. */
export function favourTopics<T extends Scored>(ranked: readonly T[], topicOf: (one: T) => string | null): readonly T[] {
  const shares = new Map<string, number>();
  for (const one of ranked.slice(0, BEST)) {
    const topic = topicOf(one);
    if (topic !== null) shares.set(topic, (shares.get(topic) ?? 0) + 1 / BEST);
  }
  if (shares.size === 0) return ranked;
  return ranked
    .map((one, at) => {
      const part = WEIGHT * (shares.get(topicOf(one) ?? '') ?? 0);
      return { at, one: part === 0 ? one : { ...one, score: one.score + part, parts: { ...one.parts, topic: part } } };
    })
    .sort((a, b) => b.one.score - a.one.score || a.at - b.at)
    .map(({ one }) => one);
}
