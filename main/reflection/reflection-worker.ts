import type { Belief } from '../codex/belief.pure.ts';
import { rootsAt, UNFENCED } from '../codex/fence.pure.ts';
import { nameKeyOf } from '../codex/names.pure.ts';
import { openVocabulary } from '../codex/open-vocabulary.ts';
import type { Ctx } from '../ctx.ts';
import type { Worker, WorkerResult, WorkerRun } from '../lifecycle/worker.ts';
import { listLinks } from '../stores/claims.ts';
import { listClusterMembers, listClusters } from '../stores/clusters.ts';
import { listEntities, listEntitiesNamed } from '../stores/entities.ts';
import {
  type FactClaim,
  findReflectionTime,
  listDenials,
  listFactClaims,
  listReflections,
  listSaidTurns,
} from '../stores/reflections.ts';
import { listAllRevisions } from '../stores/revisions.ts';
import { findLearnableSpace, listSpaces } from '../stores/spaces.ts';
import { concludeChanges } from './changes.pure.ts';
import type { Conclusion, Said } from './conclusion.pure.ts';
import { concludeInterests, type Matter, type Mention } from './interests.pure.ts';
import { type Plan, planReflections } from './plan-reflections.pure.ts';
import { gatherDoings } from './recurrences.pure.ts';
import { gatherTopicMatters, type TopicMatters } from './topic-matters.pure.ts';

/** Turns read between two pauses. */
const PAGE = 400;
/** Mentions of an entity are claims about it. */
const SURE_OF_CLAIMS = 1;
const RELATIONS = ['talks often about', 'does regularly', 'changed repeatedly'];

/** What several memories say together: interests, what is done regularly, what changed repeatedly. */
export const reflectionWorker: Worker = {
  name: 'reflection',
  priority: 50,
  everyHours: 7 * 24,
  isForIdle: false,
  isOnByDefault: true,
  run: reflect,
};

async function reflect(ctx: Ctx, run: WorkerRun): Promise<WorkerResult> {
  const counts = { made: 0, held: 0, added: 0, dropped: 0 };
  for (const { id, isRemoved } of await listSpaces(ctx.db.read)) {
    if (isRemoved) continue;
    const plan = await reflectOn(ctx, run, id);
    counts.made += plan?.made ?? 0;
    counts.held += plan?.held ?? 0;
    counts.added += plan?.added ?? 0;
    counts.dropped += plan?.dropped ?? 0;
  }
  if (counts.made + counts.added + counts.dropped > 0) ctx.emit('codex.changed', { generation: ctx.generation() });
  return { summary: sayDone(counts), counts };
}

function sayDone({
  made,
  held,
  dropped,
}: {
  readonly made: number;
  readonly held: number;
  readonly dropped: number;
}): string {
  const gone = dropped === 0 ? '' : ` ${dropped} lost what they rested on and were dropped.`;
  if (made === 0) return `Nothing new was concluded.${gone}`;
  const waiting =
    held === 0 ? '' : held === made ? ' In the inbox for you to judge.' : ` ${held} of them wait in the inbox.`;
  return `${made === 1 ? 'One observation is' : `${made} observations are`} new.${waiting}${gone}`;
}

async function reflectOn(ctx: Ctx, run: WorkerRun, spaceId: string): Promise<Plan | null> {
  const last = await findReflectionTime(ctx.db.read, spaceId);
  // A clock that went back, or the same run again: what it would do is done.
  if (last !== null && run.at.getTime() <= last.getTime()) return null;
  const facts = await listFactClaims(ctx.db.read, spaceId);
  await run.breathe();
  const found = await conclude(ctx, run, { spaceId, facts });
  const good = new Set(facts.map(({ claimId }) => claimId));
  const plan = planReflections(found, {
    spaceId,
    known: await listReflections(ctx.db.read, spaceId),
    denials: await listDenials(ctx.db.read, spaceId, RELATIONS),
    isGood: (claimId) => good.has(claimId),
  });
  const at = run.at.toISOString();
  if (plan.events.length === 0) return plan;
  const turnIds = new Set(
    plan.events.flatMap((event) => (event.kind === 'codex.claimed' && event.body.turnId ? [event.body.turnId] : [])),
  );
  return ctx.extraction.alone(async () => {
    // Reading takes a while, in which a conversation may have left memory or this space; the next run begins anew.
    for (const turnId of turnIds) if ((await findLearnableSpace(ctx.db.read, turnId)) !== spaceId) return null;
    // All or nothing: half a conclusion would be one without its evidence.
    await ctx.commit([...plan.events, { kind: 'reflection.run', body: { spaceId, at } }]);
    return plan;
  });
}

type Space = { readonly spaceId: string; readonly facts: readonly FactClaim[] };

async function conclude(ctx: Ctx, run: WorkerRun, space: Space): Promise<readonly Conclusion[]> {
  const { spaceId, facts } = space;
  const root = rootsAt(await listLinks(ctx.db.read, spaceId), UNFENCED);
  const doings = gatherDoings();
  const topics = await openTopics(ctx, spaceId);
  const people = await openPeople(ctx, spaceId);
  const sessions = new Map<string, Map<string, number>>();
  const factsOf = new Map<string, FactClaim[]>();
  for (const fact of facts) factsOf.set(fact.turnId, [...(factsOf.get(fact.turnId) ?? []), fact]);
  const mentions = new Map<string, Mention[]>();
  const evidence = new Map<string, Mention>();
  const until = run.at;
  for (let afterSeq = 0; ; ) {
    const page = await listSaidTurns(ctx.db.read, { spaceId, afterSeq, until, limit: PAGE });
    for (const row of page) {
      const subjectId = await people.idOf(row);
      if (subjectId === null) continue;
      // One conversation may go on for months without its sittings being named.
      const session = `${row.conversationId} ${row.session ?? ''} ${row.saidAt.toISOString().slice(0, 10)}`;
      const said: Said = {
        turnId: row.turnId,
        subjectId,
        session,
        at: row.saidAt.getTime(),
        zone: row.zone,
        text: row.text,
      };
      const own = sessions.get(subjectId) ?? new Map<string, number>();
      sessions.set(subjectId, own.set(session, Math.min(own.get(session) ?? said.at, said.at)));
      doings.add(said);
      topics.add(said);
      for (const fact of factsOf.get(row.turnId) ?? []) {
        const mention = { ...said, quote: { text: fact.quote, from: fact.quoteFrom }, restsOn: fact.claimId };
        evidence.set(fact.claimId, mention);
        for (const id of [fact.subjectId, fact.objectId].flatMap((one) => (one === null ? [] : [root(one)])))
          if (id !== subjectId && id !== 'me') mentions.set(id, [...(mentions.get(id) ?? []), mention]);
      }
    }
    await run.breathe();
    if (page.length < PAGE) break;
    afterSeq = page.at(-1)?.seq ?? afterSeq;
  }
  const matters = [...(await toMatters(ctx, spaceId, { mentions, speakers: people.ids() })), ...topics.matters()];
  const single = new Set(
    (await openVocabulary(ctx)).relations.flatMap(({ name, bucket, subject, isSensitive }) =>
      bucket === 'single-valued' && !isSensitive && subject.includes('person') ? [name] : [],
    ),
  );
  const beliefs = (await listAllRevisions(ctx.db.read, spaceId)).filter(({ relation }) => single.has(relation));
  return [
    ...doings.conclude(),
    ...concludeInterests(matters, sessions),
    ...concludeChanges(beliefs, firstOf(evidence)),
  ];
}

const firstOf =
  (evidence: ReadonlyMap<string, Mention>) =>
  ({ claimIds }: Belief): Mention | null =>
    claimIds.flatMap((id) => evidence.get(id) ?? []).sort((a, b) => a.at - b.at)[0] ?? null;

type Mentioned = { readonly mentions: ReadonlyMap<string, readonly Mention[]>; readonly speakers: ReadonlySet<string> };

/** Entities of which people spoke; not those who speak here themselves. */
async function toMatters(ctx: Ctx, spaceId: string, { mentions, speakers }: Mentioned): Promise<readonly Matter[]> {
  const ids = [...mentions.keys()].filter((id) => !speakers.has(id) && id !== 'assistant').sort();
  const entities = await listEntities(ctx.db.read, spaceId, ids);
  return entities.map(({ id }) => ({
    key: id,
    object: { kind: 'entity', id },
    sureness: SURE_OF_CLAIMS,
    mentions: mentions.get(id) ?? [],
  }));
}

/** Who speaks, as the Codex knows them; null where it knows nobody of that name. */
async function openPeople(ctx: Ctx, spaceId: string) {
  const known = new Map<string, string | null>();
  return {
    idOf: async ({ role, speaker }: { readonly role: string; readonly speaker: string }): Promise<string | null> => {
      if (role === 'user') return 'me';
      const before = known.get(speaker);
      if (before !== undefined) return before;
      const named = await listEntitiesNamed(ctx.db.read, spaceId, [nameKeyOf(speaker)]);
      const id = named.find(({ type }) => type === 'person')?.id ?? null;
      known.set(speaker, id);
      return id;
    },
    ids: (): ReadonlySet<string> => new Set([...known.values()].filter((id) => id !== null)),
  };
}

/** Turns by topic, as they were sorted last. */
async function openTopics(ctx: Ctx, spaceId: string): Promise<TopicMatters> {
  const clusters = await listClusters(ctx.db.read, spaceId);
  const labelOf = new Map(clusters.map(({ id, label, ownName }) => [id, ownName ?? label]));
  const topicOf = new Map<string, string>();
  for (const { clusterId, core, later } of await listClusterMembers(ctx.db.read, spaceId))
    for (const turnId of [...core, ...later]) topicOf.set(turnId, clusterId);
  return gatherTopicMatters({ topicOf, labelOf });
}
