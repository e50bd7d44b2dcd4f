import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/** Bundles the inference host the way the release build does, and returns the file to fork. */
export async function buildHost(): Promise<string> {
  const name = createHash('sha256').update(String(process.pid)).digest('hex').slice(0, 8);
  const outDir = join(root, 'node_modules/.cache/palimpsest-host', name);
  mkdirSync(outDir, { recursive: true });
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: join(root, 'main/inference/host.ts'),
      outDir,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      rollupOptions: {
        external: ['node-llama-cpp', 'onnxruntime-node'],
        output: { entryFileNames: 'host.mjs', format: 'es' },
      },
    },
    ssr: { noExternal: true, external: ['node-llama-cpp', 'onnxruntime-node'] },
  });
  return join(outDir, 'host.mjs');
}
