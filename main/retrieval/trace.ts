import { createHash } from 'node:crypto';
import type { ConversationId, SpaceId, TraceId, TurnId } from '../contract/ids.ts';
import type { Classification, Trace } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import type { Recalled } from './recall.ts';
import { describeLegs, toTraceCandidates } from './report.pure.ts';

export type TraceParts = {
  readonly id: TraceId;
  readonly query: string;
  readonly spaceId: SpaceId;
  readonly recalled: Recalled | null;
  readonly classification: Classification | null;
  readonly prompt: Trace['prompt'];
  readonly citations: readonly { readonly n: number; readonly turnId: string }[];
  readonly inPrompt: readonly string[];
  readonly budgetTokens: number | null;
  readonly counter: { readonly name: string; readonly isExact: boolean; readonly usedTokens: number };
  readonly questionTurnId: TurnId | null;
  readonly replyTurnId: TurnId | null;
  readonly conversationId: ConversationId | null;
  readonly derivation?: Trace['derivation'];
  readonly wishes?: Trace['wishes'];
  readonly withheldBy?: Trace['withheldBy'];
  readonly route?: Trace['route'];
};

/** The record of one retrieval and of the answer made of it (design section 7). */
export function buildTrace(ctx: Ctx, parts: TraceParts): Trace {
  const { recalled } = parts;
  const used = new Set(parts.inPrompt);
  const cited = new Map(parts.citations.map(({ n, turnId }) => [turnId, n]));
  const recipe = recalled?.recipe ?? null;
  return {
    id: parts.id,
    at: ctx.clock.now().toISOString(),
    query: parts.query,
    spaceId: parts.spaceId,
    asOf: recalled?.scope.asOf?.toISOString() ?? null,
    knownAt: recalled?.scope.knownAt?.toISOString() ?? null,
    clusterId: recalled?.scope.clusterId ?? null,
    generation: recalled?.generation ?? ctx.generation(),
    classification: parts.classification,
    question: recalled?.reading ?? null,
    derivation: parts.derivation ?? null,
    wishes: parts.wishes ?? [],
    route: parts.route ?? null,
    settings: recalled?.settings ?? {},
    support: recalled?.support ?? null,
    abstain: recalled?.abstain ?? false,
    legs: describeLegs(recalled?.runs ?? [], recalled?.fragments ?? [], used),
    candidates: (recalled ? toTraceCandidates(recalled.selection) : []).map((candidate) => {
      const citation = cited.get(candidate.id) ?? null;
      if (used.has(candidate.id)) return { ...candidate, fate: 'in prompt', citation };
      const isLeftOut = candidate.fate === 'selected' && parts.prompt !== null;
      return isLeftOut
        ? { ...candidate, fate: 'did not fit', why: 'the memory allowance was full', citation }
        : { ...candidate, citation };
    }),
    budget: {
      tokens: parts.budgetTokens,
      used: parts.counter.usedTokens,
      counter: parts.counter.name,
      isExact: parts.counter.isExact,
    },
    prompt: parts.prompt,
    config: {
      hash: createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 16),
      embeddingSpace: ctx.embedding.name,
      recipe: recipe?.name ?? 'none',
    },
    timings: { totalMs: 0, embedMs: 0, legsMs: 0, fuseMs: 0, rerankMs: 0, packMs: 0, ...recalled?.timings },
    questionTurnId: parts.questionTurnId,
    replyTurnId: parts.replyTurnId,
    conversationId: parts.conversationId,
    withheldBy: parts.withheldBy ?? null,
    replayOf: null,
  };
}
