import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export type BuiltChild = { readonly path: string; readonly remove: () => Promise<void> };

/** Bundles a TypeScript entry beside this file, so that a plain Node process can run it. */
export async function buildChild(name: string): Promise<BuiltChild> {
  const outDir = await mkdtemp(join(tmpdir(), 'palimpsest-child-'));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL(`./${name}.ts`, import.meta.url)),
      outDir,
      rollupOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  });
  return { path: join(outDir, 'child.mjs'), remove: () => rm(outDir, { recursive: true, force: true }) };
}

export type RunningChild = {
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly lines: AsyncIterator<string>;
  /** Kills without warning and waits until the process is gone. */
  readonly kill: () => Promise<void>;
};

export function startChild(path: string, args: readonly string[]): RunningChild {
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  return {
    process: child,
    lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
