import type { Ctx } from '../ctx.ts';
import { listClaimsAbout, listLinks } from '../stores/claims.ts';
import { listNames, type NamedEntity } from '../stores/entities.ts';
import { listRevisionsAround } from '../stores/revisions.ts';
import type { ReadTx } from '../stores/run.ts';
import type { Belief } from './belief.pure.ts';
import { settleRows } from './facts.ts';
import { rootsAt, UNFENCED } from './fence.pure.ts';
import { nameKeyOf } from './names.pure.ts';

/** Words of a name at most. */
const NAME_WORDS = 4;

export type NamedIn = NamedEntity & { readonly said: string };

/** Entities whose whole name, or for people whose first name, stands in a text; a first name that two have names neither. */
export async function findNamedIn(tx: ReadTx, spaceId: string, text: string): Promise<readonly NamedIn[]> {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const runs = words.flatMap((_, from) =>
    Array.from({ length: Math.min(NAME_WORDS, words.length - from) }, (__, more) =>
      nameKeyOf(words.slice(from, from + more + 1).join(' ')),
    ),
  );
  const keys = new Set(runs.filter((key) => key.length > 1));
  const rows = await listNames(tx, spaceId, [...keys]);
  if (rows.length === 0) return [];
  const root = rootsAt(await listLinks(tx, spaceId), UNFENCED);
  const named = rows.flatMap((row): NamedIn[] => {
    const own = { ...row, id: root(row.id) };
    if (keys.has(row.nameKey)) return [{ ...own, said: row.nameKey }];
    return row.type === 'person' ? [{ ...own, said: row.nameKey.split(' ')[0] ?? '' }] : [];
  });
  return named.filter(({ id, said, nameKey }) => {
    const isFirst = said !== nameKey;
    return !isFirst || !named.some((other) => other.said === said && other.id !== id);
  });
}

export type AroundInput = {
  readonly spaceId: string;
  readonly entityIds: readonly string[];
  /** Null: now. Nothing said later is used. */
  readonly asOf: Date | null;
  readonly knownAt: Date | null;
  readonly limit: number;
};

/** What is believed of entities and says something of them; of an earlier day, settled from what was said and known by then. */
export async function listBeliefsAround(
  ctx: Pick<Ctx, 'db' | 'generation'>,
  input: AroundInput,
): Promise<readonly Belief[]> {
  const { spaceId, entityIds, asOf, knownAt, limit } = input;
  if (asOf === null && knownAt === null) return listRevisionsAround(ctx.db.read, spaceId, { entityIds, limit });
  const fence = { knownAt: knownAt?.getTime() ?? Number.POSITIVE_INFINITY, generation: ctx.generation() };
  const root = rootsAt(await listLinks(ctx.db.read, spaceId), fence);
  const rows = await listClaimsAbout(ctx.db.read, spaceId, entityIds);
  const said = rows.filter(({ observedAt }) => asOf === null || observedAt <= asOf.getTime());
  return settleRows(ctx, { rows: said, fence, root });
}
