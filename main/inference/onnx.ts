import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { AppError } from '../contract/errors.ts';
import { assert } from '../lib/assert.ts';
import type { Clock } from '../lib/clock.ts';
import type { EmbedderSpec, EmbedKind } from './contract.ts';
import { type KeptToken, keepTokens } from './token-states.pure.ts';
import { planWindows, type Window } from './windows.pure.ts';
import { createWordPiece } from './wordpiece.pure.ts';

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

export type Embedder = {
  readonly spec: EmbedderSpec;
  readonly loadMs: number;
  readonly cut: (texts: readonly string[], kind: EmbedKind, tokenWords: readonly number[]) => readonly TextWindow[];
  /** Windows of one length. Blocks this process's event loop: give it small batches. */
  readonly run: (windows: readonly Window[]) => Promise<Embedded>;
  readonly release: () => Promise<void>;
};

/** Loads the weights and the tokenizer; both are measured once, since a released session does not give its memory back. */
export async function loadEmbedder(spec: EmbedderSpec, clock: Clock): Promise<Embedder> {
  const startMs = clock.monotonicMs();
  const { wordPiece, session } = await open(spec);
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

  await run([{ ids: [wordPiece.clsId, wordPiece.sepId], from: 0, to: 0 }]); // the first run allocates; do it while loading
  return { spec, loadMs: clock.monotonicMs() - startMs, cut, run, release: () => session.release() };
}

async function open(spec: EmbedderSpec) {
  try {
    const wordPiece = createWordPiece(JSON.parse(await readFile(spec.tokenizerPath, 'utf8')));
    const weights = await readFile(spec.modelPath);
    // A changed byte gives other vectors without any error, and they would be believed.
    if (spec.sha256 !== '' && createHash('sha256').update(weights).digest('hex') !== spec.sha256)
      throw new Error('the weights are not what their publisher published');
    const session = await InferenceSession.create(weights, {
      executionProviders: ['cpu'],
      intraOpNumThreads: spec.threads,
      interOpNumThreads: 1,
      // Spinning threads would take the chat model's cores between batches.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
    });
    return { wordPiece, session };
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
