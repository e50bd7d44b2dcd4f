import { usageError } from './args.ts';
import type { Command, ExitCode } from './context.ts';
import { getExistingDataFolder } from './data-folder.ts';
import { printJson, printLine } from './print.ts';
import { countOf } from './text.pure.ts';
import { withEngine } from './with-engine.ts';

/** `palimpsest workers`: background work, now and to its end. */
export const workers: Command = {
  name: 'workers',
  usage: 'workers run extract',
  summary: 'do background work now: extract reads every turn for facts that nobody has read yet',
  options: {},
  flags: [],
  run: async (cli, args) => {
    const [verb, name, ...more] = args.words;
    if (verb !== 'run' || name === undefined || more.length > 0) throw usageError('Say: workers run extract');
    if (name !== 'extract') throw usageError('There is one worker so far: extract.');
    const dataFolder = getExistingDataFolder(cli, args);
    return withEngine(cli, { dataFolder }, async (client): Promise<ExitCode> => {
      const report = await client.call('codex.settle', { isSlow: true }, cli.signal);
      if (args.has('json')) {
        printJson(cli.stdout, { worker: name, ...report });
        return 0;
      }
      const held = report.held === 0 ? '' : `, ${report.held} of them wait in the inbox`;
      printLine(cli.stdout, `Read ${countOf(report.read, 'turn')}: ${countOf(report.claims, 'claim')}${held}.`);
      for (const [reason, count] of Object.entries(report.rejected))
        printLine(cli.stdout, `  dropped, ${reason}: ${count}`);
      return 0;
    });
  },
};
