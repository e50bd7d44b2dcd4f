import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'electron-vite';

// electron-vite runs this file from a temporary copy, so paths start at the folder that the build script sets as cwd.
const at = (path: string) => resolve(process.cwd(), path);
const outFolder = process.env.PALIMPSEST_BUILD_OUT ?? at('out');

/** Entries that exist; a missing one is reported by `scripts/build.mjs`, which knows which are required. */
const present = (entries: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([name, path]) => (existsSync(at(path)) ? [[name, at(path)]] : [])),
  );

// What `dependencies` lists stays outside (native code, WASM, data files); everything else is bundled.
export default defineConfig({
  main: {
    build: {
      outDir: `${outFolder}/main`,
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      rolldownOptions: {
        input: present({
          palimpsest: 'main/entry.ts',
          host: 'main/inference/host.ts',
          parser: 'main/documents/parser/process.ts',
          residue: 'main/residue/worker.ts',
          shell: 'app/shell.ts',
          'build-template': 'main/stores/build-template.ts',
        }),
        // Chunks lie beside the entries, so that `import.meta.url` is equally deep wherever a module ends up.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: `${outFolder}/preload`,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: present({ preload: 'app/preload.ts' }),
        // A sandboxed preload is loaded as CommonJS whatever package.json says.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
});
