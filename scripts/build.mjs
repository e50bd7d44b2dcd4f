#!/usr/bin/env node
// Builds out/: main (ESM), preload (CommonJS), renderer, and the database template. Quiet when nothing changed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildAudit } from './lib/build-audit.mjs';
import { buildReport } from './lib/build-report.mjs';
import { withLock } from './lib/lock.mjs';
import { contentKey, isCheckout, listSources, readStamp, root, statKey } from './lib/sources.mjs';

const HELP = `node scripts/build.mjs [--if-stale] [--force]
  Builds out/ from the sources.
  --if-stale   print to stderr only (for use by the command line)
  --force      build even if nothing changed`;

const KEEP_OLD_MS = 3_600_000;
const out = join(root, 'out');
const flags = new Set(process.argv.slice(2));
const say = flags.has('--if-stale') ? console.error : console.log;

/** Files of a folder, relative, deepest paths included. @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

/**
 * Puts each new file in place by one rename, pages last. What is no longer made goes an hour later: a running app may
 * still import an old chunk.
 * @param {string} from @param {string} to
 */
function install(from, to) {
  const files = filesIn(from).sort((a, b) => Number(a.endsWith('.html')) - Number(b.endsWith('.html')));
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    renameSync(join(from, file), join(to, file));
  }
  for (const file of filesIn(to)) {
    const isOld = Date.now() - statSync(join(to, file)).mtimeMs > KEEP_OLD_MS;
    if (!files.includes(file) && isOld) rmSync(join(to, file));
  }
}

/** @param {string} work */
async function bundle(work) {
  process.env.PALIMPSEST_BUILD_OUT = work;
  process.chdir(root);
  const { build } = await import('electron-vite');
  await build({ root, configFile: 'app/electron.vite.config.ts', logLevel: 'warn', ignoreConfigWarning: true });
  await buildAudit(join(work, 'main'));
  await buildReport(join(work, 'main'));
  if (existsSync(join(root, 'renderer/index.html'))) {
    const vite = await import('vite');
    await vite.build({
      root: join(root, 'renderer'),
      configFile: join(root, 'renderer/vite.config.ts'),
      logLevel: 'warn',
      build: {
        outDir: join(work, 'renderer'),
        emptyOutDir: true,
        reportCompressedSize: false,
        chunkSizeWarningLimit: 2000,
      },
    });
  }
}

/** The template is rebuilt only when its builder (with the schema inside) or the database packages change. */
function buildTemplate() {
  const builder = join(out, 'main/build-template.js');
  if (!existsSync(builder)) return;
  const hash = createHash('sha256').update(readFileSync(builder));
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const [name, version] of Object.entries(dependencies)) if (name.includes('pglite')) hash.update(name + version);
  const key = hash.digest('hex');
  const target = join(out, 'db-template');
  // Beside and not inside: the folder is copied whole into every new data folder.
  const record = join(out, 'db-template.json');
  if (existsSync(target) && existsSync(record) && JSON.parse(readFileSync(record, 'utf8')).key === key) return;
  say('building the database template (10 to 20 seconds)');
  const fresh = join(root, '.cache', `db-template-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  // A process of its own: PGlite's memory is only given back when its process ends.
  execFileSync(process.execPath, [builder, fresh], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const old = `${fresh}-old`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(fresh, target);
  rmSync(old, { recursive: true, force: true });
  writeFileSync(record, JSON.stringify({ key }));
}

async function build() {
  const files = listSources();
  const content = contentKey(files);
  const stamp = { stat: statKey(files), content };
  const isFresh = readStamp()?.content === content && !flags.has('--force');
  if (!isFresh) {
    say('building out/ from the sources');
    const work = join(root, '.cache', `build-${process.pid}`);
    rmSync(work, { recursive: true, force: true });
    try {
      await bundle(work);
    } finally {
      // Also after a failure: a page that does not build must not hold back an engine that does.
      if (existsSync(work)) for (const part of readdirSync(work)) install(join(work, part), join(out, part));
      rmSync(work, { recursive: true, force: true });
      buildTemplate();
    }
  } else buildTemplate();
  writeFileSync(join(out, '.stamp'), JSON.stringify(stamp));
}

async function main() {
  if (flags.has('--help')) return console.log(HELP);
  if (!isCheckout()) return;
  const hasTools = existsSync(join(root, 'node_modules/electron-vite')) && existsSync(join(root, 'node_modules/vite'));
  if (!hasTools) {
    console.error('Not built: the development packages are not installed. Run `npm ci` without `--omit=dev`.');
    return;
  }
  if (!flags.has('--force') && readStamp()?.stat === statKey(listSources())) return;
  await withLock(join(root, '.cache/build.lock'), build);
}

await main().catch((error) => {
  console.error(`The build failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
});
