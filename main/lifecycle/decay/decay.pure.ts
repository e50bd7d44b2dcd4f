import type { EdgeDecay } from '../../contract/codex.ts';
import type { Tier } from '../../contract/recall.ts';

/** How quickly a turn fades: never used, used at least once, or narrative (design section 8; ICE v2). */
export type Pace = 'unaccessed' | 'accessed' | 'creative';

/** What is kept of the decay score in a day. */
export const RATES: Readonly<Record<Pace, number>> = { unaccessed: 0.95, accessed: 0.98, creative: 0.99 };
/** Long-form fiction is not summarised away for being old. */
export const CREATIVE_FLOOR = 0.3;
/** What a use gives back. */
export const RESTORED = 0.15;
export const ARCHIVED_BELOW = 0.1;
export const COLD_BELOW = 0.05;
/** A fact weaker than this is dormant. */
export const DORMANT_BELOW = 0.1;

/** After so many days nothing is left to tell apart; a power of more would fall below the smallest number there is. */
export const MOST_DAYS = 5000;

const DAY_MS = 86_400_000;

export const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);
export const startOfDay = (day: number): Date => new Date(day * DAY_MS);

/** A score with the day of which it is. */
export type Life = { readonly score: number; readonly anchorDay: number; readonly pace: Pace };

const daysSince = (anchorDay: number, day: number): number => Math.min(MOST_DAYS, Math.max(0, day - anchorDay));

/** The decay score of a day; on days before the anchor it is that of the anchor. */
export function scoreOn({ score, anchorDay, pace }: Life, day: number): number {
  const faded = score * RATES[pace] ** daysSince(anchorDay, day);
  return pace === 'creative' ? Math.max(CREATIVE_FLOOR, faded) : faded;
}

export function tierOf(score: number): Tier {
  if (score < COLD_BELOW) return 'cold';
  return score < ARCHIVED_BELOW ? 'archived' : 'active';
}

/** A use: faded up to that day, then a part restored. A clock that jumped back takes nothing back. */
export function accessedOn(life: Life, day: number): Life {
  const anchorDay = Math.max(day, life.anchorDay);
  return {
    score: Math.min(1, scoreOn(life, anchorDay) + RESTORED),
    anchorDay,
    pace: life.pace === 'creative' ? 'creative' : 'accessed',
  };
}

/** When what a fact rests on was recorded or last used, and how quickly that fades. */
export type Mention = { readonly anchorDay: number; readonly pace: Pace };

/** How strong a fact is on a day: full on the day of its last mention or use, fading from then on at its turn's rate. */
export function strengthOn(mentions: readonly Mention[], day: number): number {
  return mentions.reduce((most, { anchorDay, pace }) => Math.max(most, RATES[pace] ** daysSince(anchorDay, day)), 0);
}

/**
 * What disuse makes of an active fact. Property, single-valued and lasting ones (a birthday, a home, an allergy) keep their
 * standing; in the paper none did, and what had faded waited for the user again.
 */
export function fadedStatus(
  { strength, isLasting }: { readonly strength: number; readonly isLasting: boolean },
  mode: EdgeDecay,
): 'active' | 'dormant' | 'pending' {
  if (mode === 'off' || strength >= DORMANT_BELOW) return 'active';
  if (mode === 'ice') return 'pending';
  return isLasting ? 'active' : 'dormant';
}
