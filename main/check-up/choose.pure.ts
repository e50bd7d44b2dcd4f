/** A question of the past: who it is and when it was asked, in milliseconds since 1970. */
export type Dated = { readonly id: string; readonly askedAt: number };

export type Choosing = { readonly limit: number; readonly spread: 'newest' | 'even' };

/** Which questions are asked again, oldest first: the newest, or evenly over all with the first and the last among them. */
export function chooseQuestions<T extends Dated>(questions: readonly T[], { limit, spread }: Choosing): readonly T[] {
  const inOrder = [...questions].sort((a, b) => a.askedAt - b.askedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  if (inOrder.length <= limit) return inOrder;
  if (spread === 'newest' || limit === 1) return inOrder.slice(-limit);
  // A step of at least one place: nothing is chosen twice.
  const step = (inOrder.length - 1) / (limit - 1);
  return Array.from({ length: limit }, (_, n) => inOrder[Math.round(n * step)]).filter((one) => one !== undefined);
}
