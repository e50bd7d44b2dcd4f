import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/sources.mjs';
import { toJsonl } from './generate.mjs';
import { listDates } from './questions.mjs';
import { ARMS, listQueries, TOP } from './recall.mjs';
import { openServed } from './served.mjs';

/** @typedef {import('./score-facts.mjs').Belief} Belief */

/**
 * Runs the ordinary command line to its end and returns what it printed. @param {readonly string[]} args
 * @returns {Promise<{ readonly code: number | null, readonly out: string, readonly said: string }>}
 */
export function runCommand(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'scripts/palimpsest.mjs'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TZ: 'UTC', ORT_DISABLE_TELEMETRY: '1' },
    });
    let out = '';
    let said = '';
    child.stdout.on('data', (part) => {
      out += part;
    });
    child.stderr.on('data', (part) => {
      said = (said + part).slice(-2_000);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, said }));
  });
}

/** What a command prints as JSON; a command that fails throws what it said. @param {readonly string[]} args */
export async function runJson(args) {
  const { code, out, said } = await runCommand([...args, '--json']);
  if (code !== 0) throw new Error(`palimpsest ${args[0]} ended with ${code}: ${said.trim()}`);
  return JSON.parse(out);
}

/** A value is printed as words with a normalised form, or is an entity or a literal of the contract. @param {any} object @param {any} value */
function readObject(object, value) {
  if (typeof object === 'string') return { text: object, value: typeof value === 'string' ? value : null };
  return {
    text: String(object.name ?? object.text ?? ''),
    value: typeof object.value === 'string' ? object.value : null,
  };
}

/** @param {string} subject @param {any} answer what `palimpsest facts --json` prints, or what `codex.facts` answers @returns {Belief[]} */
export function readBeliefs(subject, { facts, conflicts }) {
  const disputed = new Set((conflicts ?? []).flat());
  return facts.map((/** @type {any} */ fact) => ({
    ...{ subject, relation: fact.relation, ...readObject(fact.object, fact.value), status: fact.status },
    isConflicted: fact.status === 'conflicted' || disputed.has(fact.id),
    turns: fact.evidence.flatMap((/** @type {any} */ { turn, turnId }) => turn ?? turnId ?? []),
  }));
}

/** `palimpsest facts SUBJECT`; a subject that it does not know has no facts. @param {string} data @param {string} subject @param {readonly string[]} flags */
async function askFacts(data, subject, flags) {
  const { code, out, said } = await runCommand(['facts', subject, ...flags, '--data', data, '--json']);
  if (code !== 0) throw new Error(`palimpsest facts ended with ${code}: ${said.trim()}`);
  return readBeliefs(subject, JSON.parse(out));
}

/** Asks each query with and without the graph leg, in one process. @param {string} data @param {string} file @param {import('./types.mjs').History} history */
async function askRecall(data, file, history) {
  const queries = listQueries(history);
  const asked = ARMS.flatMap(([arm, flags]) =>
    queries.map(({ id, query }) => ({ id: `${arm}\n${id}`, query, k: TOP, ...flags })),
  );
  writeFileSync(file, asked.map((line) => JSON.stringify(line)).join('\n'));
  const { code, out, said } = await runCommand(['recall', '--batch', file, '--no-access', '--data', data]);
  if (code !== 0) throw new Error(`palimpsest recall ended with ${code}: ${said.trim()}`);
  const results = new Map(
    out
      .trim()
      .split('\n')
      .map((line) => [JSON.parse(line).id, JSON.parse(line).results ?? []]),
  );
  const answers = new Map(
    ARMS.map(([arm]) => [arm, new Map(queries.map(({ id }) => [id, results.get(`${arm}\n${id}`) ?? []]))]),
  );
  return { queries, answers };
}

const keyOf = (/** @type {string} */ subject, /** @type {string | null} */ at) => `${subject}\n${at ?? 'now'}`;

/** The user's own facts by the command line; what would cost a start for each person and date, by browser mode. @param {string} data @param {import('./types.mjs').History} history */
async function askAll(data, history) {
  /** @type {Map<string, readonly Belief[]>} */
  const shown = new Map();
  shown.set(keyOf('me', null), await askFacts(data, 'me', ['--no-wait']));
  const all = await askFacts(data, 'me', ['--history', '--no-wait']);
  const dates = listDates(history);
  const last = dates.at(-1) ?? '';
  shown.set(keyOf('me', last), await askFacts(data, 'me', ['--valid-at', last, '--no-wait']));
  const others = [...new Set(history.ledger.map(({ subject }) => subject))].filter((subject) => subject !== 'me');
  const served = await openServed(data);
  try {
    const ask = async (/** @type {string} */ subject, /** @type {object} */ more) =>
      readBeliefs(subject, await served.call('codex.facts', { subject, ...more }));
    for (const at of dates.slice(0, -1)) shown.set(keyOf('me', at), await ask('me', { validAt: at }));
    for (const subject of others) {
      shown.set(keyOf(subject, null), await ask(subject, {}));
      for (const at of dates) shown.set(keyOf(subject, at), await ask(subject, { validAt: at }));
      all.push(...(await ask(subject, { history: true })));
    }
  } finally {
    await served.close();
  }
  return { shown, all };
}

/**
 * Reads a history as a user would have it read: import, extraction, and then the questions.
 * @param {import('./types.mjs').History} history @param {{ readonly work: string, readonly say: (line: string) => void }} options
 * @returns {Promise<import('./score-facts.mjs').Answers & { readonly recall: Awaited<ReturnType<typeof askRecall>> }>}
 */
export async function answerByProduct(history, { work, say }) {
  const data = join(work, history.name);
  mkdirSync(work, { recursive: true });
  const file = join(work, `${history.name}.jsonl`);
  writeFileSync(file, toJsonl(history));
  await runJson(['import', file, '--format', 'jsonl', '--data', data]);
  await runJson(['workers', 'run', 'extract', '--data', data]);
  const recall = await askRecall(data, join(work, `${history.name}.queries.jsonl`), history);
  const asked = await askAll(data, history);
  say(`${history.name}: ${history.turns.length} turns, ${asked.all.length} revisions`);
  return { shown: (subject, at) => asked.shown.get(keyOf(subject, at)) ?? null, history: () => asked.all, recall };
}
