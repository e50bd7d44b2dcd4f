import type { Mention } from './mentions.pure.ts';
import type { Count } from './scored.ts';

/** How far an answer meets its reference, before anything is said of what is no longer right. */
export type Met = {
  /** 0 to 1, of the reference, in what is claimed and in what is quoted. */
  readonly inClaim: number;
  readonly inQuotes: number;
  readonly isMet: boolean;
  readonly isLoose: boolean;
  /** Where right values stand, for kinds that are found word by word. */
  readonly right: readonly Mention[];
  readonly recall?: Count;
  readonly precision?: Count | null;
  readonly tau?: number | null;
  readonly tokenF1?: number;
};

/** The question with its time: words of its own say nothing about a value. */
export type Asked = { readonly question: string; readonly truth: 'current' | 'historical' };

export const UNMET: Met = { inClaim: 0, inQuotes: 0, isMet: false, isLoose: false, right: [] };
