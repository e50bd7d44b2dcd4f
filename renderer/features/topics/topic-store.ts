import { create } from 'zustand';
import type { Summary, Topic, TopicId, TopicTurn, TurnId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';

const PAGE = 60;
/** What the contract gives at once. */
const MOST = 200;

export type OpenTopic = {
  readonly topic: Topic;
  readonly turns: readonly TopicTurn[];
  /** Of the conversations that the turns are from. */
  readonly summaries: readonly Summary[];
};

type TopicState = {
  readonly open: Loadable<OpenTopic>;
  /** Why there is no more of it; what is there stays. */
  readonly failure: Failed | null;
};

export const useTopic = create<TopicState>(() => ({ open: { kind: 'loading' }, failure: null }));

let latest = 0;

async function readSummaries(turns: readonly TopicTurn[], known: readonly Summary[]): Promise<readonly Summary[]> {
  const asked = new Set(known.map(({ conversationId }) => conversationId));
  const ids = [...new Set(turns.map(({ conversationId }) => conversationId))].filter((id) => !asked.has(id));
  const found = await Promise.all(
    ids.map((conversationId) =>
      api.call('summaries.list', { scope: 'session', conversationId, limit: 100, offset: 0 }),
    ),
  );
  return [...known, ...found.flatMap(({ summaries }) => summaries)];
}

/** Opens a topic at its first turn. */
export async function openTopic(id: TopicId): Promise<void> {
  latest += 1;
  const mine = latest;
  useTopic.setState({ open: { kind: 'loading' }, failure: null });
  await readTopic(id, mine, PAGE);
}

async function readTopic(id: TopicId, mine: number, limit: number): Promise<void> {
  try {
    const { topic, turns } = await api.call('topics.get', { id, limit, offset: 0 });
    const summaries = await readSummaries(turns, []);
    if (mine === latest) useTopic.setState({ open: { kind: 'ready', value: { topic, turns, summaries } } });
  } catch (error) {
    if (mine === latest) useTopic.setState({ open: { kind: 'failed', failure: toFailed(error) } });
  }
}

/** Reads a topic again after turns were sorted; what is on screen stays until it has come. */
export async function refreshTopic(id: TopicId): Promise<void> {
  const { open } = useTopic.getState();
  if (open.kind !== 'ready' || open.value.topic.id !== id) return;
  latest += 1;
  await readTopic(id, latest, Math.min(MOST, Math.max(PAGE, open.value.turns.length)));
}

/** Reads on. */
export async function showMoreOfTopic(): Promise<void> {
  const { open } = useTopic.getState();
  if (open.kind !== 'ready') return;
  const { topic, turns, summaries } = open.value;
  // A second press, or another topic meanwhile: what came joins only what it was asked for.
  const isStill = (): boolean => useTopic.getState().open === open;
  try {
    const more = await api.call('topics.get', { id: topic.id, limit: PAGE, offset: turns.length });
    const all = await readSummaries(more.turns, summaries);
    if (!isStill()) return;
    const value = { topic: more.topic, turns: [...turns, ...more.turns], summaries: all };
    useTopic.setState({ open: { kind: 'ready', value }, failure: null });
  } catch (error) {
    if (isStill()) useTopic.setState({ failure: toFailed(error) });
  }
}

/** Every turn of a topic; none, and why, where they could not be read. */
export async function listTopicTurns(id: TopicId): Promise<readonly TurnId[]> {
  const ids: TurnId[] = [];
  try {
    for (;;) {
      const { turns } = await api.call('topics.get', { id, limit: MOST, offset: ids.length });
      ids.push(...turns.map(({ turnId }) => turnId));
      if (turns.length < MOST) return ids;
    }
  } catch (error) {
    useTopic.setState({ failure: toFailed(error) });
    return [];
  }
}

/** The topic as it was just changed. */
export function showTopic(topic: Topic): void {
  const { open } = useTopic.getState();
  if (open.kind === 'ready' && open.value.topic.id === topic.id)
    useTopic.setState({ open: { kind: 'ready', value: { ...open.value, topic } } });
}

export function closeTopic(): void {
  latest += 1;
  useTopic.setState({ open: { kind: 'loading' }, failure: null });
}
