import type { BenchTurn } from './cli/bench-text.pure.ts';
import { type Inference, TOKEN_WORDS } from './inference/client.ts';
import { STOP_WORDS } from './lib/stop-words.pure.ts';
import { cacheKeyOf } from './retrieval/indexer.ts';
import { toEmbeddedText } from './stores/project/lexical-text.pure.ts';
import { type CachedChunk, type CachedText, openVectorCache } from './stores/vector-cache.ts';

type Target = { readonly inference: Inference; readonly dimension: number; readonly dataFolder: string };

/** What the embedder made of one word alone. */
type WordStates = { readonly vector: Float32Array; readonly bits: Uint8Array };

const WORD = /[\p{L}\p{N}-]+/gu;
const WORDS_AT_ONCE = 512;
const TURNS_AT_ONCE = 512;
/** As many words as fill the embedder's window. */
const CHUNK_WORDS = 180;

/** Fills the folder's vector cache; only single words are embedded, of which made-up turns have some thousand. */
export async function makeBenchVectors(
  { inference, dimension, dataFolder }: Target,
  turns: () => Iterable<BenchTurn>,
): Promise<void> {
  const vocabulary = new Set<string>();
  for (const turn of turns()) for (const [word] of textOf(turn).matchAll(WORD)) vocabulary.add(word);
  const words = new Map<string, WordStates>();
  const all = [...vocabulary];
  for (let at = 0; at < all.length; at += WORDS_AT_ONCE) {
    const part = all.slice(at, at + WORDS_AT_ONCE);
    const embedded = await inference.embed({ texts: part, kind: 'passage' });
    for (const [index, { chunks, bits }] of embedded.entries())
      words.set(part[index] ?? '', { vector: chunks[0]?.vector ?? new Float32Array(dimension), bits });
  }
  const cache = openVectorCache({ dataFolder, spaceName: inference.spaceId ?? 'none', dimension });
  let entries: (CachedText & { readonly text: string })[] = [];
  for (const turn of turns()) {
    entries.push(toEntry(turn, words, dimension));
    if (entries.length < TURNS_AT_ONCE) continue;
    await cache.append(entries);
    entries = [];
  }
  await cache.append(entries);
}

const textOf = (turn: BenchTurn): string => toEmbeddedText({ ...turn, attachments: [] });

function toEntry(turn: BenchTurn, words: ReadonlyMap<string, WordStates>, dimension: number) {
  const found = [...textOf(turn).matchAll(WORD)];
  const chunks: CachedChunk[] = [];
  for (let at = 0; at < found.length; at += CHUNK_WORDS) {
    const part = found.slice(at, at + CHUNK_WORDS);
    const last = part.at(-1);
    chunks.push({
      from: part[0]?.index ?? 0,
      to: (last?.index ?? 0) + (last?.[0].length ?? 0),
      vector: meanOf(
        part.flatMap(([word]) => words.get(word)?.vector ?? []),
        dimension,
      ),
    });
  }
  const kept = found.slice(0, turn.role === 'assistant' ? TOKEN_WORDS.assistant : TOKEN_WORDS.said);
  const bits = kept.flatMap(([word]) => (STOP_WORDS.has(word.toLowerCase()) ? [] : (words.get(word)?.bits ?? [])));
  return { text: cacheKeyOf({ ...turn, attachments: [] }), chunks, bits: new Uint8Array(Buffer.concat(bits)) };
}

/** The mean of vectors, scaled to length 1. */
function meanOf(vectors: readonly Float32Array[], dimension: number): Float32Array {
  const sum = new Float32Array(dimension);
  for (const vector of vectors) for (let i = 0; i < dimension; i += 1) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0);
  const length = Math.hypot(...sum);
  return length > 0 ? sum.map((value) => value / length) : sum;
}
