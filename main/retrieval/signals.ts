import type { LegName } from '../contract/recall.ts';
import type { Standing } from '../stores/feed.ts';
import type { OpenSearch } from './open-search.ts';
import { describeQuestion } from './ranking/describe.pure.ts';
import type { CandidateSignals, QuestionSignals } from './ranking/signals.pure.ts';

export type Gathering = {
  readonly pool: readonly number[];
  /** Null where the vector leg is off or failed: then no candidate has a cosine. */
  readonly queryVector: Float32Array | null;
  readonly standings: ReadonlyMap<string, Standing>;
  /** Places in the legs by document: what the graph leg says of a turn. */
  readonly facts: ReadonlyMap<number, Partial<Record<LegName, { readonly score: number }>>>;
  /** Turns whose facts of this question were all replaced or wrong. */
  readonly stale: ReadonlyMap<number, unknown>;
  /** Best similarity to each word of the question, of the candidates that were compared token by token. */
  readonly maxSims: ReadonlyMap<number, Float32Array>;
};

/** What the ranker is told of each candidate, in the order of `pool`, read from memory. */
export function gatherSignals(search: OpenSearch, gathering: Gathering): readonly CandidateSignals[] {
  const { pool, queryVector, standings, maxSims, facts, stale } = gathering;
  const { columns, vectors } = search.memory;
  const hasWords = search.isEnabled('lexical');
  const hasVectors = search.isEnabled('episodic');
  const hasNeighbours = search.isEnabled('neighbourhood');
  const scores = search.lexical();
  const { previous, next, session } = columns.layout;
  const place = new Map(pool.map((doc, at) => [doc, at]));
  const named = new Set(search.reading.names.map((name) => name.toLowerCase()));
  const isAnyNamed = search.view.speakers.some((speaker) => named.has(speaker.toLowerCase()));
  // The legs of passages embed the question too: turns are none of theirs.
  const cosines = pool.map((doc) =>
    queryVector === null || (!hasVectors && columns.kindOf(doc) === 'turn') ? null : vectors.cosine(doc, queryVector),
  );
  const sessionCosines = new Map<number, number>();
  pool.forEach((doc, at) => {
    const s = session[doc] ?? -1;
    sessionCosines.set(s, Math.max(sessionCosines.get(s) ?? -1, cosines[at] ?? -1));
  });
  return pool.map((doc, at) => {
    const standing = standings.get(columns.ids[doc] ?? '');
    const isWordless = !hasWords && columns.kindOf(doc) === 'turn';
    const saidAt = columns.saidAtOf(doc);
    return {
      own: isWordless ? 0 : (scores.own[doc] ?? 0),
      window: isWordless || !hasNeighbours ? 0 : (scores.window[doc] ?? 0),
      session: isWordless || !hasNeighbours ? 0 : (scores.session[session[doc] ?? -1] ?? 0),
      coverage: isWordless ? 0 : (scores.coverage[doc] ?? 0),
      windowCoverage: isWordless || !hasNeighbours ? 0 : (scores.windowCoverage[doc] ?? 0),
      cosine: cosines[at] ?? null,
      sessionCosine: sessionCosines.get(session[doc] ?? -1) ?? 0,
      previous: hasNeighbours ? (place.get(previous[doc] ?? -1) ?? -1) : -1,
      next: hasNeighbours ? (place.get(next[doc] ?? -1) ?? -1) : -1,
      role: columns.roleOf(doc),
      speaker: isAnyNamed
        ? named.has(columns.speakerOf(doc).toLowerCase())
          ? 'named'
          : 'other named'
        : 'nobody named',
      chars: columns.charsOf(doc),
      flags: columns.flagsOf(doc),
      saidAtMs: Number.isNaN(saidAt) ? null : saidAt,
      decay: standing?.decay ?? 1,
      maxSim: maxSims.get(doc) ?? null,
      fact: facts.get(doc)?.graph?.score ?? 0,
      isStale: stale.has(doc),
      isAnswer: standing?.isAnswer ?? false,
      isAsked: standing?.isAsked ?? false,
    };
  });
}

/** What the ranker is told of the question. */
export function describeSearch(search: OpenSearch, tokenWeights: Float32Array | null): QuestionSignals {
  const { view, reading } = search;
  return {
    reading,
    flags: describeQuestion(search.text),
    tokenWeights,
    hasAssistant: view.hasAssistant,
  };
}
