import { AppError } from '../contract/errors.ts';
import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { LegName, QuestionReading, RecallInput } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import type { EmbeddedText } from '../inference/client.ts';
import { findCluster, listTurnIdsOfCluster } from '../stores/clusters.ts';
import { toLexical } from '../stores/project/lexical-text.pure.ts';
import type { Scope } from '../stores/search.ts';
import { embedQuestion, type QuestionVectors } from './embed-question.ts';
import { withDeadline } from './legs/leg.ts';
import type { Search } from './legs/search.ts';
import { KINDS } from './memory/columns.pure.ts';
import type { LexicalScores, Term } from './memory/lexical-index.pure.ts';
import type { Memory } from './memory/memory.ts';
import type { View } from './memory/views.ts';
import { readQuestion } from './question/read-question.pure.ts';
import type { Recipe, Settings } from './recipes.ts';
import { rewriteQuestion } from './rewrite.ts';

export type OpenSearch = Search & {
  readonly text: string;
  readonly scope: Scope;
  readonly reading: QuestionReading;
  /** What the embedder said of the question; null until a leg has asked, or where it failed. */
  readonly question: () => QuestionVectors | null;
  readonly embedMs: () => number;
};

type Opening = {
  readonly input: RecallInput;
  readonly recipe: Recipe;
  readonly settings: Settings;
  readonly signal: AbortSignal | undefined;
  readonly embedded: EmbeddedText | null;
};

/** After an engine's start the memory copy of a very long history takes seconds to read. */
const MEMORY_DEADLINE_MS = 60_000;
/** What the chat model made up counts less than what was asked. */
const REWRITE_WEIGHT = 0.3;

/** Reads the question and opens the view that all legs share. */
export async function openSearch(
  ctx: Ctx,
  { input, recipe, settings, signal, embedded }: Opening,
): Promise<OpenSearch> {
  const memory = ctx.memory.current();
  await withDeadline(memory.sync(), MEMORY_DEADLINE_MS);
  const scope: Scope = {
    spaceId: input.spaceId ?? DEFAULT_SPACE,
    asOf: input.asOf === undefined ? null : new Date(input.asOf),
    knownAt: input.knownAt === undefined ? null : new Date(input.knownAt),
    clusterId: input.clusterId ?? null,
  };
  const bounds = {
    spaceId: scope.spaceId,
    asOfMs: scope.asOf?.getTime() ?? null,
    knownAtMs: scope.knownAt?.getTime() ?? null,
  };
  const isEnabled = (leg: LegName): boolean =>
    (input.legs === undefined || input.legs.includes(leg)) && !(input.noLegs ?? []).includes(leg);
  const kinds = new Set(
    KINDS.filter((kind) => kind === 'turn' || isEnabled(kind === 'procedure' ? 'procedural' : kind)),
  );
  const all = memory.viewOf(bounds, kinds);
  const view = without(
    input.clusterId === undefined ? all : within(memory, all, await listTurnsOfTopic(ctx, input.clusterId)),
    (input.excludeTurnIds ?? []).map((id) => memory.columns.find(id)),
  );
  const read = readQuestion(input.query, {
    now: scope.asOf ?? ctx.clock.now(),
    zone: ctx.zone(),
    speakers: view.speakers,
  });
  const rewrites = settings.rewrites ? await rewriteQuestion(ctx, input.query, signal) : [];
  const { words, names, isAboutAssistant, period, operation } = read;
  const reading: QuestionReading = {
    ...{ words, names, isAboutAssistant, operation, rewrites },
    period: period && { from: period.from.toISOString(), to: period.to.toISOString(), words: period.words },
  };
  const terms = toTerms(memory.analyse, reading);
  let scores: LexicalScores | null = null;
  let question: QuestionVectors | null = null;
  let embedding: Promise<QuestionVectors> | null = null;
  let embedMs = 0;
  const lexical = (): LexicalScores => {
    scores ??= memory.lexical.score(terms, view.lexical, memory.columns.layout);
    return scores;
  };
  return {
    memory,
    view,
    terms,
    lexical,
    embed: async () => {
      const from = ctx.clock.monotonicMs();
      embedding ??= embedQuestion(ctx, {
        embedded,
        texts: [input.query, ...rewrites],
        analyse: memory.analyse,
        idf: lexical().idf,
      });
      question = await embedding;
      embedMs = Math.max(embedMs, ctx.clock.monotonicMs() - from);
      return question.vector;
    },
    isEnabled,
    pool: recipe.pool,
    text: input.query,
    scope,
    reading,
    question: () => question,
    embedMs: () => embedMs,
  };
}

function toTerms(analyse: (text: string) => readonly string[], reading: QuestionReading): readonly Term[] {
  const weights = new Map<string, number>();
  for (const term of analyse(reading.words.join(' '))) weights.set(term, 1);
  for (const term of analyse(toLexical(reading.rewrites.join(' ')))) {
    if (!weights.has(term)) weights.set(term, REWRITE_WEIGHT);
  }
  return [...weights].map(([term, weight]) => ({ term, weight }));
}

async function listTurnsOfTopic(ctx: Pick<Ctx, 'db'>, clusterId: string): Promise<readonly string[]> {
  const cluster = await findCluster(ctx.db.read, clusterId);
  if (cluster !== null) return listTurnIdsOfCluster(ctx.db.read, clusterId);
  const text = 'This topic is not there any more. The turns were sorted anew; choose one from the list.';
  throw new AppError('topic.not-found', text);
}

/** Only these turns of a view, counted as if there were no others. */
function within(memory: Memory, view: View, turnIds: readonly string[]): View {
  const mask = new Uint8Array(view.mask.length);
  let count = 0;
  for (const id of turnIds) {
    const doc = memory.columns.find(id);
    if (view.masks.turn[doc] !== 1) continue;
    mask[doc] = 1;
    count += 1;
  }
  const none = new Uint8Array(mask.length);
  return {
    ...view,
    mask,
    masks: { turn: mask, document: none, procedure: none, summary: none },
    counts: { turn: count, document: 0, procedure: 0, summary: 0 },
    lexical: memory.lexical.scopeOf(mask, memory.columns.layout),
  };
}

/** What must not come back goes before anything is scored: the live question matches itself best of all. */
function without(view: View, excluded: readonly number[]): View {
  const docs = excluded.filter((doc) => view.mask[doc] === 1);
  if (docs.length === 0) return view;
  const mask = view.mask.slice();
  const turn = view.masks.turn.slice();
  for (const doc of docs) {
    mask[doc] = 0;
    turn[doc] = 0;
  }
  return {
    ...view,
    mask,
    masks: { ...view.masks, turn },
    counts: { ...view.counts, turn: view.counts.turn - docs.length },
    // Lengths and averages stay: a few turns do not move them.
    lexical: { ...view.lexical, mask },
  };
}
