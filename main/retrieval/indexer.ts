import type { Inference } from '../inference/client.ts';
import { throwIfAborted } from '../lib/abort.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import {
  getPendingCount,
  insertVectors,
  listPendingTurns,
  type NewVector,
  type PendingTurn,
} from '../stores/embeddings.ts';
import { toEmbeddedText } from '../stores/project/lexical-text.pure.ts';
import type { Db } from '../stores/run.ts';
import type { CachedChunk, VectorCache } from '../stores/vector-cache.ts';

export type IndexTarget = {
  readonly db: Db;
  readonly inference: Pick<Inference, 'embed'>;
  readonly spaceId: number;
  readonly cache: VectorCache;
};

/** Turns in one round: big enough that short ones share batches, small enough that a kill costs little. */
const ROUND_TURNS = 64;
/** From here on it pays to read what was embedded before. */
const CACHE_FROM = 200;

type Round = {
  readonly turnIds: readonly string[];
  readonly vectors: readonly NewVector[];
  readonly made: readonly { readonly text: string; readonly chunks: readonly CachedChunk[] }[];
};

async function embedRound(target: IndexTarget, turns: readonly PendingTurn[], signal?: AbortSignal): Promise<Round> {
  const texts = turns.map(toEmbeddedText);
  const cached = await target.cache.find(texts);
  const missing = texts.filter((_, index) => cached[index] === null);
  const fresh =
    missing.length === 0
      ? []
      : await target.inference.embed({ texts: missing, kind: 'passage' }, signal ? { signal } : {});
  const made = missing.map((text, index) => ({ text, chunks: fresh[index] ?? [] }));
  const byText = new Map<string, readonly CachedChunk[]>(made.map(({ text, chunks }) => [text, chunks]));
  const vectors = turns.flatMap((turn, index) => {
    const text = texts[index] ?? '';
    const chunks = cached[index] ?? byText.get(text) ?? [];
    return chunks.map((chunk, n) => ({
      turnId: turn.id,
      chunk: n,
      fromChar: chunk.from,
      toChar: chunk.to,
      vector: chunk.vector,
    }));
  });
  return { turnIds: turns.map(({ id }) => id), vectors, made };
}

async function storeRound(target: IndexTarget, { turnIds, vectors, made }: Round): Promise<void> {
  await target.db.transaction((tx) => insertVectors(tx, { spaceId: target.spaceId, turnIds, vectors }));
  if (made.length > 0) await target.cache.append(made);
}

/** Gives every waiting turn its vectors, oldest first. Resolves when none waits; safe to stop and start anywhere. */
export async function indexPending(
  target: IndexTarget,
  watch: { readonly signal?: AbortSignal; readonly onRound?: (turns: number) => void } = {},
): Promise<void> {
  if ((await getPendingCount(target.db.read)) >= CACHE_FROM) await target.cache.load();
  // While the tables take one round, the model already works on the next.
  let written: Promise<void> = Promise.resolve();
  let inFlight: readonly string[] = [];
  try {
    for (;;) {
      throwIfAborted(watch.signal);
      const waiting = await listPendingTurns(target.db.read, ROUND_TURNS * 2);
      const turns = waiting.filter(({ id }) => !inFlight.includes(id)).slice(0, ROUND_TURNS);
      const embedded = turns.length === 0 ? null : await embedRound(target, turns, watch.signal);
      await written;
      if (embedded === null) {
        if (inFlight.length === 0) return;
        inFlight = [];
        continue;
      }
      inFlight = turns.map(({ id }) => id);
      written = storeRound(target, embedded).then(() => watch.onRound?.(turns.length));
      written.catch(() => undefined); // awaited in the next turn of the loop; until then nobody listens
    }
  } finally {
    await written.catch(() => undefined); // awaited above on the way that matters
  }
}

/** Indexes in the background whenever turns arrive. */
export type Indexer = {
  readonly wake: () => void;
  /** Resolves when nothing waits; rejects when indexing failed or `signal` fires (indexing itself goes on). */
  readonly whenIdle: (watch?: {
    readonly signal?: AbortSignal;
    readonly onRound?: (turns: number) => void;
  }) => Promise<void>;
  readonly isRunning: () => boolean;
  readonly close: () => Promise<void>;
};

export function createIndexer(
  target: IndexTarget,
  deps: { readonly clock: Clock; readonly log: Log; readonly onChange: () => void },
): Indexer {
  const stop = new AbortController();
  const listeners = new Set<(turns: number) => void>();
  let running: Promise<void> | null = null;
  let isWanted = false;

  const work = async (): Promise<void> => {
    while (isWanted && !stop.signal.aborted) {
      isWanted = false;
      const from = deps.clock.monotonicMs();
      let turns = 0;
      await indexPending(target, {
        signal: stop.signal,
        onRound: (n) => {
          turns += n;
          for (const listener of listeners) listener(n);
          deps.onChange();
        },
      });
      if (turns > 0) deps.log('index.done', { turns, ms: Math.round(deps.clock.monotonicMs() - from) });
    }
  };

  const start = (): Promise<void> => {
    isWanted = true;
    running ??= work().finally(() => {
      running = null;
      deps.onChange();
    });
    return running;
  };

  return {
    wake: () => {
      start().catch((error: unknown) => {
        // Turns stay on the list and the next wake, or the next start, takes them up again.
        deps.log('index.failed', { reason: error instanceof Error ? error.name : 'unknown' });
      });
    },
    whenIdle: async ({ signal, onRound } = {}) => {
      if (onRound) listeners.add(onRound);
      try {
        const left = new Promise<never>((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
        await (signal ? Promise.race([start(), left]) : start());
      } finally {
        if (onRound) listeners.delete(onRound);
      }
    },
    isRunning: () => running !== null,
    close: async () => {
      stop.abort();
      await running?.catch(() => undefined); // its failure was logged by whoever started it
    },
  };
}
