import type { Seeded } from '../lib/seeded.pure.ts';
import type { Conversation } from './model.pure.ts';
import { DAY_MS, startOfDay } from './words.pure.ts';
import type { Company } from './world.pure.ts';

type Span = { readonly start: number; readonly end: number; readonly count: number };

/** Times of checkpoints, late in the evening; the last one is the end. */
export function makeCheckpoints(rng: Seeded, { start, end, count }: Span): readonly number[] {
  const step = (end - start) / count;
  return Array.from({ length: count }, (_, n) => {
    const drift = n === count - 1 ? 0 : (rng.next() - 0.5) * 0.4;
    return startOfDay(start + step * (n + 1 + drift)) + 23 * 3_600_000;
  });
}

type Plan = {
  readonly start: number;
  readonly checkpoints: readonly number[];
  readonly turns: number;
  readonly company: Company;
};

const SHARE_OF_GROUPS: Readonly<Record<Company, number>> = { assistant: 0, pair: 0.35, group: 0.35 };

/** Sizes that add up: conversations with the assistant are of even length. */
function drawSizes(rng: Seeded, turns: number): readonly number[] {
  const mean = turns < 400 ? 12 : turns < 1_500 ? 16 : 22;
  const sizes: number[] = [];
  let left = turns;
  while (left > 0) {
    const drawn = 2 * Math.round((mean * (0.5 + rng.next())) / 2);
    const size = left - drawn < 6 ? left : drawn;
    sizes.push(size);
    left -= size;
  }
  return sizes;
}

/** Conversations over the whole span, some of which are imported long after they were had. */
export function makeConversations(rng: Seeded, { start, checkpoints, turns, company }: Plan): readonly Conversation[] {
  const sizes = drawSizes(rng, turns);
  const end = checkpoints.at(-1) ?? start;
  const days = Math.floor((end - start) / DAY_MS) - 1;
  const step = days / sizes.length;
  const imported = new Set(drawImported(rng, sizes.length));
  return sizes.map((size, index) => {
    const day = Math.floor(step * index + rng.next() * Math.max(0, step - 0.01));
    const begin = startOfDay(start) + day * DAY_MS + (7 * 60 + rng.int(14 * 60)) * 60_000;
    const isGroup = size % 2 === 0 && index > 1 && rng.next() < SHARE_OF_GROUPS[company];
    const arrivesAt = imported.has(index) ? drawArrival(rng, begin, checkpoints) : null;
    return {
      index,
      id: `c-${String(index + 1).padStart(3, '0')}`,
      kind: isGroup && arrivesAt === null ? ('group' as const) : ('assistant' as const),
      start: begin,
      arrivesAt,
      turns: size,
    };
  });
}

const drawImported = (rng: Seeded, conversations: number): readonly number[] => {
  const early = Array.from({ length: Math.floor(conversations * 0.55) - 2 }, (_, n) => n + 2);
  return rng.shuffle(early).slice(0, conversations < 25 ? 1 : conversations < 80 ? 2 : 4);
};

/** After at least one checkpoint that does not have it, and before the last, which does. */
function drawArrival(rng: Seeded, said: number, checkpoints: readonly number[]): number | null {
  const next = checkpoints.findIndex((at) => at > said);
  const possible = checkpoints.slice(next + 1, -1);
  if (next < 0 || possible.length === 0) return null;
  const from = checkpoints[next + rng.int(possible.length)] ?? said;
  return from + (1 + rng.int(10)) * DAY_MS - 9 * 3_600_000;
}
