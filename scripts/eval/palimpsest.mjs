import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../lib/sources.mjs';

/** Turns of one import: enough that starting costs little, few enough that progress is seen. */
const IMPORT_TURNS = 2_500;
/** Names the histories that a data folder has, and marks it as one that was made here. */
const NOTE = 'evaluation.json';

/**
 * Runs the ordinary command line; zone and telemetry are fixed, so that figures can be repeated anywhere.
 * @param {readonly string[]} args @param {(line: string) => void} onLine
 */
async function runPalimpsest(args, onLine) {
  const child = spawn(process.execPath, [join(root, 'scripts/palimpsest.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TZ: 'UTC', ORT_DISABLE_TELEMETRY: '1' },
  });
  let said = '';
  child.stderr.on('data', (part) => {
    said = (said + part).slice(-2_000);
  });
  const ended = new Promise((done) => child.on('close', done));
  for await (const line of createInterface({ input: child.stdout })) onLine(line);
  const code = await ended;
  if (code !== 0) throw new Error(`palimpsest ${args[0]} ended with ${code}: ${said.trim()}`);
}

/** Thousands of recalls leave as many traces; only in a folder that was made here. @param {string} data */
export function removeTraces(data) {
  if (existsSync(join(data, NOTE))) rmSync(join(data, 'traces'), { recursive: true, force: true });
}

/** @param {readonly import('./sets.mjs').History[]} histories */
function* batchesOf(histories) {
  let batch = [];
  let turns = 0;
  for (const history of histories) {
    batch.push(history);
    turns += history.lines.length;
    if (turns < IMPORT_TURNS) continue;
    yield batch;
    batch = [];
    turns = 0;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Imports what the folder does not have yet; it notes what it has, so that a stopped run goes on where it was.
 * @param {readonly import('./sets.mjs').History[]} histories
 * @param {{ readonly work: string, readonly data: string, readonly say: (line: string) => void }} options
 */
export async function importHistories(histories, { work, data, say }) {
  const noteFile = join(data, NOTE);
  const isNoted = existsSync(noteFile);
  if (!isNoted && existsSync(data) && readdirSync(data).length > 0)
    throw new Error(`${data} holds something else than an evaluation; name a new folder.`);
  const done = new Set(isNoted ? JSON.parse(readFileSync(noteFile, 'utf8')) : []);
  mkdirSync(data, { recursive: true });
  writeFileSync(noteFile, JSON.stringify([...done]));
  const missing = histories.filter(({ name }) => !done.has(name));
  let read = 0;
  for (const batch of batchesOf(missing)) {
    const files = batch.map(({ name, lines }) => {
      const file = join(work, `${name}.jsonl`);
      writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
      return file;
    });
    await runPalimpsest(['import', ...files, '--format', 'jsonl', '--data', data, '--json'], () => undefined);
    for (const { name } of batch) done.add(name);
    writeFileSync(noteFile, JSON.stringify([...done]));
    read += batch.length;
    say(`imported ${read} of ${missing.length} histories`);
  }
}

/**
 * Asks all in one process, in order. @param {readonly object[]} requests
 * @param {{ readonly work: string, readonly data: string, readonly say: (line: string) => void, readonly onAnswer: (answer: any) => void }} options
 */
export async function recallAll(requests, { work, data, say, onAnswer }) {
  const file = join(work, 'questions.jsonl');
  writeFileSync(file, requests.map((request) => JSON.stringify(request)).join('\n'));
  const startedMs = performance.now();
  let answered = 0;
  await runPalimpsest(['recall', '--batch', file, '--data', data], (line) => {
    const answer = JSON.parse(line);
    if (answer.error) throw new Error(`A recall failed (${answer.id}): ${answer.error.code} ${answer.error.message}`);
    onAnswer(answer);
    answered += 1;
    if (answered % 500 !== 0 && answered !== requests.length) return;
    const perSecond = (answered / (performance.now() - startedMs)) * 1_000;
    say(`${answered} of ${requests.length} recalls, ${perSecond.toFixed(1)} a second`);
  });
  if (answered !== requests.length) throw new Error(`${requests.length - answered} recalls were not answered.`);
}

/**
 * Writes the summaries and lets all turns age, as the workers do. @param {number} days
 * @param {{ readonly data: string, readonly say: (line: string) => void }} options
 */
export async function ageHistories(days, { data, say }) {
  for (const [worker, count] of /** @type {const} */ ([
    ['summaries', 0],
    ['decay', days],
  ]))
    await runPalimpsest(['workers', 'run', worker, '--days', String(count), '--data', data], say);
}

/** What the engine says of the configuration that it ran with. @param {string} traceId @param {string} data */
export async function readConfig(traceId, data) {
  let text = '';
  await runPalimpsest(['trace', traceId, '--json', '--data', data], (line) => {
    text += line;
  });
  const { config, settings } = JSON.parse(text);
  return { ...config, settings };
}
