/** How documents lie to each other: -1 where there is none. Windows and sessions are read along these. */
export type Layout = {
  readonly previous: ArrayLike<number>;
  readonly next: ArrayLike<number>;
  readonly session: ArrayLike<number>;
  readonly sessionCount: number;
};

/** What one question may see, with the statistics that BM25 needs, counted inside it and nowhere else. */
export type LexicalScope = {
  /** 1 for each document in scope. */
  readonly mask: Uint8Array;
  readonly count: number;
  /** Words of all documents in scope, and of all their windows. */
  readonly total: number;
  readonly windowTotal: number;
  readonly windowLength: Float32Array;
  readonly sessionLength: Float32Array;
  readonly sessionCount: number;
};

const NOTHING: LexicalScope = {
  ...{ mask: new Uint8Array(), count: 0, total: 0, windowTotal: 0, sessionCount: 0 },
  ...{ windowLength: new Float32Array(), sessionLength: new Float32Array() },
};

type Counting = { readonly lengths: ArrayLike<number>; readonly mask: Uint8Array; readonly layout: Layout };

/**
 * Counts lengths inside a mask. Where the scope of before some documents were added is at hand and the mask says of earlier
 * ones what it said then, only what those change is counted.
 */
export function countScope({ lengths, mask, layout }: Counting, older: LexicalScope = NOTHING): LexicalScope {
  const { previous, next, session: sessions } = layout;
  const known = older.mask.length;
  const windowLength = new Float32Array(mask.length);
  windowLength.set(older.windowLength);
  const sessionLength = new Float32Array(layout.sessionCount);
  sessionLength.set(older.sessionLength);
  let { count, total, windowTotal, sessionCount } = older;
  const lengthOf = (doc: number): number => (doc >= 0 && mask[doc] === 1 ? (lengths[doc] ?? 0) : 0);
  const measureAgain = (doc: number): void => {
    if (doc < 0 || doc >= known || mask[doc] !== 1) return;
    const length = lengthOf(doc) + lengthOf(previous[doc] ?? -1) + lengthOf(next[doc] ?? -1);
    windowTotal += length - (windowLength[doc] ?? 0);
    windowLength[doc] = length;
  };
  for (let doc = known; doc < mask.length; doc += 1) {
    const before = previous[doc] ?? -1;
    const after = next[doc] ?? -1;
    if (known > 0) {
      // Where one comes between two others, their windows change even if it is out of scope itself.
      measureAgain(before);
      measureAgain(after);
    }
    if (mask[doc] !== 1) continue;
    const own = lengths[doc] ?? 0;
    const window = own + lengthOf(before) + lengthOf(after);
    windowLength[doc] = window;
    count += 1;
    total += own;
    windowTotal += window;
    const session = sessions[doc] ?? -1;
    if (session < 0 || own === 0) continue;
    if (sessionLength[session] === 0) sessionCount += 1;
    sessionLength[session] = (sessionLength[session] ?? 0) + own;
  }
  return { mask, count, total, windowTotal, windowLength, sessionLength, sessionCount };
}
