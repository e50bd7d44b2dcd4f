#!/usr/bin/env node
// Reads every source file and reports imports, cycles and code that style.md forbids.
import { checkCode } from './lib/code-rules.mjs';
import { checkImports, findCycles, resolveImport } from './lib/layers.mjs';
import { listFiles, parse } from './lib/parse.mjs';

const HELP = `node scripts/check-layers.mjs
  Exits 1 and prints one line a problem when a file imports or does what its layer may not.`;

const FOLDERS = ['app', 'main', 'models', 'renderer', 'scripts', 'test'];

function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  const sources = FOLDERS.flatMap(listFiles).map((file) => parse(file));
  // A type-only cycle disappears when types are erased, so it is harmless and left out.
  const graph = new Map(
    sources.map(({ file, imports }) => [
      file,
      imports.filter((i) => !i.isType && i.specifier.startsWith('.')).map((i) => resolveImport(file, i.specifier)),
    ]),
  );
  const lines = [
    ...sources.flatMap(({ file, imports }) => checkImports(file, imports)).map((p) => `${p.file}: ${p.message}`),
    ...sources.flatMap(checkCode).map((p) => `${p.file}:${p.line}: ${p.message}`),
    ...findCycles(graph).map((cycle) => `${cycle[0]}: is on an import cycle: ${cycle.join(' → ')}`),
  ];
  for (const line of lines) console.error(line);
  console.log(`layers: ${sources.length} files, ${lines.length} problems`);
  process.exitCode = lines.length > 0 ? 1 : 0;
}

main();
