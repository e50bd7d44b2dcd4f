/** What HaluMem wrote down of a session; it tells of no turn. */
export type MemoryPoint = {
  readonly session: number;
  readonly text: string;
  /** Said wrongly by the assistant, on purpose. */
  readonly isInterference: boolean;
  /** Earlier ones that it takes the place of, as the set words them. */
  readonly replaces: readonly string[];
};

const MIN_WORD = 3;
/** Words of an earlier memory are often put differently where it is replaced; below this it is another one. */
const SAME_MEMORY = 0.5;

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= MIN_WORD));

function sharedBy(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared;
}

/** Dice's coefficient of their words. */
function similarityOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return a.size + b.size === 0 ? 0 : (2 * sharedBy(a, b)) / (a.size + b.size);
}

/** Memories in the order of their sessions, to be found again by their words. */
export class MemoryPoints {
  readonly #points: readonly { readonly point: MemoryPoint; readonly words: ReadonlySet<string> }[];
  /** Position → the session that replaced it. */
  readonly #replacedIn = new Map<number, number>();

  constructor(points: readonly MemoryPoint[]) {
    this.#points = points.map((point) => ({ point, words: wordsOf(point.text) }));
    for (const { point } of this.#points)
      for (const text of point.replaces) {
        const old = this.#positionOf(text, point.session - 1);
        // The first session that says otherwise ends it.
        if (old !== null && !this.#replacedIn.has(old)) this.#replacedIn.set(old, point.session);
      }
  }

  /** The memory that a text means, among those of a session and all before it; the latest of equal ones. */
  find(text: string, untilSession: number): { readonly point: MemoryPoint; readonly replacedIn: number | null } | null {
    const position = this.#positionOf(text, untilSession);
    const found = position === null ? undefined : this.#points[position];
    if (position === null || found === undefined) return null;
    return { point: found.point, replacedIn: this.#replacedIn.get(position) ?? null };
  }

  #positionOf(text: string, untilSession: number): number | null {
    const words = wordsOf(text);
    let best: number | null = null;
    let bestScore = SAME_MEMORY;
    for (const [n, { point, words: own }] of this.#points.entries()) {
      if (point.session > untilSession) break;
      const score = point.text === text ? 1 : similarityOf(words, own);
      if (score >= bestScore) [best, bestScore] = [n, score];
    }
    return best;
  }
}

/** The turn of a session that has most words of a memory: the closest that can be said where a set names the session alone. */
export function closestTurn(
  point: MemoryPoint,
  turns: readonly { readonly id: string; readonly role: string; readonly text: string }[],
): string | null {
  const words = wordsOf(point.text);
  const wanted = point.isInterference ? 'assistant' : 'user';
  let best: string | null = null;
  let bestScore = 0;
  // What somebody told is evidence before what was said of it, so the speaker's own turns are looked through first.
  for (const isWanted of [true, false]) {
    for (const turn of turns) {
      if ((turn.role === wanted) !== isWanted) continue;
      const score = sharedBy(words, wordsOf(turn.text));
      if (score > bestScore) [best, bestScore] = [turn.id, score];
    }
    if (best !== null && bestScore * 2 >= words.size) return best;
  }
  return best;
}
