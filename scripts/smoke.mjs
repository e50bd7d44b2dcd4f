#!/usr/bin/env node
// Runs the packed app and checks, through its own page, that every native part works from the unpacked files.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launchPacked } from './lib/packed-app.mjs';
import { root } from './lib/sources.mjs';

const HELP = `node scripts/smoke.mjs [FOLDER]
  Runs the packed app in dist/ (or FOLDER) and asks it a question with the real model.
  PALIMPSEST_MODELS   folder with the chat model (default ../shared/models)`;

const MODEL = 'SmolLM2-135M-Instruct';

/** @param {unknown} condition @param {string} what */
function check(condition, what) {
  if (!condition) throw new Error(`not so: ${what}`);
  console.log(`ok   ${what}`);
}

async function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  const models = resolve(root, process.env.PALIMPSEST_MODELS ?? '../shared/models');
  if (!existsSync(models)) throw new Error(`no folder ${models}; set PALIMPSEST_MODELS to one that holds ${MODEL}`);
  const dist = join(root, 'dist');
  const found = existsSync(dist) ? readdirSync(dist).find((name) => name.endsWith('-unpacked')) : undefined;
  const folder = process.argv[2] ?? (found && join(dist, found));
  if (folder === undefined) throw new Error('nothing is packed; run `npm run package -- --dir` first');
  const profile = mkdtempSync(join(tmpdir(), 'palimpsest-smoke-'));
  try {
    const app = await launchPacked({ folder, profile, models });
    try {
      await tryEverything(app);
      mkdirSync(join(root, '.cache/test'), { recursive: true });
      await app.page.goto('app://palimpsest/');
      await app.page.getByRole('heading').first().waitFor();
      await app.page.screenshot({ path: join(root, '.cache/test/smoke.png') });
    } finally {
      await app.close();
    }
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
  console.log('The packed app works.');
}

/** @param {import('./lib/packed-app.mjs').PackedApp} app */
async function tryEverything({ request, readOutput }) {
  const status = await request('app.status', {});
  check(status.mode === 'desktop', 'the engine runs as a part of the desktop app');
  await request('models.fetch', { id: MODEL });
  const { models } = await request('models.list', {});
  const model = models.find((/** @type {{ id: string }} */ each) => each.id === MODEL);
  check(model?.state === 'ready', 'the chat model is installed and its hash is right');
  const told = await request('chat.ask', { text: 'My sister Ada keeps bees in Porto.' });
  check(told.status === 'complete', 'what was said is saved');
  const asked = await request('chat.ask', { text: 'Where does my sister keep bees?' });
  check(asked.mode === 'model', 'llama.cpp answers a question in a new conversation from the unpacked binaries');
  check(JSON.stringify(asked.citations).includes(told.turn), 'the answer cites what was said');
  const { results } = await request('memory.recall', { query: 'beekeeping of a sibling' });
  const text = JSON.stringify(results);
  check(text.includes('Porto'), 'a question without a common word finds the turn: ONNX vectors and pgvector work');
  const after = await request('app.status', {});
  check(after.chatModel?.isLoaded === true, `the model is loaded (${after.chatModel?.device})`);
  check(!/engine ended unexpectedly/.test(readOutput()), 'no process died');
}

await main().catch((error) => {
  console.error(`The packed app does not work: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
});
