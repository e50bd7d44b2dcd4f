import type { Observed, SuppliedFragment } from '../format/observation.ts';
import type { Reference } from '../format/trajectory.ts';
import { findMentions, type Variants } from './mentions.pure.ts';
import type { Count, Cut, EvidenceScore } from './scored.ts';
import type { Segment } from './split-answer.pure.ts';

/** What a trajectory's turns and `document:ID`s say, and to which sitting they belong. */
export type Sources = {
  /** Null for what the trajectory does not say. */
  readonly segmentOf: (id: string) => Segment | null;
  readonly sessionOf: (id: string) => string;
};

export type ScoreEvidenceInput = {
  readonly reference: Reference;
  readonly observation: Pick<Observed, 'supplied' | 'contextTokens' | 'execution'>;
  /** Where the system's other answers tell: nothing supplied is then nothing found. */
  readonly isObservable?: boolean;
  readonly sources: Sources;
};

const LIMITS: Readonly<Record<Cut, number>> = { at1: 1, at5: 5, at10: 10, all: Number.POSITIVE_INFINITY };
/** A summary or a habit stands for turns and is none of them. */
const isEvidenceKind = ({ kind }: SuppliedFragment): boolean =>
  kind === 'turn' || kind === 'recent' || kind === 'document';
const isRecent = ({ kind }: SuppliedFragment): boolean => kind === 'recent';

/**
 * Whether a system tells what it supplied: its fragments name turns. Nothing at all is told by a system that also shows its
 * legs; of another one the rest of its answers must say (`scoreUnit`).
 */
export function isEvidenceObservable({ supplied, execution }: Pick<Observed, 'supplied' | 'execution'>): boolean {
  return supplied.length === 0 ? execution.legs !== null : supplied.some(({ turns }) => turns.length > 0);
}

const byCut = <T>(value: (cut: Cut) => T): Readonly<Record<Cut, T>> => ({
  ...{ at1: value('at1'), at5: value('at5'), at10: value('at10'), all: value('all') },
});

/** Rank of each supplied id: recent turns are read whatever is found, so they take no rank and stand at 1. */
function ranksOf(supplied: readonly SuppliedFragment[]): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  let rank = 0;
  for (const fragment of supplied) {
    if (!isRecent(fragment)) rank += 1;
    if (!isEvidenceKind(fragment)) continue;
    for (const id of fragment.turns) {
      const at = isRecent(fragment) ? 1 : rank;
      ranks.set(id, Math.min(ranks.get(id) ?? at, at));
    }
  }
  return ranks;
}

/** Fragments whose only value is superseded, and how many of them nothing marks as that. */
function countStale({ reference, observation, sources }: ScoreEvidenceInput): Count {
  const { superseded, answer } = reference;
  if (superseded.length === 0) return { hits: 0, of: 0 };
  const right: Variants = 'values' in answer ? answer.values.flat() : 'items' in answer ? answer.items.flat() : [];
  const stale = observation.supplied.filter((fragment) => {
    if (!isEvidenceKind(fragment) || fragment.turns.some((id) => reference.evidence.includes(id))) return false;
    const segments = fragment.turns.flatMap((id) => sources.segmentOf(id) ?? []);
    return findMentions(segments, superseded.flat()).length > 0 && findMentions(segments, right).length === 0;
  });
  return { hits: stale.filter(({ status }) => status === null || status === 'active').length, of: stale.length };
}

/** What was supplied, against the evidence of the reference. Null: there is none, or the system does not tell. */
export function scoreEvidence(input: ScoreEvidenceInput): EvidenceScore | null {
  const { reference, observation, sources } = input;
  const evidence = [...new Set(reference.evidence)];
  if (evidence.length === 0 || !(input.isObservable ?? isEvidenceObservable(observation))) return null;
  const ranks = ranksOf(observation.supplied);
  const rankOf = (id: string): number => ranks.get(id) ?? Number.POSITIVE_INFINITY;
  const within = (cut: Cut): readonly string[] => evidence.filter((id) => ranks.has(id) && rankOf(id) <= LIMITS[cut]);
  const sessions = new Set(evidence.map(sources.sessionOf));
  const first = Math.min(...evidence.map(rankOf));
  const summaries = observation.supplied
    .filter(({ kind }) => kind === 'summary')
    .flatMap(({ turns, context }) => [...turns, ...context]);
  const covered = evidence.filter((id) => !ranks.has(id) && summaries.includes(id)).length;
  return {
    hit: byCut((cut) => within(cut).length > 0),
    turnRecall: byCut((cut) => ({ hits: within(cut).length, of: evidence.length })),
    sessionRecall: byCut((cut) => ({ hits: reachedSessions(cut, ranks, input).length, of: sessions.size })),
    firstRank: Number.isFinite(first) ? first : null,
    reciprocalRank: Number.isFinite(first) ? 1 / first : 0,
    isComplete: within('all').length === evidence.length,
    staleUnmarked: countStale(input),
    coveredBySummary: { hits: covered, of: evidence.length },
    supplied: observation.supplied.length,
    tokens: observation.contextTokens,
  };
}

/** Sittings of the evidence of which any turn was supplied. */
function reachedSessions(cut: Cut, ranks: ReadonlyMap<string, number>, { reference, sources }: ScoreEvidenceInput) {
  const supplied = new Set([...ranks].filter(([, rank]) => rank <= LIMITS[cut]).map(([id]) => sources.sessionOf(id)));
  return [...new Set(reference.evidence.map(sources.sessionOf))].filter((session) => supplied.has(session));
}
