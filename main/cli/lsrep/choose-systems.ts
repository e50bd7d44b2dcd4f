import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../contract/errors.ts';
import type { Arm } from '../../evaluation/format/arm.ts';
import { MATCHED_BUDGET } from '../../evaluation/run/arms.pure.ts';
import type { EvaluationParts } from '../../evaluation/run/parts.ts';
import type { OpenArm } from '../../evaluation/run/run.ts';
import { declareSystem } from '../../evaluation/systems/declare-system.ts';
import { openBySystem, PeerName, SystemFile } from '../../evaluation/systems/peers.ts';
import { type Args, usageError } from '../args.ts';
import type { Cli } from '../context.ts';

export type ChosenSystems = {
  readonly arms: readonly Arm[];
  readonly open: (folder: string, parts: EvaluationParts) => OpenArm;
};

const arm = (name: string, system: string, change: Pick<Arm, 'k' | 'budgetTokens' | 'lifecycle'>): Arm => ({
  ...{ name, system, isMemoryFull: false, conversation: 'fresh', access: 'none' },
  ...change,
});

/** Other systems, each at the matched budget and at its best 30, and how every system of the run is opened. */
export async function chooseSystems(cli: Cli, args: Args): Promise<ChosenSystems> {
  const names = args.choices('system', PeerName.options) ?? [];
  const files: SystemFile[] = [];
  for (const path of args.all('system-file')) files.push(await readSystemFile(resolve(cli.cwd, path)));
  const all = [...names, ...files.map(({ name }) => name)];
  const twice = all.find((name, index) => all.indexOf(name) !== index || name === 'palimpsest');
  if (twice !== undefined) throw usageError(`The name ${twice} stands for two systems. Give each its own.`);
  const url = args.text('endpoint');
  const model = args.text('model');
  if ((url === undefined) !== (model === undefined)) throw usageError('--endpoint and --model go together.');
  const endpoint = url === undefined || model === undefined ? undefined : { url, model };
  return {
    arms: all.flatMap((name) => {
      // The app's own upkeep means nothing to others, unless one says that it has some of that name.
      const lifecycle = files.find((file) => file.name === name)?.lifecycle ?? 'none';
      return [
        arm(name, name, { k: 200, budgetTokens: MATCHED_BUDGET, lifecycle }),
        arm(`${name}-30`, name, { k: 30, budgetTokens: null, lifecycle }),
      ];
    }),
    open: (folder, parts) =>
      openBySystem({
        ...{ palimpsest: parts.openPalimpsest, files },
        peers: {
          ...{ ...parts.measure, python: args.text('python') ?? 'python3', endpoint },
          isRemoteAllowed: args.has('allow-remote'),
        },
        onHello: (name, hello) => declareSystem(folder, name, hello),
      }),
  };
}

async function readSystemFile(path: string): Promise<SystemFile> {
  try {
    return SystemFile.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new AppError(
      'evaluation.invalid',
      'The file of a system cannot be read. See docs/lsrep/systems.md for its form.',
      {
        cause: error,
      },
    );
  }
}
