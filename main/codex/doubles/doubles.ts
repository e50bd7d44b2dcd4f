import type { MergeProposal } from '../../contract/doubles.ts';
import { DEFAULT_SPACE } from '../../contract/ids.ts';
import type { InputOf, OutputOf } from '../../contract/index.ts';
import type { Ctx } from '../../ctx.ts';
import type { JournalEvent } from '../../journal/events/index.ts';
import {
  deletePlanned,
  listFactTurns,
  listKeptApart,
  listMergePlan,
  listNamedEntities,
  type PlanRow,
  replaceMergePlan,
} from '../../stores/doubles.ts';
import { listEntities } from '../../stores/entities.ts';
import { listRevisionsAbout, listRevisionsOf } from '../../stores/revisions.ts';
import { listSpaces } from '../../stores/spaces.ts';
import type { Belief } from '../belief.pure.ts';
import { openVocabulary } from '../open-vocabulary.ts';
import { readNames, toEntity } from '../view.ts';
import { keysOf, type Named, pairKey, planDoubles } from './plan-doubles.pure.ts';

type DoublesCtx = Pick<Ctx, 'db' | 'commit' | 'emit' | 'generation'>;
type Planning = { readonly at: Date; readonly breathe: () => Promise<void> };

/** Makes the plan of every space anew; returns how many pairs it has, and how many of them are sure. */
export async function planAllDoubles(
  ctx: DoublesCtx,
  { at, breathe }: Planning,
): Promise<{ readonly proposed: number; readonly sure: number }> {
  let proposed = 0;
  let sure = 0;
  for (const { id: spaceId } of await listSpaces(ctx.db.read)) {
    const entities = await readNamed(ctx, spaceId);
    await breathe();
    const apart = new Set((await listKeptApart(ctx.db.read, spaceId)).map(({ aId, bId }) => pairKey(aId, bId)));
    const plan = await inSteps(planDoubles(entities, apart), breathe);
    await ctx.db.transaction((tx) => replaceMergePlan(tx, spaceId, { plan, at }));
    proposed += plan.length;
    sure += plan.filter(({ isSure }) => isSure).length;
    await breathe();
  }
  ctx.emit('codex.changed', { generation: ctx.generation() });
  return { proposed, sure };
}

async function inSteps<T>(steps: Generator<undefined, T>, breathe: () => Promise<void>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await breathe();
  }
}

async function readNamed(ctx: DoublesCtx, spaceId: string): Promise<readonly Named[]> {
  const vocabulary = await openVocabulary(ctx);
  const rows = await listNamedEntities(ctx.db.read, spaceId);
  const known = new Map(
    rows.map(({ id, type, names }) => [
      id,
      {
        ...{ id, type, keys: keysOf(names) },
        facts: new Set<string>(),
        single: new Map<string, string>(),
        turnIds: new Set<string>(),
      },
    ]),
  );
  for (const { subjectId, relation, objectId, valueKey, isNow, turnIds } of await listFactTurns(ctx.db.read, spaceId)) {
    const subject = known.get(subjectId);
    const object = objectId === null ? undefined : known.get(objectId);
    subject?.facts.add(`${relation}>${objectId ?? valueKey}`);
    object?.facts.add(`${relation}<${subjectId}`);
    if (isNow && vocabulary.bucketOf(relation) !== 'multi-valued') subject?.single.set(relation, valueKey);
    for (const turnId of turnIds) {
      subject?.turnIds.add(turnId);
      object?.turnIds.add(turnId);
    }
  }
  return [...known.values()];
}

/** Facts that are shown of each of two: enough to judge by. */
const SHOWN_FACTS = 4;

/** The plan as it is now: what was merged or changed since it was made is left out. */
export async function listDoubles(
  ctx: DoublesCtx,
  { spaceId = DEFAULT_SPACE }: InputOf<'doubles.list'>,
): Promise<OutputOf<'doubles.list'>> {
  const plan = await listMergePlan(ctx.db.read, spaceId);
  const ids = [...new Set(plan.flatMap(({ fromId, intoId }) => [fromId, intoId]))];
  const entities = new Map((await listEntities(ctx.db.read, spaceId, ids)).map((row) => [row.id, toEntity(row)]));
  const proposals: MergeProposal[] = [];
  for (const { fromId, intoId, why, isSure } of plan) {
    const [from, into] = [entities.get(fromId), entities.get(intoId)];
    if (!from || !into || from.factCount === 0 || into.factCount === 0) continue;
    const [fromFacts, intoFacts] = [await sayFacts(ctx, spaceId, fromId), await sayFacts(ctx, spaceId, intoId)];
    proposals.push({ from, into, why, isSure, fromFacts, intoFacts });
  }
  return { proposals };
}

async function sayFacts(ctx: DoublesCtx, spaceId: string, id: string): Promise<readonly string[]> {
  const own = await listRevisionsOf(ctx.db.read, spaceId, id);
  const incoming = await listRevisionsAbout(ctx.db.read, spaceId, id);
  const beliefs = [...own, ...incoming].filter(({ status }) => status === 'active').slice(0, SHOWN_FACTS);
  const valueIds = beliefs.flatMap(({ subjectId, value }) => [
    subjectId,
    ...(value.kind === 'entity' ? [value.id] : []),
  ]);
  const nameOf = await readNames(ctx, spaceId, valueIds);
  return beliefs.map((belief) => sayBelief(belief, nameOf));
}

function sayBelief({ subjectId, relation, value }: Belief, nameOf: (id: string) => string): string {
  const what = value.kind === 'literal' ? value.text : value.id === 'me' ? 'you' : nameOf(value.id);
  return `${subjectId === 'me' ? 'you' : nameOf(subjectId)} · ${relation} · ${what}`;
}

const isPlanned = (plan: readonly PlanRow[], pair: { readonly from: string; readonly into: string }): boolean =>
  plan.some(({ fromId, intoId }) => fromId === pair.from && intoId === pair.into);

/** Does what the user chose of the plan; pairs that are no longer in it are passed over. */
export async function mergeDoubles(
  ctx: DoublesCtx,
  { spaceId = DEFAULT_SPACE, pairs }: InputOf<'doubles.merge'>,
): Promise<OutputOf<'doubles.merge'>> {
  const plan = await listMergePlan(ctx.db.read, spaceId);
  const chosen = pairs.filter((pair) => isPlanned(plan, pair));
  if (chosen.length === 0) return { seqs: [] };
  const records = await ctx.commit(
    chosen.map(
      ({ from, into }): JournalEvent => ({ kind: 'codex.merged', body: { spaceId, fromId: from, intoId: into } }),
    ),
  );
  await ctx.db.transaction((tx) => deletePlanned(tx, spaceId, chosen));
  ctx.emit('codex.changed', { generation: ctx.generation() });
  return { seqs: records.map(({ seq }) => seq) };
}

/** The user says that they are two, or takes that back. */
export async function keepApart(
  ctx: DoublesCtx,
  { spaceId = DEFAULT_SPACE, pairs, isApart }: InputOf<'doubles.keepApart'>,
): Promise<OutputOf<'doubles.keepApart'>> {
  await ctx.commit(
    pairs.map(
      ({ from, into }): JournalEvent => ({
        kind: 'codex.kept-apart',
        body: { spaceId, fromId: from, intoId: into, isApart },
      }),
    ),
  );
  if (isApart) await ctx.db.transaction((tx) => deletePlanned(tx, spaceId, pairs));
  ctx.emit('codex.changed', { generation: ctx.generation() });
  return {};
}
