import { BUNDLED_EMBEDDER_ID, findModel, type Model } from '../../models/catalogue.ts';
import { listModels } from '../../models/list.ts';
import { verifyModel } from '../../models/locate.ts';
import type { Ctx } from '../ctx.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { type Findings, problem } from './finding.ts';

/** Hashes the files of the embedder and of the chat model in use. */
export async function checkModels(found: Findings, ctx: Ctx, signal: AbortSignal): Promise<void> {
  const embedder = findModel(BUNDLED_EMBEDDER_ID);
  if (embedder !== null) await checkModel(found, { ctx, model: embedder, signal });
  const chosen = ctx.settings.get().chatModelId;
  const listed = (await listModels(ctx.models)).filter(({ model }) => model.task === 'chat');
  const used = listed.find(({ model, located }) =>
    chosen === null ? located.kind === 'present' : model.id === chosen,
  );
  if (used !== undefined) await checkModel(found, { ctx, model: used.model, signal });
  else if (chosen === null)
    found.notes.push('There is no chat model: answers are quotes from memory until one is fetched.');
  else {
    const message = 'The chat model that is chosen in the settings is not known.';
    found.problems.push(
      problem({ check: 'model.chat', id: chosen, message, fix: 'Choose another one in the settings.' }),
    );
  }
}

type ModelCheck = { readonly ctx: Ctx; readonly model: Model; readonly signal: AbortSignal };

async function checkModel(found: Findings, { ctx, model, signal }: ModelCheck): Promise<void> {
  throwIfAborted(signal);
  const located = await verifyModel(model, ctx.models, signal);
  if (located.kind === 'present') return;
  const fix =
    model.task === 'embedding'
      ? 'Install Palimpsest again: this model comes with it.'
      : `Run \`palimpsest models fetch ${model.id}\`, or choose another model.`;
  const message = `The model ${model.name} cannot be used: ${located.reason}`;
  found.problems.push(problem({ check: `model.${located.kind}`, id: model.id, message, fix }));
}
