import type { Topic } from '../../../main/contract/index.ts';
import { formatDay, formatMonth } from '../../locales/format.pure.ts';
import { count, t } from '../../locales/text.ts';
import { go } from '../../router.ts';
import { useSearch } from '../search/search-store.ts';
import { setScope } from './scope-store.ts';

export const topicName = ({ name }: Pick<Topic, 'name'>): string => name || t('topics.unnamed');

/** "From March to June 2024", or the day where it was all said on one. */
export function topicSpan({ firstAt, lastAt }: Pick<Topic, 'firstAt' | 'lastAt'>): string {
  if (firstAt === null || lastAt === null) return t('topics.noTime');
  const [from, to] = [formatDay(firstAt), formatDay(lastAt)];
  if (from === to) return from;
  const months = [formatMonth(firstAt), formatMonth(lastAt)];
  return months[0] === months[1] ? (months[0] ?? '') : t('topics.span', { from: months[0] ?? '', to: months[1] ?? '' });
}

export const topicSize = ({ turns, sessions }: Pick<Topic, 'turns' | 'sessions'>): string =>
  `${count(turns, 'turns')} · ${count(sessions, 'sittings')}`;

/** A new chat that remembers only this topic. */
export function askWithin(topic: Topic): void {
  setScope('new', { id: topic.id, name: topicName(topic) });
  go({ name: 'new', isTemporary: false });
}

/** The search page, in this topic alone. */
export function searchWithin(topic: Topic): void {
  const { input } = useSearch.getState();
  useSearch.setState({ input: { ...input, topic: { id: topic.id, name: topicName(topic) } }, result: null });
  go({ name: 'search', query: '' });
}
