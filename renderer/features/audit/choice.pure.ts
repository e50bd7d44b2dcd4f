import type { AuditChoice, AuditCounts, SpaceId, TimePoint } from '../../../main/contract/index.ts';

/** What the page asks for, as it was typed. */
export type Wish = {
  readonly part: 'everything' | 'part';
  readonly spaceId: SpaceId | null;
  readonly from: TimePoint | null;
  readonly to: TimePoint | null;
  readonly validAt: TimePoint | null;
  readonly knownAt: TimePoint | null;
  readonly isNamesCovered: boolean;
  readonly isBodiesCovered: boolean;
  readonly isSigned: boolean;
};

/** The last moment of what was said: a month ends with its last day. */
export function endOf({ at, precision }: TimePoint): string {
  const date = new Date(at);
  if (precision === 'year') date.setFullYear(date.getFullYear() + 1);
  else if (precision === 'month') date.setMonth(date.getMonth() + 1);
  else if (precision === 'day') date.setDate(date.getDate() + 1);
  else return at;
  return new Date(date.getTime() - 1).toISOString();
}

/** The wish as the engine takes it: what is left empty is not limited. */
export function toChoice(wish: Wish): AuditChoice {
  const { isNamesCovered, isBodiesCovered, isSigned } = wish;
  const isPart = wish.part === 'part';
  return {
    ...{ isNamesCovered, isBodiesCovered, isSigned },
    // Said even where it is none: a request that names no space is about the one that is shown.
    spaceId: isPart && wish.spaceId !== null ? wish.spaceId : undefined,
    ...(isPart && wish.from !== null ? { from: wish.from.at } : {}),
    ...(isPart && wish.to !== null ? { to: endOf(wish.to) } : {}),
    ...(wish.validAt !== null ? { validAt: endOf(wish.validAt) } : {}),
    ...(wish.knownAt !== null ? { knownAt: endOf(wish.knownAt) } : {}),
  };
}

/** Records of which the bundle holds the seal alone, by the reason; forgotten ones not counted. */
export const coveredIn = ({ covered }: AuditCounts): number => covered.scope + covered.bodies + covered.names;

/** A name for the file that says nothing of what is in it. */
export const fileNameOf = (now: Date): string => `palimpsest-audit-${now.toISOString().slice(0, 10)}.zip`;
