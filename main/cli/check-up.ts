import {
  type CheckedQuestion,
  type CheckUpChange,
  CheckUpSource,
  type CheckUpSummary,
  type Client,
  type InputOf,
} from '../contract/index.ts';
import { isAbort } from '../lib/abort.ts';
import { type Args, usageError } from './args.ts';
import { describeChange, listNotes, listSentences } from './check-up-text.pure.ts';
import type { Cli, Command, ExitCode } from './context.ts';
import { getExistingDataFolder } from './data-folder.ts';
import { showDay } from './instant.pure.ts';
import { createProgress, printJson, printLine, printWrapped, stylesFor } from './print.ts';
import { RECALL_FLAGS, RECALL_OPTIONS, readRecallFlags } from './recall-flags.ts';
import { getSpace } from './space.ts';
import { countOf, toPlain } from './text.pure.ts';
import { readZone } from './times.ts';
import { withEngine } from './with-engine.ts';

const DEFAULT_LIMIT = 100;
const SPREADS = ['newest', 'even'] as const;
/** A topic is none of the settings, and a chat model is never asked here. */
const { cluster: _, rewrites: __, ...CHANGES } = RECALL_OPTIONS;
const isOffered = ([flag]: readonly [string, string]): boolean =>
  Object.keys(CHANGES).some((name) => flag.split(' ')[0] === `--${name}`);

type Told = {
  readonly summary: CheckUpSummary;
  readonly questions: readonly CheckedQuestion[];
  readonly isWhole: boolean;
};

/** `palimpsest check-up`: one's own questions asked again, as memory is set now and with something changed. */
export const checkUpCommand: Command = {
  name: 'check-up',
  usage:
    'check-up [--limit N] [--spread newest|even] [--from asked|imported] [--space S] [--no-leg X] [--no-decay] [--budget N] [--k N] [--…]',
  summary: 'ask your own past questions again with a setting changed, and see what is no longer so',
  options: { limit: { type: 'string' }, spread: { type: 'string' }, from: { type: 'string' }, ...CHANGES },
  flags: [
    ['--limit N', `at most N questions (default ${DEFAULT_LIMIT})`],
    ['--spread S', 'newest (default), or even: over the whole history'],
    ['--from F', 'asked: questions asked here (default, where there are any); imported: those of imported chats'],
    ...RECALL_FLAGS.filter(isOffered).map(([flag, does]) =>
      flag.startsWith('--k ') ? ([flag, 'at most N fragments a question (now: 10)'] as const) : ([flag, does] as const),
    ),
  ],
  run: async (cli, args) => {
    if (args.words.length > 0) throw usageError('check-up takes flags and no words.');
    const input = readInput(args);
    const dataFolder = getExistingDataFolder(cli, args);
    return withEngine(cli, { dataFolder }, async (client): Promise<ExitCode> => {
      const spaceId = await getSpace(client, args.text('space'));
      const told = await ask(cli, client, { ...input, spaceId });
      if (args.has('json')) printJson(cli.stdout, told);
      else print(cli, told, { change: input.change, zone: await readZone(client) });
      return told.isWhole ? 0 : 1;
    });
  },
};

function readInput(args: Args): InputOf<'checkUp.run'> {
  const { budgetTokens, legs, noLegs, settings = {} } = readRecallFlags(args);
  const { rewrites: _rewrites, ...changed } = settings;
  const k = args.integer('k', { min: 1, max: 50 });
  return {
    limit: args.integer('limit', { min: 1, max: 1_000 }) ?? DEFAULT_LIMIT,
    spread: choose(args, 'spread', SPREADS),
    source: choose(args, 'from', CheckUpSource.options),
    change: {
      ...(k === undefined ? {} : { k }),
      ...(budgetTokens === undefined ? {} : { budgetTokens }),
      ...(legs === undefined ? {} : { legs }),
      ...(noLegs === undefined ? {} : { noLegs }),
      ...(Object.keys(changed).length === 0 ? {} : { settings: changed }),
    },
  };
}

function choose<T extends string>(args: Args, flag: string, allowed: readonly T[]): T | undefined {
  const text = args.text(flag);
  if (text === undefined) return undefined;
  const known = allowed.find((each) => each === text);
  if (known === undefined) throw usageError(`--${flag} takes ${allowed.join(', ')}.`);
  return known;
}

/** All of it; or, after Ctrl+C, what there was by then. */
async function ask(cli: Cli, client: Client, input: InputOf<'checkUp.run'>): Promise<Told> {
  const progress = createProgress(cli.stderr);
  const questions: CheckedQuestion[] = [];
  let sofar: CheckUpSummary | null = null;
  try {
    const summary = await client.stream('checkUp.run', input, {
      onChunk: ({ done, total, question, summary: each }) => {
        if (question !== null) questions.push(question);
        sofar = each;
        progress.show(`Asking again: ${done} of ${countOf(total, 'question')}…`);
      },
      signal: cli.signal,
    });
    return { summary, questions, isWhole: true };
  } catch (error) {
    if (!isAbort(error) || sofar === null) throw error;
    return { summary: sofar, questions, isWhole: false };
  } finally {
    progress.end();
  }
}

type Saying = { readonly change: CheckUpChange; readonly zone: string };

function print(cli: Cli, { summary, questions, isWhole }: Told, { change, zone }: Saying): void {
  const { bold, dim } = stylesFor(cli.stdout, cli.env);
  if (!isWhole) printLine(cli.stdout, 'Stopped; this is what there was by then.');
  for (const sentence of listSentences(summary, describeChange(change))) printWrapped(cli.stdout, sentence);
  const telling = questions.filter(
    ({ difference, isStale, life }) => difference !== 'same' || isStale || life.support !== 'same',
  );
  for (const question of telling) {
    const day = showDay(question.askedAt, zone);
    printLine(cli.stdout);
    printLine(cli.stdout, bold(`${day}  ${toPlain(question.text).replaceAll('\n', ' ')}`));
    for (const note of listNotes(question)) printWrapped(cli.stdout, note, '   ');
  }
  if (telling.length < questions.length)
    printLine(cli.stdout, dim(`\n${countOf(questions.length - telling.length, 'question')} as ever.`));
}
