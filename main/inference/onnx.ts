import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { AppError } from '../contract/errors.ts';
import { assert } from '../lib/assert.ts';
import type { Clock } from '../lib/clock.ts';
import type { EmbedderSpec, EmbedKind } from './contract.ts';
import { encodeGraphOutput } from './graph-output.pure.ts';
import { type KeptToken, keepTokens } from './token-states.pure.ts';
import { planWindows, type Window } from './windows.pure.ts';
import { createWordPiece, type OffsetToken } from './wordpiece.pure.ts';

/** A window of one text, with the number of tokens that are fed for it, special tokens included. */
export type TextWindow = {
  readonly text: number;
  readonly window: Window;
  readonly tokens: number;
  /** Of the first window of a text: the fed tokens that take part in late interaction. */
  readonly kept: readonly KeptToken[];
};

/** One vector per window, flat, in order; and every fed token's state, window by window, all windows being of one length. */
export type Embedded = { readonly sentences: Float32Array; readonly states: Float32Array };

/** A text's tokens and the windows that feed them, each after one special token, with its first one's place. */
export type TagText = {
  readonly tokens: readonly OffsetToken[];
  readonly windows: readonly { readonly window: Window; readonly firstToken: number }[];
};

/** Which weights' inside is known, and the value in their graph that holds the states. */
export type InnerLayer = { readonly sha256: string; readonly layer: string };

/**
 * The states of an inner layer. The last ones of an embedder are mixed into the meaning of the sentence; what a word is
 * by itself is clearest halfway (entity F1 58 there and 41 at the end, same head, same data).
 */
export type InnerStates = {
  readonly cut: (text: string) => TagText;
  /** Every fed token's state, window by window, all windows being of one length. */
  readonly run: (windows: readonly Window[]) => Promise<Float32Array>;
};

export type Embedder = {
  readonly spec: EmbedderSpec;
  readonly loadMs: number;
  readonly cut: (texts: readonly string[], kind: EmbedKind, tokenWords: readonly number[]) => readonly TextWindow[];
  /** Windows of one length. Blocks this process's event loop: give it small batches. */
  readonly run: (windows: readonly Window[]) => Promise<Embedded>;
  /** Null for weights whose inside the tagger was not trained on. */
  readonly inner: InnerStates | null;
  readonly release: () => Promise<void>;
};

/** Loads the weights and the tokenizer; both are measured once, since a released session does not give its memory back. */
export async function loadEmbedder(
  spec: EmbedderSpec,
  clock: Clock,
  innerLayer: InnerLayer | null = null,
): Promise<Embedder> {
  const startMs = clock.monotonicMs();
  const { wordPiece, session, layer } = await open(spec, innerLayer);
  const rules = { maxTokens: spec.maxTokens - 2, overlapTokens: spec.overlapTokens };
  const prefixes = { query: spec.queryPrefix, passage: spec.passagePrefix };

  const cut: Embedder['cut'] = (texts, kind, tokenWords) => {
    const prefix = wordPiece.encode(prefixes[kind]).map((token) => token.id);
    const contentTokens = rules.maxTokens - prefix.length;
    return texts.flatMap((text, index) => {
      const tokens = wordPiece.encode(text);
      return planWindows(text, tokens, { ...rules, maxTokens: contentTokens }).map((window, n) => {
        const ids = [wordPiece.clsId, ...prefix, ...window.ids, wordPiece.sepId];
        const first = n > 0 ? [] : tokens.slice(0, window.ids.length);
        const kept = keepTokens(text, first, tokenWords[index] ?? 0).map((token) => ({
          ...token,
          at: token.at + 1 + prefix.length,
        }));
        return { text: index, window: { ...window, ids }, tokens: ids.length, kept };
      });
    });
  };

  const run = async (windows: readonly Window[]): Promise<Embedded> => {
    const feeds = buildFeeds(windows, wordPiece.padId);
    const outputs = await session.run(feeds, ['sentence_embedding', 'last_hidden_state']);
    const sentences = outputs.sentence_embedding?.data;
    const states = outputs.last_hidden_state?.data;
    assert(
      sentences instanceof Float32Array &&
        states instanceof Float32Array &&
        sentences.length === windows.length * spec.dimension &&
        states.length === sentences.length * Math.max(...windows.map(({ ids }) => ids.length)),
      'the embedder answered in another shape',
    );
    return { sentences, states };
  };

  const inner = layer === null ? null : createInnerStates({ spec, wordPiece, session, layer });
  await run([{ ids: [wordPiece.clsId, wordPiece.sepId], from: 0, to: 0 }]); // the first run allocates; do it while loading
  return { spec, loadMs: clock.monotonicMs() - startMs, cut, run, inner, release: () => session.release() };
}

type Opened = { readonly wordPiece: ReturnType<typeof createWordPiece>; readonly session: InferenceSession };

function createInnerStates({ spec, wordPiece, session, layer }: Opened & { spec: EmbedderSpec; layer: string }) {
  const rules = { maxTokens: spec.maxTokens - 2, overlapTokens: spec.overlapTokens };
  const cut: InnerStates['cut'] = (text) => {
    const tokens = wordPiece.encode(text);
    let start = 0;
    const windows = planWindows(text, tokens, rules).map((window, n) => {
      while (n > 0 && start < tokens.length && (tokens[start]?.from ?? 0) < window.from) start += 1;
      const ids = [wordPiece.clsId, ...window.ids, wordPiece.sepId];
      return { window: { ...window, ids }, firstToken: start };
    });
    return { tokens, windows };
  };
  const run: InnerStates['run'] = async (windows) => {
    const outputs = await session.run(buildFeeds(windows, wordPiece.padId), [layer]);
    const states = outputs[layer]?.data;
    const tokens = windows.length * Math.max(...windows.map(({ ids }) => ids.length));
    assert(
      states instanceof Float32Array && states.length === tokens * spec.dimension,
      'an inner layer answered in another shape',
    );
    return states;
  };
  return { cut, run };
}

async function open(spec: EmbedderSpec, inner: InnerLayer | null) {
  try {
    const wordPiece = createWordPiece(JSON.parse(await readFile(spec.tokenizerPath, 'utf8')));
    const weights = await readFile(spec.modelPath);
    // A changed byte gives other vectors without any error, and they would be believed.
    const sha256 = createHash('sha256').update(weights).digest('hex');
    if (spec.sha256 !== '' && sha256 !== spec.sha256)
      throw new Error('the weights are not what their publisher published');
    const layer = inner?.sha256 === sha256 ? inner.layer : null;
    // Vectors stay the same to the last bit with one output more (test/models).
    const graph = layer === null ? weights : Buffer.concat([weights, encodeGraphOutput(layer)]);
    const session = await InferenceSession.create(graph, {
      executionProviders: ['cpu'],
      intraOpNumThreads: spec.threads,
      interOpNumThreads: 1,
      // Spinning threads would take the chat model's cores between batches.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
    });
    return { wordPiece, session, layer };
  } catch (cause) {
    throw new AppError(
      'model.damaged',
      'The embedding model could not be read. Verify it, or install Palimpsest again.',
      { cause, details: { modelId: spec.modelId } },
    );
  }
}

function buildFeeds(windows: readonly Window[], padId: number): Record<string, Tensor> {
  const width = Math.max(...windows.map((window) => window.ids.length));
  const shape = [windows.length, width];
  const ids = new BigInt64Array(windows.length * width).fill(BigInt(padId));
  const mask = new BigInt64Array(windows.length * width);
  windows.forEach((window, row) => {
    window.ids.forEach((id, column) => {
      ids[row * width + column] = BigInt(id);
      mask[row * width + column] = 1n;
    });
  });
  return {
    input_ids: new Tensor('int64', ids, shape),
    attention_mask: new Tensor('int64', mask, shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(windows.length * width), shape),
  };
}
