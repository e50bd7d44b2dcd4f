#!/usr/bin/env node
// Measures recall on public evaluation histories that lie beside the checkout; nothing of them enters the repository.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from './lib/sources.mjs';

const HELP = `node scripts/measure-recall.mjs [--keep DIR]
  Imports LoCoMo and BEAM from PALIMPSEST_SHARED (default ../shared) and prints hit@10 and micro turn recall@5 and @10.
  LoCoMo is measured before BEAM is in the folder: BM25 counts words over all spaces, so company changes figures.
  --keep DIR   use this data folder and keep it: a second run then imports nothing`;

/** @typedef {{ id: string, query: string, space: string, gold: readonly string[] }} Question */
/** @typedef {{ name: string, lines: object[], questions: Question[] }} History */

/** @param {string} text "1:56 pm on 8 May, 2023" */
function localTimeOf(text) {
  const [, hour = '', minute = '', half = '', day = ''] = /^(\d+):(\d+) (am|pm) on (.+)$/.exec(text) ?? [];
  const date = new Date(`${day} UTC`);
  date.setUTCHours((Number(hour) % 12) + (half === 'pm' ? 12 : 0), Number(minute));
  return date.toISOString().slice(0, 19);
}

/** @param {string} file @param {string} name @returns {History} */
function readLocomo(file, name) {
  const data = JSON.parse(readFileSync(file, 'utf8'));
  const chat = data.conversation ?? data;
  const lines = Object.keys(chat)
    .filter((key) => /^session_\d+$/.test(key))
    .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)))
    .flatMap((session) =>
      chat[session].map((/** @type {Record<string, string>} */ turn) => ({
        ...{ conversation: name, session, space: name, speaker: turn.speaker, text: turn.text },
        ...{ id: `${name}/${turn.dia_id}`, at: localTimeOf(chat[`${session}_date_time`]) },
        ...(turn.blip_caption ? { caption: turn.blip_caption } : {}),
      })),
    );
  const questions = data.qa
    .filter((/** @type {{ category: number }} */ item) => item.category !== 5)
    .map((/** @type {{ question: string, evidence: string[] }} */ item, /** @type {number} */ n) => {
      const gold = item.evidence.flatMap((part) => part.match(/D\d+:\d+/g) ?? []).map((id) => `${name}/${id}`);
      return { id: `${name}-${n}`, query: item.question, space: name, gold };
    });
  return { name, lines, questions };
}

/** @param {unknown} ids @returns {string[]} */
const flatten = (ids) =>
  typeof ids === 'object' && ids !== null
    ? Object.values(ids).flatMap(flatten)
    : ids === undefined
      ? []
      : [String(ids)];

/** @param {string} folder @param {string} name @returns {History} */
function readBeam(folder, name) {
  const lines = JSON.parse(readFileSync(join(folder, 'chat.json'), 'utf8')).flatMap(
    (/** @type {{ batch_number: number, turns: Record<string, string>[][] }} */ batch) => {
      const turns = batch.turns.flat();
      const anchor = turns.find((turn) => turn.time_anchor)?.time_anchor;
      const at = anchor ? { at: new Date(`${anchor.replaceAll('-', ' ')} UTC`).toISOString().slice(0, 19) } : {};
      return turns.map((turn) => ({
        ...{ conversation: name, session: `b${batch.batch_number}`, space: name, speaker: turn.role, role: turn.role },
        ...{ text: (turn.content ?? '').replace(/\s*->->\s*[\d,. ]+\s*$/, ''), id: `${name}/${turn.id}`, ...at },
      }));
    },
  );
  const probes = Object.values(JSON.parse(readFileSync(join(folder, 'probing_questions.json'), 'utf8'))).flat();
  const questions = probes.map((/** @type {any} */ probe, n) => {
    const gold = flatten(probe.source_chat_ids).map((id) => `${name}/${id}`);
    return { id: `${name}-${n}`, query: probe.question, space: name, gold };
  });
  return { name, lines, questions };
}

/** @param {readonly string[]} args @returns {Promise<string>} stdout */
function runPalimpsest(args) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(root, 'scripts/palimpsest.mjs'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.on('data', (part) => {
      out += part;
    });
    child.on('close', (code) => (code === 0 ? done(out) : fail(new Error(`palimpsest ${args[0]} ended with ${code}`))));
  });
}

/** @param {string} set @param {readonly History[]} histories @param {{ work: string, data: string }} folders */
async function measure(set, histories, { work, data }) {
  const files = histories.map(({ name, lines }) => {
    const file = join(work, `${name}.jsonl`);
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    return file;
  });
  await runPalimpsest(['import', ...files, '--format', 'jsonl', '--data', data, '--json']);
  const known = new Set(histories.flatMap(({ lines }) => lines.map((line) => Reflect.get(line, 'id'))));
  const asked = histories
    .flatMap(({ questions }) => questions)
    .map((question) => ({ ...question, gold: question.gold.filter((id) => known.has(id)) }))
    .filter(({ gold }) => gold.length > 0);
  const batch = join(work, `${set}.questions.jsonl`);
  writeFileSync(batch, asked.map(({ id, query, space }) => JSON.stringify({ id, query, space })).join('\n'));
  const out = await runPalimpsest(['recall', '--batch', batch, '--data', data, '--k', '10']);
  const found = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).results.map((/** @type {any} */ r) => r.turns[0]));
  const goldCount = asked.reduce((sum, { gold }) => sum + new Set(gold).size, 0);
  /** @param {number} k */
  const hitsAt = (k) =>
    asked.map(({ gold }, n) => new Set(gold.filter((id) => found[n].slice(0, k).includes(id))).size);
  /** @param {number} part @param {number} whole */
  const percent = (part, whole) => ((100 * part) / whole).toFixed(1);
  const sum = (/** @type {number[]} */ list) => list.reduce((a, b) => a + b, 0);
  const hit = percent(hitsAt(10).filter((n) => n > 0).length, asked.length);
  const recall = [5, 10].map((k) => percent(sum(hitsAt(k)), goldCount));
  console.log(`${set}: ${asked.length} questions, hit@10 ${hit}, recall@5 ${recall[0]}, recall@10 ${recall[1]}`);
}

async function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  const shared = join(resolve(root, process.env.PALIMPSEST_SHARED ?? '../shared'), 'data');
  if (!existsSync(shared)) throw new Error(`There is no evaluation data in ${shared}.`);
  const work = mkdtempSync(join(tmpdir(), 'palimpsest-recall-'));
  const at = process.argv.indexOf('--keep');
  const data = at > 0 ? resolve(process.argv[at + 1] ?? work) : join(work, 'data');
  const locomo = readdirSync(join(shared, 'locomo'))
    .filter((name) => name.endsWith('.json'))
    .sort();
  const beam = readdirSync(join(shared, 'beam-100k')).sort();
  const folders = { work, data };
  await measure(
    'locomo',
    locomo.map((f) => readLocomo(join(shared, 'locomo', f), `locomo-${f.slice(0, -5)}`)),
    folders,
  );
  await measure(
    'beam',
    beam.map((f) => readBeam(join(shared, 'beam-100k', f), `beam-${f}`)),
    folders,
  );
}

await main();
