import { create } from 'zustand';
import type { Job, OutputOf, Topic } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { useSpace } from '../../space.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';
import { showTopic } from './topic-store.ts';

export type TopicOrder = 'size' | 'recent';

type TopicsState = {
  readonly list: Loadable<OutputOf<'topics.list'>>;
  readonly order: TopicOrder;
  /** The sorting that waits or runs. */
  readonly job: Job | null;
  /** It was asked for here. One that came due by itself may wait for days until nobody is at the computer. */
  readonly isAsked: boolean;
  /** What was hidden last, to be shown again. */
  readonly hidden: Topic | null;
  readonly said: string | null;
  readonly failure: Failed | null;
};

export const useTopics = create<TopicsState>(() => ({
  list: { kind: 'loading' },
  order: 'size',
  job: null,
  isAsked: false,
  hidden: null,
  said: null,
  failure: null,
}));

let latest = 0;

/** Reads the topics again. */
export async function refreshTopics(): Promise<void> {
  latest += 1;
  const mine = latest;
  try {
    const value = await api.call('topics.list', {});
    if (mine === latest) useTopics.setState({ list: { kind: 'ready', value } });
  } catch (error) {
    if (mine === latest) useTopics.setState({ list: { kind: 'failed', failure: toFailed(error) } });
  }
}

/** Reads whether turns are being sorted; the list is read again when that is over. */
export async function refreshSorting(): Promise<void> {
  try {
    const { workers, queue } = await api.call('workers.list', {});
    const worker = workers.find(({ name }) => name === 'clustering');
    const job = worker?.current ?? null;
    const { job: before, isAsked } = useTopics.getState();
    const isOver = before !== null && (job === null || (job.state === 'failed' && before.state !== 'failed'));
    useTopics.setState({ job, isAsked: isAsked && !isOver });
    if (!isOver) return;
    const failed = job ?? queue.find(({ id, state }) => id === before.id && state === 'dead');
    if (isAsked) sayOutcome(failed?.summary ?? null, worker?.last?.summary ?? '');
    await refreshTopics();
  } catch {
    // Only the button's word depends on it; the next change of a worker asks again.
  }
}

function sayOutcome(why: string | null, summary: string): void {
  if (why === null) {
    announce(summary);
    return;
  }
  const message = t('topics.sort.failed', { why });
  useTopics.setState({ failure: { message, isRetryable: true, isAborted: false } });
  announce(message);
}

let isAsking = false;

/** Sorts everything anew, now. */
export async function sortNow(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  try {
    await api.call('topics.sortAnew', {});
    const job = await api.call('workers.runNow', { worker: 'clustering' });
    useTopics.setState({ job, isAsked: true, failure: null });
    announce(t('topics.sorting'));
    await refreshSorting();
  } catch (error) {
    useTopics.setState({ failure: toFailed(error) });
  } finally {
    isAsking = false;
  }
}

const nameOf = ({ name }: Topic): string => name || t('topics.unnamed');

async function change(input: Parameters<typeof api.call<'topics.set'>>[1]): Promise<Topic | null> {
  try {
    const topic = await api.call('topics.set', input);
    showTopic(topic);
    await refreshTopics();
    return topic;
  } catch (error) {
    useTopics.setState({ failure: toFailed(error) });
    return null;
  }
}

const say = (said: string, hidden: Topic | null): void => {
  useTopics.setState({ said, hidden, failure: null });
  announce(said);
};

export async function setHidden(topic: Topic, isHidden: boolean): Promise<void> {
  const changed = await change({ id: topic.id, isHidden });
  if (changed === null) return;
  const key = isHidden ? 'topics.hidden.said' : 'topics.shown.said';
  say(t(key, { name: nameOf(changed) }), isHidden ? changed : null);
}

/** A name of the reader's own; null goes back to the label. */
export async function renameTopic(topic: Topic, name: string | null): Promise<Topic | null> {
  const changed = await change({ id: topic.id, name });
  if (changed !== null) say(t('topics.renamed.said', { name: nameOf(changed) }), null);
  return changed;
}

export const setTopicOrder = (order: TopicOrder): void => useTopics.setState({ order });
export const dismissTopics = (): void => useTopics.setState({ hidden: null, said: null, failure: null });

// Names of one space are not shown in another, not even until the list is read again.
useSpace.subscribe(() => {
  latest += 1;
  useTopics.setState({ list: { kind: 'loading' } });
  dismissTopics();
});
