import { AGES } from './figures.ts';

const LIMITS: readonly number[] = [7, 30, 91, 365];

export type AgeName = (typeof AGES)[number];

/** The age of what is asked for: days from its newest evidence to the checkpoint. */
export function nameAge(days: number | null): AgeName {
  if (days === null) return 'none';
  const place = LIMITS.findIndex((limit) => days < limit);
  return AGES[place === -1 ? LIMITS.length : place] ?? 'none';
}
