import { z } from 'zod';
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

export type Heads = {
  readonly space: string;
  /** Null for a vector of another length. */
  readonly read: (vector: Float32Array) => HeadReading | null;
};

/** Tags less likely than this are noise. */
const LIKELY = 0.3;

function rank(logits: Float32Array, { labels, temperature }: z.infer<typeof Head>): readonly Guess[] {
  const top = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const powers = Array.from(logits, (value) => Math.exp((value - top) / temperature));
  const sum = powers.reduce((a, b) => a + b, 0);
  return labels
    .map((label, i) => ({ label, confidence: (powers[i] ?? 0) / sum }))
    .sort((a, b) => b.confidence - a.confidence);
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

/** Makes the heads of a weights file; one whose sizes do not fit together is an error of the release. */
export function makeHeads(unknown: unknown): Heads {
  const { space, dimension, hidden, heads, weights } = HeadsFile.parse(unknown);
  const flat = floatsOf(weights);
  const outputs = Object.values(heads).reduce((sum, { labels }) => sum + labels.length, 0);
  if (flat.length !== hidden * (dimension + 1) + outputs * (hidden + 1))
    throw new Error('the heads have another number of weights than their sizes say');
  const sizes = [hidden * dimension, hidden, outputs * hidden, outputs];
  const [w1, b1, w2, b2] = cut(flat, sizes);
  const all = [heads.topic, heads.intent, heads.reliance, heads.operation];
  const widths = all.map(({ labels }) => labels.length);

  const read = (vector: Float32Array): HeadReading | null => {
    if (vector.length !== dimension || !w1 || !b1 || !w2 || !b2) return null;
    const inner = apply(w1, b1, vector).map((value) => Math.max(0, value));
    const parts = cut(apply(w2, b2, inner), widths);
    const [topics, intents, reliance, operation] = all.map((head, i) => rank(parts[i] ?? new Float32Array(), head));
    const likely = (guesses: readonly Guess[] = []) =>
      guesses.filter(({ confidence }) => confidence >= LIKELY).map(({ label }) => label);
    const first = <T extends string>(parser: z.ZodType<T>, guesses: readonly Guess[] = []): Guess<T> => ({
      label: parser.parse(guesses[0]?.label),
      confidence: guesses[0]?.confidence ?? 0,
    });
    return {
      topics: likely(topics),
      intents: likely(intents),
      reliance: first(Reliance, reliance),
      operation: first(OperationType, operation),
    };
  };
  return { space, read };
}

/** The heads that ship; read once, when the module is. */
export const HEADS: Heads = makeHeads(file);
