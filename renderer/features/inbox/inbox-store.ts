import { create } from 'zustand';
import type {
  EntityId,
  InboxItem,
  InputOf,
  OutputOf,
  Procedure,
  ProcedureId,
  RevisionId,
} from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { useSpace } from '../../space.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';
import { sayHabit } from '../habits/words.ts';
import { noteChange } from '../memory/changes-store.ts';
import { loadRelations, useMemory } from '../memory/memory-store.ts';
import { type Entry, itemFact, listEntries, placeAfter } from './entries.pure.ts';

export type Page = OutputOf<'codex.inbox'> & { readonly habits: readonly Procedure[] };
export type Decision = InputOf<'codex.decide'>['decision'];

type InboxState = {
  readonly page: Loadable<Page>;
  readonly entries: readonly Entry[];
  /** How many wait for a word, for the rail; null while nobody has asked. */
  readonly waiting: number | null;
  readonly place: number;
  readonly marked: ReadonlySet<string>;
  /** For *who is meant?*, by candidate. */
  readonly meant: Readonly<Record<RevisionId, EntityId>>;
  readonly editing: RevisionId | ProcedureId | null;
  readonly isBusy: boolean;
  /** Why the last decision did not come about. */
  readonly failure: Failed | null;
};

export const useInbox = create<InboxState>(() => ({
  ...{ page: { kind: 'loading' as const }, entries: [], waiting: null, place: 0, marked: new Set<string>() },
  ...{ meant: {}, editing: null, isBusy: false, failure: null },
}));

const PAGE = 50;
let limit = PAGE;
let reading = 0;
let isOpen = false;

const waitingIn = ({ total, conflicts, habits }: Page): number => total + conflicts.length + habits.length;

/** Nobody has so many that they would not fit. */
const MAX_HABITS = 200;

async function readPage(asked: number): Promise<Page> {
  const [page, { procedures }] = await Promise.all([
    api.call('codex.inbox', { limit: asked, offset: 0 }),
    api.call('procedures.list', { statuses: ['proposed'], limit: MAX_HABITS, offset: 0 }),
  ]);
  return { ...page, habits: procedures };
}

/** Reads what waits; the place in the list stays where it is. */
export async function loadInbox(): Promise<void> {
  reading += 1;
  const ticket = reading;
  isOpen = true;
  try {
    const [page] = await Promise.all([
      readPage(limit),
      useMemory.getState().relations.length === 0 ? loadRelations() : null,
    ]);
    if (ticket !== reading) return;
    const entries = listEntries(page);
    useInbox.setState(({ entries: old, place, marked }) => ({
      page: { kind: 'ready', value: page },
      entries,
      waiting: waitingIn(page),
      place: Math.max(0, placeAfter(entries, { key: old[place]?.key ?? '', place })),
      marked: new Set([...marked].filter((key) => entries.some((entry) => entry.key === key))),
    }));
  } catch (error) {
    if (ticket === reading) useInbox.setState({ page: { kind: 'failed', failure: toFailed(error) } });
  }
}

/** Leaves the page: from here on only the number beside its link is read. */
export function closeInbox(): void {
  isOpen = false;
}

/** Reads further down the list. */
export async function loadMore(): Promise<void> {
  limit = Math.min(200, limit + PAGE);
  await loadInbox();
}

/** Reads the list again where it was opened, else only how many wait. */
export async function refreshInbox(): Promise<void> {
  if (isOpen) {
    await loadInbox();
    return;
  }
  try {
    useInbox.setState({ waiting: waitingIn(await readPage(1)) });
  } catch {
    // The number beside the link is missing; the inbox itself says why when it is opened.
  }
}

export const moveTo = (place: number): void =>
  useInbox.setState(({ entries }) => ({ place: Math.max(0, Math.min(entries.length - 1, place)), failure: null }));

export const moveBy = (step: 1 | -1): void => moveTo(useInbox.getState().place + step);

/** Marks an entry, or takes the mark away. Only what was heard can be decided in numbers. */
export function toggleMark(entry: Entry): void {
  if (entry.kind !== 'item') return;
  useInbox.setState(({ marked }) => {
    const next = new Set(marked);
    if (!next.delete(entry.key)) next.add(entry.key);
    return { marked: next };
  });
}

export const markAll = (isOn: boolean): void =>
  useInbox.setState(({ entries }) => ({
    marked: new Set(isOn ? entries.flatMap(({ kind, key }) => (kind === 'item' ? [key] : [])) : []),
  }));

/** Several could be meant, and the one it was put down to is none of them. */
const isOpenQuestion = ({ candidates, subject }: InboxItem): boolean =>
  candidates.length > 0 && candidates.every(({ id }) => id !== subject.id);

const DONE = { accept: 'done.kept', reject: 'done.rejected', 'reject-always': 'done.rejectedAlways' } as const;
const DONE_MANY = {
  accept: 'done.many.kept',
  reject: 'done.many.rejected',
  'reject-always': 'done.many.rejected',
} as const;

/** Keeps or rejects candidates, one or many at once. */
export async function decide(ids: readonly RevisionId[], decision: Decision): Promise<void> {
  const { entries, isBusy, meant } = useInbox.getState();
  const [first] = ids;
  if (isBusy || first === undefined) return;
  const entry = entries.find(({ key }) => key === first);
  const sentence =
    ids.length > 1 || entry?.kind !== 'item'
      ? t(DONE_MANY[decision], { n: formatNumber(ids.length) })
      : t(DONE[decision], { fact: itemFact(entry.item) });
  const subjectId = ids.length === 1 ? meant[first] : undefined;
  if (
    decision === 'accept' &&
    ids.length === 1 &&
    subjectId === undefined &&
    entry?.kind === 'item' &&
    isOpenQuestion(entry.item)
  ) {
    useInbox.setState({ failure: { message: t('inbox.who.first'), isRetryable: true, isAborted: false } });
    return;
  }
  useInbox.setState({ isBusy: true, failure: null });
  try {
    const { seq } = await api.call('codex.decide', { ids: [...ids], decision, ...(subjectId ? { subjectId } : {}) });
    noteChange({ seq, sentence });
    await loadInbox();
  } catch (error) {
    useInbox.setState({ failure: toFailed(error) });
  } finally {
    useInbox.setState({ isBusy: false });
  }
}

/** Keeps or rejects everything that is marked. */
export const decideMarked = (decision: Decision): Promise<void> => {
  const { entries, marked } = useInbox.getState();
  return decide(
    entries.flatMap((entry) => (entry.kind === 'item' && marked.has(entry.key) ? [entry.item.id] : [])),
    decision,
  );
};

export const chooseMeant = (id: RevisionId, subjectId: EntityId): void =>
  useInbox.setState(({ meant }) => ({ meant: { ...meant, [id]: subjectId } }));

/** Follows a habit from now on, or does not. */
export async function decideHabit(habit: Procedure, decision: Decision): Promise<void> {
  if (useInbox.getState().isBusy) return;
  useInbox.setState({ isBusy: true, failure: null });
  try {
    const { seq } = await api.call('procedures.decide', { ids: [habit.id], decision });
    noteChange({ seq, sentence: t(`habits.done.${decision}`, { habit: sayHabit(habit) }), area: 'procedures' });
    await loadInbox();
  } catch (error) {
    useInbox.setState({ failure: toFailed(error) });
  } finally {
    useInbox.setState({ isBusy: false });
  }
}

export const edit = (editing: RevisionId | ProcedureId | null): void => useInbox.setState({ editing });

// What waits in one space is neither shown nor decided in another.
useSpace.subscribe(() => {
  reading += 1;
  limit = PAGE;
  useInbox.setState({
    ...{ page: { kind: 'loading' }, entries: [], waiting: null, place: 0, marked: new Set<string>() },
    ...{ meant: {}, editing: null, failure: null },
  });
});
