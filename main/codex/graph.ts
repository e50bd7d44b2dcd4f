import { EntityId, RevisionId } from '../contract/codex.ts';
import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import { listAllClaims, listLinks } from '../stores/claims.ts';
import { listEntityTypes } from '../stores/entities.ts';
import { type EntityLinkNow, listEntityLinksNow } from '../stores/revisions.ts';
import { type FactsCtx, settleRows } from './facts.ts';
import { rootsAt } from './fence.pure.ts';
import { edgeDecayMode, readLinkStrengths } from './strength.ts';

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

type Graph = OutputOf<'codex.graph'>;

/** Entities and the links between them as known at `knownAt`; those with the most links, up to `limit`. */
export async function readGraph(ctx: FactsCtx, input: InputOf<'codex.graph'>): Promise<Graph> {
  const spaceId = input.spaceId ?? DEFAULT_SPACE;
  const now = ctx.clock.now().getTime();
  const links = await linksAt(ctx, spaceId, input.knownAt);
  const isPast = input.knownAt !== undefined && Date.parse(input.knownAt) < now;
  const statusOf = await readLinkStrengths(ctx, {
    ...{ spaceId, at: isPast && input.knownAt !== undefined ? new Date(input.knownAt) : null },
    mode: edgeDecayMode(ctx, undefined),
  });
  const degrees = new Map<string, number>();
  const count = (id: string): void => void degrees.set(id, (degrees.get(id) ?? 0) + 1);
  for (const { subjectId, objectId } of links) {
    count(subjectId);
    count(objectId);
  }
  const ranked = [...degrees].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const kept = new Set(ranked.slice(0, input.limit).map(([id]) => id));
  const types = new Map((await listEntityTypes(ctx.db.read, spaceId)).map((row) => [row.id, row]));
  const nodes = [...kept].map((id): Graph['nodes'][number] => {
    const row = types.get(id);
    return { id: EntityId.parse(id), name: row?.name ?? id, type: row?.type ?? 'topic', degree: degrees.get(id) ?? 0 };
  });
  const edges = links
    .filter(({ subjectId, objectId }) => kept.has(subjectId) && kept.has(objectId))
    .map((link): Graph['edges'][number] => {
      const status = statusOf(link, now);
      return {
        ...{ id: RevisionId.parse(link.id), from: EntityId.parse(link.subjectId), to: EntityId.parse(link.objectId) },
        ...{ relation: link.relation, status, validFrom: iso(link.from), validTo: iso(link.to) },
        ...(status === 'dormant' ? { lastMentionedAt: new Date(link.lastMentionedAt).toISOString() } : {}),
      };
    });
  return { nodes, edges, leftOut: degrees.size - kept.size };
}

async function linksAt(ctx: FactsCtx, spaceId: string, knownAt: string | undefined): Promise<readonly EntityLinkNow[]> {
  if (knownAt === undefined || Date.parse(knownAt) >= ctx.clock.now().getTime())
    return listEntityLinksNow(ctx.db.read, spaceId);
  const fence = { knownAt: Date.parse(knownAt), generation: ctx.generation() };
  const root = rootsAt(await listLinks(ctx.db.read, spaceId), fence);
  const beliefs = await settleRows(ctx, { rows: await listAllClaims(ctx.db.read, spaceId), fence, root });
  return beliefs.flatMap(({ id, subjectId, value, relation, status, from, to, lastMentionedAt }): EntityLinkNow[] =>
    value.kind === 'literal' || status === 'corrected' || status === 'retracted'
      ? []
      : [{ id, subjectId, objectId: value.id, relation, status, from, to, lastMentionedAt }],
  );
}
