import { createHash } from 'node:crypto';
import { EntityType } from '../contract/codex.ts';
import type { Ctx } from '../ctx.ts';
import type { BodyOf } from '../journal/events/index.ts';
import { listClaimsOfTurn, listClaimsOfValues, listTombstones } from '../stores/claims.ts';
import { hasActive } from '../stores/revisions.ts';
import type { ReadTx } from '../stores/run.ts';
import { listForgottenHashes } from '../stores/tombstones.ts';
import type { Candidate, ObjectRef, Source } from './candidate.pure.ts';
import { checkAll } from './check-candidate.pure.ts';
import type { AskPolicy } from './checks/sensitive.pure.ts';
import { isRole } from './entities.pure.ts';
import { type ClaimRow, standingAt, UNFENCED } from './fence.pure.ts';
import { nameKeyOf } from './names.pure.ts';
import { createResolver, type Resolver } from './resolver.ts';
import { tombstoneOf } from './tombstone.pure.ts';
import type { KnownRelation, Vocabulary } from './vocabulary.pure.ts';

type Body = BodyOf<'codex.claimed'>;
type Tombstones = Pick<Ctx['tombstones'], 'claim'>;
type Claim = Body['claims'][number];
type Value = NonNullable<Claim['object']>;

export type Reading = {
  readonly tx: ReadTx;
  readonly spaceId: string;
  readonly source: Source;
  readonly extractor: string;
  readonly vocabulary: Vocabulary;
  readonly near: ReadonlySet<string>;
  /** What the user wants to be asked about; absent: what waits unless they say otherwise. */
  readonly policy?: AskPolicy;
  /** By which what was forgotten is known again. */
  readonly tombstones?: Tombstones;
};

export type PlannedClaims = {
  /** Null where the turn adds nothing. */
  readonly body: Body | null;
  readonly rejected: Readonly<Record<string, number>>;
};

/** Checked candidates of one turn as the record that goes into the journal (design section 5, write path). */
export async function planClaims(reading: Reading, candidates: readonly Candidate[]): Promise<PlannedClaims> {
  const { source, vocabulary, tx, spaceId } = reading;
  const rejected: Record<string, number> = {};
  const reject = (reason: string): void => {
    rejected[reason] = (rejected[reason] ?? 0) + 1;
  };
  const resolver = createResolver({
    ...{ tx, spaceId, vocabulary, near: reading.near, named: rolesOf(candidates), seed: source.turnId },
    speaker: source.role === 'user' ? { id: 'me' } : { name: source.speaker },
  });
  const claims: Claim[] = [];
  const checks = reading.policy === undefined ? vocabulary : { ...vocabulary, policy: reading.policy };
  for (const { candidate, checked } of checkAll(candidates, source, checks)) {
    const relation = vocabulary.find(candidate.relation);
    if (checked.kind === 'rejected' || !relation) {
      reject(checked.kind === 'rejected' ? checked.reason : 'unknown-relation');
      continue;
    }
    const heldFor = checked.kind === 'held' ? checked.reason : null;
    claims.push(...(await toClaims({ reading, resolver, relation }, candidate, heldFor)));
  }
  const all = [...claims, ...resolver.implied().map((implied) => impliedClaim(reading, implied, claims))];
  const allowed = await asDecidedBefore(
    reading,
    await withoutForgotten(reading, { claims: all, entities: resolver.created() }),
  );
  for (let n = allowed.length; n < all.length; n += 1) reject('rejected-before');
  return { body: await toBody(reading, { claims: dedupe(allowed), entities: resolver.created() }), rejected };
}

/** What the turn says that people are to its speaker, by their normalised names. */
function rolesOf(candidates: readonly Candidate[]): ReadonlyMap<string, string> {
  return new Map(
    candidates.flatMap(({ act, subject, relation, object }) =>
      act === 'state' && subject.kind === 'speaker' && object?.kind === 'name' && isRole(relation)
        ? [[nameKeyOf(object.name), relation] as const]
        : [],
    ),
  );
}

type Work = { readonly reading: Reading; readonly resolver: Resolver; readonly relation: KnownRelation };

async function toClaims(work: Work, candidate: Candidate, heldFor: Claim['heldFor']): Promise<readonly Claim[]> {
  const { reading, resolver, relation } = work;
  const { source } = reading;
  const subject = await resolver.resolve(candidate.subject, relation.subject[0] ?? 'person');
  const object = candidate.object === null ? null : await toValue(work, candidate.object);
  const replaces = candidate.replaces === null ? null : await toValue(work, candidate.replaces);
  const mayMean = subject.several;
  const claim: Claim = {
    ...{ act: candidate.act, subjectId: subject.id, relation: relation.name },
    ...{ object: object?.value ?? null, replaces: replaces?.value ?? null, replacesIds: [] },
    ...{ validFrom: candidate.validFrom, validTo: candidate.validTo, isPast: candidate.isPast, isImplied: false },
    ...saidBy(source, candidate.act === 'correct'),
    confidence: candidate.confidence,
    quote: { text: source.text.slice(candidate.quote.from, candidate.quote.to), from: candidate.quote.from },
    heldFor: mayMean.length > 0 ? 'which-entity' : heldFor,
    mayMean,
    claimId: idOf(source.turnId, candidate),
  };
  const opposite = await endOfOpposite(reading, claim);
  return opposite === null ? [claim] : [claim, opposite];
}

/** The same words of the same turn are the same claim, whichever version of an extractor finds them. */
function idOf(turnId: string, { act, subject, relation, object, quote }: Candidate): string {
  const words = JSON.stringify([turnId, act, subject, relation, object, quote.from]);
  return createHash('sha256').update(words).digest('hex').slice(0, 24);
}

function saidBy(source: Source, isCorrection: boolean): Pick<Claim, 'observedAt' | 'assertedBy' | 'source'> {
  const observedAt = source.saidAt;
  if (source.role === 'user') return { observedAt, assertedBy: isCorrection ? 'correction' : 'user', source: 'user' };
  return { observedAt, assertedBy: 'other', source: `speaker:${nameKeyOf(source.speaker)}` };
}

async function toValue({ resolver, relation }: Work, ref: ObjectRef): Promise<{ readonly value: Value }> {
  const types = relation.object.flatMap((kind) => EntityType.safeParse(kind).data ?? []);
  const wanted = types[0];
  if (wanted === undefined || types.length < relation.object.length) {
    const text =
      ref.kind === 'literal' ? ref.text : ref.kind === 'name' ? ref.name : ref.kind === 'role' ? ref.label : '';
    const value = (ref.kind === 'literal' ? ref.value : null) ?? nameKeyOf(text);
    if (wanted === undefined || ref.kind === 'literal') return { value: { kind: 'literal', text, value } };
  }
  const named = ref.kind === 'literal' ? { kind: 'name' as const, name: ref.text, type: wanted } : ref;
  const meant = await resolver.resolve(named.kind === 'name' ? fitType(named, types) : named, wanted);
  return { value: { kind: 'entity', id: meant.id } };
}

/** The relation knows better than the extractor what stands at its end: whom one reports to is no organisation. */
function fitType<T extends { readonly type: EntityType }>(named: T, types: readonly EntityType[]): T {
  return types.includes(named.type) ? named : { ...named, type: types[0] ?? named.type };
}

/** "I hate it" is the end of "I like it", if that was believed. */
async function endOfOpposite({ tx, spaceId, vocabulary }: Reading, claim: Claim): Promise<Claim | null> {
  const relation = vocabulary.oppositeOf(claim.relation);
  if (relation === null || claim.act !== 'state' || claim.isPast || claim.object === null) return null;
  const key = claim.object.kind === 'entity' ? `e:${claim.object.id}` : `l:${claim.object.value}`;
  if (!(await hasActive(tx, spaceId, { subjectId: claim.subjectId, relation, key }))) return null;
  return { ...claim, relation, act: 'end', isImplied: true, claimId: `${claim.claimId}~` };
}

type Implied = ReturnType<Resolver['implied']>[number];

function impliedClaim({ source }: Reading, { ofId, relation, id, label }: Implied, claims: readonly Claim[]): Claim {
  const from = source.text.toLowerCase().indexOf(label.toLowerCase());
  const because = claims.find(({ subjectId }) => subjectId === id);
  return {
    ...{ act: 'state', subjectId: ofId, relation, object: { kind: 'entity', id } },
    ...{ replaces: null, replacesIds: [], validFrom: null, validTo: null, isPast: false, isImplied: true },
    ...saidBy(source, false),
    confidence: because?.confidence ?? 0.9,
    quote: from < 0 ? (because?.quote ?? null) : { text: source.text.slice(from, from + label.length), from },
    heldFor: because?.heldFor === undefined || because.heldFor === 'sensitive' ? null : because.heldFor,
    mayMean: [],
    claimId: createHash('sha256').update(`${source.turnId}\n${relation}\n${id}`).digest('hex').slice(0, 24),
  };
}

async function withoutForgotten(
  { tx, spaceId, source, tombstones }: Reading,
  { claims, entities }: Pick<Body, 'claims' | 'entities'>,
): Promise<readonly Claim[]> {
  const hashOf = ({ subjectId, relation, object }: Claim): string => {
    const valueKey = object?.kind === 'entity' ? `e:${object.id}` : `l:${object?.value ?? ''}`;
    return tombstoneOf({ subjectId, relation, valueKey });
  };
  const stones = await listTombstones(tx, claims.map(hashOf));
  const left = claims.filter((claim) => !stones.has(hashOf(claim)));
  if (tombstones === undefined) return left;
  const named = new Map(entities.map(({ entityId, name }) => [entityId, `n:${nameKeyOf(name)}`]));
  const keyOf = ({ subjectId, relation, object }: Claim): string =>
    tombstones.claim({
      ...{ spaceId, subject: named.get(subjectId) ?? subjectId, relation },
      value: object?.kind === 'entity' ? `e:${named.get(object.id) ?? object.id}` : `l:${object?.value ?? ''}`,
    });
  const forgotten = await listForgottenHashes(tx, 'claim', left.map(keyOf));
  // What was said since then is new.
  return left.filter((claim) => Date.parse(source.saidAt) > (forgotten.get(keyOf(claim))?.getTime() ?? -Infinity));
}

/** The same words about the same thing, decided once in the inbox, are not asked again: the decision stands. */
async function asDecidedBefore({ tx, spaceId }: Reading, claims: readonly Claim[]): Promise<readonly Claim[]> {
  const waiting = claims.filter(
    ({ heldFor, mayMean, act }) => heldFor !== null && mayMean.length === 0 && act === 'state',
  );
  if (waiting.length === 0) return claims;
  const values = waiting.map(({ subjectId, relation, object }) => ({
    ...{ subjectId, relation },
    objectIds: object?.kind === 'entity' ? [object.id] : [],
    objectValue: object?.kind === 'literal' ? object.value : null,
  }));
  const before = await listClaimsOfValues(tx, spaceId, values);
  return claims.flatMap((claim) => {
    if (!waiting.includes(claim)) return [claim];
    const standing = before.filter((one) => isSaidAgain(one, claim)).map((one) => standingAt(one, UNFENCED)?.standing);
    if (standing.includes('rejected')) return [];
    return standing.includes('admitted') ? [{ ...claim, heldFor: null }] : [claim];
  });
}

function isSaidAgain(before: ClaimRow, { subjectId, relation, object, act, quote }: Claim): boolean {
  const state = standingAt(before, UNFENCED);
  if (state === null || before.heldFor === null || before.act !== act || before.quote !== (quote?.text ?? null))
    return false;
  const isSameValue =
    object?.kind === 'entity' ? state.objectId === object.id : before.objectValue === (object?.value ?? null);
  return state.subjectId === subjectId && before.relation === relation && isSameValue;
}

function dedupe(claims: readonly Claim[]): readonly Claim[] {
  return [...new Map(claims.map((claim) => [claim.claimId, claim])).values()];
}

/** Only what the turn did not say before; what an older extractor read in it and this one does not is withdrawn. */
async function toBody(
  { tx, spaceId, source, extractor }: Reading,
  found: Pick<Body, 'claims' | 'entities'>,
): Promise<Body | null> {
  const before = await listClaimsOfTurn(tx, source.turnId);
  const known = new Set(before.map(({ id }) => id));
  const ids = new Set(found.claims.map(({ claimId }) => claimId));
  const family = extractor.split(' ')[0];
  const withdrawn = before.filter((claim) => {
    const isDecided = claim.standings.length > 1;
    const isOlder = claim.extractor !== extractor && claim.extractor.split(' ')[0] === family;
    const standing = standingAt(claim, UNFENCED)?.standing;
    return isOlder && !isDecided && !ids.has(claim.id) && (standing === 'admitted' || standing === 'held');
  });
  const claims = found.claims.filter(({ claimId }) => !known.has(claimId));
  if (claims.length === 0 && withdrawn.length === 0) return null;
  const named = new Set(claims.flatMap(({ subjectId, object, replaces }) => [subjectId, idIn(object), idIn(replaces)]));
  const entities = found.entities.filter(({ entityId }) => named.has(entityId));
  return { spaceId, turnId: source.turnId, extractor, entities, claims, withdrawn: withdrawn.map(({ id }) => id) };
}

const idIn = (value: Value | null): string | null => (value?.kind === 'entity' ? value.id : null);
