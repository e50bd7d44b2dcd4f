import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const HELP = `npm run eval:codex -- [--seed N,N] [--histories N] [--claims | --oracle | --product] [--set open|closed] [--verbose] [--by-relation] [--json FILE] [--write DIR]
  Generates conversations with a ledger of truth and measures what Palimpsest believes after reading them, for the
  open wordings (an extractor's author may look at its failures) and the closed ones (only figures) apart.
  --seed N,N      seeds, each its own run (1)
  --histories N   histories of each set and seed (4), about 330 turns each
  --product       import, extraction and facts of the ordinary command line (the default)
  --claims        the rule extractor and the checks turn by turn, and the ledger fed with them, all in memory
  --oracle        the ledger alone, fed with what the turns truly say
  --set S         only one of the sets
  --verbose       list wrong beliefs and misses with their turns; of the open set only
  --by-relation   precision and recall of each relation
  --json FILE     all figures as JSON, without the failures of the closed set
  --write DIR     write the conversations and their truth there and measure nothing`;

/** @param {string | undefined} text @param {string} flag @param {number} otherwise */
function toCount(text, flag, otherwise) {
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`--${flag} takes a whole number.`);
  return Number(text);
}

/** @param {readonly string[]} argv */
export function readArgs(argv) {
  const flag = /** @type {const} */ ({ type: 'boolean' });
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = parseArgs({
    args: [...argv],
    options: {
      ...{ seed: text, histories: text, set: text, json: text, write: text },
      ...{ claims: flag, oracle: flag, product: flag, verbose: flag, 'by-relation': flag, help: flag },
    },
  });
  const { set, json, write } = values;
  if (set !== undefined && set !== 'open' && set !== 'closed') throw new Error('--set takes open or closed.');
  /** @type {readonly import('./lines.mjs').SetName[]} */
  const sets = set === undefined ? ['open', 'closed'] : [set];
  const modes = /** @type {const} */ (['claims', 'oracle', 'product']).filter((mode) => values[mode] === true);
  if (modes.length > 1) throw new Error('--claims, --oracle and --product are three measurements; name one.');
  return {
    ...{ seeds: (values.seed ?? '1').split(','), histories: toCount(values.histories, 'histories', 4) },
    ...{ sets, mode: modes[0] ?? 'product' },
    ...{
      isVerbose: values.verbose === true,
      isByRelation: values['by-relation'] === true,
      isHelp: values.help === true,
    },
    ...{ json: json === undefined ? null : resolve(json), write: write === undefined ? null : resolve(write) },
  };
}
