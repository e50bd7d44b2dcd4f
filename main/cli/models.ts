import { resolve } from 'node:path';
import type { Client, FetchProgress, ModelId, ModelInfo, OutputOf } from '../contract/index.ts';
import { type Args, requireWords, usageError } from './args.ts';
import type { Cli, Command, ExitCode } from './context.ts';
import { chooseDataFolder } from './data-folder.ts';
import { createProgress, printJson, printLine, printWrapped } from './print.ts';
import { alignColumns, sizeOf, toPlain } from './text.pure.ts';
import { withEngine } from './with-engine.ts';

type Action = {
  readonly words: readonly string[];
  readonly run: (cli: Cli, client: Client, args: Args) => Promise<ExitCode>;
};

const idOf = (args: Args) => args.words[1] as ModelId; // parsed by the engine

const ACTIONS: Readonly<Record<string, Action>> = {
  list: {
    words: [],
    run: async (cli, client, args) => {
      const list = await client.call('models.list', {}, cli.signal);
      if (args.has('json')) printJson(cli.stdout, list);
      else printList(cli, list);
      return 0;
    },
  },
  fetch: {
    words: ['ID'],
    run: async (cli, client, args) => {
      const progress = createProgress(cli.stderr);
      const onChunk = (chunk: FetchProgress) => progress.show(describe(chunk));
      const model = await client
        .stream('models.fetch', { id: idOf(args) }, { onChunk, signal: cli.signal })
        .finally(progress.end);
      return printModel(cli, args, model);
    },
  },
  add: {
    words: ['FILE'],
    run: async (cli, client, args) => {
      const file = { path: resolve(cli.cwd, args.words[1] ?? '') };
      const name = args.text('name');
      return printModel(cli, args, await client.call('models.add', { file, name }, cli.signal));
    },
  },
  verify: {
    words: ['ID'],
    run: async (cli, client, args) =>
      printModel(cli, args, await client.call('models.verify', { id: idOf(args) }, cli.signal)),
  },
  select: {
    words: ['ID'],
    run: async (cli, client, args) =>
      printModel(cli, args, await client.call('models.select', { id: idOf(args) }, cli.signal)),
  },
  remove: {
    words: ['ID'],
    run: async (cli, client, args) => {
      await client.call('models.remove', { id: idOf(args) }, cli.signal);
      if (args.has('json')) printJson(cli.stdout, { removed: idOf(args) });
      else printLine(cli.stdout, `Removed ${toPlain(idOf(args))}.`);
      return 0;
    },
  },
};

/** `palimpsest models`: what can be run here, and getting it. */
export const models: Command = {
  name: 'models',
  usage: 'models list | fetch ID | add FILE [--name N] | verify ID | select ID | remove ID',
  summary: 'list, fetch, add, check, choose and remove models',
  options: { name: { type: 'string' } },
  flags: [
    ['list', 'every model, and whether it is here'],
    ['fetch ID', 'download it; a stopped download goes on where it was'],
    ['add FILE', 'use a GGUF file of your own (--name N to name it)'],
    ['verify ID', 'check every byte of its file'],
    ['select ID', 'answer with this model'],
    ['remove ID', 'delete its file'],
  ],
  run: async (cli, args) => {
    const [name, ...rest] = args.words;
    const action = name !== undefined && Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (action === undefined) throw usageError(`What to do is missing: ${Object.keys(ACTIONS).join(', ')}.`);
    requireWords(rest, action.words);
    return withEngine(cli, { dataFolder: chooseDataFolder(cli, args) }, (client) => action.run(cli, client, args));
  },
};

function describe(chunk: FetchProgress): string {
  const share = chunk.totalBytes > 0 ? ` ${Math.floor((100 * chunk.doneBytes) / chunk.totalBytes)} %` : '';
  const step = chunk.step.slice(0, 1).toUpperCase() + chunk.step.slice(1);
  const speed = chunk.step === 'downloading' ? `, ${sizeOf(chunk.bytesPerSecond)} a second` : '';
  return `${step} from ${chunk.source}:${share}, ${sizeOf(chunk.doneBytes)} of ${sizeOf(chunk.totalBytes)}${speed}`;
}

function printModel(cli: Cli, args: Args, model: ModelInfo): ExitCode {
  if (args.has('json')) printJson(cli.stdout, model);
  else {
    printLine(cli.stdout, alignColumns([rowOf(model)])[0]?.trim());
    if (model.problem !== null) printWrapped(cli.stdout, model.problem, '  ');
  }
  return model.problem === null && model.state !== 'damaged' ? 0 : 1;
}

function rowOf(model: ModelInfo): string[] {
  const marks = [model.isSelected ? 'selected' : '', model.isBundled ? 'bundled' : '', model.isAdded ? 'added' : ''];
  return [
    `  ${toPlain(model.id)}`,
    model.task,
    sizeOf(model.sizeBytes),
    model.state,
    model.fit,
    toPlain([model.licence, ...marks].filter((part) => part !== '').join(', ')),
  ];
}

function printList(cli: Cli, { models: list, folder, computer }: OutputOf<'models.list'>): void {
  const head = ['  model', 'task', 'size', 'state', 'memory', 'notes'];
  for (const line of alignColumns([head, ...list.map(rowOf)])) printLine(cli.stdout, line);
  const gpu = computer.gpu === null ? '' : `, ${toPlain(computer.gpu)}`;
  printLine(cli.stdout, `\n  This computer: ${computer.cores} cores, ${sizeOf(computer.memoryBytes)} of memory${gpu}.`);
  printLine(cli.stdout, `  Models lie in ${toPlain(folder)}.`);
}
