import { createHash } from 'node:crypto';
import { isSameStretch, PAUSE_MS } from './same-stretch.pure.ts';

/** A turn as summaries read it. */
export type SourceTurn = {
  readonly id: string;
  readonly speaker: string;
  readonly role: 'user' | 'assistant' | 'other' | 'system';
  /** What was said, with what was attached. */
  readonly text: string;
  readonly session: string | null;
  readonly saidAtMs: number | null;
  /** Written by Palimpsest out of other turns: covered, and never quoted. */
  readonly isAnswer: boolean;
};

/** One sitting of a conversation, or a part of a long one. */
export type Stretch = {
  readonly id: string;
  readonly turns: readonly SourceTurn[];
  readonly session: string | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** More may follow: nothing is written of it yet. */
  readonly isOpen: boolean;
};

/** More is told in parts: one vector and a dozen sentences cannot stand for a day of talk. */
const PART_TURNS = 40;
/** What is left over is told with the part before it. */
const MIN_TURNS = 4;
/** Two turns of this much are worth a summary as well. */
const MIN_CHARS = 600;

type Cut = { readonly conversationId: string; readonly at: Date };

/** Cuts the active path of a conversation into sittings, in order; those with little in them are left out. */
export function cutStretches(turns: readonly SourceTurn[], { conversationId, at }: Cut): readonly Stretch[] {
  const sittings: SourceTurn[][] = [];
  for (const turn of turns) {
    const sitting = sittings.at(-1);
    const last = sitting?.at(-1);
    if (sitting === undefined || last === undefined || !isSameStretch(last, turn)) sittings.push([turn]);
    else sitting.push(turn);
  }
  return sittings.flatMap((sitting, index) => {
    const isOpen = index === sittings.length - 1 && isGoingOn(sitting, at);
    return cutParts(sitting)
      .filter(isWorthIt)
      .map((part) => toStretch(part, conversationId, isOpen));
  });
}

function isGoingOn(sitting: readonly SourceTurn[], at: Date): boolean {
  const last = sitting.findLast(({ saidAtMs }) => saidAtMs !== null)?.saidAtMs ?? null;
  return last !== null && at.getTime() - last < PAUSE_MS;
}

function cutParts(sitting: readonly SourceTurn[]): readonly (readonly SourceTurn[])[] {
  const parts: SourceTurn[][] = [];
  for (let from = 0; from < sitting.length; from += PART_TURNS) {
    const part = sitting.slice(from, from + PART_TURNS);
    const before = parts.at(-1);
    if (before !== undefined && part.length < MIN_TURNS) before.push(...part);
    else parts.push(part);
  }
  return parts;
}

function isWorthIt(part: readonly SourceTurn[]): boolean {
  if (part.length >= MIN_TURNS) return true;
  return part.length > 1 && part.reduce((sum, { text }) => sum + text.length, 0) >= MIN_CHARS;
}

function toStretch(turns: readonly SourceTurn[], conversationId: string, isOpen: boolean): Stretch {
  const times = turns.flatMap(({ saidAtMs }) => saidAtMs ?? []);
  return {
    id: summaryIdOf('session', conversationId, turns[0]?.id ?? ''),
    turns,
    session: turns[0]?.session ?? null,
    fromMs: times.length === 0 ? null : Math.min(...times),
    toMs: times.length === 0 ? null : Math.max(...times),
    isOpen,
  };
}

const hashOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);

const PREFIX = { session: 'sitting', period: 'month' } as const;

/** The same id whenever the same sitting, or the same month of a space, is told. */
export const summaryIdOf = (scope: 'session' | 'period', whole: string, part: string): string =>
  `${PREFIX[scope]}-${hashOf([scope, whole, part])}`;

/** Whether an id is one of a summary: written again, it has the same. */
export const isSummaryId = (id: string): boolean =>
  Object.values(PREFIX).some((prefix) => new RegExp(`^${prefix}-[0-9a-f]+$`).test(id));

/** Whether a summary tells of a month: searching knows no more of a summary than its id. */
export const isPeriodId = (id: string): boolean => id.startsWith(`${PREFIX.period}-`);

/** Changes whenever a summary of these would come out otherwise. */
export const WRITER_VERSION = 'extract 1';

export const fingerprintOf = (spaceId: string, turns: readonly SourceTurn[]): string =>
  hashOf([
    WRITER_VERSION,
    spaceId,
    ...turns.flatMap(({ id, speaker, text, saidAtMs }) => [id, speaker, text, String(saidAtMs)]),
  ]);
