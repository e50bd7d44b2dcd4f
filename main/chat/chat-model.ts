import type { Model } from '../../models/catalogue.ts';
import { listModels } from '../../models/list.ts';
import { AppError } from '../contract/errors.ts';
import type { Ctx } from '../ctx.ts';
import type { ChatDescription, GenerateResult } from '../inference/client.ts';

export type ReadyModel = { readonly model: Model; readonly path: string };

/** The chosen chat model, or the first that is there; null when none is. */
export async function findReadyModel(ctx: Ctx): Promise<ReadyModel | null> {
  const chosen = ctx.settings.get().chatModelId;
  const ready = (await listModels(ctx.models)).flatMap(({ model, located }) => {
    const path = located.kind === 'present' ? Object.values(located.paths)[0] : undefined;
    return model.task === 'chat' && path !== undefined ? [{ model, path }] : [];
  });
  return ready.find(({ model }) => model.id === chosen) ?? ready[0] ?? null;
}

/** Why there is no model although one was meant to be there: its file is damaged, or the chosen one has gone. */
async function findProblem(ctx: Ctx): Promise<AppError | null> {
  const chosen = ctx.settings.get().chatModelId;
  const chats = (await listModels(ctx.models)).filter(({ model }) => model.task === 'chat');
  const damaged = chats.flatMap(({ located }) => (located.kind === 'damaged' ? [located.reason] : []))[0];
  if (damaged !== undefined) return new AppError('model.damaged', damaged);
  if (chosen === null) return null;
  return new AppError(
    'model.not-downloaded',
    'The chosen chat model is not here any more. Fetch it again, or choose another under Models.',
  );
}

/** Contexts beyond this cost more memory than small models gain from them. */
const MAX_CONTEXT_TOKENS = 8_192;

export type LoadedModel = {
  readonly ready: ReadyModel;
  readonly description: ChatDescription;
  readonly speed: { readonly promptTokensPerSecond: number | null };
  /** Remembers how fast a prompt was read: the automatic memory allowance follows it. */
  readonly noteSpeed: (result: Pick<GenerateResult, 'promptTokens' | 'cachedTokens' | 'promptMs'>) => void;
};

/** Loads the chosen model once and keeps it; loading the same again costs nothing. */
export type ChatModel = {
  readonly ensure: () => Promise<LoadedModel | null>;
  readonly current: () => LoadedModel | null;
  readonly unload: () => Promise<void>;
};

/** Fewer new tokens than this say more about the clock than about the model. */
const MEASURED_FROM_TOKENS = 200;

function toLoaded(ready: ReadyModel, description: ChatDescription): LoadedModel {
  const speed: { promptTokensPerSecond: number | null } = { promptTokensPerSecond: null };
  return {
    ready,
    description,
    speed,
    noteSpeed: ({ promptTokens, cachedTokens, promptMs }) => {
      const read = promptTokens - cachedTokens;
      if (read >= MEASURED_FROM_TOKENS && promptMs > 0) speed.promptTokensPerSecond = (read * 1000) / promptMs;
    },
  };
}

export function createChatModel(ctx: Ctx): ChatModel {
  let current: LoadedModel | null = null;
  let loading: Promise<void> = Promise.resolve();

  const load = async (ready: ReadyModel): Promise<void> => {
    if (current?.ready.path === ready.path) return;
    const gpu = ctx.settings.get().device === 'cpu' ? false : 'auto';
    const contextTokens = Math.min(ready.model.contextTokens, MAX_CONTEXT_TOKENS);
    const description = await ctx.inference.loadChat(ready.path, { contextTokens, gpu });
    current = toLoaded(ready, description);
    ctx.emit('app.changed', {});
  };

  return {
    ensure: async () => {
      const ready = await findReadyModel(ctx);
      if (ready === null) {
        const problem = await findProblem(ctx);
        if (problem !== null) throw problem;
        return null;
      }
      const next = loading.then(() => load(ready));
      loading = next.catch(() => undefined); // the caller below reports it; the next one tries again
      await next;
      return current;
    },
    current: () => current,
    unload: async () => {
      current = null;
      await ctx.inference.unloadChat();
      ctx.emit('app.changed', {});
    },
  };
}
