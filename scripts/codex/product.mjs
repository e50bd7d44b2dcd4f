import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/sources.mjs';
import { toJsonl } from './generate.mjs';
import { listDates } from './questions.mjs';
import { ARMS, listQueries, TOP } from './recall.mjs';

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

/** A value is printed as words, as an entity or as a literal. @param {any} object */
function readObject(object) {
  if (typeof object === 'string') return { text: object, value: null };
  return {
    text: String(object.name ?? object.text ?? ''),
    value: typeof object.value === 'string' ? object.value : null,
  };
}

/** @param {string} subject @param {any} answer what `palimpsest facts --json` prints @returns {Belief[]} */
export function readBeliefs(subject, { facts, conflicts }) {
  const disputed = new Set((conflicts ?? []).flat());
  return facts.map((/** @type {any} */ fact) => ({
    ...{ subject, relation: fact.relation, ...readObject(fact.object), status: fact.status },
    isConflicted: fact.status === 'conflicted' || disputed.has(fact.id),
    turns: fact.evidence.flatMap((/** @type {any} */ { turn }) => (typeof turn === 'string' ? [turn] : [])),
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
  const subjects = [
    'me',
    ...new Set(history.ledger.map(({ subject }) => subject).filter((subject) => subject !== 'me')),
  ];
  /** @type {Map<string, readonly Belief[]>} */
  const shown = new Map();
  /** @type {Belief[]} */
  const all = [];
  for (const subject of subjects) {
    shown.set(`${subject}\nnow`, await askFacts(data, subject, []));
    // Each date is one command: the past of others is asked at one of them.
    for (const at of subject === 'me' ? listDates(history) : listDates(history).slice(-1))
      shown.set(`${subject}\n${at}`, await askFacts(data, subject, ['--valid-at', at]));
    all.push(...(await askFacts(data, subject, ['--history'])));
  }
  const recall = await askRecall(data, join(work, `${history.name}.queries.jsonl`), history);
  say(`${history.name}: ${history.turns.length} turns, ${all.length} revisions of ${subjects.length} subjects`);
  return { shown: (subject, at) => shown.get(`${subject}\n${at ?? 'now'}`) ?? null, history: () => all, recall };
}
