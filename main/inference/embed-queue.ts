import { setTimeout as pause } from 'node:timers/promises';
import { throwIfAborted } from '../lib/abort.ts';
import type { Clock } from '../lib/clock.ts';
import { planEqualBatches } from './batches.pure.ts';
import type { EmbedKind, EmbedReply } from './contract.ts';
import type { Embedded, Embedder, TextWindow } from './onnx.ts';
import { createRotation, type Rotation } from './rotation.pure.ts';
import { packSigns, toUnit } from './token-states.pure.ts';

/** Tokens in one run: about 50 ms, so that a cancel, a question or a chat token never waits long behind it. */
const BATCH_TOKENS = 256;
/** While the chat model writes, embedding rests this many times as long as its last batch took. */
const REST_FACTOR = 4;
const MAX_REST_MS = 500;

export type EmbedJob = {
  readonly texts: readonly string[];
  readonly kind: EmbedKind;
  readonly tokenWords: readonly number[];
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
};

/** One batch at a time on the session. */
export type Exclusive = <T>(task: () => Promise<T>) => Promise<T>;

export type EmbedQueue = {
  readonly embed: (embedder: Embedder, job: EmbedJob) => Promise<EmbedReply>;
  /** A batch of other background work on the same session, which gives way as passages do. */
  readonly background: Exclusive;
};

/** Questions go before passages, and both share the machine with the chat model without starving or being starved. */
export function createEmbedQueue({ clock, isChatBusy }: { clock: Clock; isChatBusy: () => boolean }): EmbedQueue {
  let waitingQueries = 0;
  let tail: Promise<unknown> = Promise.resolve();
  let rotate: Rotation | null = null;

  /** One batch at a time: the session is used by one caller, and batches of several jobs interleave. */
  const exclusive: Exclusive = (task) => {
    const next = tail.then(task, task);
    tail = next.catch(() => undefined); // the caller gets the failure; the chain must go on
    return next;
  };

  const embed = async (embedder: Embedder, job: EmbedJob): Promise<EmbedReply> => {
    if (job.kind === 'query') waitingQueries += 1;
    try {
      const windows = embedder.cut(job.texts, job.kind, job.tokenWords);
      const { dimension } = embedder.spec;
      const vectors = new Float32Array(windows.length * dimension);
      rotate ??= createRotation(dimension);
      const states = createStates(windows, { kind: job.kind, dimension, rotate });
      let done = 0;
      for (const batch of planEqualBatches(
        windows.map((window) => window.tokens),
        BATCH_TOKENS,
      )) {
        throwIfAborted(job.signal);
        const startMs = clock.monotonicMs();
        const output = await exclusive(() => embedder.run(batch.map((index) => getWindow(windows, index).window)));
        batch.forEach((index, row) => {
          vectors.set(output.sentences.subarray(row * dimension, (row + 1) * dimension), index * dimension);
          states.take(index, output, row);
        });
        done += batch.length;
        job.onProgress(done, windows.length);
        if (job.kind === 'passage') await rest(clock.monotonicMs() - startMs, done < windows.length);
      }
      const reply = job.kind === 'query' ? mergeWindows(job.texts, windows, vectors) : toReply(windows, vectors);
      return { ...reply, states: states.reply(job.texts.length) };
    } finally {
      if (job.kind === 'query') waitingQueries -= 1;
    }
  };

  const rest = async (batchMs: number, hasMore: boolean): Promise<void> => {
    if (isChatBusy()) await pause(Math.min(MAX_REST_MS, batchMs * REST_FACTOR));
    // Lets messages in: a cancel, or a question that goes first.
    else if (hasMore) await pause(0);
    while (waitingQueries > 0) await pause(1);
  };

  const background: Exclusive = async (task) => {
    const startMs = clock.monotonicMs();
    const result = await exclusive(task);
    await rest(clock.monotonicMs() - startMs, true);
    return result;
  };

  return { embed, background };
}

function getWindow(windows: readonly TextWindow[], index: number): TextWindow {
  const window = windows[index];
  if (!window) throw new Error('bug: window out of range');
  return window;
}

type Pooled = Omit<EmbedReply, 'states'>;

function toReply(windows: readonly TextWindow[], vectors: Float32Array): Pooled {
  return {
    vectors,
    chunks: windows.map(({ text, window, tokens }) => ({ text, from: window.from, to: window.to, tokens })),
  };
}

/** A question has one vector. One longer than the window is the normalised mean of its windows: nothing is cut off. */
function mergeWindows(texts: readonly string[], windows: readonly TextWindow[], vectors: Float32Array): Pooled {
  const dimension = windows.length === 0 ? 0 : vectors.length / windows.length;
  const merged = new Float32Array(texts.length * dimension);
  const tokens = new Array<number>(texts.length).fill(0);
  const counts = new Array<number>(texts.length).fill(0);
  windows.forEach((window, index) => {
    const { text } = window;
    tokens[text] = (tokens[text] ?? 0) + window.tokens;
    counts[text] = (counts[text] ?? 0) + 1;
    for (let i = 0; i < dimension; i += 1) {
      const at = text * dimension + i;
      merged[at] = (merged[at] ?? 0) + (vectors[index * dimension + i] ?? 0);
    }
  });
  texts.forEach((_, text) => {
    if ((counts[text] ?? 0) > 1) toUnit(merged.subarray(text * dimension, (text + 1) * dimension));
  });
  return {
    vectors: merged,
    chunks: texts.map((value, text) => ({ text, from: 0, to: value.length, tokens: tokens[text] ?? 0 })),
  };
}

type StatePlan = { readonly kind: EmbedKind; readonly dimension: number; readonly rotate: Rotation };

/** States of the kept tokens as they come out of the model, window by window, into one flat array in order of the texts. */
function createStates(windows: readonly TextWindow[], { kind, dimension, rotate }: StatePlan) {
  const bytes = Math.ceil(dimension / 8);
  const offsets: number[] = [];
  let total = 0;
  for (const { kept } of windows) {
    offsets.push(total);
    total += kept.length;
  }
  const bits = new Uint8Array(kind === 'passage' ? total * bytes : 0);
  const floats = new Float32Array(kind === 'query' ? total * dimension : 0);
  return {
    take: (index: number, { states }: Embedded, row: number): void => {
      const window = getWindow(windows, index);
      window.kept.forEach(({ at }, n) => {
        const from = (row * window.tokens + at) * dimension;
        const state = states.slice(from, from + dimension);
        rotate(state);
        const token = (offsets[index] ?? 0) + n;
        if (kind === 'passage') packSigns(state, bits, token * bytes);
        else {
          toUnit(state);
          floats.set(state, token * dimension);
        }
      });
    },
    reply: (texts: number): EmbedReply['states'] => {
      const counts = new Array<number>(texts).fill(0);
      for (const { text, kept } of windows) counts[text] = (counts[text] ?? 0) + kept.length;
      const words = kind === 'query' ? windows.flatMap(({ kept }) => kept.map(({ word }) => word)) : [];
      return { counts, bits, floats, words };
    },
  };
}
