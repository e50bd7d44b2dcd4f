import type { Client, RecallInput, Trace } from '../contract/index.ts';
import { systemClock } from '../lib/clock.ts';
import type { Figures } from './bench.ts';
import { makeBenchQueries, quantile } from './bench-text.pure.ts';

const QUERIES = 100;
const WARM_UP = 10;

export type Spread = { readonly p50Ms: number; readonly p95Ms: number };

/** Half of the values lie below the first, and all but a twentieth below the second. */
export const spread = (values: readonly number[]): Spread => ({
  p50Ms: quantile(values, 0.5),
  p95Ms: quantile(values, 0.95),
});

/** One recall as the caller waits for it, and as its trace tells. */
export async function recallOnce(client: Client, input: RecallInput) {
  const fromMs = systemClock.monotonicMs();
  const { traceId } = await client.call('memory.recall', input);
  const callMs = systemClock.monotonicMs() - fromMs;
  return { callMs, trace: await client.call('traces.get', { id: traceId }) };
}

/** What retrieval adds to a question besides embedding it and besides late interaction. */
export const preflightMs = ({ timings }: Trace): number => timings.totalMs - timings.embedMs - timings.rerankMs;

const legMs = ({ legs }: Trace, name: Trace['legs'][number]['leg']): number =>
  legs.find(({ leg }) => leg === name)?.ms ?? 0;

type Search = { readonly seed: number; readonly spaceId?: string | undefined };

/**
 * Recalls of many questions, and beside each the two index queries that it cannot do without, alone: BM25, and the scan of
 * vectors (its leg embeds the question first, which is taken off).
 */
export async function measureRecall(client: Client, { seed, spaceId }: Search): Promise<Figures> {
  const scope = spaceId === undefined ? {} : { spaceId: spaceId as RecallInput['spaceId'] };
  const calls: number[] = [];
  const traces: Trace[] = [];
  const words: number[] = [];
  const vectors: number[] = [];
  for (const [index, query] of makeBenchQueries(QUERIES + WARM_UP, seed).entries()) {
    const whole = await recallOnce(client, { query, ...scope });
    const settings = { rerank: false };
    const { trace: lexical } = await recallOnce(client, { query, ...scope, settings, legs: ['lexical'] });
    const { trace: episodic } = await recallOnce(client, { query, ...scope, settings, legs: ['episodic'] });
    if (index < WARM_UP) continue;
    calls.push(whole.callMs);
    traces.push(whole.trace);
    words.push(legMs(lexical, 'lexical'));
    vectors.push(legMs(episodic, 'episodic') - episodic.timings.embedMs);
  }
  const preflight = spread(traces.map(preflightMs));
  const alone = spread(words.map((ms, index) => ms + (vectors[index] ?? 0)));
  const of = (reading: (trace: Trace) => number): Spread => spread(traces.map(reading));
  return {
    recall: spread(calls),
    'pre-flight': preflight,
    'index queries alone': alone,
    ratio: { p50: preflight.p50Ms / alone.p50Ms, p95: preflight.p95Ms / alone.p95Ms },
    'query embedding': of(({ timings }) => timings.embedMs),
    'late interaction': of(({ timings }) => timings.rerankMs),
    'lexical leg': of((trace) => legMs(trace, 'lexical')),
    'episodic leg besides embedding': of((trace) => legMs(trace, 'episodic') - trace.timings.embedMs),
    'neighbourhood leg': of((trace) => legMs(trace, 'neighbourhood')),
    'all legs besides embedding': of(({ timings }) => timings.legsMs - timings.embedMs),
    'fusion besides late interaction': of(({ timings }) => timings.fuseMs),
    packing: of(({ timings }) => timings.packMs),
    'BM25 alone': spread(words),
    'vector scan alone': spread(vectors),
  };
}
