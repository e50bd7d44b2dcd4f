import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));
const project = (name: string, timeoutMs: number, more: object = {}) => ({
  test: { name, root, include: [`test/${name}/**/*.test.ts`], testTimeout: timeoutMs, hookTimeout: timeoutMs, ...more },
});

export default defineConfig({
  test: {
    root,
    projects: [
      project('unit', 20_000),
      // PGlite and native inference are heavy: one file at a time on two cores.
      project('stores', 120_000, { fileParallelism: false, pool: 'forks' }),
      project('engine', 180_000, { fileParallelism: false, pool: 'forks' }),
      project('models', 300_000, { fileParallelism: false, pool: 'forks' }),
      project('e2e', 300_000, { fileParallelism: false, pool: 'forks' }),
    ],
  },
});
