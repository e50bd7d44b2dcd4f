import type { InputOf, OutputOf } from '../contract/index.ts';
import { askSorting, listTopicPage, readTopic, setTopic, type TopicsCtx } from './topics.ts';

type Key = 'topics.list' | 'topics.get' | 'topics.set' | 'topics.sortAnew';
type TopicHandlers = { readonly [K in Key]: (input: InputOf<K>) => Promise<OutputOf<K>> };

export const topicHandlers = (ctx: TopicsCtx): TopicHandlers => ({
  'topics.list': (input) => listTopicPage(ctx, input),
  'topics.get': (input) => readTopic(ctx, input),
  'topics.set': (input) => setTopic(ctx, input),
  'topics.sortAnew': (input) => askSorting(ctx, input),
});
