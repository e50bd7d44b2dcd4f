import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  // Relative addresses: the same files are served over loopback and by the shell's own protocol.
  base: './',
  plugins: [react(), tailwindcss()],
  server: { fs: { allow: [here('..')] } },
  build: {
    outDir: here('../out/renderer'),
    emptyOutDir: true,
    target: 'es2023',
    // An inlined asset would need a wider content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
