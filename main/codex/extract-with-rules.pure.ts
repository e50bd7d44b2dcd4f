import type { Candidate, Source } from './candidate.pure.ts';
import { readTurn } from './rules/turn.pure.ts';
import type { Tag } from './tag/tag.pure.ts';

/** A turn with as many claims is a list or a document, and is held; no more than this are read. */
export const MAX_CANDIDATES = 12;

/** What a turn says of people and the world by fixed patterns, without a model. */
export function extractWithRules(source: Source, tags: readonly Tag[]): readonly Candidate[] {
  if (source.role !== 'user' && source.role !== 'other') return [];
  return readTurn(source, tags, MAX_CANDIDATES);
}
