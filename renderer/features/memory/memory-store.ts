import { create } from 'zustand';
import {
  type Entity,
  type EntityId,
  type EntityType,
  type InputOf,
  ME,
  type OutputOf,
  type Relation,
  type Revision,
  type RevisionId,
} from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { now } from '../../clock.ts';
import { currentSpaceId, useSpace } from '../../space.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';
import type { AsOf } from './as-of.pure.ts';
import { endOfDay } from './day.pure.ts';

/** The kinds one chooses from; each stands for one or more types of the vocabulary. */
export const GROUPS = {
  people: ['person', 'pet'],
  places: ['place'],
  things: ['organisation', 'thing', 'work', 'project', 'event'],
  topics: ['topic'],
} as const satisfies Readonly<Record<string, readonly EntityType[]>>;
export type EntityGroup = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as readonly EntityGroup[];

export type Names = { readonly entities: readonly Entity[]; readonly total: number };

type Facts = OutputOf<'codex.facts'>;

/** What is known about one entity, at the moment looked at. */
export type Book = {
  readonly wanted: EntityId;
  readonly asOf: AsOf;
  /** When it was read: now, for as long as it is on screen. */
  readonly nowMs: number;
  readonly subject: Entity | null;
  readonly alsoNamed: readonly Entity[];
  /** Everything known today: decides which rows there are. */
  readonly all: Facts;
  /** Everything known at the moment looked at. */
  readonly held: Facts;
  /** What the engine resolves as true then; the reason where that could not be read. */
  readonly resolved: Loadable<Facts>;
};

type MemoryState = {
  readonly query: string;
  readonly group: EntityGroup | null;
  readonly names: Loadable<Names>;
  readonly totals: Readonly<Partial<Record<EntityGroup | 'all', number>>>;
  readonly relations: readonly Relation[];
  readonly book: Loadable<Book> | null;
  readonly timeline: Loadable<OutputOf<'codex.timeline'>> | null;
};

export const useMemory = create<MemoryState>(() => ({
  query: '',
  group: null,
  names: { kind: 'loading' },
  totals: {},
  relations: [],
  book: null,
  timeline: null,
}));

const PAGE = 60;
let listing = 0;

/** Reads names of the chosen kind that hold the query; more than before when there are more. */
export async function loadNames(
  change: { query?: string; group?: EntityGroup | null; more?: boolean } = {},
): Promise<void> {
  listing += 1;
  const ticket = listing;
  const { more = false, ...patch } = change;
  useMemory.setState(patch);
  const { query, group, names } = useMemory.getState();
  const known = names.kind === 'ready' ? names.value.entities.length : 0;
  const input: InputOf<'codex.entities'> = {
    limit: Math.min(500, more ? known + PAGE : Math.max(PAGE, 'query' in change || 'group' in change ? PAGE : known)),
    offset: 0,
    ...(query.trim() === '' ? {} : { query: query.trim() }),
    ...(group === null ? {} : { types: [...GROUPS[group]] }),
  };
  try {
    const value = await api.call('codex.entities', input);
    if (ticket === listing) useMemory.setState({ names: { kind: 'ready', value } });
  } catch (error) {
    if (ticket === listing) useMemory.setState({ names: { kind: 'failed', failure: toFailed(error) } });
  }
}

/** How many names there are of each kind. */
async function loadTotals(): Promise<void> {
  try {
    const count = async (types?: readonly EntityType[]) =>
      (await api.call('codex.entities', { limit: 1, offset: 0, ...(types ? { types: [...types] } : {}) })).total;
    const [all, ...groups] = await Promise.all([count(), ...GROUP_NAMES.map((name) => count(GROUPS[name]))]);
    const totals = Object.fromEntries(GROUP_NAMES.map((name, place) => [name, groups[place] ?? 0]));
    useMemory.setState({ totals: { ...totals, all: all ?? 0 } });
  } catch {
    // Chips without a number are still chips; the list itself says what is wrong.
  }
}

/** The vocabulary, read once and again when a relation was added. */
export async function loadRelations(): Promise<readonly Relation[]> {
  const { relations } = await api.call('codex.relations', {});
  useMemory.setState({ relations });
  return relations;
}

const momentOf = ({ trueOn, knownOn }: AsOf) => ({
  ...(trueOn === null ? {} : { validAt: endOfDay(trueOn) }),
  ...(knownOn === null ? {} : { knownAt: endOfDay(knownOn) }),
});

type Wanted = { readonly subject: EntityId; readonly asOf: AsOf };

let wanted: Wanted | null = null;
let isReading = false;
let isStale = false;

const settle = async <T>(reading: Promise<T>): Promise<Loadable<T>> => {
  try {
    return { kind: 'ready', value: await reading };
  } catch (error) {
    return { kind: 'failed', failure: toFailed(error) };
  }
};

async function readBook({ subject, asOf }: Wanted): Promise<Book> {
  const { book, relations } = useMemory.getState();
  const known = book?.kind === 'ready' && book.value.wanted === subject && !isStale ? book.value.all : null;
  isStale = false;
  const { knownAt } = momentOf(asOf);
  const reading = known ?? api.call('codex.facts', { subject, history: true });
  const [all, held, resolved] = await Promise.all([
    reading,
    knownAt === undefined ? reading : api.call('codex.facts', { subject, history: true, knownAt }),
    settle(api.call('codex.facts', { subject, ...momentOf(asOf) })),
    relations.length === 0 ? loadRelations() : null,
  ]);
  return {
    ...{ wanted: subject, asOf, nowMs: now().getTime(), all, held, resolved },
    subject: all.subject,
    alsoNamed: all.alsoNamed,
  };
}

async function loadTimeline(subject: EntityId): Promise<void> {
  const spaceId = currentSpaceId();
  const timeline = await settle(api.call('codex.timeline', { subject }));
  if (spaceId === currentSpaceId() && wanted?.subject === subject) useMemory.setState({ timeline });
}

/**
 * Reads what is known about somebody at a moment. While a handle is dragged one reading runs at a time, always towards
 * the newest place; what is on screen stays until the next picture is complete.
 */
export async function loadBook(next: Wanted): Promise<void> {
  const before = wanted;
  wanted = next;
  if (before?.subject !== next.subject) {
    const { book } = useMemory.getState();
    const isHere = book?.kind === 'ready' && book.value.wanted === next.subject;
    if (!isHere) useMemory.setState({ book: { kind: 'loading' }, timeline: null });
    void loadTimeline(next.subject);
  }
  if (isReading) return;
  isReading = true;
  try {
    for (let at: Wanted | null = null; wanted !== null && at !== wanted; ) {
      at = wanted;
      const spaceId = currentSpaceId();
      const book = await settle(readBook(at));
      if (spaceId !== currentSpaceId()) at = null;
      // It may have been left or turned elsewhere in the meantime, which the type of a module's variable does not tell.
      else if ((wanted as Wanted | null)?.subject === at.subject) useMemory.setState({ book });
    }
  } finally {
    isReading = false;
  }
}

/** Leaves the page: nothing is read again for it. What was read stays, to be shown at once when one comes back. */
export function closeMemory(): void {
  wanted = null;
  isStale = true;
}

/** Reads everything again that is on screen, because something was learnt, decided or taken back. */
export async function refreshMemory(): Promise<void> {
  isStale = true;
  if (wanted === null) return;
  await Promise.all([loadNames(), loadTotals(), loadTimeline(wanted.subject), loadBook({ ...wanted })]);
}

/** Reads the list of names, their numbers and the vocabulary. */
export const openMemory = (): Promise<unknown> => Promise.all([loadNames(), loadTotals()]);

/** Everything about the one looked at, as the engine resolves it. */
export function admittedOf(book: Book): ReadonlySet<RevisionId> {
  if (book.resolved.kind !== 'ready') return new Set(whatStillStands(book.held).map(({ id }) => id));
  const { facts, incoming } = book.resolved.value;
  return new Set([...facts, ...incoming].map(({ id }) => id));
}

/** Where the engine's answer is missing, nothing is claimed but what is marked as holding now. */
const whatStillStands = ({ facts, incoming }: Facts): readonly Revision[] =>
  [...facts, ...incoming].filter(({ status }) => status === 'active' || status === 'dormant');

export const conflictsOf = (book: Book): readonly (readonly RevisionId[])[] =>
  book.resolved.kind === 'ready' ? book.resolved.value.conflicts : book.held.conflicts;

export const troubleOf = (entry: Loadable<unknown> | null): Failed | null =>
  entry?.kind === 'failed' ? entry.failure : null;

export const isMe = (id: EntityId): boolean => id === ME;

// What is known in one space is not shown in another, not even until it is read again.
useSpace.subscribe(() => {
  listing += 1;
  isStale = true;
  useMemory.setState({ query: '', group: null, names: { kind: 'loading' }, totals: {}, book: null, timeline: null });
});
