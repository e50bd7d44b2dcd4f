import { resolve } from 'node:path';
import { openEndpoint } from '../../evaluation/judge/endpoint.ts';
import type { JudgeModel } from '../../evaluation/judge/judge-model.ts';
import type { EvaluationParts } from '../../evaluation/run/parts.ts';
import { type Args, usageError } from '../args.ts';
import type { Cli } from '../context.ts';
import { printLine } from '../print.ts';

export type ChosenModel = { readonly model: JudgeModel; readonly isModelTooSmall: boolean };

/** Below this a file holds no model whose answers or grades mean anything. */
const SMALL_BYTES = 1_500_000_000;

/** Who answers or judges: a chat model in a file, or a server of the user's own. */
export async function chooseModel(cli: Cli, args: Args, parts: EvaluationParts): Promise<ChosenModel> {
  const endpoint = args.text('endpoint');
  const name = args.text('model');
  if (name === undefined)
    throw usageError('--model is missing: a .gguf file, or with --endpoint the name of its model.');
  if (endpoint === undefined) {
    const { bytes, ...model } = await parts.openChatModel(resolve(cli.cwd, name));
    const isModelTooSmall = bytes < SMALL_BYTES;
    if (isModelTooSmall)
      printLine(cli.stderr, 'This model is too small: what it says shows the path and means nothing.');
    return { model, isModelTooSmall };
  }
  const model = openEndpoint({
    ...{ url: endpoint, model: name, apiKey: cli.env.PALIMPSEST_ENDPOINT_KEY },
    isRemoteAllowed: args.has('allow-remote'),
  });
  if (model.isRemote) printLine(cli.stderr, 'What was said is sent to another machine, as --allow-remote allows.');
  return { model, isModelTooSmall: false };
}
