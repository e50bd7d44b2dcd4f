import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ABLATIONS, ARMS, INJECTIONS } from './arms.mjs';
import { SETS } from './sets.mjs';

export const HELP = `npm run eval -- --set locomo|lme|beam [--data DIR] [--keep] [--arms A,B] [--ablate] [--inject] [--limit N] [--budgets N,N] [--json FILE]
  Measures recall on a public set that lies in PALIMPSEST_SHARED (default ../shared), by import and recall of the
  ordinary command line. Exits 1 when the gate fails. LongMemEval takes 25 minutes to import: keep its folder.
  --data DIR     a folder for the histories, kept for the next run; without it a new one, removed afterwards
  --keep         keep the new folder and say where it is
  --arms A,B     of ${ARMS.map(({ name }) => name).join(', ')} (all)
  --ablate       also full with each leg and each setting switched
  --inject       instead: turns in their own words, as summaries, and as earned, after the worker has written them
  --aged N       with --inject: after N simulated days of decay (120, when all is cold), and of no day in particular
  --limit N      only the first N questions of each history (of a set with one a history: N histories)
  --budgets N,N  token budgets (768,2048,7000); "none" for ranking alone
  --json FILE    everything as JSON, without any text of the set`;

/** @param {string | undefined} text @param {string} flag */
function toCount(text, flag) {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`--${flag} takes whole numbers.`);
  return Number(text);
}

/** @param {readonly string[]} argv */
export function readArgs(argv) {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      ...{ set: { type: 'string' }, data: { type: 'string' }, keep: { type: 'boolean' }, arms: { type: 'string' } },
      ...{
        ablate: { type: 'boolean' },
        inject: { type: 'boolean' },
        aged: { type: 'string' },
        limit: { type: 'string' },
        budgets: { type: 'string' },
        json: { type: 'string' },
      },
    },
  });
  const set = /** @type {(keyof typeof SETS)[]} */ (Object.keys(SETS)).find((name) => name === values.set);
  if (set === undefined) throw new Error(`--set takes ${Object.keys(SETS).join(', ')}.`);
  const known = values.inject === true ? INJECTIONS : ARMS;
  const names = values.arms?.split(',') ?? known.map(({ name }) => name);
  const arms = names.map((name) => {
    const arm = known.find((each) => each.name === name);
    if (arm === undefined)
      throw new Error(`There is no arm ${name}; there are ${known.map((each) => each.name).join(', ')}.`);
    return arm;
  });
  const isAblated = values.ablate === true;
  if (isAblated && !names.includes('full')) throw new Error('--ablate compares with full; name it in --arms.');
  const budgets =
    values.budgets === 'none'
      ? []
      : (values.budgets ?? '768,2048,7000').split(',').map((b) => toCount(b, 'budgets') ?? 0);
  // `--keep DIR` reads as what it means.
  const folder = values.data ?? positionals[0];
  return {
    ...{ set, arms, budgets, ablations: isAblated ? ABLATIONS : [], limit: toCount(values.limit, 'limit') },
    ...{ data: folder === undefined ? null : resolve(folder), isKept: values.keep === true || folder !== undefined },
    injectAged: values.inject === true ? (toCount(values.aged, 'aged') ?? 120) : null,
    json: values.json === undefined ? null : resolve(values.json),
  };
}
