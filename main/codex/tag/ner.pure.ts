import { z } from 'zod';
import { NER_LABELS, NER_TYPES } from './ner-decode.pure.ts';
import { NER_REACH, NER_WINDOW, type NerInputs } from './ner-inputs.pure.ts';
import file from './ner-weights.json' with { type: 'json' };
import { SHAPES } from './ner-words.pure.ts';

/** What `scripts/train-ner.mjs` writes. */
export const NerFile = z.strictObject({
  version: z.int(),
  /** SHA-256 of the embedder whose inner states this head reads; those of other weights mean nothing to it. */
  sha256: z.string().length(64),
  /** The value inside the embedder's graph that holds those states. */
  layer: z.string().min(1),
  dimension: z.int().positive(),
  hidden: z.int().positive(),
  types: z.array(z.string()),
  shapes: z.array(z.string()),
  /** Taken off the log-probability of "no entity". */
  outsideBias: z.number(),
  /** Whose work it was trained on, as their licence asks. */
  notice: z.string(),
  /** SHA-256 of what it was trained on. */
  data: z.record(z.string(), z.string()),
  scores: z.record(z.string(), z.number()),
  /** Hidden weights as signed bytes, row by row. */
  bytes: z.base64(),
  /** Little-endian float32: a scale for each of those rows, hidden biases, output weights, output biases. */
  floats: z.base64(),
});
export type NerFile = z.infer<typeof NerFile>;

export type Ner = {
  readonly sha256: string;
  readonly layer: string;
  readonly dimension: number;
  readonly outsideBias: number;
  /** For each word of a window its labels' logits. */
  readonly score: (inputs: NerInputs) => readonly Float32Array[];
};

type Layers = Readonly<Record<'w1' | 'b1' | 'w2' | 'b2', Float32Array>>;

function readLayers({ hidden, dimension, bytes, floats }: NerFile): Layers {
  const signed = Buffer.from(bytes, 'base64');
  const raw = Buffer.from(floats, 'base64');
  const flat = Float32Array.from({ length: raw.length / 4 }, (_, i) => raw.readFloatLE(i * 4));
  const width = NER_WINDOW * (dimension + SHAPES.length);
  if (signed.length !== hidden * width || flat.length !== 2 * hidden + NER_LABELS * (hidden + 1))
    throw new Error('the tagger has another number of weights than its sizes say');
  return {
    w1: Float32Array.from(signed, (_, i) => signed.readInt8(i) * (flat[Math.floor(i / width)] ?? 0)),
    b1: flat.slice(hidden, 2 * hidden),
    w2: flat.slice(2 * hidden, 2 * hidden + NER_LABELS * hidden),
    b2: flat.slice(2 * hidden + NER_LABELS * hidden),
  };
}

/** Sum of products of `b` and the part of `a` from `at`. */
function dot(a: Float32Array, at: number, b: Float32Array): number {
  let sum = 0;
  let other = 0;
  const even = b.length & ~1;
  // Two sums, so that one addition does not wait for the last.
  for (let i = 0; i < even; i += 2) {
    sum += (a[at + i] as number) * (b[i] as number);
    other += (a[at + i + 1] as number) * (b[i + 1] as number);
  }
  for (let i = even; i < b.length; i += 1) sum += (a[at + i] as number) * (b[i] as number);
  return sum + other;
}

const MARK = SHAPES.indexOf('mark');
const OWN_SHAPES = NER_REACH * SHAPES.length;

function scoreWord({ w1, b1, w2, b2 }: Layers, states: Float32Array, shapes: Float32Array): Float32Array {
  const width = states.length + shapes.length;
  const inner = b1.map((bias, row) =>
    Math.max(0, bias + dot(w1, row * width, states) + dot(w1, row * width + states.length, shapes)),
  );
  // No name begins with a mark of punctuation, whatever the states say.
  const isMark = shapes[OWN_SHAPES + MARK] === 1;
  return b2.map((bias, row) =>
    isMark && row % 2 === 1 ? Number.NEGATIVE_INFINITY : bias + dot(w2, row * inner.length, inner),
  );
}

/** Makes the head of a weights file; one whose sizes do not fit together is an error of the release. */
export function makeNer(unknown: unknown): Ner {
  const parsed = NerFile.parse(unknown);
  const { sha256, layer, dimension, outsideBias, types, shapes } = parsed;
  if (types.join() !== NER_TYPES.join() || shapes.join() !== SHAPES.join())
    throw new Error('the tagger was trained for other types or shapes; run scripts/train-ner.mjs');
  const layers = readLayers(parsed);
  const score = (inputs: NerInputs): readonly Float32Array[] => {
    const words = Math.max(0, inputs.states.length / dimension - (NER_WINDOW - 1));
    return Array.from({ length: words }, (_, i) =>
      scoreWord(
        layers,
        inputs.states.subarray(i * dimension, (i + NER_WINDOW) * dimension),
        inputs.shapes.subarray(i * SHAPES.length, (i + NER_WINDOW) * SHAPES.length),
      ),
    );
  };
  return { sha256, layer, dimension, outsideBias, score };
}

/** The head that ships; read once, when the module is. */
export const NER: Ner = makeNer(file);
