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
import { relinkUnreachable } from '../stores/health.ts';
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
const ROUND_CHARS = 100_000;
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

/** Turns read ahead, so that the model never waits for a query that stands behind a write. */
const READ_AHEAD_TURNS = ROUND_TURNS * 8;

/** The waiting turns in order, a round at a time, each once. */
function createWaitingList(target: IndexTarget) {
  let ahead: readonly PendingTurn[] = [];
  let afterSeq = 0;
  const read = async (): Promise<void> => {
    const more = await listPendingTurns(target.db.read, { afterSeq, limit: READ_AHEAD_TURNS });
    afterSeq = more.at(-1)?.seq ?? afterSeq;
    ahead = [...ahead, ...more];
  };
  return {
    readAhead: async (): Promise<void> => {
      if (ahead.length < ROUND_TURNS) await read();
    },
    take: (): readonly PendingTurn[] => {
      let chars = 0;
      const end = ahead.findIndex(({ text }, index) => {
        chars += text.length;
        return index > 0 && (index >= ROUND_TURNS || chars > ROUND_CHARS);
      });
      const round = end < 0 ? ahead : ahead.slice(0, end);
      ahead = ahead.slice(round.length);
      return round;
    },
    /** From the front again: turns may have been put back on the list behind what was read. */
    restart: (): void => {
      afterSeq = 0;
    },
  };
}

/** After so many new turns a walk through the whole index (6 µs a vector) pays: inserts take links from older ones. */
const RELINK_FROM = 256;

/** Gives every waiting turn its vectors, oldest first. Resolves when none waits; safe to stop and start anywhere. */
export async function indexPending(
  target: IndexTarget,
  watch: { readonly signal?: AbortSignal; readonly onRound?: (turns: number) => void } = {},
): Promise<void> {
  if ((await getPendingCount(target.db.read)) >= CACHE_FROM) await target.cache.load();
  const waiting = createWaitingList(target);
  let turns = 0;
  for (;;) {
    waiting.restart();
    const done = await indexOnce(target, waiting, watch);
    if (done === 0) break;
    turns += done;
  }
  if (turns < RELINK_FROM) return;
  await relinkUnreachable(target.db);
  // Plans made for an empty table cost twice the time on a full one, and nothing here runs by itself.
  await target.db.maintain('analyze');
}

/** One way through the list. While the tables take a round, the model already works on the next. */
async function indexOnce(
  target: IndexTarget,
  waiting: ReturnType<typeof createWaitingList>,
  watch: Parameters<typeof indexPending>[1] & object,
): Promise<number> {
  let done = 0;
  await waiting.readAhead();
  let embedding = startRound(target, waiting.take(), watch.signal);
  while (embedding !== null) {
    throwIfAborted(watch.signal);
    const embedded = await embedding;
    embedding = startRound(target, waiting.take(), watch.signal);
    await storeRound(target, embedded);
    done += embedded.turnIds.length;
    watch.onRound?.(embedded.turnIds.length);
    await waiting.readAhead();
    embedding ??= startRound(target, waiting.take(), watch.signal);
  }
  return done;
}

function startRound(target: IndexTarget, turns: readonly PendingTurn[], signal?: AbortSignal): Promise<Round> | null {
  if (turns.length === 0) return null;
  const round = embedRound(target, turns, signal);
  round.catch(() => undefined); // awaited in the next turn of the loop; until then nobody listens
  return round;
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
