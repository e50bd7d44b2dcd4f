import { AppError } from '../contract/errors.ts';
import { type ConversationId, DEFAULT_SPACE, type SpaceId, type TurnId } from '../contract/ids.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Topic, TopicId, TopicTurn } from '../contract/topics.ts';
import type { Ctx } from '../ctx.ts';
import {
  countSorted,
  findCluster,
  findClusterPass,
  listTopicQuotes,
  listTopics,
  listTopicTurns,
  type QuoteRow,
  type TopicRow,
} from '../stores/clusters.ts';
import { TURNS_MIN } from './sort-turns.pure.ts';

export type TopicsCtx = Pick<Ctx, 'db' | 'commit' | 'emit'>;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const toTopicTurn = ({ turnId, conversationId, speaker, role, text, at }: QuoteRow): TopicTurn => ({
  turnId: turnId as TurnId, // read from the store, which only holds ids that the contract let in
  conversationId: conversationId as ConversationId,
  ...{ speaker, role, text, at: iso(at) },
});

async function toTopics(ctx: TopicsCtx, rows: readonly TopicRow[]): Promise<readonly Topic[]> {
  const quotes = await listTopicQuotes(
    ctx.db.read,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id as TopicId, // likewise
    spaceId: row.spaceId as SpaceId,
    ...{ name: row.ownName ?? row.label, label: row.label, isRenamed: row.ownName !== null, isHidden: row.isHidden },
    ...{ turns: row.turns, sessions: row.sessions, firstAt: iso(row.firstAt), lastAt: iso(row.lastAt) },
    quotes: quotes.filter(({ clusterId }) => clusterId === row.id).map(toTopicTurn),
  }));
}

/** The topics of a space, the largest first. */
export async function listTopicPage(
  ctx: TopicsCtx,
  { spaceId = DEFAULT_SPACE }: InputOf<'topics.list'>,
): Promise<OutputOf<'topics.list'>> {
  const rows = await listTopics(ctx.db.read, { spaceId, id: null });
  const pass = await findClusterPass(ctx.db.read, spaceId);
  return {
    topics: await toTopics(ctx, rows),
    ...(await countSorted(ctx.db.read, spaceId)),
    ...{ sortedAt: iso(pass?.at ?? null), turnsMin: TURNS_MIN },
  };
}

export const topicNotFound = (): AppError =>
  new AppError(
    'topic.not-found',
    'This topic is not there any more. The turns were sorted anew; choose one from the list.',
  );

async function getTopic(ctx: TopicsCtx, id: TopicId): Promise<Topic> {
  const cluster = await findCluster(ctx.db.read, id);
  const rows = cluster === null ? [] : await listTopics(ctx.db.read, { spaceId: cluster.spaceId, id });
  const [topic] = await toTopics(ctx, rows);
  if (!topic) throw topicNotFound();
  return topic;
}

/** One topic with a page of its turns, oldest first. */
export async function readTopic(
  ctx: TopicsCtx,
  { id, limit, offset }: InputOf<'topics.get'>,
): Promise<OutputOf<'topics.get'>> {
  const topic = await getTopic(ctx, id);
  return { topic, turns: (await listTopicTurns(ctx.db.read, { id, limit, offset })).map(toTopicTurn) };
}

/** The user's hand on a topic: a name of their own, and whether it is shown. */
export async function setTopic(ctx: TopicsCtx, input: InputOf<'topics.set'>): Promise<Topic> {
  if ((await findCluster(ctx.db.read, input.id)) === null) throw topicNotFound();
  const name = input.name === undefined ? null : { own: input.name };
  const body = { clusterId: input.id, name, isHidden: input.isHidden ?? null };
  await ctx.commit([{ kind: 'cluster.set', body }]);
  ctx.emit('topics.changed', {});
  return getTopic(ctx, input.id);
}

/** From the next run on everything is sorted anew. */
export async function askSorting(
  ctx: TopicsCtx,
  { spaceId = DEFAULT_SPACE }: InputOf<'topics.sortAnew'>,
): Promise<OutputOf<'topics.sortAnew'>> {
  await ctx.commit([{ kind: 'clusters.asked', body: { spaceId } }]);
  return {};
}
