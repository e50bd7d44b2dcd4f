import { AdapterName } from '../../evaluation/adapters/read-set.ts';
import { Answerer } from '../../evaluation/format/arm.ts';
import { ARM_SETS } from '../../evaluation/run/arms.pure.ts';
import { PeerName } from '../../evaluation/systems/peers.ts';
import { usageError } from '../args.ts';
import type { Command } from '../context.ts';
import { answer } from './answer.ts';
import { checkFiles } from './check.ts';
import { generate } from './generate.ts';
import { calibrate, judge, sheet } from './judge.ts';
import { listArms } from './list-arms.ts';
import { plainFailure } from './plain-failure.ts';
import { register } from './register.ts';
import { report } from './report.ts';
import { run } from './run.ts';
import { work } from './work.ts';

const VERBS = {
  run,
  generate,
  report,
  check: checkFiles,
  arms: listArms,
  register,
  answer,
  judge,
  sheet,
  calibrate,
  work,
} as const;
/** Is started by `run` alone. */
const HIDDEN = 'work';

/** `palimpsest lsrep`: evaluates a memory along its life. */
export const lsrep: Command = {
  name: 'lsrep',
  usage:
    'lsrep run FILE… --out DIR | lsrep generate --out DIR | lsrep report DIR | lsrep check FILE… | lsrep arms | lsrep register GATE FILE… | lsrep answer DIR | lsrep judge DIR | lsrep sheet DIR FILE | lsrep calibrate DIR FILE',
  summary: 'evaluate a memory along its life: replay histories, ask at every checkpoint, report (LSREP)',
  options: {
    out: { type: 'string' },
    arms: { type: 'string', multiple: true },
    answerer: { type: 'string' },
    set: { type: 'string' },
    limit: { type: 'string' },
    public: { type: 'boolean' },
    'of-seed': { type: 'string' },
    'most-turns': { type: 'string' },
    gate: { type: 'string', multiple: true },
    seed: { type: 'string' },
    'shared-state': { type: 'boolean' },
    'no-traces': { type: 'boolean' },
    parallel: { type: 'string' },
    texts: { type: 'boolean' },
    resamples: { type: 'string' },
    system: { type: 'string' },
    'system-file': { type: 'string', multiple: true },
    python: { type: 'string' },
    endpoint: { type: 'string' },
    model: { type: 'string' },
    'allow-remote': { type: 'boolean' },
    budget: { type: 'string' },
    answers: { type: 'string' },
    pairs: { type: 'boolean' },
  },
  flags: [
    ['--out DIR', 'the folder of the run: the same command goes on with a run that was stopped'],
    ['--set NAME', `FILE is of a public set: ${AdapterName.options.join(', ')}`],
    ['--public', 'the histories that the app makes itself, instead of files'],
    ['--of-seed N', 'of --public and generate: other histories of the same kind, to confirm with (1)'],
    ['--most-turns N', 'of --public and generate: only histories with so many turns at most'],
    ['--limit N', 'of a set or of --public, only the first N histories'],
    ['--arms A,B', `arms, or a set of them: ${Object.keys(ARM_SETS).join(', ')} (baseline)`],
    ['--answerer A', `who answers: ${Answerer.options.join(', ')} (contract)`],
    ['--gate FILE', 'thresholds that were written down before the run; the report says whether they hold'],
    ['--shared-state', 'arms that differ only in how they ask share one memory (the report says so)'],
    ['--parallel N', 'so many histories at once, as far as cores and memory allow (1)'],
    ['--seed N', 'of ids and of everything drawn (1)'],
    ['--no-traces', 'without full traces, which hold the texts and take much space'],
    ['--texts', 'of report: the page has the texts of what was supplied'],
    [
      '--system A,B',
      `of run: other systems as arms of their own: ${PeerName.options.join(', ')} (docs/lsrep/systems.md)`,
    ],
    ['--system-file FILE', 'of run: a program of yours as an arm of its own'],
    ['--python PATH', 'the Python that has the packages of other systems (python3)'],
    ['--model M', 'of answer and judge: a .gguf file, or the name of the model at --endpoint'],
    ['--endpoint URL', 'an OpenAI-compatible server on this machine, such as http://127.0.0.1:8080/v1'],
    ['--allow-remote', 'the endpoint may be on another machine: what was said is sent there'],
    ['--budget N', 'of answer: tokens of context for every arm'],
    ['--answers A', "of judge: own (the arms' own answers) or matched (those of `lsrep answer`) (own)"],
    ['--pairs', 'of judge: compare every two arms as well, from both sides'],
    ['--resamples N', 'of report: resamples for intervals (10000)'],
  ],
  run: async (cli, args) => {
    const [verb = '', ...words] = args.words;
    const act = Object.hasOwn(VERBS, verb) ? VERBS[verb as keyof typeof VERBS] : undefined; // an own key of it
    if (act === undefined)
      throw usageError(
        `Say what to do: ${Object.keys(VERBS)
          .filter((name) => name !== HIDDEN)
          .join(', ')}.`,
      );
    try {
      return await act(cli, args, words);
    } catch (error) {
      throw plainFailure(error);
    }
  },
};
