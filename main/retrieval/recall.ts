import type { LegName, QuestionReading, RecallInput, Tier } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import type { EmbeddedText } from '../inference/client.ts';
import { dayOf, tierOf } from '../lifecycle/decay/decay.pure.ts';
import { listClustersOfTurns } from '../stores/clusters.ts';
import { listTokenStates } from '../stores/embeddings.ts';
import { listStandings } from '../stores/feed.ts';
import { listBeliefsOfTurns } from '../stores/revisions.ts';
import type { Scope } from '../stores/search.ts';
import { ACTIVE, adjudicate, type Standing } from './adjudicate.pure.ts';
import type { QuestionVectors } from './embed-question.ts';
import { episodicLeg } from './legs/episodic.ts';
import { graphLeg } from './legs/graph.ts';
import { type Leg, type LegRun, runLeg } from './legs/leg.ts';
import { lexicalLeg } from './legs/lexical.ts';
import { neighbourhoodLeg } from './legs/neighbourhood.ts';
import { documentLeg, proceduralLeg, summaryLeg } from './legs/passages.ts';
import { type OpenSearch, openSearch } from './open-search.ts';
import { favourTopics } from './ranking/favour-topics.pure.ts';
import { rankByRanks } from './ranking/ice.pure.ts';
import { createMaxSim } from './ranking/max-sim.pure.ts';
import { type Ranked, rankCandidates } from './ranking/rank.pure.ts';
import { RANKING } from './ranking/weights.ts';
import { DEFAULT_RECIPE, type Recipe, resolveSettings, type Settings } from './recipes.ts';
import { type Fragment, placesOf, type Selection, selectFragments } from './select.ts';
import { describeSearch, gatherSignals } from './signals.ts';

export type RecallOptions = {
  /** Exact counts in the tokens of whoever will read the fragments. */
  readonly countTokens: (texts: readonly string[]) => Promise<readonly number[]>;
  readonly recipe?: Recipe;
  /** For an answer: without earlier questions to Palimpsest and its replies. */
  readonly isEvidenceOnly?: boolean;
  readonly signal?: AbortSignal;
  /** The question as the embedder sees it, where the caller knows it already. */
  readonly embedded?: EmbeddedText | null;
};

export type Recalled = {
  /** Best first. */
  readonly fragments: readonly Fragment[];
  readonly selection: Selection;
  readonly runs: readonly LegRun[];
  readonly usedTokens: number;
  readonly abstain: boolean;
  /** Calibrated chance that the best fragments hold the answer. */
  readonly support: number;
  readonly generation: number;
  readonly recipe: Recipe;
  readonly settings: Settings;
  readonly reading: QuestionReading;
  readonly scope: Scope;
  /** How rare each word of the question is in this history: what an excerpt is chosen by. */
  readonly idf: ReadonlyMap<string, number>;
  readonly timings: {
    readonly totalMs: number;
    readonly embedMs: number;
    readonly legsMs: number;
    readonly fuseMs: number;
    readonly rerankMs: number;
    readonly packMs: number;
  };
};

const LEG_DEADLINE_MS = 5_000;
const DEFAULT_K = 10;
/** Candidates that are compared token by token. */
const RERANKED = 100;

/**
 * One retrieval: legs side by side, one ranking over all that they found, late interaction for the best, selection within k
 * and a token budget (design section 7). Leaves nothing behind: access events belong to the answer that used what was found.
 */
export async function recall(ctx: Ctx, input: RecallInput, options: RecallOptions): Promise<Recalled> {
  const recipe = options.recipe ?? DEFAULT_RECIPE;
  // Where the user lets nothing age, nothing does, unless this question asks for it.
  const settings = resolveSettings(recipe, {
    ...(ctx.settings.get().isDecayOn ? {} : { decay: false, edgeDecay: 'off' }),
    ...input.settings,
  });
  const originMs = ctx.clock.monotonicMs();
  const elapsed = (): number => ctx.clock.monotonicMs() - originMs;
  const generation = ctx.generation();
  const search = await openSearch(ctx, {
    ...{ input, recipe, settings },
    ...{ signal: options.signal, embedded: options.embedded ?? null },
  });
  const graph = await graphLeg(ctx, search, settings);
  // Whoever asks for the summary leg by its name wants to see it.
  const summaries = input.legs?.includes('summary') ? 'always' : settings.summaries;
  const runs = await searchLegs(ctx, { search, graph, summaries }, originMs);
  const legsMs = elapsed();
  const ranked = await rank(ctx, { search, runs, recipe, settings, stale: graph.stale() });
  const ranking = settings.topics ? await byTopics(ctx, search, ranked) : ranked;
  const rankedMs = elapsed();
  const selected = await selectFragments(ctx, {
    ranked: ranking.ranked,
    runs,
    search,
    settings,
    k: input.k ?? DEFAULT_K,
    budgetTokens: input.budgetTokens ?? null,
    countTokens: options.countTokens,
    isEvidenceOnly: options.isEvidenceOnly ?? false,
  });
  const selection = await withStandings(ctx, { search, stale: graph.stale() }, selected);
  const totalMs = elapsed();
  return {
    fragments: selection.fragments,
    selection,
    runs,
    usedTokens: selection.usedTokens,
    abstain: selection.fragments.length === 0 || (ranking.support < recipe.abstainBelow && !hasAllWords(search, runs)),
    support: ranking.support,
    generation,
    recipe,
    settings,
    reading: search.reading,
    scope: search.scope,
    idf: search.lexical().idf,
    timings: {
      totalMs,
      embedMs: search.embedMs(),
      legsMs,
      fuseMs: rankedMs - legsMs - ranking.rerankMs,
      rerankMs: ranking.rerankMs,
      packMs: totalMs - rankedMs,
    },
  };
}

type Told = { readonly search: OpenSearch; readonly stale: ReadonlyMap<number, Standing> };

/** What the ledger says of the facts in what was selected; those that the question is about decide, where there are any. */
async function withStandings(ctx: Ctx, { search, stale }: Told, selection: Selection): Promise<Selection> {
  const now = ctx.clock.now();
  const { asOf, knownAt } = search.scope;
  const beliefs = await listBeliefsOfTurns(
    ctx.db.read,
    selection.fragments.map(({ id }) => id),
  );
  if (beliefs.length === 0) return selection;
  const standings = adjudicate(beliefs, {
    validAt: (asOf ?? now).getTime(),
    knownAt: (knownAt ?? now).getTime(),
  });
  const standingOf = (id: string): Standing => stale.get(search.memory.columns.find(id)) ?? standings.get(id) ?? ACTIVE;
  return { ...selection, fragments: selection.fragments.map((one) => ({ ...one, standing: standingOf(one.id) })) };
}

/** A fragment with all that the question asks for in its own words is worth showing, whatever the calibration says. */
const ALL_WORDS = 0.95;

function hasAllWords(search: OpenSearch, runs: readonly LegRun[]): boolean {
  const { coverage } = search.lexical();
  const lexical = runs.find(({ leg }) => leg === 'lexical');
  return lexical?.produced.some(({ doc }) => (coverage[doc] ?? 0) >= ALL_WORDS) ?? false;
}

type Legs = { readonly search: OpenSearch; readonly graph: Leg; readonly summaries: Settings['summaries'] };

async function searchLegs(ctx: Ctx, { search, graph, summaries }: Legs, originMs: number): Promise<readonly LegRun[]> {
  const timing = { clock: ctx.clock, log: ctx.log, originMs, deadlineMs: LEG_DEADLINE_MS };
  const legs = [
    lexicalLeg(search),
    episodicLeg(search),
    graph,
    proceduralLeg(search),
    documentLeg(search),
    summaryLeg(search, summaries),
  ];
  const runs = await Promise.all(legs.map((leg) => runLeg(leg, search.isEnabled(leg.name), timing)));
  const around = await runLeg(neighbourhoodLeg(search, runs), search.isEnabled('neighbourhood'), timing);
  return [...runs, around];
}

export type RankedDoc = {
  readonly doc: number;
  readonly score: number;
  readonly parts: Readonly<Record<string, number>>;
  readonly legs: Partial<Record<LegName, { readonly rank: number; readonly score: number }>>;
  /** On the day asked about; `active` for what does not age, and where ageing is off. */
  readonly tier: Tier;
};

type Ranking = {
  readonly search: OpenSearch;
  readonly runs: readonly LegRun[];
  readonly recipe: Recipe;
  readonly settings: Settings;
  /** Turns whose facts of this question were all replaced or wrong. */
  readonly stale: ReadonlyMap<number, Standing>;
};

type RankingResult = { readonly ranked: readonly RankedDoc[]; readonly support: number; readonly rerankMs: number };

async function rank(ctx: Ctx, { search, runs, recipe, settings, stale }: Ranking): Promise<RankingResult> {
  const pool = [...new Set(runs.flatMap(({ produced }) => produced.map(({ doc }) => doc)))].sort((a, b) => a - b);
  const legs = placesOf(runs);
  const { ids } = search.memory.columns;
  const { asOf } = search.scope;
  const standings = await listStandings(ctx.db.read, {
    turns: pool
      .filter((doc) => search.memory.columns.kindOf(doc) === 'turn')
      .map((doc) => ({ id: ids[doc] ?? '', seq: search.memory.columns.seqOf(doc) })),
    ...{ day: dayOf(asOf ?? ctx.clock.now()), isPast: asOf !== null },
  });
  const toDocs = (ranked: readonly Ranked[]): readonly RankedDoc[] =>
    ranked.map(({ index, score, parts }) => {
      const doc = pool[index] ?? -1;
      const tier = settings.decay ? tierOf(standings.get(ids[doc] ?? '')?.decay ?? 1) : 'active';
      return { doc, score, parts, legs: legs.get(doc) ?? {}, tier };
    });
  const question = search.question();
  const gathering = {
    pool,
    queryVector: question?.vector ?? null,
    facts: legs,
    stale,
    standings,
  };
  const rankWith = (maxSims: ReadonlyMap<number, Float32Array>, tokenWeights: Float32Array | null) =>
    rankCandidates(describeSearch(search, tokenWeights), gatherSignals(search, { ...gathering, maxSims }), {
      model: RANKING,
      settings,
    });
  const first = rankWith(new Map(), null);
  const tokens = question?.tokens ?? null;
  const isReranked = settings.rerank && tokens !== null && settings.ranker === 'learned';
  if (!isReranked) {
    const ranked = settings.ranker === 'ice' ? rankByRanks(pool, runs, recipe.alpha) : first.ranked;
    return { ranked: toDocs(ranked), support: first.support, rerankMs: 0 };
  }
  const from = ctx.clock.monotonicMs();
  const best = first.ranked.slice(0, RERANKED).map(({ index }) => pool[index] ?? -1);
  const maxSims = await compareTokens(ctx, { search, docs: best, tokens });
  const second = rankWith(maxSims, tokens.weights);
  return { ranked: toDocs(second.ranked), support: second.support, rerankMs: ctx.clock.monotonicMs() - from };
}

/** The order with a little more for the topics of the best. */
async function byTopics(ctx: Ctx, { memory }: OpenSearch, ranking: RankingResult): Promise<RankingResult> {
  const idOf = ({ doc }: RankedDoc): string => memory.columns.ids[doc] ?? '';
  const topics = await listClustersOfTurns(ctx.db.read, ranking.ranked.map(idOf));
  return { ...ranking, ranked: favourTopics(ranking.ranked, (one) => topics.get(idOf(one)) ?? null) };
}

type Comparison = {
  readonly search: OpenSearch;
  readonly docs: readonly number[];
  readonly tokens: NonNullable<QuestionVectors['tokens']>;
};

/** Late interaction of the question with `docs` and the turns beside them. */
async function compareTokens(
  ctx: Ctx,
  { search, docs, tokens }: Comparison,
): Promise<ReadonlyMap<number, Float32Array>> {
  const { columns, vectors } = search.memory;
  const { previous, next } = columns.layout;
  const wanted = new Set(docs);
  if (search.isEnabled('neighbourhood')) {
    for (const doc of docs) {
      for (const near of [previous[doc] ?? -1, next[doc] ?? -1]) if (search.view.mask[near] === 1) wanted.add(near);
    }
  }
  const ids = [...wanted].map((doc) => columns.ids[doc] ?? '');
  const states = await listTokenStates(ctx.db.read, { spaceId: ctx.embedding.id, ids });
  const compare = createMaxSim(tokens.vectors, vectors.dimension);
  return new Map(states.map(({ id, bits }) => [columns.find(id), compare(bits)]));
}
