import { AdapterName } from '../../evaluation/adapters/read-set.ts';
import { Answerer } from '../../evaluation/format/arm.ts';
import { ARM_SETS } from '../../evaluation/run/arms.pure.ts';
import { usageError } from '../args.ts';
import type { Command } from '../context.ts';
import { checkFiles } from './check.ts';
import { listArms } from './list-arms.ts';
import { register } from './register.ts';
import { report } from './report.ts';
import { run } from './run.ts';

const VERBS = { run, report, check: checkFiles, arms: listArms, register } as const;

/** `palimpsest lsrep`: evaluates a memory along its life. */
export const lsrep: Command = {
  name: 'lsrep',
  usage: 'lsrep run FILE… --out DIR | lsrep report DIR | lsrep check FILE… | lsrep arms | lsrep register GATE FILE…',
  summary: 'evaluate a memory along its life: replay histories, ask at every checkpoint, report (LSREP)',
  options: {
    out: { type: 'string' },
    arms: { type: 'string', multiple: true },
    answerer: { type: 'string' },
    set: { type: 'string' },
    limit: { type: 'string' },
    gate: { type: 'string', multiple: true },
    seed: { type: 'string' },
    'shared-state': { type: 'boolean' },
    'no-traces': { type: 'boolean' },
    texts: { type: 'boolean' },
    resamples: { type: 'string' },
  },
  flags: [
    ['--out DIR', 'the folder of the run: the same command goes on with a run that was stopped'],
    ['--set NAME', `FILE is of a public set: ${AdapterName.options.join(', ')}`],
    ['--limit N', 'of a set, only the first N histories'],
    ['--arms A,B', `arms, or a set of them: ${Object.keys(ARM_SETS).join(', ')} (baseline)`],
    ['--answerer A', `who answers: ${Answerer.options.join(', ')} (contract)`],
    ['--gate FILE', 'thresholds that were written down before the run; the report says whether they hold'],
    ['--shared-state', 'arms that differ only in how they ask share one memory (the report says so)'],
    ['--seed N', 'of ids and of everything drawn (1)'],
    ['--no-traces', 'without full traces, which hold the texts and take much space'],
    ['--texts', 'of report: the page has the texts of what was supplied'],
    ['--resamples N', 'of report: resamples for intervals (10000)'],
  ],
  run: (cli, args) => {
    const [verb = '', ...words] = args.words;
    const act = Object.hasOwn(VERBS, verb) ? VERBS[verb as keyof typeof VERBS] : undefined; // an own key of it
    if (act === undefined) throw usageError(`Say what to do: ${Object.keys(VERBS).join(', ')}.`);
    return act(cli, args, words);
  },
};
