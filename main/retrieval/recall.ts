import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { LegName, RecallInput, TraceCandidate } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import { getEligibleCount, listNeighbours, type Scope } from '../stores/search.ts';
import { blendWithNeighbours, type Fused, fuse, type LegScores } from './fuse.pure.ts';
import { episodicLeg } from './legs/episodic.ts';
import { type LegRun, runLeg } from './legs/leg.ts';
import { lexicalLeg } from './legs/lexical.ts';
import { asksAboutAssistant } from './query-text.pure.ts';
import { DEFAULT_RECIPE, type Recipe } from './recipes.ts';
import { toTraceCandidates } from './report.pure.ts';
import { type Fragment, selectFragments } from './select.ts';

export type RecallOptions = {
  /** Exact counts in the tokens of whoever will read the fragments. */
  readonly countTokens: (texts: readonly string[]) => Promise<readonly number[]>;
  readonly recipe?: Recipe;
  /** For an answer: without earlier questions to Palimpsest and its replies. */
  readonly isEvidenceOnly?: boolean;
};

export type Recalled = {
  /** Best first. */
  readonly fragments: readonly Fragment[];
  readonly candidates: readonly TraceCandidate[];
  readonly runs: readonly LegRun[];
  readonly usedTokens: number;
  readonly abstain: boolean;
  readonly generation: number;
  readonly recipe: Recipe;
  readonly scope: Scope;
  readonly timings: {
    readonly totalMs: number;
    readonly embedMs: number;
    readonly legsMs: number;
    readonly fuseMs: number;
  };
};

const LEG_DEADLINE_MS = 5_000;
const DEFAULT_K = 10;
/** Hits of each leg whose surroundings are looked at. */
const EXPANDED = 100;

function isEnabled(input: RecallInput, leg: LegName): boolean {
  return (input.legs === undefined || input.legs.includes(leg)) && !(input.noLegs ?? []).includes(leg);
}

/**
 * One retrieval: legs side by side, neighbours, fusion, selection within k and a token budget (design section 7). Leaves
 * nothing behind: access events belong to the answer that used what was found.
 */
export async function recall(ctx: Ctx, input: RecallInput, options: RecallOptions): Promise<Recalled> {
  const recipe = options.recipe ?? DEFAULT_RECIPE;
  const originMs = ctx.clock.monotonicMs();
  const scope: Scope = {
    spaceId: input.spaceId ?? DEFAULT_SPACE,
    asOf: input.asOf === undefined ? null : new Date(input.asOf),
    knownAt: input.knownAt === undefined ? null : new Date(input.knownAt),
  };
  const generation = ctx.generation();
  const found = await searchLegs(ctx, { input, scope, recipe, originMs });
  const legsMs = ctx.clock.monotonicMs() - originMs;

  const ranked = rankCandidates(found, recipe);
  const selection = await selectFragments(ctx, {
    ranked,
    k: input.k ?? DEFAULT_K,
    budgetTokens: input.budgetTokens ?? null,
    countTokens: options.countTokens,
    roleWeight: recipe.roleWeight,
    isAboutAssistant: asksAboutAssistant(input.query),
    isEvidenceOnly: options.isEvidenceOnly ?? false,
    neighbours: found.neighbours,
    relevant: listRelevant(found.runs),
    firsts: firstOfEachLeg(found.runs),
  });
  const totalMs = ctx.clock.monotonicMs() - originMs;
  return {
    fragments: selection.fragments,
    candidates: toTraceCandidates(selection, ranked),
    runs: found.runs,
    usedTokens: selection.usedTokens,
    abstain: selection.fragments.length === 0 || !found.isRelevant,
    generation,
    recipe,
    scope,
    timings: { totalMs, embedMs: found.embedMs, legsMs, fuseMs: totalMs - legsMs },
  };
}

export type Found = {
  readonly runs: readonly LegRun[];
  /** For each turn near a hit: the hits it stands beside. */
  readonly neighbours: ReadonlyMap<string, readonly { readonly id: string; readonly distance: number }[]>;
  readonly isRelevant: boolean;
  readonly embedMs: number;
};

type Search = {
  readonly input: RecallInput;
  readonly scope: Scope;
  readonly recipe: Recipe;
  readonly originMs: number;
};

/** Below this cosine nothing in a vector list has anything to do with the question. */
const RELEVANT_COSINE = 0.25;

async function searchLegs(ctx: Ctx, { input, scope, recipe, originMs }: Search): Promise<Found> {
  const eligible = await getEligibleCount(ctx.db.read, scope);
  const timing = { clock: ctx.clock, log: ctx.log, originMs, deadlineMs: LEG_DEADLINE_MS };
  let embedMs = 0;
  const embedQuery = async () => {
    const from = ctx.clock.monotonicMs();
    const [chunks] = await ctx.inference.embed({ texts: [input.query], kind: 'query' });
    embedMs = ctx.clock.monotonicMs() - from;
    const vector = chunks?.[0]?.vector;
    if (!vector) throw new Error('the embedder returned nothing');
    return vector;
  };
  const legs = [
    lexicalLeg(ctx.db, { query: input.query, scope, pool: recipe.pool }),
    episodicLeg(ctx.db, {
      scope,
      pool: recipe.pool,
      eligible,
      exactBelow: recipe.exactBelow,
      embeddingSpaceId: ctx.embedding.id,
      embedQuery,
    }),
  ];
  // What must not come back goes before anything is scaled or judged: the live question matches itself best of all.
  const excluded = new Set<string>(input.excludeTurnIds ?? []);
  const runs = (
    await Promise.all(legs.map((leg) => runLeg(leg, { eligible, isEnabled: isEnabled(input, leg.name) }, timing)))
  ).map((run) => ({ ...run, produced: run.produced.filter(({ id }) => !excluded.has(id)) }));
  const around = await searchNeighbourhood(ctx, { input, scope, recipe, runs, timing, excluded });
  const bestCosine = runs.find(({ leg }) => leg === 'episodic')?.produced[0]?.score ?? 0;
  const hasWords = (runs.find(({ leg }) => leg === 'lexical')?.produced.length ?? 0) > 0;
  return {
    runs: [...runs, around.run],
    neighbours: around.neighbours,
    isRelevant: hasWords || bestCosine >= RELEVANT_COSINE,
    embedMs,
  };
}

type Around = Omit<Search, 'originMs'> & {
  readonly runs: readonly LegRun[];
  readonly timing: Parameters<typeof runLeg>[2];
  readonly excluded: ReadonlySet<string>;
};

async function searchNeighbourhood(ctx: Ctx, { input, scope, recipe, runs, timing, excluded }: Around) {
  const hits = [...new Set(runs.flatMap((run) => run.produced.slice(0, EXPANDED).map(({ id }) => id)))];
  const neighbours = new Map<string, { id: string; distance: number }[]>();
  const run = await runLeg(
    {
      name: 'neighbourhood',
      method: `±${recipe.reach} turns`,
      search: async () => {
        const pairs = await listNeighbours(ctx.db.read, { scope, ids: hits, reach: recipe.reach });
        for (const { id, neighbourId, offset } of pairs) {
          if (excluded.has(neighbourId)) continue;
          const near = neighbours.get(neighbourId) ?? [];
          near.push({ id, distance: Math.abs(offset) });
          neighbours.set(neighbourId, near);
        }
        const known = new Set(hits);
        return [...neighbours.keys()].filter((id) => !known.has(id)).map((id) => ({ id, score: 0 }));
      },
    },
    { eligible: hits.length, isEnabled: isEnabled(input, 'neighbourhood') },
    timing,
  );
  return { run, neighbours };
}

function rankCandidates(found: Found, recipe: Recipe): readonly Fused[] {
  const legs = new Map<LegName, LegScores>();
  for (const { leg, produced } of found.runs) {
    if (leg === 'neighbourhood' || produced.length === 0) continue;
    const own = new Map(produced.map(({ id, score }) => [id, score]));
    legs.set(leg, blendWithNeighbours(own, found.neighbours, recipe.neighbourWeight));
  }
  return fuse(legs, recipe);
}

/** What shares a word or a meaning with the question by itself, not only by the turns beside it. */
function listRelevant(runs: readonly LegRun[]): ReadonlySet<string> {
  return new Set(
    runs.flatMap(({ leg, produced }) =>
      produced.filter(({ score }) => leg === 'lexical' || score >= RELEVANT_COSINE).map(({ id }) => id),
    ),
  );
}

/** The best of each leg that found something: it is kept whatever fusion says (ICE v2 did not guarantee that). */
function firstOfEachLeg(runs: readonly LegRun[]): readonly string[] {
  return runs.flatMap(({ leg, produced }) => {
    if (leg === 'neighbourhood') return [];
    const [first] = produced;
    return first && (leg === 'lexical' || first.score >= RELEVANT_COSINE) ? [first.id] : [];
  });
}
