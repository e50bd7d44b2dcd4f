import type { CheckUpChange, CheckUpSource, LegName, RecallSettings } from '../../../main/contract/index.ts';
import { MOST_TOKENS, readNumber } from '../trace/settings.pure.ts';

/** What the form holds; numbers as they were typed. */
export type Wish = {
  /** Null: what was asked here, and imported questions only where there are none. */
  readonly source: CheckUpSource | null;
  readonly limit: string;
  readonly spread: 'newest' | 'even';
  readonly off: readonly LegName[];
  readonly settings: RecallSettings;
  readonly k: string;
  readonly budget: string;
};

export const DEFAULT_LIMIT = 100;
export const MOST_QUESTIONS = 1_000;
export const MOST_FRAGMENTS = 50;

export const NO_WISH: Wish = {
  ...{ source: null, limit: String(DEFAULT_LIMIT), spread: 'newest' },
  ...{ off: [], settings: {}, k: '', budget: '' },
};

/** The change that a wish asks for; nothing in it where everything stays as it is. */
export function toChange({ off, settings, k, budget }: Wish): CheckUpChange {
  const { rewrites: _, ...changed } = settings;
  const count = readNumber(k, MOST_FRAGMENTS);
  const budgetTokens = readNumber(budget, MOST_TOKENS);
  return {
    ...(off.length === 0 ? {} : { noLegs: off }),
    ...(Object.keys(changed).length === 0 ? {} : { settings: changed }),
    ...(count === undefined ? {} : { k: count }),
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
  };
}

export const isChanging = (change: CheckUpChange): boolean => Object.keys(change).length > 0;

/** How many questions are wanted; the usual number where none, or none that is possible, was typed. */
export const limitOf = ({ limit }: Wish): number => readNumber(limit, MOST_QUESTIONS) ?? DEFAULT_LIMIT;
