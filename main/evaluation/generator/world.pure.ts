import { type Seeded, seeded } from '../lib/seeded.pure.ts';
import { makeCheckpoints, makeConversations } from './calendar.pure.ts';
import type { Conversation, DomainTexts, Draft, Person, ProbeDraft, Statement, Value, World } from './model.pure.ts';
import { drawPeople } from './people.pure.ts';
import { parseValue, variantsOf } from './words.pure.ts';

export type Company = 'assistant' | 'pair' | 'group';

export type WorldInput = {
  readonly seed: string;
  readonly texts: DomainTexts;
  readonly turns: number;
  readonly company: Company;
  readonly months: number;
  readonly checkpoints: number;
};

/** An empty history: who, when, and in which conversations. */
export function createWorld(input: WorldInput): World {
  const rng = seeded(input.seed);
  const people = drawPeople(rng.fork('people'), 9);
  const [owner, ...rest] = people;
  if (owner === undefined) throw new RangeError('A history needs its owner.');
  const span = rng.fork('span');
  const start = Date.UTC(2021 + span.int(2), span.int(12), 1 + span.int(27));
  const end = start + Math.round(input.months * 30.44) * 86_400_000;
  const checkpoints = makeCheckpoints(rng.fork('checkpoints'), { start, end, count: input.checkpoints });
  const conversations = makeConversations(rng.fork('conversations'), { ...input, start, checkpoints });
  return {
    rng: rng.fork('world'),
    owner,
    people: rest,
    speakers: rest.slice(0, input.company === 'assistant' ? 0 : input.company === 'pair' ? 1 : 3),
    texts: input.texts,
    start,
    end,
    checkpoints,
    conversations,
    room: conversations.map(({ kind, turns }) => Math.floor(turns * (kind === 'assistant' ? 0.36 : 0.5))),
    statements: [],
    documents: [],
    documentEntries: [],
    probes: [],
    taken: new Set(),
    count: { entries: 0 },
  };
}

/** A value that nothing else in this history has, so that an answer can be told from every other. */
export function takeValue(world: World, values: readonly string[]): Value | null {
  const taken = [...world.taken];
  const free = values.map(parseValue).filter((value) =>
    variantsOf(value)
      .map(toWords)
      .every((one) => !taken.some((other) => clash(one, other))),
  );
  if (free.length === 0) return null;
  const value = world.rng.pick(free);
  for (const one of variantsOf(value)) world.taken.add(toWords(one));
  return value;
}

/** In a form in which whole words can be found in each other. */
const toWords = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

const clash = (one: string, other: string): boolean => one.includes(other) || other.includes(one);

export type Place = {
  readonly from: number;
  readonly to: number;
  /** Only where the assistant is, or only where others are. */
  readonly kind?: Conversation['kind'];
};

/** A conversation in a span of time with a turn to spare; null where there is none. */
export function findPlace(world: World, { from, to, kind }: Place): Conversation | null {
  const free = world.conversations.filter(
    (one) =>
      one.arrivesAt === null &&
      one.start > from &&
      one.start < to &&
      (kind === undefined || one.kind === kind) &&
      (world.room[one.index] ?? 0) > 0,
  );
  return free.length === 0 ? null : world.rng.pick(free);
}

/** The span between a checkpoint and the one before. */
export function segmentOf(world: World, index: number): { readonly from: number; readonly to: number } {
  return { from: world.checkpoints[index - 1] ?? world.start - 1, to: world.checkpoints[index] ?? world.end };
}

type Saying = Omit<Statement, 'reply' | 'isSaidInReply' | 'conversation'> &
  Partial<Pick<Statement, 'reply' | 'isSaidInReply'>>;

export function addStatement(world: World, conversation: Conversation, saying: Saying): void {
  world.statements.push({ reply: null, isSaidInReply: false, ...saying, conversation: conversation.index });
  world.room[conversation.index] = (world.room[conversation.index] ?? 1) - 1;
}

type NewDraft = Pick<Draft, 'change' | 'subject' | 'relation' | 'value'> & Partial<Draft>;

export function draft(world: World, one: NewDraft): Draft {
  world.count.entries += 1;
  return {
    ...{ validFrom: null, validTo: null, grain: 'day', replaces: [], against: null },
    ...one,
    id: `e-${String(world.count.entries).padStart(4, '0')}`,
  };
}

export function addProbe(
  world: World,
  probe: Omit<ProbeDraft, 'anchor' | 'notBefore' | 'isAskedUnknown'> & Partial<ProbeDraft>,
): void {
  world.probes.push({ anchor: null, notBefore: 0, isAskedUnknown: false, ...probe });
}

/** So many different numbers below a limit, in order. */
export const drawSorted = (rng: Seeded, below: number, count: number): readonly number[] =>
  [...rng.shuffle(Array.from({ length: below }, (_, n) => n)).slice(0, count)].sort((a, b) => a - b);

export type { Person };
