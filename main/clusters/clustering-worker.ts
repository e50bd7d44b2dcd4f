import type { Ctx } from '../ctx.ts';
import type { BodyOf } from '../journal/events/index.ts';
import type { Worker, WorkerResult, WorkerRun } from '../lifecycle/worker.ts';
import {
  findClusterPass,
  listClusterMembers,
  listClusters,
  listTurnBeginnings,
  listUsedClusterIds,
} from '../stores/clusters.ts';
import { listSpaces } from '../stores/spaces.ts';
import { countPhrases, labelTopics, noWords } from './label-topics.pure.ts';
import {
  chooseSorting,
  type FullPlan,
  type PlannedTopic,
  planFull,
  planPlacing,
  toBodies,
} from './plan-sorting.pure.ts';
import { buildPoints, type Points, type ReadVector, type Steps } from './points.pure.ts';
import { TURNS_MIN } from './sort-turns.pure.ts';

const BY = 'clusters/1';
/** Work between two pauses. */
const SLICE_MS = 40;
/** Turns of a topic that its label is made of: those nearest its middle. */
const LABEL_TURNS = 120;
/** What a turn's neighbours say counts this much: "yes, that one" is about what was said before it. */
const NEIGHBOUR = 0.7;

/** Sorts the turns of every space into topics. */
export const clusteringWorker: Worker = {
  name: 'clustering',
  priority: 40,
  everyHours: 24,
  isForIdle: false,
  isOnByDefault: true,
  run: sortSpaces,
};

async function sortSpaces(ctx: Ctx, run: WorkerRun): Promise<WorkerResult> {
  await whenIndexed(ctx, run);
  await ctx.memory.sync();
  const counts = { turns: 0, assigned: 0, made: 0, gone: 0 };
  for (const { id, isRemoved } of await listSpaces(ctx.db.read)) {
    if (isRemoved) continue;
    const done = await sortSpace(ctx, run, id);
    counts.turns += done.turns;
    counts.assigned += done.assigned;
    counts.made += done.made;
    counts.gone += done.gone;
  }
  if (counts.assigned + counts.made + counts.gone > 0) ctx.emit('topics.changed', {});
  return { summary: sayDone(counts), counts };
}

/** Turns that wait for their vectors are sorted when they have them: at once where that is now being done. */
async function whenIndexed({ indexer, log }: Ctx, { signal }: WorkerRun): Promise<void> {
  if (!indexer.isRunning()) return;
  await indexer.whenIdle({ signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    // Without an embedder what has vectors is sorted, and the rest when there is one.
    log('clustering.not-indexed', { kind: error instanceof Error ? error.name : typeof error });
  });
}

type Counts = { readonly turns: number; readonly assigned: number; readonly made: number; readonly gone: number };

const NOTHING: Counts = { turns: 0, assigned: 0, made: 0, gone: 0 };

function sayDone({ turns, assigned, made, gone }: Counts): string {
  if (turns < TURNS_MIN) return `There are topics from ${TURNS_MIN} turns on.`;
  if (assigned + made + gone === 0) return 'Every turn is where it belongs.';
  const topics = made === 0 ? '' : made === 1 ? ' One topic is new.' : ` ${made} topics are new.`;
  return `${assigned === 1 ? 'One turn was' : `${assigned} turns were`} sorted.${topics}`;
}

async function sortSpace(ctx: Ctx, run: WorkerRun, spaceId: string): Promise<Counts> {
  const pass = await findClusterPass(ctx.db.read, spaceId);
  // A clock that went back, or the same run again: what it would do is done.
  if (pass?.at && run.at.getTime() <= pass.at.getTime()) return NOTHING;
  const { ids, read } = openTurns(ctx, spaceId);
  const sorting = chooseSorting(pass, ids.length, TURNS_MIN);
  if (sorting === 'none') return { ...NOTHING, turns: ids.length };
  const points = await inSlices(ctx, run, buildPoints(ids, ctx.memory.vectors.dimension, read));
  const at = run.at.toISOString();
  if (sorting === 'place') {
    const assigned = await inSlices(ctx, run, planPlacing(points, await listClusterMembers(ctx.db.read, spaceId)));
    const none = { made: [], renamed: [], gone: [] };
    if (assigned.length === 0) return { ...NOTHING, turns: points.ids.length };
    await commitChange(ctx, run, { spaceId, by: BY, isFull: false, ...none, assigned, pass: { at, fullTurns: null } });
    return { ...NOTHING, turns: points.ids.length, assigned: countTurns(assigned) };
  }
  const change = await planAnew(ctx, run, { spaceId, points });
  await commitChange(ctx, run, { ...change, pass: { at, fullTurns: points.ids.length } });
  const { assigned, made, gone } = change;
  return { turns: points.ids.length, assigned: countTurns(assigned), made: made.length, gone: gone.length };
}

/** The turns of a space that may be seen, and how to read their vectors with those around them. */
function openTurns(ctx: Ctx, spaceId: string): { readonly ids: readonly string[]; readonly read: ReadVector } {
  const { columns, vectors, viewOf } = ctx.memory;
  const { masks } = viewOf({ spaceId, asOfMs: null, knownAtMs: null }, new Set(['turn']));
  const ids: string[] = [];
  for (let doc = 0; doc < masks.turn.length; doc += 1)
    if (masks.turn[doc] === 1 && vectors.has(doc)) ids.push(columns.ids[doc] ?? '');
  const { previous, next } = columns.layout;
  const read: ReadVector = (id, out) => {
    const doc = columns.find(id);
    if (!vectors.addMeanTo(out, doc, 1)) return false;
    for (const near of [previous[doc] ?? -1, next[doc] ?? -1])
      if (masks.turn[near] === 1) vectors.addMeanTo(out, near, NEIGHBOUR);
    return true;
  };
  return { ids, read };
}

/** Runs work of many small steps and lets others go first now and then. */
async function inSlices<T>(ctx: Pick<Ctx, 'clock'>, run: Pick<WorkerRun, 'breathe'>, steps: Steps<T>): Promise<T> {
  let from = ctx.clock.monotonicMs();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (ctx.clock.monotonicMs() - from < SLICE_MS) continue;
    await run.breathe();
    from = ctx.clock.monotonicMs();
  }
}

type Change = Omit<BodyOf<'clusters.changed'>, 'pass'>;
type Space = { readonly spaceId: string; readonly points: Points };

async function planAnew(ctx: Ctx, run: WorkerRun, { spaceId, points }: Space): Promise<Change> {
  const members = await listClusterMembers(ctx.db.read, spaceId);
  const plan = await inSlices(ctx, run, planFull(points, members));
  const { topics, gone, assigned } = await withFreeIds(ctx, plan);
  const before = new Map((await listClusters(ctx.db.read, spaceId)).map((cluster) => [cluster.id, cluster.label]));
  const labels = await labelAll(ctx, run, topics);
  const labelled = topics.map(({ clusterId, isNew, isChanged }, n) => ({
    clusterId,
    isNew,
    isChanged,
    label: labels[n] ?? '',
  }));
  return {
    ...{ spaceId, by: BY, isFull: true, gone, assigned },
    made: labelled.filter(({ isNew }) => isNew).map(({ clusterId, label }) => ({ clusterId, label })),
    renamed: labelled
      .filter(
        ({ clusterId, isNew, isChanged, label }) =>
          !isNew && (isChanged || before.get(clusterId) === '') && before.get(clusterId) !== label,
      )
      .map(({ clusterId, label }) => ({ clusterId, label })),
  };
}

/** A new topic never gets the id of one that is gone: what the user said of that one is not about this one. */
async function withFreeIds(ctx: Ctx, plan: FullPlan): Promise<FullPlan> {
  const made = plan.topics.filter(({ isNew }) => isNew).map(({ clusterId }) => clusterId);
  const used = await listUsedClusterIds(ctx.db.read, made);
  if (used.size === 0) return plan;
  const idOf = (id: string | null): string | null => (id !== null && used.has(id) ? ctx.ids.uuid() : id);
  const renamed = new Map(made.map((id) => [id, idOf(id) ?? id]));
  return {
    ...plan,
    topics: plan.topics.map((topic) => ({ ...topic, clusterId: renamed.get(topic.clusterId) ?? topic.clusterId })),
    assigned: plan.assigned.map((one) => ({
      ...one,
      clusterId: one.clusterId && (renamed.get(one.clusterId) ?? one.clusterId),
    })),
  };
}

async function labelAll(ctx: Ctx, run: WorkerRun, topics: readonly PlannedTopic[]): Promise<readonly string[]> {
  const speakers = new Set<string>();
  const words: ReturnType<typeof noWords>[] = [];
  for (const [n, { turnIds }] of topics.entries()) {
    const topic = noWords();
    for (const { speaker, text } of await listTurnBeginnings(ctx.db.read, turnIds.slice(0, LABEL_TURNS))) {
      countPhrases(topic, text);
      for (const name of speaker.toLowerCase().split(/\s+/)) speakers.add(name);
    }
    words.push(topic);
    run.onProgress(n, topics.length);
    await run.breathe();
  }
  return labelTopics(words, speakers);
}

async function commitChange(ctx: Ctx, run: WorkerRun, change: BodyOf<'clusters.changed'>): Promise<void> {
  for (const body of toBodies(change)) {
    await ctx.commit([{ kind: 'clusters.changed', body }]);
    await run.breathe();
  }
}

const countTurns = (assigned: Change['assigned']): number =>
  assigned.reduce((sum, { turnIds }) => sum + turnIds.length, 0);
