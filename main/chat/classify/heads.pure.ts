import { z } from 'zod';
import type { HeadName } from '../../contract/corrections.ts';
import { OperationType, Reliance } from '../../contract/recall.ts';
import file from './heads/weights.json' with { type: 'json' };

const Head = z.strictObject({ labels: z.array(z.string()).min(2), temperature: z.number().positive() });

/** What `scripts/train-heads.mjs` writes. */
export const HeadsFile = z.strictObject({
  version: z.int(),
  /** The embedding space whose vectors these heads read; those of another mean nothing to them. */
  space: z.string(),
  dimension: z.int().positive(),
  hidden: z.int().positive(),
  heads: z.strictObject({ topic: Head, intent: Head, reliance: Head, operation: Head }),
  /** SHA-256 of what they were trained on. */
  data: z.record(z.string(), z.string()),
  scores: z.record(z.string(), z.number()),
  /** Little-endian float32: hidden weights, hidden biases, output weights, output biases. */
  weights: z.base64(),
});
export type HeadsFile = z.infer<typeof HeadsFile>;

export type Guess<T extends string = string> = { readonly label: T; readonly confidence: number };

/** What the heads make of a question, by its vector. */
export type HeadReading = {
  /** Likely ones, most likely first. */
  readonly topics: readonly string[];
  readonly intents: readonly string[];
  readonly reliance: Guess<Reliance>;
  readonly operation: Guess<OperationType>;
};

/** Every label of every head, likeliest first. */
export type Ranked = Readonly<Record<HeadName, readonly Guess[]>>;

export type Heads = {
  readonly space: string;
  /** Null for a vector of another length. */
  readonly rank: (vector: Float32Array) => Ranked | null;
  readonly read: (vector: Float32Array) => HeadReading | null;
};

/** Tags less likely than this are noise. */
const LIKELY = 0.3;

function rank(logits: Float32Array, { labels, temperature }: z.infer<typeof Head>): readonly Guess[] {
  const chances = softmax(logits, temperature);
  return labels.map((label, i) => ({ label, confidence: chances[i] ?? 0 })).sort((a, b) => b.confidence - a.confidence);
}

/** Logits as chances that sum to 1. */
export function softmax(logits: ArrayLike<number>, temperature = 1): Float64Array {
  let top = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < logits.length; i++) top = Math.max(top, logits[i] as number);
  const powers = Float64Array.from(logits, (value) => Math.exp((value - top) / temperature));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((value) => value / sum);
}

function floatsOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
}

/** `width` inputs to each row of `matrix`, plus a bias. */
function apply(matrix: Float32Array, biases: Float32Array, input: Float32Array): Float32Array {
  const out = new Float32Array(biases.length);
  const width = input.length;
  for (let row = 0; row < out.length; row++) {
    let sum = biases[row] ?? 0;
    const from = row * width;
    for (let i = 0; i < width; i++) sum += (matrix[from + i] as number) * (input[i] as number);
    out[row] = sum;
  }
  return out;
}

/** Consecutive parts of the given lengths. */
function cut(flat: Float32Array, lengths: readonly number[]): readonly Float32Array[] {
  return lengths.map((length, i) => {
    const from = lengths.slice(0, i).reduce((a, b) => a + b, 0);
    return flat.subarray(from, from + length);
  });
}

/** The numbers of a weights file: one hidden layer that all heads share, and their rows one head after the other. */
export type Weights = {
  readonly w1: Float32Array;
  readonly b1: Float32Array;
  readonly w2: Float32Array;
  readonly b2: Float32Array;
};

export const HEAD_ORDER = ['topic', 'intent', 'reliance', 'operation'] as const satisfies readonly HeadName[];

/** The numbers in a file; one whose sizes do not fit together is an error. */
export function readWeights({ dimension, hidden, heads, weights }: HeadsFile): Weights {
  const flat = floatsOf(weights);
  const outputs = HEAD_ORDER.reduce((sum, head) => sum + heads[head].labels.length, 0);
  if (flat.length !== hidden * (dimension + 1) + outputs * (hidden + 1))
    throw new Error('the heads have another number of weights than their sizes say');
  const [w1, b1, w2, b2] = cut(flat, [hidden * dimension, hidden, outputs * hidden, outputs]);
  if (!w1 || !b1 || !w2 || !b2) throw new Error('bug: four parts were cut');
  return { w1, b1, w2, b2 };
}

/** The inverse of `readWeights`. */
export function writeWeights({ w1, b1, w2, b2 }: Weights): string {
  const bytes = Buffer.concat(
    [w1, b1, w2, b2].map((part) => {
      const own = Buffer.alloc(part.length * 4);
      part.forEach((value, i) => {
        own.writeFloatLE(value, i * 4);
      });
      return own;
    }),
  );
  return bytes.toString('base64');
}

/** What the heads' rows are multiplied with. */
export function hiddenOf({ w1, b1 }: Weights, vector: Float32Array): Float32Array {
  return apply(w1, b1, vector).map((value) => Math.max(0, value));
}

/** Makes the heads of a weights file; one whose sizes do not fit together is an error of the release. */
export function makeHeads(unknown: unknown): Heads {
  const file = HeadsFile.parse(unknown);
  const { space, dimension, heads } = file;
  const weights = readWeights(file);
  const widths = HEAD_ORDER.map((head) => heads[head].labels.length);

  const rankAll = (vector: Float32Array): Ranked | null => {
    if (vector.length !== dimension) return null;
    const parts = cut(apply(weights.w2, weights.b2, hiddenOf(weights, vector)), widths);
    const of = (head: HeadName) => rank(parts[HEAD_ORDER.indexOf(head)] ?? new Float32Array(), heads[head]);
    return { topic: of('topic'), intent: of('intent'), reliance: of('reliance'), operation: of('operation') };
  };
  const read = (vector: Float32Array): HeadReading | null => {
    const ranked = rankAll(vector);
    if (ranked === null) return null;
    const likely = (guesses: readonly Guess[]) =>
      guesses.filter(({ confidence }) => confidence >= LIKELY).map(({ label }) => label);
    const first = <T extends string>(parser: z.ZodType<T>, guesses: readonly Guess[]): Guess<T> => ({
      label: parser.parse(guesses[0]?.label),
      confidence: guesses[0]?.confidence ?? 0,
    });
    return {
      topics: likely(ranked.topic),
      intents: likely(ranked.intent),
      reliance: first(Reliance, ranked.reliance),
      operation: first(OperationType, ranked.operation),
    };
  };
  return { space, rank: rankAll, read };
}

/** What ships, as it was written. */
export const SHIPPED: HeadsFile = HeadsFile.parse(file);

/** The heads that ship; read once, when the module is. */
export const HEADS: Heads = makeHeads(file);
