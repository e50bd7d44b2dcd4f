import type { Handlers } from '../contract/handlers.ts';
import { askSorting, listTopicPage, readTopic, setTopic, type TopicsCtx } from './topics.ts';

type Key = 'topics.list' | 'topics.get' | 'topics.set' | 'topics.sortAnew';
type TopicHandlers = Pick<Handlers, Key>;

export const topicHandlers = (ctx: TopicsCtx): TopicHandlers => ({
  'topics.list': (input) => listTopicPage(ctx, input),
  'topics.get': (input) => readTopic(ctx, input),
  'topics.set': (input) => setTopic(ctx, input),
  'topics.sortAnew': (input) => askSorting(ctx, input),
});
