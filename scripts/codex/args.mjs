import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const HELP = `npm run eval:codex -- [--seed N,N] [--histories N] [--product | --claims | --oracle | --model FILE [--turns N]] [--set open|closed] [--verbose] [--by-relation] [--json FILE] [--write DIR]
  Generates conversations with a ledger of truth and measures what Palimpsest believes after reading them, for the
  open wordings (an extractor's author may look at its failures) and the closed ones (only figures) apart.
  --seed N,N      seeds, each its own run (1)
  --histories N   histories of each set and seed (4), about 330 turns each
  --product       import, extraction and facts of the ordinary command line (the default)
  --claims        the rule extractor and the checks turn by turn, and the ledger fed with them, all in memory
  --oracle        the ledger alone, fed with what the turns truly say
  --model FILE    the local model in FILE (any GGUF), its prompt, grammar and checks, on --turns telling turns of each set
  --turns N       turns for --model (60); a small model on a processor takes ten seconds a turn
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
      ...{ seed: text, histories: text, set: text, json: text, write: text, model: text, turns: text },
      ...{ claims: flag, oracle: flag, product: flag, verbose: flag, 'by-relation': flag, help: flag },
    },
  });
  const { set, json, write, model } = values;
  if (set !== undefined && set !== 'open' && set !== 'closed') throw new Error('--set takes open or closed.');
  /** @type {readonly import('./lines.mjs').SetName[]} */
  const sets = set === undefined ? ['open', 'closed'] : [set];
  const modes = /** @type {const} */ (['claims', 'oracle', 'product']).filter((mode) => values[mode] === true);
  if (modes.length + (model === undefined ? 0 : 1) > 1)
    throw new Error('--product, --claims, --oracle and --model are four measurements; name one.');
  return {
    ...{ seeds: (values.seed ?? '1').split(','), histories: toCount(values.histories, 'histories', 4) },
    ...{ sets, mode: model === undefined ? (modes[0] ?? 'product') : /** @type {const} */ ('model') },
    ...{
      isVerbose: values.verbose === true,
      isByRelation: values['by-relation'] === true,
      isHelp: values.help === true,
    },
    ...{ model: model === undefined ? null : resolve(model), turns: toCount(values.turns, 'turns', 60) },
    ...{ json: json === undefined ? null : resolve(json), write: write === undefined ? null : resolve(write) },
  };
}
