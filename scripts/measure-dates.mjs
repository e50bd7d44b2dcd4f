#!/usr/bin/env node
// How many dates and ranges of a public test set the Codex's reader of dates finds and means rightly.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './lib/sources.mjs';

const HELP = `node scripts/measure-dates.mjs [--misses 20]
  Reads the English date and date-range cases of data/temporal/recognizers_datetime_model.jsonl under PALIMPSEST_SHARED
  (default ../shared) and prints how many are found (the words overlap) and right (the same days; any of the readings that
  the set allows). --misses prints the first so many that are not.`;

const DAY_MS = 86_400_000;
const file = join(
  resolve(process.env.PALIMPSEST_SHARED ?? join(root, '../shared')),
  'data/temporal/recognizers_datetime_model.jsonl',
);

/** @typedef {{ timex: string, type: string, value?: string, start?: string, end?: string, Mod?: string }} Value */
/** @typedef {{ text: string, start: number, end: number, type: string | null, values: readonly Value[] }} Result */
/** @typedef {{ lang: string, input: string, ref: string | null, results: readonly Result[] }} Case */

/** @returns {readonly Case[]} */
const readCases = () =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"English"'))
    .map((line) => JSON.parse(line));

const dayOf = (/** @type {number} */ ms) => new Date(ms).toISOString().slice(0, 10);

/** @param {import('../main/codex/dates.pure.ts').TimePhrase} phrase @param {Value} value */
function isRight(phrase, value) {
  const from = dayOf(phrase.span.from);
  const to = dayOf(phrase.span.to);
  if (value.type === 'date') return from === value.value && phrase.span.to - phrase.span.from === DAY_MS;
  const isFrom = value.start === undefined || value.start === from || (phrase.kind === 'from' && value.Mod === 'after');
  // A stated end is the day on which it ends; a range that names its last day ends there too.
  const ends = [to, dayOf(phrase.span.to - DAY_MS), phrase.end === null ? '' : from, phrase.end?.at.slice(0, 10) ?? ''];
  return isFrom && (value.end === undefined || ends.includes(value.end));
}

async function main() {
  if (process.argv.includes('--help')) return console.log(HELP);
  if (!existsSync(file)) return console.log('SKIPPED: set PALIMPSEST_SHARED to the folder with the evaluation data.');
  const shown = Number(process.argv[process.argv.indexOf('--misses') + 1]) || 0;
  /** @type {{ module: typeof import('../main/codex/dates.pure.ts') }} */
  const { module } = await runnerImport(join(root, 'main/codex/dates.pure.ts'), { logLevel: 'error' });
  const counts = { date: { cases: 0, found: 0, right: 0 }, daterange: { cases: 0, found: 0, right: 0 } };
  const misses = [];
  for (const { input, ref, results } of readCases()) {
    for (const result of results) {
      const kind = result.type?.replace('datetimeV2.', '');
      if ((kind !== 'date' && kind !== 'daterange') || ref === null) continue;
      counts[kind].cases += 1;
      const clock = { saidAt: `${ref.slice(0, 10)}T12:00:00.000Z`, zone: 'America/New_York' };
      // The set does not say what was meant: either direction in time may be right.
      const found = [true, false].flatMap((isAhead) =>
        module.findTimePhrases(input, clock, isAhead).filter(({ from, to }) => from <= result.end && to > result.start),
      );
      if (found.length > 0) counts[kind].found += 1;
      if (found.some((phrase) => result.values.some((value) => isRight(phrase, value)))) counts[kind].right += 1;
      else
        misses.push(
          `${kind}: ${input} | ${result.text} | ${JSON.stringify(result.values[0])} | ${found.map((f) => `${f.kind} ${dayOf(f.span.from)}..${dayOf(f.span.to)}`).join('; ')}`,
        );
    }
  }
  for (const [kind, { cases, found, right }] of Object.entries(counts)) {
    const share = (/** @type {number} */ n) => `${((100 * n) / cases).toFixed(1)} %`;
    console.log(`${kind}: ${cases} cases, found ${found} (${share(found)}), right ${right} (${share(right)})`);
  }
  for (const miss of misses.slice(0, shown)) console.log(miss);
}

await main();
