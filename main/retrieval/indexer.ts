import { type Inference, TOKEN_WORDS } from '../inference/client.ts';
import { throwIfAborted } from '../lib/abort.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import {
  deleteOtherSpaces,
  getPendingCount,
  insertEmbeddings,
  listPendingFragments,
  type NewEmbeddings,
  type NewVector,
  type PendingFragment,
} from '../stores/embeddings.ts';
import { toEmbeddedText } from '../stores/project/lexical-text.pure.ts';
import type { Db } from '../stores/run.ts';
import type { CachedText, VectorCache } from '../stores/vector-cache.ts';
import type { StoredVectors } from './memory/memory.ts';

export type IndexTarget = {
  readonly db: Db;
  readonly inference: Pick<Inference, 'embed'>;
  readonly spaceId: number;
  readonly cache: VectorCache;
  /** What has just been stored: the copy in memory takes it from here. */
  readonly onStored?: (stored: readonly StoredVectors[]) => void;
};

/** Fragments in one round: big enough that short ones share batches, small enough that a kill costs little. */
const ROUND_TURNS = 64;
const ROUND_CHARS = 100_000;
/** From here on it pays to read what was embedded before. */
const CACHE_FROM = 200;

type Round = {
  readonly embeddings: NewEmbeddings;
  readonly made: readonly (CachedText & { readonly text: string })[];
};

const wordsOf = ({ role }: Pick<PendingFragment, 'role'>): number =>
  role === 'assistant' ? TOKEN_WORDS.assistant : TOKEN_WORDS.said;

/** What the vector cache knows a fragment by: how many tokens are kept is part of what is made of its text. */
export const cacheKeyOf = (fragment: Pick<PendingFragment, 'role' | 'speaker' | 'text' | 'attachments'>): string =>
  `${wordsOf(fragment)} ${toEmbeddedText(fragment)}`;

/** Every key that a text may have in the cache, whoever said it; texts as `toEmbeddedText` makes them. */
export const listCacheKeys = (embeddedText: string): readonly string[] =>
  [...new Set(Object.values(TOKEN_WORDS))].map((words) => `${words} ${embeddedText}`);

async function embedRound(
  target: IndexTarget,
  fragments: readonly PendingFragment[],
  signal?: AbortSignal,
): Promise<Round> {
  const texts = fragments.map(toEmbeddedText);
  const keys = fragments.map(cacheKeyOf);
  const cached = await target.cache.find(keys);
  const missing = texts.flatMap((_, index) => (cached[index] === null ? [index] : []));
  const input = {
    texts: missing.map((index) => texts[index] ?? ''),
    kind: 'passage' as const,
    tokenWords: missing.map((index) => (fragments[index] ? wordsOf(fragments[index]) : 0)),
  };
  const fresh = missing.length === 0 ? [] : await target.inference.embed(input, signal ? { signal } : {});
  const made = missing.map((index, n) => ({
    text: keys[index] ?? '',
    chunks: fresh[n]?.chunks ?? [],
    bits: fresh[n]?.bits ?? new Uint8Array(),
  }));
  const byKey = new Map<string, CachedText>(made.map(({ text, ...rest }) => [text, rest]));
  const own = fragments.map(({ id }, index) => ({
    id,
    embedded: cached[index] ?? byKey.get(keys[index] ?? '') ?? { chunks: [], bits: new Uint8Array() },
  }));
  return {
    made,
    embeddings: {
      spaceId: target.spaceId,
      fragments,
      vectors: own.flatMap(({ id, embedded }) =>
        embedded.chunks.map(({ from, to, vector }, chunk) => ({
          fragmentId: id,
          chunk,
          fromChar: from,
          toChar: to,
          vector,
        })),
      ),
      tokens: own.map(({ id, embedded }) => ({ fragmentId: id, bits: embedded.bits })),
    },
  };
}

async function storeRound(target: IndexTarget, { embeddings, made }: Round): Promise<void> {
  const stored = await target.db.transaction((tx) => insertEmbeddings(tx, embeddings));
  target.onStored?.(byFragment(embeddings.vectors.filter(({ fragmentId }) => stored.has(fragmentId))));
  if (made.length > 0) await target.cache.append(made);
}

function byFragment(vectors: readonly NewVector[]): readonly StoredVectors[] {
  const grouped = new Map<string, Float32Array[]>();
  for (const { fragmentId, vector } of vectors) {
    const own = grouped.get(fragmentId);
    if (own) own.push(vector);
    else grouped.set(fragmentId, [vector]);
  }
  return [...grouped].map(([fragmentId, own]) => ({ fragmentId, vectors: own }));
}

/** Turns read ahead, so that the model never waits for a query that stands behind a write. */
const READ_AHEAD_TURNS = ROUND_TURNS * 8;

/** The waiting turns in order, a round at a time, each once. */
function createWaitingList(target: IndexTarget) {
  let ahead: readonly PendingFragment[] = [];
  let after = { seq: 0, id: '' };
  const read = async (): Promise<void> => {
    const more = await listPendingFragments(target.db.read, {
      afterSeq: after.seq,
      afterId: after.id,
      limit: READ_AHEAD_TURNS,
    });
    after = more.at(-1) ?? after;
    ahead = [...ahead, ...more];
  };
  return {
    readAhead: async (): Promise<void> => {
      if (ahead.length < ROUND_TURNS) await read();
    },
    take: (): readonly PendingFragment[] => {
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
      after = { seq: 0, id: '' };
    },
  };
}

/** After so many new fragments the plans made for fewer cost more than making them anew. */
const ANALYSE_FROM = 256;

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
  // Even where nothing waited: a change of embedder may have been cut off just before this.
  await target.db.transaction((tx) => deleteOtherSpaces(tx, target.spaceId));
  if (turns < ANALYSE_FROM) return;
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
    done += embedded.embeddings.fragments.length;
    watch.onRound?.(embedded.embeddings.fragments.length);
    await waiting.readAhead();
    embedding ??= startRound(target, waiting.take(), watch.signal);
  }
  return done;
}

function startRound(
  target: IndexTarget,
  turns: readonly PendingFragment[],
  signal?: AbortSignal,
): Promise<Round> | null {
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
      let leave = (): void => undefined;
      try {
        const left = new Promise<never>((_, reject) => {
          leave = () => reject(signal?.reason);
          signal?.addEventListener('abort', leave, { once: true });
        });
        await (signal ? Promise.race([start(), left]) : start());
      } finally {
        signal?.removeEventListener('abort', leave); // the same signal comes back for every turn that is read
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
