import type { ConversationId, TurnId } from '../contract/ids.ts';
import type { LegName, LegOutcome, LegReport, TraceCandidate } from '../contract/recall.ts';
import type { LegRun } from './legs/leg.ts';
import type { Fragment, Selection } from './select.ts';

const EXCERPT_CHARS = 200;
const TRACED = 60;

function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT_CHARS ? line : `${line.slice(0, EXCERPT_CHARS - 1)}…`.toWellFormed();
}

/** Whether a leg had a hand in a fragment: it found it, or (neighbourhood) only the turns beside it were found. */
const comesFrom = (leg: LegName, fragment: Fragment): boolean =>
  leg === 'neighbourhood' ? Object.keys(fragment.legs).length === 0 : fragment.legs[leg] !== undefined;

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
    const own = run.outcome === null ? fragments.filter((fragment) => comesFrom(run.leg, fragment)) : [];
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

/** The best candidates with their rank in each leg, what made their score, and what became of them. */
export function toTraceCandidates({ considered, fates, fragments }: Selection): readonly TraceCandidate[] {
  const packed = new Map(
    [...fragments]
      .sort((a, b) => (a.item.saidAt?.getTime() ?? 0) - (b.item.saidAt?.getTime() ?? 0) || (a.id < b.id ? -1 : 1))
      .map(({ id }, index) => [id, index + 1]),
  );
  return considered.slice(0, TRACED).map((fragment, index) => {
    const { item } = fragment;
    const isTurn = item.kind === 'turn';
    const fate = fates.get(fragment.id);
    return {
      rank: index + 1,
      kind: item.kind,
      id: fragment.id,
      turnId: isTurn ? (fragment.id as TurnId) : null, // read from the store
      conversationId: item.conversationId as ConversationId | null, // likewise
      excerpt: excerptOf(fragment.text),
      speaker: item.speaker,
      role: item.role,
      at: item.saidAt?.toISOString() ?? null,
      score: fragment.score,
      legs: fragment.legs,
      tokens: fragment.tokens,
      fate: fate?.fate ?? 'below the line',
      why: fate?.why ?? null,
      parts: { ...fragment.parts },
      packed: packed.get(fragment.id) ?? null,
      citation: null,
      ...(fragment.tier === 'active' ? {} : { tier: fragment.tier }),
    };
  });
}
