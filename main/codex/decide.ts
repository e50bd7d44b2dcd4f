import type { ObjectInput, TimePoint } from '../contract/codex.ts';
import { EntityId, EntityType, RevisionId } from '../contract/codex.ts';
import { AppError } from '../contract/errors.ts';
import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import type { BodyOf, JournalEvent } from '../journal/events/index.ts';
import { listClaims, listLinks } from '../stores/claims.ts';
import { listEntities, listEntitiesNamed } from '../stores/entities.ts';
import { findRevisionPlace, listRevisionsOfKey } from '../stores/revisions.ts';
import type { Belief } from './belief.pure.ts';
import { factNotFound } from './facts.ts';
import { rootsAt, standingAt, UNFENCED } from './fence.pure.ts';
import { readLiteral } from './literal.pure.ts';
import { nameKeyOf } from './names.pure.ts';
import { openVocabulary } from './open-vocabulary.ts';
import type { KnownRelation } from './vocabulary.pure.ts';

export type DecideCtx = Pick<Ctx, 'db' | 'commit' | 'clock' | 'ids' | 'emit' | 'generation'>;

type Body = BodyOf<'codex.claimed'>;
type Claim = Body['claims'][number];
type Value = NonNullable<Claim['object']>;
type NewEntity = Body['entities'][number];

async function commit(ctx: DecideCtx, events: readonly JournalEvent[]): Promise<{ readonly seq: number }> {
  const records = await ctx.commit(events);
  ctx.emit('codex.changed', { generation: ctx.generation() });
  return { seq: records.at(-1)?.seq ?? 0 };
}

/** Accepts or rejects what waits in the inbox. */
export async function decide(ctx: DecideCtx, input: InputOf<'codex.decide'>): Promise<OutputOf<'codex.decide'>> {
  const claims = await listClaims(ctx.db.read, input.ids);
  if (claims.length < new Set(input.ids).size) throw factNotFound();
  const spaceId = claims[0]?.spaceId ?? DEFAULT_SPACE;
  return commit(ctx, [
    {
      kind: 'codex.decided',
      body: {
        spaceId,
        claimIds: claims.map(({ id }) => id),
        decision: input.decision,
        subjectId: input.subjectId ?? null,
      },
    },
  ]);
}

/** Says a new fact by hand, with the user's authority. */
export async function addFact(ctx: DecideCtx, input: InputOf<'codex.add'>): Promise<OutputOf<'codex.add'>> {
  const spaceId = input.spaceId ?? DEFAULT_SPACE;
  const relation = await findRelation(ctx, input.relation);
  if (input.subject.kind === 'literal') throw badSubject();
  const entities: NewEntity[] = [];
  const subject = await toValue(ctx, input.subject, { spaceId, kinds: relation.subject, entities });
  const object = await toValue(ctx, input.object, { spaceId, kinds: relation.object, entities });
  if (subject.kind !== 'entity') throw badSubject();
  if (object.kind === 'entity' && object.id === subject.id)
    throw new AppError('request.invalid', 'This links somebody to themselves. Choose somebody or something else.');
  const claim = userClaim(ctx, {
    ...{ act: 'state', subjectId: subject.id, relation: relation.name, object },
    ...{ validFrom: input.validFrom ?? null, validTo: input.validTo ?? null },
  });
  assertOrder(claim);
  const done = await commit(ctx, [claimed(spaceId, { entities, claims: [claim] })]);
  return { ...done, id: RevisionId.parse(claim.claimId) };
}

const badSubject = (): AppError =>
  new AppError('request.invalid', 'A fact is about someone or something. Choose whom, or type a name.');

type Given = Pick<Claim, 'act' | 'subjectId' | 'relation' | 'object' | 'validFrom' | 'validTo'> & {
  readonly replacesIds?: readonly string[];
};

function userClaim(ctx: DecideCtx, given: Given): Claim {
  return {
    ...{ replacesIds: [], replaces: null, isPast: false, isImplied: false },
    ...given,
    ...{ claimId: ctx.ids.uuid(), observedAt: ctx.clock.now().toISOString(), assertedBy: 'correction', source: 'user' },
    ...{ confidence: 1, quote: null, heldFor: null, mayMean: [] },
  };
}

const claimed = (spaceId: string, { entities, claims }: Pick<Body, 'entities' | 'claims'>): JournalEvent => ({
  kind: 'codex.claimed',
  body: { spaceId, turnId: null, extractor: 'user', entities, claims, withdrawn: [] },
});

function assertOrder({ validFrom, validTo }: Pick<Claim, 'validFrom' | 'validTo'>): void {
  if (validFrom === null || validTo === null || Date.parse(validFrom.at) < Date.parse(validTo.at)) return;
  throw new AppError('request.invalid', 'The end lies before the beginning. Change one of the two dates.');
}

async function findRelation(ctx: Pick<Ctx, 'db'>, name: string): Promise<KnownRelation> {
  const relation = (await openVocabulary(ctx)).find(name);
  if (relation) return relation;
  throw new AppError('relation.unknown', 'No relation has this name. Choose one from the list, or add it first.');
}

type Wanted = { readonly spaceId: string; readonly kinds: readonly string[]; readonly entities: NewEntity[] };

/** A value as entered: an entity that is there, a new one, or words. New entities are added to `wanted.entities`. */
async function toValue(ctx: DecideCtx, input: ObjectInput, { spaceId, kinds, entities }: Wanted): Promise<Value> {
  const types = kinds.flatMap((kind) => EntityType.safeParse(kind).data ?? []);
  if (input.kind === 'entity') {
    const [entity] = await listEntities(ctx.db.read, spaceId, [input.id]);
    if (!entity && input.id !== 'me' && input.id !== 'assistant') throw entityNotFound();
    return { kind: 'entity', id: input.id };
  }
  const words = input.kind === 'name' ? input.name : input.text;
  const type = (input.kind === 'name' ? input.type : undefined) ?? types[0];
  if (type === undefined) {
    const literal = readLiteral(words, kinds, ctx.clock.now());
    if (literal !== null) return literal;
    throw new AppError(
      'request.invalid',
      `This relation takes a ${kinds.join(' or a ')}. Write it so that it reads as one.`,
    );
  }
  const named = (await listEntitiesNamed(ctx.db.read, spaceId, [nameKeyOf(words)])).filter((one) => one.type === type);
  if (named[0]) return { kind: 'entity', id: named[0].id };
  const entityId = ctx.ids.uuid();
  entities.push({ entityId, type, name: words, aliases: [] });
  return { kind: 'entity', id: entityId };
}

export const entityNotFound = (): AppError =>
  new AppError('entity.not-found', 'This person or thing is not there any more. It may have been undone or forgotten.');

type Standing = {
  readonly spaceId: string;
  readonly belief: Belief | null;
  readonly subjectId: string;
  readonly relation: string;
};

/** A belief of now, or the waiting claim of this id as if it were one. */
async function find(ctx: DecideCtx, id: string): Promise<Standing> {
  const place = await findRevisionPlace(ctx.db.read, id);
  if (!place) throw factNotFound();
  const beliefs = await listRevisionsOfKey(ctx.db.read, place.spaceId, place);
  const belief = beliefs.find(({ claimIds }) => claimIds.includes(id)) ?? null;
  return { ...place, belief };
}

/** Corrects a belief, or accepts a waiting claim with another value or other dates. */
export async function correctFact(ctx: DecideCtx, input: InputOf<'codex.correct'>): Promise<OutputOf<'codex.correct'>> {
  const { spaceId, subjectId, relation: name, belief } = await find(ctx, input.id);
  const relation = await findRelation(ctx, name);
  const [claim] = await listClaims(ctx.db.read, [input.id]);
  const state = claim ? standingAt(claim, UNFENCED) : null;
  const old: Value | null =
    belief?.value ??
    (state?.objectId
      ? { kind: 'entity', id: state.objectId }
      : claim?.objectText
        ? { kind: 'literal', text: claim.objectText, value: claim.objectValue ?? '' }
        : null);
  const entities: NewEntity[] = [];
  const object = input.object ? await toValue(ctx, input.object, { spaceId, kinds: relation.object, entities }) : old;
  if (object === null) throw factNotFound();
  const kept = keptTimes(belief, claim);
  const made = userClaim(ctx, {
    ...{ act: belief === null ? 'state' : 'correct', subjectId, relation: relation.name, object },
    validFrom: input.validFrom === undefined ? kept.validFrom : input.validFrom,
    validTo: input.validTo === undefined ? kept.validTo : input.validTo,
    replacesIds: belief?.claimIds ?? [],
  });
  assertOrder(made);
  const decided: JournalEvent[] =
    state?.standing === 'held'
      ? [{ kind: 'codex.decided', body: { spaceId, claimIds: [input.id], decision: 'reject', subjectId: null } }]
      : [];
  const done = await commit(ctx, [...decided, claimed(spaceId, { entities, claims: [made] })]);
  return { ...done, id: RevisionId.parse(made.claimId) };
}

type Times = { readonly validFrom: TimePoint | null; readonly validTo: TimePoint | null };

/** Dates that were said of it stay with the right value. An end that came from its successor is none. */
function keptTimes(belief: Belief | null, claim: Awaited<ReturnType<typeof listClaims>>[number] | undefined): Times {
  const iso = (ms: number): string => new Date(ms).toISOString();
  if (belief === null)
    return {
      validFrom: claim?.from == null ? null : { at: iso(claim.from), precision: claim.precision ?? 'day' },
      validTo: claim?.to == null ? null : { at: iso(claim.to), precision: claim.toPrecision ?? 'day' },
    };
  return {
    validFrom:
      belief.isStartStated && belief.from !== null ? { at: iso(belief.from), precision: belief.precision } : null,
    validTo:
      belief.status === 'ended' && belief.to !== null ? { at: iso(belief.to), precision: belief.precision } : null,
  };
}

/** It was so, and no longer is. */
export async function endFact(ctx: DecideCtx, input: InputOf<'codex.end'>): Promise<OutputOf<'codex.end'>> {
  const { spaceId, subjectId, relation, belief } = await find(ctx, input.id);
  if (belief === null) throw factNotFound();
  const at = input.at ?? { at: ctx.clock.now().toISOString(), precision: 'day' as const };
  if (belief.from !== null && Date.parse(at.at) < belief.from)
    throw new AppError('request.invalid', 'It began later than that. Choose a day after its beginning.');
  const claim = userClaim(ctx, { act: 'end', subjectId, relation, object: belief.value, validFrom: null, validTo: at });
  return commit(ctx, [claimed(spaceId, { entities: [], claims: [claim] })]);
}

/** It never was so. */
export async function retractFact(ctx: DecideCtx, input: InputOf<'codex.retract'>): Promise<OutputOf<'codex.retract'>> {
  const { spaceId, subjectId, relation, belief } = await find(ctx, input.id);
  if (belief === null) throw factNotFound();
  const claim = userClaim(ctx, {
    ...{ act: 'retract', subjectId, relation, object: belief.value, validFrom: null, validTo: null },
    replacesIds: belief.claimIds,
  });
  return commit(ctx, [claimed(spaceId, { entities: [], claims: [claim] })]);
}

/** This one of the conflicting beliefs is right; the others become corrected by it. */
export async function settleConflict(
  ctx: DecideCtx,
  { keep }: InputOf<'codex.settleConflict'>,
): Promise<OutputOf<'codex.settleConflict'>> {
  const { spaceId, subjectId, relation, belief } = await find(ctx, keep);
  if (belief === null) throw factNotFound();
  const all = await listRevisionsOfKey(ctx.db.read, spaceId, { subjectId, relation });
  const wrong = all.filter(
    (other) => other.status === 'conflicted' && other.id !== belief.id && other.from === belief.from,
  );
  const claim = userClaim(ctx, {
    ...{ act: 'correct', subjectId, relation, object: belief.value, validFrom: null, validTo: null },
    replacesIds: wrong.flatMap(({ claimIds }) => claimIds),
  });
  return commit(ctx, [claimed(spaceId, { entities: [], claims: [claim] })]);
}

export async function changeEntity(
  ctx: DecideCtx,
  input: InputOf<'codex.changeEntity'>,
): Promise<OutputOf<'codex.changeEntity'>> {
  const spaceId = input.spaceId ?? DEFAULT_SPACE;
  const [entity] = await listEntities(ctx.db.read, spaceId, [input.id]);
  if (!entity) throw entityNotFound();
  const body = {
    ...{ spaceId, entityId: input.id, name: input.name ?? entity.name, type: input.type ?? entity.type },
    aliases: input.aliases ?? entity.aliases,
  };
  return commit(ctx, [{ kind: 'codex.entity-changed', body }]);
}

/** From now on both names mean one entity. */
export async function mergeEntities(
  ctx: DecideCtx,
  { from, into, spaceId = DEFAULT_SPACE }: InputOf<'codex.merge'>,
): Promise<OutputOf<'codex.merge'>> {
  if (from === 'me' || from === 'assistant')
    throw new AppError('request.invalid', 'You and the assistant stay who they are. Merge the other one into you.');
  const root = rootsAt(await listLinks(ctx.db.read, spaceId), UNFENCED);
  if (root(from) === root(into))
    throw new AppError('entity.circular', 'These two are one already.', { retry: 'never' });
  if ((await listEntities(ctx.db.read, spaceId, [from, into])).length < 2) throw entityNotFound();
  return commit(ctx, [{ kind: 'codex.merged', body: { spaceId, fromId: root(from), intoId: root(into) } }]);
}

/** These facts are about another one of the same name. */
export async function splitEntity(
  ctx: DecideCtx,
  { id, spaceId = DEFAULT_SPACE, revisionIds, name }: InputOf<'codex.split'>,
): Promise<OutputOf<'codex.split'>> {
  const [entity] = await listEntities(ctx.db.read, spaceId, [id]);
  if (!entity) throw entityNotFound();
  const claimIds: string[] = [];
  for (const revisionId of revisionIds) {
    const { belief, ...place } = await find(ctx, revisionId);
    if (belief === null || place.spaceId !== spaceId) throw factNotFound();
    if (belief.subjectId !== id && !(belief.value.kind === 'entity' && belief.value.id === id)) throw factNotFound();
    claimIds.push(...belief.claimIds);
  }
  const entityId = ctx.ids.uuid();
  const made = { entityId, type: entity.type, name, aliases: [] };
  const done = await commit(ctx, [{ kind: 'codex.split', body: { spaceId, fromId: id, entity: made, claimIds } }]);
  return { ...done, id: EntityId.parse(entityId) };
}

export async function addRelation(
  ctx: DecideCtx,
  { name, bucket, description, object }: InputOf<'codex.addRelation'>,
): Promise<OutputOf<'codex.addRelation'>> {
  if ((await openVocabulary(ctx)).find(name))
    throw new AppError('relation.exists', 'There is a relation of this name already. Choose another name.');
  return commit(ctx, [{ kind: 'codex.relation-added', body: { name: name.trim(), bucket, description, object } }]);
}
