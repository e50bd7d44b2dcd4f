import type { CandidateFate } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import { contentOf } from '../stores/project/lexical-text.pure.ts';
import { type CandidateTurn, listCandidates } from '../stores/search.ts';
import type { Fused } from './fuse.pure.ts';
import { pack } from './pack.pure.ts';

export type Fragment = {
  readonly id: string;
  readonly turn: CandidateTurn;
  /** What was said, with what was attached. */
  readonly text: string;
  readonly score: number;
  readonly tokens: number;
  readonly legs: Fused['legs'];
  /** False where only the turns beside it were found. */
  readonly isRelevant: boolean;
  /** Turns next to it, nearest first. */
  readonly context: readonly string[];
};

export type Fate = { readonly fate: CandidateFate; readonly why: string | null };
export type Selection = {
  readonly fragments: readonly Fragment[];
  readonly considered: readonly Fragment[];
  readonly fates: ReadonlyMap<string, Fate>;
  readonly usedTokens: number;
};

export type SelectInput = {
  readonly ranked: readonly Fused[];
  readonly k: number;
  readonly budgetTokens: number | null;
  readonly countTokens: (texts: readonly string[]) => Promise<readonly number[]>;
  readonly roleWeight: { readonly said: number; readonly assistant: number };
  readonly isAboutAssistant: boolean;
  /** Leave out what Palimpsest was asked and what it answered: neither is evidence for a new answer. */
  readonly isEvidenceOnly: boolean;
  readonly neighbours: ReadonlyMap<string, readonly { readonly id: string; readonly distance: number }[]>;
  readonly relevant: ReadonlySet<string>;
  readonly firsts: readonly string[];
};

/** Candidates that are read with their text; the rest of the pool is too far down to matter. */
const CONSIDERED = 150;
/**
 * A short question that Palimpsest was asked holds no answer, and would win over the answer by its wording; what
 * Palimpsest answered rests on other turns, which are the evidence.
 */
const ASKED_WEIGHT = 0.4;
const ASKED_MAX_CHARS = 200;

function weightOf(turn: CandidateTurn, input: SelectInput): number {
  const isQuestion = turn.isAsked && turn.text.length <= ASKED_MAX_CHARS && /[?？]\s*$/.test(turn.text);
  if (isQuestion || (turn.isAnswer && !input.isAboutAssistant)) return ASKED_WEIGHT;
  if (turn.role === 'assistant' && !input.isAboutAssistant) return input.roleWeight.assistant;
  return input.roleWeight.said;
}

/** Role cues, duplicates, one item from each leg, then k and the budget. */
export async function selectFragments(ctx: Ctx, input: SelectInput): Promise<Selection> {
  const byId = new Map(input.ranked.map((fused) => [fused.id, fused]));
  const wanted = new Set([
    ...input.ranked.slice(0, Math.max(CONSIDERED, input.k * 2)).map(({ id }) => id),
    ...input.firsts,
  ]);
  const turns = await listCandidates(ctx.db.read, [...wanted]);
  const scored = turns
    .filter((turn) => !input.isEvidenceOnly || weightOf(turn, input) > ASKED_WEIGHT)
    .map((turn) => ({
      turn,
      score: (byId.get(turn.id)?.score ?? 0) * weightOf(turn, input),
      legs: byId.get(turn.id)?.legs ?? {},
    }))
    .sort((a, b) => b.score - a.score || (a.turn.id < b.turn.id ? -1 : 1));

  const fates = new Map<string, Fate>();
  const unique = dropDuplicates(scored, fates);
  const measured = input.budgetTokens === null ? keepFirsts(unique, input).slice(0, input.k) : unique;
  const texts = measured.map(({ turn }) => contentOf(turn));
  const tokens = await input.countTokens(texts);
  const fragments: readonly Fragment[] = measured.map(({ turn, score, legs }, index) => ({
    id: turn.id,
    turn,
    text: texts[index] ?? '',
    score,
    tokens: tokens[index] ?? 0,
    legs,
    isRelevant: input.relevant.has(turn.id),
    context: contextOf(turn.id, input.neighbours),
  }));
  const packed = pack(keepFirsts(fragments, input).slice(0, input.k), input.budgetTokens);
  const taken = new Set(packed.taken.map(({ id }) => id));
  for (const { id } of packed.taken) fates.set(id, { fate: 'selected', why: null });
  for (const { id, tokens: needed } of packed.deferred) {
    fates.set(id, {
      fate: 'did not fit',
      why: `${needed} tokens, ${Math.max(0, (input.budgetTokens ?? 0) - packed.usedTokens)} were left`,
    });
  }
  // Copies are among them: a trace says of every candidate what became of it.
  const considered = scored.map(({ turn, score, legs }) => ({
    ...(fragments.find((fragment) => fragment.id === turn.id) ?? { tokens: 0, text: turn.text }),
    isRelevant: input.relevant.has(turn.id),
    id: turn.id,
    turn,
    score,
    legs,
    context: [],
  }));
  for (const { id } of considered) if (!fates.has(id)) fates.set(id, { fate: 'below the line', why: null });
  return {
    fragments: packed.taken.filter(({ id }) => taken.has(id)),
    considered,
    fates,
    usedTokens: packed.usedTokens,
  };
}

type Scored = { readonly turn: CandidateTurn; readonly score: number; readonly legs: Fused['legs'] };

/** The best of each text stays; a copy says whose copy it is. */
function dropDuplicates(scored: readonly Scored[], fates: Map<string, Fate>): readonly Scored[] {
  const seen = new Map<string, number>();
  return scored.filter(({ turn }, index) => {
    const first = seen.get(turn.textHash);
    if (first !== undefined) {
      fates.set(turn.id, { fate: 'same text', why: `same text as number ${first}` });
      return false;
    }
    seen.set(turn.textHash, index + 1);
    return true;
  });
}

/** Lifts the best of each leg to the last places of the first k, where fusion left it below. */
function keepFirsts<T extends { readonly turn: CandidateTurn }>(items: readonly T[], input: SelectInput): readonly T[] {
  const head = items.slice(0, input.k);
  const inHead = new Set(head.map(({ turn }) => turn.id));
  const missing = items.filter(({ turn }) => input.firsts.includes(turn.id) && !inHead.has(turn.id));
  if (missing.length === 0 || missing.length >= input.k) return items;
  const kept = head.slice(0, input.k - missing.length);
  const moved = new Set([...kept, ...missing]);
  return [...kept, ...missing, ...items.filter((item) => !moved.has(item))];
}

function contextOf(id: string, neighbours: SelectInput['neighbours']): readonly string[] {
  const near: { id: string; distance: number }[] = [];
  for (const [neighbour, hits] of neighbours) {
    const hit = hits.find((h) => h.id === id);
    if (hit) near.push({ id: neighbour, distance: hit.distance });
  }
  return near.sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1)).map((n) => n.id);
}
