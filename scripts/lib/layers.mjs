import { posix } from 'node:path';

/** @typedef {{ readonly specifier: string, readonly isType: boolean }} Import */
/** @typedef {{ readonly file: string, readonly message: string }} Problem */

const KNOWLEDGE = ['codex', 'procedures', 'documents', 'summaries', 'retrieval', 'consent'];
const USE_CASES = [
  'chat',
  'check-up',
  'lifecycle',
  'clusters',
  'reflection',
  'importing',
  'export',
  'forget',
  'audit',
  'backup',
  'doctor',
  'residue',
  'health',
  'spaces',
  'slots',
  'vault',
  'your-data',
];
const CLIENTS = ['serve', 'mcp', 'cli'];
const DOM_PACKAGES = [
  ...['react', 'react-dom', 'react-markdown', 'remark-gfm', '@tanstack/react-virtual', 'zustand'],
  ...['graphology', 'graphology-layout-forceatlas2'],
];

/** The layer that a file belongs to; the first pattern that fits. @type {readonly (readonly [string, RegExp])[]} */
const LAYERS = [
  ['config', /\.config\.ts$/],
  ['test', /^test\//],
  ['scripts', /^scripts\//],
  ['contract', /^main\/contract\//],
  ['lib', /^main\/lib\//],
  ['events', /^main\/journal\/events\//],
  ['pure', /^main\/.*\.pure\.ts$/],
  // What the files of an evaluation hold: schemas and questions about them, which pure decisions are made of.
  ['pure', /^main\/evaluation\/format\/(?:trajectory|lifecycle-worker|arm|observation|run)\.ts$/],
  ['parser', /^main\/documents\/parser\//],
  ['journal', /^main\/journal\//],
  ['stores', /^main\/stores\//],
  ['native', /^main\/inference\/(?:llama|onnx)\.ts$/],
  ['inference-client', /^main\/inference\/(?:client|contract)\.ts$/],
  ['inference', /^main\/inference\//],
  ['knowledge', new RegExp(`^main/(?:${KNOWLEDGE.join('|')})/`)],
  ['use-case', new RegExp(`^main/(?:${USE_CASES.join('|')})/`)],
  // A client of the contract too, which the command line starts.
  ['evaluation', /^main\/evaluation\//],
  ['client', new RegExp(`^main/(?:${CLIENTS.join('|')})/`)],
  ['ctx', /^main\/ctx\.ts$/],
  ['entry', /^main\/entry\.ts$/],
  // The composition root and its parts: engine, handlers, commit, rpc.
  ['engine', /^main\/(?:rpc\/[^/]+|[^/]+)\.ts$/],
  ['app', /^app\//],
  ['renderer-ui', /^renderer\/ui\//],
  ['renderer', /^renderer\//],
  ['models', /^models\//],
];

const BASE = ['contract', 'lib', 'pure', 'node', 'zod'];
const DATA = [...BASE, 'stores', 'journal', 'events', 'inference-client', 'knowledge', 'type:ctx', 'models'];
const CORE = [...DATA, 'use-case', 'inference', '@streamparser/json', 'htmlparser2', 'yauzl'];

/**
 * Style section 3: what each layer may import. `type:x` means types of x only. A layer may always import itself.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const ALLOWED = {
  contract: ['zod'],
  lib: ['zod', 'node', 'contract', 'hash-wasm'],
  // Hashing and path arithmetic read nothing, so they do not make a decision impure.
  pure: [
    'contract',
    'lib:assert',
    'lib:text',
    'lib:zone',
    'lib:stop-words.pure',
    'chrono-node',
    'stemmer',
    'zod',
    'node:crypto',
    'node:path',
    'data',
    'type:*',
  ],
  events: ['contract', 'pure', 'zod', 'lib'],
  journal: [...BASE, 'events'],
  stores: [...BASE, 'type:events', 'type:journal', 'pglite', 'sql', 'data'],
  native: [...BASE, 'inference', 'inference-client', 'node-llama-cpp', 'onnxruntime-node'],
  inference: [...BASE, 'inference-client', 'models', 'native'],
  // The process that reads one foreign file: it knows no store and no engine.
  parser: [...BASE, 'yauzl', 'pdfjs-dist', 'mammoth', 'htmlparser2'],
  'inference-client': [...BASE, 'inference', 'models'],
  knowledge: [...DATA, 'data', 'stemmer'],
  'use-case': [...CORE, 'data'],
  evaluation: [...BASE, 'data'],
  client: [...BASE, 'type:ctx', 'evaluation', 'ws', 'data', 'models'],
  ctx: ['type:*'],
  engine: [...CORE, 'ctx', 'engine', 'client', 'evaluation', 'data'],
  entry: [...CORE, 'ctx', 'engine', 'client', 'evaluation', 'data'],
  app: ['contract', 'electron', 'node'],
  renderer: ['contract', 'data', 'css', 'renderer-ui', 'dom'],
  'renderer-ui': ['contract', 'dom', 'css'],
  models: [...BASE, 'data', 'yauzl'],
};

/** @param {string} file repository path @returns {string | null} */
export function findLayer(file) {
  return LAYERS.find(([, pattern]) => pattern.test(file))?.[0] ?? null;
}

/** The repository path that a relative import names. @param {string} from @param {string} specifier */
export function resolveImport(from, specifier) {
  return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
}

/** Every name under which an import may be allowed. @param {string} from @param {string} specifier @returns {readonly string[]} */
function namesOf(from, specifier) {
  if (specifier.startsWith('node:')) return ['node', specifier];
  if (!specifier.startsWith('.')) {
    if (specifier.startsWith('@electric-sql/')) return ['pglite'];
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    return DOM_PACKAGES.includes(name) ? ['dom', name] : [name];
  }
  const target = resolveImport(from, specifier);
  if (target.endsWith('.css')) return ['css'];
  if (target.endsWith('.sql')) return ['sql'];
  // JSON, prompts and the like: read by the bundler, with no behaviour of their own.
  if (!/\.(?:ts|tsx|mjs|js)$/.test(target)) return ['data'];
  const layer = findLayer(target) ?? 'unknown';
  return layer === 'lib' ? ['lib', `lib:${posix.basename(target, '.ts')}`] : [layer];
}

/** @param {string} from @param {string} specifier */
function isSameLayer(from, specifier) {
  if (!specifier.startsWith('.')) return false;
  const target = resolveImport(from, specifier);
  const layer = findLayer(from) ?? '';
  if (findLayer(target) !== layer) return false;
  // Clients of the contract do not know each other.
  return layer === 'client' ? target.split('/')[1] === from.split('/')[1] : true;
}

/**
 * Imports that the table of style section 3 does not allow.
 * @param {string} file @param {readonly Import[]} imports @returns {Problem[]}
 */
export function checkImports(file, imports) {
  const layer = findLayer(file);
  if (layer === null) return [{ file, message: 'belongs to no layer; add its folder to scripts/lib/layers.mjs' }];
  const allowed = ALLOWED[layer];
  if (allowed === undefined) return [];
  return imports.flatMap(({ specifier, isType }) => {
    const names = namesOf(file, specifier);
    const isAllowed =
      isSameLayer(file, specifier) ||
      names.some((name) => allowed.includes(name)) ||
      (isType && (allowed.includes('type:*') || names.some((name) => allowed.includes(`type:${name}`))));
    return isAllowed ? [] : [{ file, message: `${layer} may not import ${names[0]} (${specifier})` }];
  });
}

/**
 * Each import cycle once, as the list of files on it.
 * @param {ReadonlyMap<string, readonly string[]>} graph @returns {string[][]}
 */
export function findCycles(graph) {
  /** @type {string[][]} */
  const cycles = [];
  const done = new Set();
  /** @type {string[]} */
  const path = [];
  /** @param {string} file */
  const visit = (file) => {
    const seenAt = path.indexOf(file);
    if (seenAt >= 0) return void cycles.push(path.slice(seenAt));
    if (done.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}
