import { totalmem } from 'node:os';
import type { Model } from '../../models/catalogue.ts';
import { listModels } from '../../models/list.ts';
import { AppError } from '../contract/errors.ts';
import type { Ctx } from '../ctx.ts';
import type { ChatDescription, GenerateResult, Inference } from '../inference/client.ts';
import { isAbort, throwIfAborted } from '../lib/abort.ts';
import { limitsOf, type MemoryLimits, planLoad } from './router/memory.pure.ts';

export type ReadyModel = { readonly model: Model; readonly path: string };

/** Chat models whose files are here, in the order of the catalogue. */
export async function listReadyModels(ctx: Ctx): Promise<readonly ReadyModel[]> {
  return (await listModels(ctx.models)).flatMap(({ model, located }) => {
    const path = located.kind === 'present' ? Object.values(located.paths)[0] : undefined;
    return model.task === 'chat' && path !== undefined ? [{ model, path }] : [];
  });
}

/** The chosen chat model, or the first that is there; null when none is. */
export async function findReadyModel(ctx: Ctx): Promise<ReadyModel | null> {
  const chosen = ctx.settings.get().chatModelId;
  const ready = await listReadyModels(ctx);
  return ready.find(({ model }) => model.id === chosen) ?? ready[0] ?? null;
}

/** Why there is no model although one was meant to be there: its file is damaged, or the chosen one has gone. */
export async function findModelProblem(ctx: Ctx): Promise<AppError | null> {
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

/** How much memory chat models may take here. */
export const readLimits = (ctx: Pick<Ctx, 'settings'>): MemoryLimits =>
  limitsOf(ctx.settings.get().memoryBudgetMB, totalmem());

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** What the user is told of a model that may not be loaded. */
export const tooLarge = (model: Model, { aloneBytes }: MemoryLimits): AppError =>
  new AppError(
    'inference.out-of-memory',
    `${model.name} needs about ${gigabytes(model.memoryBytes)}, and models may take ${gigabytes(aloneBytes)}. Choose a smaller one under Models, or let models take more.`,
  );

/** Contexts beyond this cost more memory than small models gain from them. */
const MAX_CONTEXT_TOKENS = 8_192;

export type LoadedModel = {
  readonly ready: ReadyModel;
  readonly description: ChatDescription;
  /** The model process, asked for this model: others may be loaded beside it. */
  readonly inference: Pick<Inference, 'generate' | 'countTokens' | 'tokenizeMessages'>;
  readonly speed: { readonly promptTokensPerSecond: number | null };
  /** Remembers how fast a prompt was read: the automatic memory allowance follows it. */
  readonly noteSpeed: (result: Pick<GenerateResult, 'promptTokens' | 'cachedTokens' | 'promptMs'>) => void;
};

/** A loaded model that stays loaded until it is given back. */
export type TakenModel = { readonly loaded: LoadedModel; readonly release: () => void };

/** The chat models that are loaded: as many as fit, the one used longest ago goes first. */
export type ChatModel = {
  /** Loads the model, or finds it loaded; waits where it does not fit beside one that answers just now. */
  readonly take: (ready: ReadyModel, signal?: AbortSignal) => Promise<TakenModel>;
  /** The chosen model, not kept: for work that may be interrupted. */
  readonly ensure: () => Promise<LoadedModel | null>;
  /** Loads and reads the beginning of every prompt, if nothing has to go for it; ended by the next `take`. */
  readonly warmUp: (ready: ReadyModel, prefix: string) => Promise<void>;
  /** The one used last. */
  readonly current: () => LoadedModel | null;
  readonly loadedIds: () => ReadonlySet<string>;
  readonly usedBytes: () => number;
  readonly unload: (id?: string) => Promise<void>;
};

/** Fewer new tokens than this say more about the clock than about the model. */
const MEASURED_FROM_TOKENS = 200;

type Entry = { readonly loaded: LoadedModel; users: number; lastUsed: number };

function toLoaded(ctx: Ctx, { ready, onLost }: Loading, description: ChatDescription): LoadedModel {
  const speed: { promptTokensPerSecond: number | null } = { promptTokensPerSecond: null };
  const modelPath = ready.path;
  const noticing = async <T>(task: Promise<T>): Promise<T> => {
    try {
      return await task;
    } catch (error) {
      // A restarted process could not load it again: the next one who takes it does.
      if (error instanceof AppError && error.code === 'inference.unavailable') onLost();
      throw error;
    }
  };
  return {
    ready,
    description,
    inference: {
      generate: (input, watch) => noticing(ctx.inference.generate({ ...input, modelPath }, watch)),
      countTokens: (texts) => noticing(ctx.inference.countTokens(texts, modelPath)),
      tokenizeMessages: (messages) => noticing(ctx.inference.tokenizeMessages(messages, modelPath)),
    },
    speed,
    noteSpeed: ({ promptTokens, cachedTokens, promptMs }) => {
      const read = promptTokens - cachedTokens;
      if (read >= MEASURED_FROM_TOKENS && promptMs > 0) speed.promptTokensPerSecond = (read * 1000) / promptMs;
    },
  };
}

type Loading = { readonly ready: ReadyModel; readonly onLost: () => void };

/** The estimate of the catalogue, or what was measured where that is more. */
const bytesOf = ({ ready, description }: LoadedModel): number =>
  Math.max(ready.model.memoryBytes, description.modelBytes + description.contextBytes);

export function createChatModel(ctx: Ctx): ChatModel {
  const entries = new Map<string, Entry>();
  let loading: Promise<unknown> = Promise.resolve();
  let uses = 0;
  let warming = new AbortController();
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const each of [...waiting]) each();
  };

  const find = ({ model, path }: ReadyModel): Entry | null => {
    const entry = entries.get(model.id);
    return entry !== undefined && entry.loaded.ready.path === path ? entry : null;
  };

  const hold = (entry: Entry): TakenModel => {
    entry.users += 1;
    entry.lastUsed = ++uses;
    let isHeld = true;
    return {
      loaded: entry.loaded,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        entry.users -= 1;
        wake();
      },
    };
  };

  const drop = async (id: string): Promise<void> => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entries.delete(id);
    await ctx.inference.unloadChat(entry.loaded.ready.path);
  };

  const plan = ({ model }: ReadyModel) => {
    const held = [...entries].map(([id, entry]) => ({
      ...{ id, bytes: bytesOf(entry.loaded), lastUsed: entry.lastUsed, isAnswering: entry.users > 0 },
    }));
    return planLoad({ id: model.id, bytes: model.memoryBytes }, held, readLimits(ctx));
  };

  /** Only ever runs once at a time. */
  const load = async (ready: ReadyModel, signal: AbortSignal | undefined): Promise<TakenModel> => {
    for (;;) {
      throwIfAborted(signal);
      const there = find(ready);
      if (there !== null) return hold(there);
      const planned = plan(ready);
      if (planned.kind === 'too large') throw tooLarge(ready.model, readLimits(ctx));
      if (planned.kind === 'wait') {
        await released(waiting, signal);
        continue;
      }
      for (const id of [...planned.unload, ready.model.id]) await drop(id);
      const gpu = ctx.settings.get().device === 'cpu' ? false : 'auto';
      const contextTokens = Math.min(ready.model.contextTokens, MAX_CONTEXT_TOKENS);
      const description = await ctx.inference.loadChat(ready.path, { contextTokens, gpu });
      const onLost = (): void => {
        if (entries.get(ready.model.id) === entry) entries.delete(ready.model.id);
      };
      const entry: Entry = { loaded: toLoaded(ctx, { ready, onLost }, description), users: 0, lastUsed: 0 };
      entries.set(ready.model.id, entry);
      const taken = hold(entry);
      ctx.emit('app.changed', {});
      ctx.emit('models.changed', {});
      return taken;
    }
  };

  const queue = (ready: ReadyModel, signal: AbortSignal | undefined): Promise<TakenModel> => {
    const there = find(ready);
    if (there !== null) return Promise.resolve(hold(there));
    const next = loading.then(() => load(ready, signal));
    loading = next.catch(() => undefined); // the caller reports it; the next one tries again
    return next;
  };

  return {
    take: (ready, signal) => {
      warming.abort();
      return queue(ready, signal);
    },
    ensure: async () => {
      const ready = await findReadyModel(ctx);
      if (ready === null) {
        const problem = await findModelProblem(ctx);
        if (problem !== null) throw problem;
        return null;
      }
      const taken = await queue(ready, undefined);
      taken.release();
      return taken.loaded;
    },
    warmUp: async (ready, prefix) => {
      if (find(ready) !== null) return;
      const planned = plan(ready);
      if (planned.kind !== 'load' || planned.unload.length > 0) return;
      warming = new AbortController();
      const { signal } = warming;
      const taken = await queue(ready, signal);
      try {
        const prompt = { messages: [{ role: 'system', content: prefix } as const] };
        await taken.loaded.inference.generate({ prompt, maxTokens: 1 }, { signal });
      } catch (error) {
        // A model that cannot be warmed up says why when it is asked.
        if (!isAbort(error)) ctx.log('model.not-warm', { kind: error instanceof Error ? error.name : typeof error });
      } finally {
        taken.release();
      }
    },
    current: () => [...entries.values()].sort((a, b) => b.lastUsed - a.lastUsed)[0]?.loaded ?? null,
    loadedIds: () => new Set(entries.keys()),
    usedBytes: () => [...entries.values()].reduce((sum, { loaded }) => sum + bytesOf(loaded), 0),
    unload: async (id) => {
      for (const each of id === undefined ? [...entries.keys()] : [id]) await drop(each);
      wake();
      ctx.emit('app.changed', {});
      ctx.emit('models.changed', {});
    },
  };
}

/** Resolves when a model is given back, rejects when the one who waits leaves. */
function released(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      waiting.delete(wake);
      signal?.removeEventListener('abort', leave);
      settle();
    };
    const wake = (): void => end(resolve);
    const leave = (): void => end(() => reject(new AppError('request.aborted', 'Stopped.', { retry: 'never' })));
    waiting.add(wake);
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();
  });
}
