import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSource, readEmbedderSpec } from '../heads/embed.mjs';
import { root } from '../lib/sources.mjs';
import { groupBy } from './random.mjs';

const cache = join(root, '.cache/ranker');
/** Padded tokens of a batch. */
const BATCH_TOKENS = 2_048;
/** Texts whose results are kept together: a run that is stopped goes on from there. */
const SHARD = 1_000;

/** @typedef {{ text: string, kind: 'query' | 'passage', words: number }} Item */
/** @typedef {{ vectors: Float32Array[], bits: Uint8Array, tokens: Float32Array, words: string[] }} Embedded */
/** @typedef {{ cut: Function, run: Function, release: () => Promise<void> }} Embedder */

/**
 * Vectors of each window, and what late interaction needs: bits of a passage's kept tokens, rotated vectors of a question's.
 * @param {readonly Item[]} items @param {(done: number, total: number) => void} onProgress @returns {Promise<readonly Embedded[]>}
 */
export async function embedItems(items, onProgress) {
  mkdirSync(cache, { recursive: true });
  const spec = readEmbedderSpec();
  /** @type {Embedder | null} */
  let embedder = null;
  const states = await loadSource('main/inference/token-states.pure.ts');
  const { createRotation } = await loadSource('main/inference/rotation.pure.ts');
  const tools = { ...states, rotate: createRotation(spec.dimension), dimension: spec.dimension };
  const all = [];
  for (let from = 0; from < items.length; from += SHARD) {
    const some = items.slice(from, from + SHARD);
    const key = createHash('sha256')
      .update(JSON.stringify([spec.sha256, some]))
      .digest('hex');
    const file = join(cache, `${key.slice(0, 20)}.bin`);
    if (!existsSync(file)) {
      if (embedder === null) {
        const { loadEmbedder } = await loadSource('main/inference/onnx.ts');
        embedder = /** @type {Embedder} */ (await loadEmbedder(spec, { monotonicMs: () => performance.now() }));
      }
      writeFileSync(file, pack(await embedShard(embedder, some, tools)));
    }
    all.push(...unpack(readFileSync(file), spec.dimension));
    onProgress(Math.min(items.length, from + SHARD), items.length);
  }
  await embedder?.release();
  return all;
}

/** @param {Embedder} embedder @param {readonly Item[]} items @param {any} tools @returns {Promise<Embedded[]>} */
async function embedShard(embedder, items, tools) {
  const { dimension } = tools;
  const out = items.map(() => ({
    vectors: /** @type {Float32Array[]} */ ([]),
    ...{ bits: new Uint8Array(), tokens: new Float32Array(), words: /** @type {string[]} */ ([]) },
  }));
  const cut = ['query', 'passage'].flatMap((kind) => {
    const own = items.flatMap((item, index) => (item.kind === kind ? [{ item, index }] : []));
    const texts = own.map(({ item }) => item.text);
    const words = own.map(({ item }) => item.words);
    const windows = embedder.cut(texts, kind, words);
    return windows.map((/** @type {any} */ window) => ({ ...window, text: own[window.text]?.index ?? 0 }));
  });
  const byLength = groupBy(cut, ({ tokens }) => tokens);
  for (const [tokens, group] of byLength) {
    const rows = Math.max(1, Math.floor(BATCH_TOKENS / tokens));
    for (let at = 0; at < group.length; at += rows) {
      const batch = group.slice(at, at + rows);
      const { sentences, states } = await embedder.run(batch.map(({ window }) => window));
      for (const [row, { text, kept }] of batch.entries()) {
        const target = out[text];
        if (target === undefined) continue;
        target.vectors.push(sentences.slice(row * dimension, (row + 1) * dimension));
        if (kept.length > 0)
          keep({ target, kept, states, from: row * tokens, kind: items[text]?.kind ?? 'passage' }, tools);
      }
    }
  }
  return out;
}

/** @param {{ target: Embedded, kept: readonly { at: number, word: string }[], states: Float32Array, from: number, kind: string }} row @param {any} tools */
function keep({ target, kept, states, from, kind }, { dimension, rotate, packSigns, toUnit }) {
  const bytes = dimension / 8;
  if (kind === 'query') target.tokens = new Float32Array(kept.length * dimension);
  else target.bits = new Uint8Array(kept.length * bytes);
  for (const [n, { at, word }] of kept.entries()) {
    const state = states.slice((from + at) * dimension, (from + at + 1) * dimension);
    rotate(state);
    if (kind === 'query') {
      toUnit(state);
      target.tokens.set(state, n * dimension);
      target.words.push(word);
    } else packSigns(state, target.bits, n * bytes);
  }
}

/** A line of JSON with the sizes, then the numbers. @param {readonly Embedded[]} shard */
function pack(shard) {
  const sizes = shard.map(({ vectors, bits, tokens, words }) => [vectors.length, bits.length, tokens.length, words]);
  const bytesOf = (/** @type {Float32Array} */ floats) =>
    Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength);
  const parts = shard.flatMap(({ vectors, bits, tokens }) => [
    ...vectors.map(bytesOf),
    bytesOf(tokens),
    Buffer.from(bits),
  ]);
  return Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...parts]);
}

/** @param {Buffer} bytes @param {number} dimension @returns {Embedded[]} */
function unpack(bytes, dimension) {
  let at = bytes.indexOf(10) + 1;
  const floats = (/** @type {number} */ count) => {
    const out = new Float32Array(new Uint8Array(bytes.subarray(at, at + count * 4)).buffer);
    at += count * 4;
    return out;
  };
  const sizes = JSON.parse(bytes.subarray(0, at).toString());
  return sizes.map((/** @type {[number, number, number, string[]]} */ [count, bitCount, tokenCount, words]) => {
    const vectors = Array.from({ length: count }, () => floats(dimension));
    const tokens = floats(tokenCount);
    const bits = new Uint8Array(bytes.subarray(at, at + bitCount));
    at += bitCount;
    return { vectors, bits, tokens, words };
  });
}
