import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/sources.mjs';

process.env.ORT_DISABLE_TELEMETRY = '1';

const cache = join(root, '.cache/heads');
const folder = join(root, 'models/bundled/all-MiniLM-L6-v2');

const ROWS = 32;
const SAY_EVERY = 2_000;

/** @typedef {{ text: number, tokens: number, window: unknown }} Cut */

/** Bundles one source file as the build does and loads it. @param {string} file */
export async function loadSource(file) {
  const { build } = await import('vite');
  const external = ['onnxruntime-node'];
  const name = `${file.replace(/\W+/g, '-')}.mjs`;
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: join(root, file),
      outDir: cache,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rollupOptions: { external, output: { entryFileNames: name, format: 'es' } },
    },
    ssr: { noExternal: true, external },
  });
  return import(`${pathToFileURL(join(cache, name)).href}?${process.hrtime.bigint()}`);
}

/** The bundled embedder as the catalogue describes it. */
export function readEmbedderSpec() {
  const entry = JSON.parse(readFileSync(join(root, 'models/catalogue/all-minilm-l6-v2.json'), 'utf8'));
  const weights = readFileSync(join(folder, 'model_int8.onnx'));
  const sha256 = createHash('sha256').update(weights).digest('hex');
  return {
    modelId: String(entry.id),
    modelPath: join(folder, 'model_int8.onnx'),
    tokenizerPath: join(folder, 'tokenizer.json'),
    ...{ sha256, dimension: 384, pooling: 'mean', queryPrefix: '', passagePrefix: '' },
    ...{ maxTokens: 256, overlapTokens: 32, threads: 1 },
  };
}

/**
 * One vector a text, as a query gets it; kept between runs, by text and weights.
 * @param {readonly string[]} texts @param {(done: number, total: number) => void} onProgress @returns {Promise<Float32Array[]>}
 */
export async function embedTexts(texts, onProgress) {
  const spec = readEmbedderSpec();
  const key = createHash('sha256')
    .update(JSON.stringify([spec.sha256, texts]))
    .digest('hex')
    .slice(0, 16);
  const file = join(cache, `vectors-${key}.bin`);
  mkdirSync(cache, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, new Uint8Array((await embedAll(spec, texts, onProgress)).buffer));
  const bytes = readFileSync(file);
  const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return texts.map((_, row) => all.slice(row * spec.dimension, (row + 1) * spec.dimension));
}

/** @param {ReturnType<typeof readEmbedderSpec>} spec @param {readonly string[]} texts @param {(done: number, total: number) => void} onProgress */
async function embedAll(spec, texts, onProgress) {
  const { loadEmbedder } = await loadSource('main/inference/onnx.ts');
  const embedder = await loadEmbedder(spec, { monotonicMs: () => performance.now() });
  const all = new Float32Array(texts.length * spec.dimension);
  const cut = embedder.cut(texts, 'query', Array(texts.length).fill(0));
  // A text longer than the window is judged by its first window.
  const seen = new Set();
  const first = cut.filter((/** @type {Cut} */ { text }) => !seen.has(text) && seen.add(text));
  /** @type {Map<number, Cut[]>} */
  const byLength = new Map();
  for (const one of first) byLength.set(one.tokens, [...(byLength.get(one.tokens) ?? []), one]);
  let done = 0;
  for (const group of byLength.values())
    for (let at = 0; at < group.length; at += ROWS) {
      const some = group.slice(at, at + ROWS);
      const { sentences } = await embedder.run(some.map(({ window }) => window));
      for (const [i, { text }] of some.entries())
        all.set(sentences.slice(i * spec.dimension, (i + 1) * spec.dimension), text * spec.dimension);
      done += some.length;
      if (Math.floor(done / SAY_EVERY) > Math.floor((done - some.length) / SAY_EVERY)) onProgress(done, first.length);
    }
  await embedder.release();
  return all;
}
