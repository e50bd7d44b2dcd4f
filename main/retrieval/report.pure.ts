import type { ConversationId, TurnId } from '../contract/ids.ts';
import type { LegName, LegOutcome, LegReport, TraceCandidate } from '../contract/recall.ts';
import type { Fused } from './fuse.pure.ts';
import type { LegRun } from './legs/leg.ts';
import type { Fragment, Selection } from './select.ts';

const EXCERPT_CHARS = 200;
const TRACED = 60;

function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT_CHARS ? line : `${line.slice(0, EXCERPT_CHARS - 1)}…`.toWellFormed();
}

/** Whether a leg had a hand in a fragment: it found it, or (neighbourhood) only the turns beside it were found. */
function comesFrom(leg: LegName, produced: ReadonlySet<string>, fragment: Fragment): boolean {
  return leg === 'neighbourhood'
    ? produced.has(fragment.id)
    : fragment.legs[leg] !== undefined && produced.has(fragment.id);
}

function outcomeOf(run: LegRun, selected: number): LegOutcome {
  if (run.outcome !== null) return run.outcome;
  return selected > 0 ? 'contributed' : 'nothing relevant';
}

/** The five stages of every leg (design section 7); `inPrompt` is empty where no prompt was made. */
export function describeLegs(
  runs: readonly LegRun[],
  fragments: readonly Fragment[],
  inPrompt: ReadonlySet<string>,
): readonly LegReport[] {
  return runs.map((run) => {
    const produced = new Set(run.produced.map(({ id }) => id));
    const own = fragments.filter((fragment) => comesFrom(run.leg, produced, fragment));
    return {
      leg: run.leg,
      eligible: run.eligible,
      executed: run.executed,
      produced: run.produced.length,
      selected: own.length,
      inPrompt: own.filter(({ id }) => inPrompt.has(id)).length,
      ms: run.ms,
      startedMs: run.startedMs,
      outcome: outcomeOf(run, own.length),
      why: run.why,
      method: run.method,
    };
  });
}

/** The best candidates with their rank in each leg and what became of them. */
export function toTraceCandidates(selection: Selection, ranked: readonly Fused[]): readonly TraceCandidate[] {
  const order = new Map(ranked.map(({ id }, index) => [id, index]));
  return selection.considered.slice(0, TRACED).map((fragment, index) => {
    const fate = selection.fates.get(fragment.id);
    return {
      rank: index + 1,
      kind: 'turn' as const,
      id: fragment.id,
      turnId: fragment.id as TurnId, // read from the store
      conversationId: fragment.turn.conversationId as ConversationId,
      excerpt: excerptOf(fragment.text),
      speaker: fragment.turn.speaker,
      role: fragment.turn.role,
      at: fragment.turn.saidAt?.toISOString() ?? null,
      score: fragment.score,
      legs: fragment.legs,
      tokens: fragment.tokens,
      fate: fate?.fate ?? 'below the line',
      why: fate?.why ?? (order.has(fragment.id) ? null : 'not ranked'),
      parts: {},
      packed: null,
      citation: null,
    };
  });
}
