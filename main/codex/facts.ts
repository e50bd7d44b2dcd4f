import { AppError } from '../contract/errors.ts';
import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import { listAllClaims, listClaimsAbout, listClaimsOfKeys, listLinks } from '../stores/claims.ts';
import {
  type EntityRow,
  listEntities,
  listEntitiesNamed,
  listEntityPage as listEntityRows,
} from '../stores/entities.ts';
import {
  findRevisionPlace,
  listAllRevisions,
  listChangeTimes,
  listRevisionsAbout,
  listRevisionsOf,
  listRevisionsOfKey,
} from '../stores/revisions.ts';
import { type Belief, toBeliefs } from './belief.pure.ts';
import { type ClaimRow, type Fence, groupClaims, type LinkRow, rootsAt } from './fence.pure.ts';
import { nameKeyOf } from './names.pure.ts';
import { openVocabulary } from './open-vocabulary.ts';
import { holdsAt, statusAt } from './settle.pure.ts';
import type { StrengthCtx } from './strength.ts';
import { toEntity, toRelation, toRevisions } from './view.ts';

export type FactsCtx = StrengthCtx & Pick<Ctx, 'generation'>;

/** Entities that an id, a name or an alias means, most facts first. */
export async function findEntities(
  ctx: Pick<Ctx, 'db'>,
  spaceId: string,
  words: string,
): Promise<readonly EntityRow[]> {
  const lower = words.trim().toLowerCase();
  const id = lower === 'i' || lower === 'you' ? 'me' : words.trim();
  const byId = await listEntities(ctx.db.read, spaceId, [id, lower]);
  if (byId.length > 0) return byId;
  return listEntitiesNamed(ctx.db.read, spaceId, [nameKeyOf(words)]);
}

const emptyMe = (spaceId: string): EntityRow => ({
  ...{ id: 'me', spaceId, type: 'person', name: 'me', aliases: [], factCount: 0, lastMentionedAt: null },
});

type FactsInput = InputOf<'codex.facts'>;

/**
 * Resolved facts of one entity, or of all where none is named; with `history` every revision known at `knownAt` (design
 * section 5, `resolve`).
 */
export async function listFacts(ctx: FactsCtx, input: FactsInput): Promise<OutputOf<'codex.facts'>> {
  const spaceId = input.spaceId ?? DEFAULT_SPACE;
  const validAt = input.validAt ? Date.parse(input.validAt) : ctx.clock.now().getTime();
  const found = input.subject === undefined ? [] : await findSubject(ctx, spaceId, input.subject);
  const [subject] = found;
  if (!subject && input.subject !== undefined)
    return { subject: null, facts: [], incoming: [], conflicts: [], alsoNamed: [] };
  const about = await readBeliefs(ctx, { spaceId, subject: subject?.id ?? null, knownAt: input.knownAt });
  const isAsked = (belief: Belief): boolean =>
    (input.relation === undefined || belief.relation === input.relation) &&
    (input.history === true || isCurrent(belief, validAt));
  const mine = about.own.filter(isAsked);
  const incoming = about.incoming.filter(isAsked);
  const view = { spaceId, validAt, knownAt: pastOf(ctx, input.knownAt), edgeDecay: input.edgeDecay };
  return {
    subject: subject ? toEntity(subject) : null,
    facts: await toRevisions(ctx, { ...view, beliefs: mine }),
    incoming: await toRevisions(ctx, { ...view, beliefs: incoming }),
    conflicts: conflictsOf(mine, validAt),
    alsoNamed: found.slice(1).map(toEntity),
  };
}

/** A time by which something was known, where that is over: a time to come is now. */
const pastOf = (ctx: FactsCtx, knownAt: string | undefined): string | undefined =>
  knownAt !== undefined && Date.parse(knownAt) < ctx.clock.now().getTime() ? knownAt : undefined;

/** `me` is there before anything is known of him. */
async function findSubject(ctx: FactsCtx, spaceId: string, words: string): Promise<readonly EntityRow[]> {
  const found = await findEntities(ctx, spaceId, words);
  return found.length === 0 && words.trim().toLowerCase() === 'me' ? [emptyMe(spaceId)] : found;
}

const isCurrent = (belief: Belief, validAt: number): boolean =>
  belief.status !== 'corrected' && belief.status !== 'retracted' && holdsAt(belief, validAt);

/** Ids of beliefs of one subject and relation that dispute each other at `validAt`. */
export function conflictsOf(beliefs: readonly Belief[], validAt: number): OutputOf<'codex.facts'>['conflicts'] {
  const groups = new Map<string, Belief[]>();
  for (const belief of beliefs) {
    if (statusAt(belief, validAt) !== 'conflicted' || !holdsAt(belief, validAt)) continue;
    const key = `${belief.subjectId}\n${belief.relation}\n${belief.from ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), belief]);
  }
  // Ids of claims come from the contract's own parser, so the brand is theirs already.
  return [...groups.values()].map((group) =>
    group.map(({ id }) => id as OutputOf<'codex.facts'>['facts'][number]['id']),
  );
}

/** `subject` null: of everybody. */
type Asked = { readonly spaceId: string; readonly subject: string | null; readonly knownAt: string | undefined };

type About = { readonly own: readonly Belief[]; readonly incoming: readonly Belief[] };

/** Of now the ledger is read; of an earlier day it is settled from what was known then. */
async function readBeliefs(ctx: FactsCtx, { spaceId, subject, knownAt }: Asked): Promise<About> {
  const { read } = ctx.db;
  if (knownAt === undefined || Date.parse(knownAt) >= ctx.clock.now().getTime()) {
    if (subject === null) return { own: await listAllRevisions(read, spaceId), incoming: [] };
    return {
      own: await listRevisionsOf(read, spaceId, subject),
      incoming: await listRevisionsAbout(read, spaceId, subject),
    };
  }
  const fence = { knownAt: Date.parse(knownAt), generation: ctx.generation() };
  const links = await listLinks(read, spaceId);
  const root = rootsAt(links, fence);
  const rows =
    subject === null ? await listAllClaims(read, spaceId) : await claimsAround(ctx, { spaceId, subject, links, root });
  const beliefs = await settleRows(ctx, { rows, fence, root });
  if (subject === null) return { own: beliefs, incoming: [] };
  return {
    own: beliefs.filter(({ subjectId }) => subjectId === root(subject)),
    incoming: beliefs.filter(({ value }) => value.kind === 'entity' && value.id === root(subject)),
  };
}

type Around = {
  readonly spaceId: string;
  readonly subject: string;
  readonly links: readonly LinkRow[];
  readonly root: (id: string) => string;
};

/** Claims about an entity, and all others about the same subjects and relations: those may end what was said of it. */
async function claimsAround(ctx: FactsCtx, { spaceId, subject, links, root }: Around): Promise<readonly ClaimRow[]> {
  const all = new Set([subject, ...links.flatMap(({ fromId, intoId }) => [fromId, intoId])]);
  const ids = [...all].filter((id) => root(id) === root(subject));
  const touching = await listClaimsAbout(ctx.db.read, spaceId, ids);
  const keys = new Map(
    touching.flatMap(({ relation, standings }) =>
      standings.map(({ subjectId }) => [`${subjectId}\n${relation}`, { subjectId, relation }] as const),
    ),
  );
  return listClaimsOfKeys(ctx.db.read, spaceId, [...keys.values()]);
}

type Rows = { readonly rows: readonly ClaimRow[]; readonly fence: Fence; readonly root: (id: string) => string };

/** Beliefs from claims, inside a fence. */
export async function settleRows(ctx: Pick<Ctx, 'db'>, { rows, fence, root }: Rows): Promise<readonly Belief[]> {
  const vocabulary = await openVocabulary(ctx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return groupClaims(rows, fence, root).flatMap((key) =>
    toBeliefs(key, vocabulary.bucketOf(key.relation) ?? 'multi-valued', { rows: byId, root }),
  );
}

export const factNotFound = (): AppError =>
  new AppError('fact.not-found', 'This fact is not there any more. It may have been undone or forgotten.');

/** One fact with everything that was ever believed for its subject and relation. */
export async function getFact(ctx: FactsCtx, { id, knownAt }: InputOf<'codex.fact'>): Promise<OutputOf<'codex.fact'>> {
  const place = await findRevisionPlace(ctx.db.read, id);
  if (!place) throw factNotFound();
  const { spaceId, relation } = place;
  const links = await listLinks(ctx.db.read, spaceId);
  const at = knownAt === undefined ? null : Date.parse(knownAt);
  const fence: Fence = { knownAt: at ?? Number.POSITIVE_INFINITY, generation: ctx.generation() };
  const root = rootsAt(links, fence);
  const subjectId = root(place.subjectId);
  const beliefs =
    at === null
      ? await listRevisionsOfKey(ctx.db.read, spaceId, { subjectId, relation })
      : (await readBeliefs(ctx, { spaceId, subject: subjectId, knownAt })).own.filter(
          (belief) => belief.relation === relation,
        );
  const [entity] = await listEntities(ctx.db.read, spaceId, [subjectId]);
  const vocabulary = await openVocabulary(ctx);
  const known = vocabulary.find(relation);
  if (!known) throw factNotFound();
  const now = ctx.clock.now().getTime();
  return {
    subject: toEntity(entity ?? emptyMe(spaceId)),
    relation: toRelation(known),
    revisions: await toRevisions(ctx, { spaceId, beliefs, validAt: now, knownAt: pastOf(ctx, knownAt) }),
    conflicts: conflictsOf(beliefs, now),
  };
}

/** Instants at which something changed, for the two rulers. */
export async function getTimeline(
  ctx: FactsCtx,
  input: InputOf<'codex.timeline'>,
): Promise<OutputOf<'codex.timeline'>> {
  const dots = await listChangeTimes(ctx.db.read, input.spaceId ?? DEFAULT_SPACE, input.subject ?? null);
  const iso = (ms: number): string => new Date(ms).toISOString();
  return { valid: dots.valid.map(iso), known: dots.known.map(iso), now: ctx.clock.now().toISOString() };
}

/** Entities by name, most facts first. */
export async function listEntityPage(
  ctx: Pick<Ctx, 'db'>,
  input: InputOf<'codex.entities'>,
): Promise<OutputOf<'codex.entities'>> {
  const words = input.query?.trim() ?? '';
  const page = await listEntityRows(ctx.db.read, {
    ...{
      spaceId: input.spaceId ?? DEFAULT_SPACE,
      types: input.types ?? null,
      nameKey: words === '' ? null : nameKeyOf(words),
    },
    ...{ limit: input.limit, offset: input.offset },
  });
  return { entities: page.entities.map(toEntity), total: page.total };
}

/** The relations that a fact can have, the user's own among them. */
export async function listRelations(ctx: Pick<Ctx, 'db'>): Promise<OutputOf<'codex.relations'>> {
  const { relations } = await openVocabulary(ctx);
  return { relations: relations.filter(({ isInternal }) => !isInternal).map(toRelation) };
}
