import type { BodyOf } from '../journal/events/index.ts';
import { entityKey, type Gone, isQuoteGone } from './gone.pure.ts';
import { foldText } from './phrase.pure.ts';
import type { Left } from './provenance.pure.ts';

type Claimed = BodyOf<'codex.claimed'>;
type Claim = Claimed['claims'][number];
type NewEntity = Claimed['entities'][number];

/** What stands for a name that nobody says any more, of somebody whom other words still speak of. */
const NAMELESS = '…';

/** Claims that rest on something else, and the entities that only this record names. */
export function claimed(body: Claimed, gone: Gone): Left<'codex.claimed'> {
  const { turnId, spaceId } = body;
  const isTurnGone = turnId !== null && gone.turns.has(turnId);
  const isSpaceGone = turnId === null && gone.spaces.has(spaceId);
  const kept = isTurnGone || isSpaceGone ? [] : body.claims.filter((claim) => !isClaimGone(claim, body, gone));
  const isWhole = !isTurnGone && !isSpaceGone && kept.length === body.claims.length;
  const entities = body.entities.flatMap((entity) => keepEntity(entity, spaceId, gone));
  const isSame = entities.every((entity, index) => entity === body.entities[index]);
  const claims = kept.map((claim) => moveQuote(claim, turnId, gone));
  const areSame = claims.every((claim, index) => claim === body.claims[index]);
  if (isWhole && isSame && areSame && entities.length === body.entities.length) return 'keep';
  const isNothing = claims.length === 0 && entities.length === 0;
  if (isNothing && (isTurnGone || isSpaceGone || body.withdrawn.length === 0)) return 'erase';
  return { ...body, claims, entities };
}

function isClaimGone(claim: Claim, { turnId, spaceId }: Claimed, gone: Gone): boolean {
  if (gone.claims.has(claim.claimId)) return true;
  const isOfGone = (id: string): boolean => gone.entities.has(entityKey(spaceId, id));
  if (
    isOfGone(claim.subjectId) ||
    [claim.object, claim.replaces].some((value) => value?.kind === 'entity' && isOfGone(value.id))
  )
    return true;
  if (turnId === null) return claim.object?.kind === 'literal' && gone.isAbout(claim.object.text);
  const cut = gone.cuts.get(turnId);
  if (cut === undefined) return false;
  if (claim.quote === null) return true;
  const { from, text } = claim.quote;
  return from < cut.to && cut.from < from + text.length;
}

/** What is quoted from behind a cut stands further in front now. */
function moveQuote(claim: Claim, turnId: string | null, gone: Gone): Claim {
  const cut = turnId === null ? undefined : gone.cuts.get(turnId);
  if (cut === undefined || claim.quote === null || claim.quote.from < cut.to) return claim;
  return { ...claim, quote: { ...claim.quote, from: claim.quote.from - cut.removedChars } };
}

function keepEntity(entity: NewEntity, spaceId: string, gone: Gone): readonly NewEntity[] {
  if (gone.entities.has(entityKey(spaceId, entity.entityId))) return [];
  return [{ ...keepNames(entity, gone) }].map((kept) => (isSameNames(kept, entity) ? entity : kept));
}

type Named = { readonly name: string; readonly aliases: readonly string[] };

const isSameNames = (a: Named, b: Named): boolean => a.name === b.name && a.aliases.length === b.aliases.length;

/** Names that something else says still; another one takes the place of the first where that is gone. */
function keepNames<T extends Named>(named: T, gone: Gone): T {
  const isSaid = (name: string): boolean => !gone.names.has(foldText(name));
  const aliases = named.aliases.filter(isSaid);
  if (isSaid(named.name)) return { ...named, aliases };
  const [name = NAMELESS, ...rest] = aliases;
  return { ...named, name, aliases: rest };
}

export function decided(body: BodyOf<'codex.decided'>, gone: Gone): Left<'codex.decided'> {
  return body.claimIds.every((id) => gone.claims.has(id)) ? 'erase' : 'keep';
}

export function split(body: BodyOf<'codex.split'>, gone: Gone): Left<'codex.split'> {
  if (gone.entities.has(entityKey(body.spaceId, body.entity.entityId))) return 'erase';
  const entity = keepNames(body.entity, gone);
  return isSameNames(entity, body.entity) ? 'keep' : { ...body, entity };
}

export function entityChanged(body: BodyOf<'codex.entity-changed'>, gone: Gone): Left<'codex.entity-changed'> {
  if (gone.entities.has(entityKey(body.spaceId, body.entityId))) return 'erase';
  const kept = keepNames(body, gone);
  return isSameNames(kept, body) ? 'keep' : kept;
}

/** Two entities as one, or as two: of no meaning where one of them is gone. */
export function joined(
  { spaceId, fromId, intoId }: { readonly spaceId: string; readonly fromId: string; readonly intoId: string },
  gone: Gone,
): 'keep' | 'erase' {
  return [fromId, intoId].some((id) => gone.entities.has(entityKey(spaceId, id))) ? 'erase' : 'keep';
}

export function reflectionMade(body: BodyOf<'reflection.made'>, gone: Gone): Left<'reflection.made'> {
  if (gone.reflections.has(body.reflectionId) || gone.spaces.has(body.spaceId)) return 'erase';
  const evidence = body.evidence.filter(
    ({ claimId, turnId, restsOn }) =>
      !gone.claims.has(claimId) &&
      !(restsOn !== null && gone.claims.has(restsOn)) &&
      !isQuoteGone(gone, turnId, restsOn === null ? null : ''),
  );
  const [first] = evidence;
  if (evidence.length === body.evidence.length) return 'keep';
  if (first === undefined) return 'erase';
  const hasHead = !gone.claims.has(body.headId);
  return { ...body, evidence, headId: hasHead ? body.headId : first.claimId };
}
