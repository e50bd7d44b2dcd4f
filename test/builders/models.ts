import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  createInference,
  type EmbedderSpec,
  type Inference,
  type InferenceState,
  type Limits,
  launchNodeHost,
} from '../../main/inference/client.ts';
import { systemClock } from '../../main/lib/clock.ts';
import { silentLog } from '../../main/lib/log.ts';

const root = resolve(import.meta.dirname, '../..');

/** The shared folder with small real models, or where `PALIMPSEST_SHARED` says it is. */
export const sharedModels = join(process.env.PALIMPSEST_SHARED ?? resolve(root, '../shared'), 'models');
export const smolPath = join(sharedModels, 'SmolLM2-135M-Instruct/SmolLM2-135M-Instruct.Q4_1.gguf');
export const hasChatModel = existsSync(smolPath);
if (!hasChatModel)
  console.warn(`SKIPPED: no SmolLM2 in ${sharedModels}; set PALIMPSEST_SHARED to run the chat model tests`);

export function makeEmbedderSpec(over: Partial<EmbedderSpec> = {}): EmbedderSpec {
  const folder = join(root, 'models/bundled/all-MiniLM-L6-v2');
  return {
    modelId: 'all-MiniLM-L6-v2',
    modelPath: join(folder, 'model_int8.onnx'),
    tokenizerPath: join(folder, 'tokenizer.json'),
    sha256: '34c9cb6707b9658314352e1b10370173bd3a80cd3c3513daf5f7a062e1720afb',
    dimension: 384,
    pooling: 'mean',
    queryPrefix: '',
    passagePrefix: '',
    maxTokens: 256,
    overlapTokens: 32,
    threads: 1,
    ...over,
  };
}

/** A real inference process over the given bundle; every state it passes through is kept. */
export function makeInference(
  hostPath: string,
  over: { readonly embedder?: EmbedderSpec | null; readonly limits?: Partial<Limits> } = {},
): Inference & { readonly states: InferenceState[] } & AsyncDisposable {
  const states: InferenceState[] = [];
  const inference = createInference({
    launch: launchNodeHost({ hostPath }),
    embedder: over.embedder === undefined ? makeEmbedderSpec() : over.embedder,
    log: silentLog,
    clock: systemClock,
    onState: (state) => states.push(state),
    limits: { backoffMs: [10, 10, 10], ...over.limits },
  });
  return { ...inference, states, [Symbol.asyncDispose]: () => inference.close() };
}
