import { create } from 'zustand';
import type { Summary, Topic, TopicId, TopicTurn } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { type Loadable, toFailed } from '../failure.ts';

const PAGE = 60;

export type OpenTopic = {
  readonly topic: Topic;
  readonly turns: readonly TopicTurn[];
  /** Of the conversations that the turns are from. */
  readonly summaries: readonly Summary[];
};

export const useTopic = create<{ readonly open: Loadable<OpenTopic> }>(() => ({ open: { kind: 'loading' } }));

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
  useTopic.setState({ open: { kind: 'loading' } });
  try {
    const { topic, turns } = await api.call('topics.get', { id, limit: PAGE, offset: 0 });
    const summaries = await readSummaries(turns, []);
    if (mine === latest) useTopic.setState({ open: { kind: 'ready', value: { topic, turns, summaries } } });
  } catch (error) {
    if (mine === latest) useTopic.setState({ open: { kind: 'failed', failure: toFailed(error) } });
  }
}

/** Reads on. */
export async function showMoreOfTopic(): Promise<void> {
  const { open } = useTopic.getState();
  if (open.kind !== 'ready') return;
  const { topic, turns, summaries } = open.value;
  const mine = latest;
  try {
    const more = await api.call('topics.get', { id: topic.id, limit: PAGE, offset: turns.length });
    const all = await readSummaries(more.turns, summaries);
    if (mine !== latest) return;
    useTopic.setState({
      open: { kind: 'ready', value: { topic: more.topic, turns: [...turns, ...more.turns], summaries: all } },
    });
  } catch (error) {
    useTopic.setState({ open: { kind: 'failed', failure: toFailed(error) } });
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
  useTopic.setState({ open: { kind: 'loading' } });
}
