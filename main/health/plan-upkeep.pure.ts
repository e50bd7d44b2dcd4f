/** A table as the database counts it. */
export type TableState = {
  readonly table: string;
  readonly live: number;
  /** Rows that were replaced or deleted and still take up space. */
  readonly dead: number;
  /** Rows that changed since its statistics were made. */
  readonly changed: number;
  readonly pages: number;
  readonly isAnalyzed: boolean;
};

export type UpkeepStatement = { readonly what: 'vacuum' | 'vacuum toast' | 'analyze'; readonly table: string };

/** Less than this is reused by the next writes before anybody would notice. */
const DEAD_ROWS = 200;
const DEAD_SHARE = 0.1;
const CHANGED_ROWS = 500;
const CHANGED_SHARE = 0.1;

/**
 * What is worth doing today, the smaller tables first. A table that only grows is left alone: there is nothing to take back
 * in it, and reading all of it would hold up a question.
 */
export function planUpkeep(states: readonly TableState[]): readonly UpkeepStatement[] {
  return [...states]
    .sort((a, b) => a.pages - b.pages || (a.table < b.table ? -1 : 1))
    .flatMap(({ table, live, dead, changed, isAnalyzed }): UpkeepStatement[] => {
      const isLoose = dead >= DEAD_ROWS && dead >= live * DEAD_SHARE;
      const isStale =
        (changed >= CHANGED_ROWS && changed >= live * CHANGED_SHARE) || (!isAnalyzed && live >= CHANGED_ROWS);
      return [
        ...(isLoose ? [{ what: 'vacuum', table } as const, { what: 'vacuum toast', table } as const] : []),
        ...(isStale ? [{ what: 'analyze', table } as const] : []),
      ];
    });
}
