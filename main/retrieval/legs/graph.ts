import { findNamedIn, listBeliefsAround } from '../../codex/around.ts';
import type { Belief } from '../../codex/belief.pure.ts';
import { openVocabulary } from '../../codex/open-vocabulary.ts';
import { holdsAt } from '../../codex/settle.pure.ts';
import { readStrengths } from '../../codex/strength.ts';
import { readNames } from '../../codex/view.ts';
import type { Ctx } from '../../ctx.ts';
import { toLexical } from '../../stores/project/lexical-text.pure.ts';
import { countFactTurns, listClaimTurns } from '../../stores/revisions.ts';
import type { Standing } from '../adjudicate.pure.ts';
import type { OpenSearch } from '../open-search.ts';
import type { Settings } from '../recipes.ts';
import type { Found, Leg } from './leg.ts';

/** Facts that are looked at for one question. */
const MAX_FACTS = 1500;
/** Share of the question's weight that a fact has to meet, its subject's name apart. */
const RELEVANT = 0.2;
/** A word of a relation's description counts half as much as one of its name or value. */
const DESCRIPTION = 0.5;
/** What a fact of somebody beside the one who is asked about is worth. */
const BESIDE = 0.5;
const POOL = 40;
const FIRST_PERSON = /(?<![\p{L}])(?:i|me|my|mine|myself|we|our|us)(?![\p{L}])/iu;

/** `stale`: the turns whose facts of this question were all replaced or wrong, with how the best of them stands. */
export type GraphLeg = Leg & { readonly stale: () => ReadonlyMap<number, Standing> };

type Weighed = { readonly belief: Belief; readonly score: number; readonly isCurrent: boolean };

/**
 * Typed state and its neighbourhood: the facts of the entities that the question names, or of the user where it says *I*,
 * which share words with it, and through them the turns that say so. What is current is decided by the ledger.
 */
export async function graphLeg(
  ctx: Ctx,
  search: OpenSearch,
  settings: Pick<Settings, 'edgeDecay' | 'reflections'>,
): Promise<GraphLeg> {
  let stale: ReadonlyMap<number, Standing> = new Map();
  return {
    name: 'graph',
    method: 'facts of named entities in the Codex',
    // A database that cannot count cannot search either, and then the leg records why.
    eligible: await countFactTurns(ctx.db.read, search.scope.spaceId).catch(() => 1),
    stale: () => stale,
    search: async () => {
      const weighed = await weighFacts(ctx, search, settings);
      const turns = await listClaimTurns(
        ctx.db.read,
        weighed.flatMap(({ belief }) => belief.claimIds),
      );
      const found = new Map<number, Weighed>();
      for (const one of weighed)
        for (const claimId of one.belief.claimIds) {
          const doc = search.memory.columns.find(turns.get(claimId) ?? '');
          if (search.view.mask[doc] !== 1) continue;
          const before = found.get(doc);
          // What is current speaks for a turn, whatever else in it was replaced.
          const isBetter =
            before === undefined || (one.isCurrent === before.isCurrent ? one.score > before.score : one.isCurrent);
          found.set(doc, { ...(isBetter ? one : before), score: Math.max(one.score, before?.score ?? 0) });
        }
      stale = new Map(
        [...found].flatMap(
          ([
            doc,
            {
              isCurrent,
              belief: { status, from, to },
            },
          ]) => (isCurrent || status === 'active' ? [] : [[doc, { status, from, to }]]),
        ),
      );
      return [...found]
        .map(([doc, { score }]): Found => ({ doc, score }))
        .sort((a, b) => b.score - a.score || a.doc - b.doc)
        .slice(0, POOL);
    },
  };
}

async function weighFacts(
  ctx: Ctx,
  search: OpenSearch,
  { edgeDecay, reflections }: Pick<Settings, 'edgeDecay' | 'reflections'>,
): Promise<readonly Weighed[]> {
  const { spaceId, asOf, knownAt } = search.scope;
  const named = await findNamedIn(ctx.db.read, spaceId, search.text);
  const asked = new Set([...named.map(({ id }) => id), ...(FIRST_PERSON.test(search.text) ? ['me'] : [])]);
  if (asked.size === 0) return [];
  const scope = { spaceId, asOf, knownAt, limit: MAX_FACTS };
  const around = await listBeliefsAround(ctx, { ...scope, entityIds: [...asked] });
  // What Palimpsest concluded is nothing that anybody said: it leads nowhere unless that is wanted.
  const direct = reflections ? around : around.filter(({ assertedBy }) => assertedBy !== 'assistant');
  const names = await readNames(
    ctx,
    spaceId,
    direct.flatMap(({ subjectId, value }) => [subjectId, ...(value.kind === 'entity' ? [value.id] : [])]),
  );
  const weigh = await createWeigher(ctx, search, { asked, names, named: named.map(({ said }) => said) });
  const validAt = validTimeOf(search, ctx.clock.now());
  const relevant = direct.map((belief) => ({ belief, ...weigh(belief) })).filter(({ score }) => score >= RELEVANT);
  const { statusOf } = await readStrengths(
    ctx,
    relevant.map(({ belief }) => belief),
    { at: asOf, mode: edgeDecay },
  );
  return relevant.flatMap(({ belief, score, isNamed }) => {
    const status = statusOf(belief, validAt);
    // A dormant fact still resolves, and comes only where the question names it; by the paper's rule it waits for the user.
    if (status === 'pending' || (status === 'dormant' && !isNamed)) return [];
    const isStanding = belief.status !== 'corrected' && belief.status !== 'retracted';
    return [{ belief, score, isCurrent: isStanding && holdsAt(belief, validAt) }];
  });
}

/** The middle of the time that the question asks about, else the day of which it is asked. */
function validTimeOf({ reading, scope }: OpenSearch, now: Date): number {
  const { period } = reading;
  if (period === null) return (scope.asOf ?? now).getTime();
  return (Date.parse(period.from) + Date.parse(period.to)) / 2;
}

type Asked = {
  readonly asked: ReadonlySet<string>;
  readonly names: (id: string) => string;
  readonly named: readonly string[];
};

/** `isNamed`: the question has a word of the relation's name or of the value, and not only of what the relation is about. */
type Weight = { readonly score: number; readonly isNamed: boolean };

/** Share of the question's inverse document frequency that a fact's own words meet. */
async function createWeigher(
  ctx: Ctx,
  search: OpenSearch,
  { asked, names, named }: Asked,
): Promise<(belief: Belief) => Weight> {
  const vocabulary = await openVocabulary(ctx);
  const { analyse } = search.memory;
  const stems = (text: string): ReadonlySet<string> => new Set(analyse(toLexical(text)));
  const own = stems(named.join(' '));
  const idf = search.lexical().idf;
  const terms = search.terms.filter(({ term }) => !own.has(term));
  const total = terms.reduce((sum, { term, weight }) => sum + weight * (idf.get(term) ?? 0), 0);
  const described = new Map<string, { readonly name: ReadonlySet<string>; readonly more: ReadonlySet<string> }>();
  const wordsOf = (relation: string) => {
    const known = described.get(relation);
    if (known) return known;
    const entry = vocabulary.find(relation);
    const made = { name: stems(relation), more: stems(`${entry?.description ?? ''} ${entry?.area ?? ''}`) };
    described.set(relation, made);
    return made;
  };
  return (belief) => {
    if (total === 0) return { score: 0, isNamed: false };
    const { name, more } = wordsOf(belief.relation);
    const other = belief.value.kind === 'literal' ? belief.value.text : names(belief.value.id);
    const value = stems(`${other} ${asked.has(belief.subjectId) ? '' : names(belief.subjectId)}`);
    let met = 0;
    let isNamed = false;
    for (const { term, weight } of terms) {
      const isOwn = name.has(term) || value.has(term);
      const share = isOwn ? 1 : more.has(term) ? DESCRIPTION : 0;
      isNamed ||= isOwn;
      met += share * weight * (idf.get(term) ?? 0);
    }
    return { score: (met / total) * (asked.has(belief.subjectId) ? 1 : BESIDE), isNamed };
  };
}
