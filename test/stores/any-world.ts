import type { BodyOf, JournalEvent } from '../../main/journal/events/index.ts';

/** One step of a history: what is done, and to which of the things that are there. */
export type Step = { readonly kind: number; readonly a: number; readonly b: number; readonly c: number };

export type Turn = {
  readonly id: string;
  readonly conversationId: string;
  readonly seq: number;
  readonly text: string;
  readonly isAnswer: boolean;
};
type Claim = { readonly id: string; readonly seq: number; readonly turnId: string; readonly spaceId: string };
type Act = { readonly seq: number };

/** What a history has made so far, so that what follows may speak of it. */
export type World = {
  readonly events: JournalEvent[];
  readonly spaceOf: Map<string, string>;
  readonly leaf: Map<string, string>;
  readonly unsaved: Set<string>;
  turns: Turn[];
  claims: Claim[];
  entities: { readonly id: string; readonly spaceId: string }[];
  summaries: string[];
  clusters: { readonly id: string; readonly spaceId: string }[];
  procedures: string[];
  reflections: { readonly id: string; readonly spaceId: string }[];
  documents: string[];
  slots: string[];
  acts: Act[];
};

const INITIAL: readonly JournalEvent[] = ['home', 'work'].map((spaceId) => ({
  kind: 'space.created',
  body: { spaceId, name: `Space ${spaceId}` },
}));

export const createWorld = (): World => ({
  events: [...INITIAL],
  spaceOf: new Map(),
  leaf: new Map(),
  unsaved: new Set(),
  ...{ turns: [], claims: [], entities: [], summaries: [], clusters: [], procedures: [], reflections: [] },
  ...{ documents: [], slots: [], acts: [] },
});

export const pick = <T>(from: readonly T[], n: number): T | undefined =>
  from.length === 0 ? undefined : from[n % from.length];
/** Of those, a few that differ with `n`. */
export const some = <T>(from: readonly T[], n: number, most = 4): readonly T[] =>
  from.filter((_, index) => (index * 7 + n) % 3 !== 0).slice(-most);
export const at = (n: number): string => new Date(Date.UTC(2024, 0, 1) + n * 5 * 3_600_000).toISOString();
const SPACES = ['home', 'work'] as const;
export const spaceAt = (n: number): string => SPACES[n % 3 === 0 ? 1 : 0] ?? 'home';

export function seqNext(world: World): number {
  return world.events.length + 1;
}
export function add(world: World, event: JournalEvent): number {
  world.events.push(event);
  return world.events.length;
}

type Over = Partial<BodyOf<'turn.said'>>;

export function say(world: World, conversationId: string, over: Over = {}): Turn {
  const seq = seqNext(world);
  const id = `t${seq}`;
  const text = `words ${id} of the harbour number ${seq}`;
  const parentTurnId = world.leaf.get(conversationId) ?? null;
  const said = { turnId: id, conversationId, parentTurnId, position: seq, role: 'user' as const, speaker: 'Ada', text };
  const rest = { saidAt: at(seq), isTimeInferred: false, zone: 'UTC', session: null, status: 'complete' as const };
  const isUnsaved = world.unsaved.has(conversationId) ? { isUnsaved: true } : {};
  const body = { ...said, ...rest, attachments: [], importId: null, isHidden: false, ...isUnsaved, ...over };
  add(world, { kind: 'turn.said', body });
  const turn = { id, conversationId, seq, text, isAnswer: over.role === 'assistant' };
  world.turns.push(turn);
  world.leaf.set(conversationId, id);
  return turn;
}

export const conversationsOf = (world: World): readonly string[] => [...world.spaceOf.keys()];
export const saved = (world: World): readonly Turn[] =>
  world.turns.filter(({ conversationId }) => !world.unsaved.has(conversationId));
