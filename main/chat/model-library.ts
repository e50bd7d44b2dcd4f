import { cpus, totalmem } from 'node:os';
import { sep } from 'node:path';
import { z } from 'zod';
import { addModel } from '../../models/add.ts';
import type { Model } from '../../models/catalogue.ts';
import { fetchModel, listHosts } from '../../models/fetch.ts';
import { type ListedModel, listModels, removeModel } from '../../models/list.ts';
import { verifyModel } from '../../models/locate.ts';
import { AppError } from '../contract/errors.ts';
import type { ModelId } from '../contract/ids.ts';
import { type FetchProgress, type ModelInfo, ModelRole } from '../contract/models.ts';
import type { Ctx } from '../ctx.ts';
import type { JsonFile } from '../stores/json-file.ts';
import { type ChatModel, findReadyModel, readLimits } from './chat-model.ts';
import { fitOf } from './router/memory.pure.ts';

export const Connections = z.array(
  z.strictObject({ at: z.string(), host: z.string(), purpose: z.string(), receivedBytes: z.number() }),
);
export type Connections = z.infer<typeof Connections>;

export type LibraryCtx = Ctx & {
  readonly chatModel: ChatModel;
  /** Every connection that left this computer, newest first. */
  readonly connections: JsonFile<Connections>;
  readonly downloading: Set<string>;
};

const MAX_CONNECTIONS = 500;
function stateOf(listed: ListedModel, isDownloading: boolean): ModelInfo['state'] {
  if (isDownloading) return 'downloading';
  if (listed.located.kind === 'present') return 'ready';
  if (listed.located.kind === 'damaged') return 'damaged';
  return listed.located.doneBytes > 0 ? 'partial' : 'not-downloaded';
}

async function selectedIds(ctx: Ctx): Promise<ReadonlySet<string>> {
  const chat = await findReadyModel(ctx);
  return new Set([ctx.embedding.modelName, ...(chat === null ? [] : [chat.model.id])]);
}

/** Downloads and halves lie in Palimpsest's own folder; anything else belongs to the user. */
function isOwnCopy({ located }: ListedModel, folder: string): boolean {
  return located.kind !== 'present' || Object.values(located.paths).every((path) => path.startsWith(folder + sep));
}

function toInfo(
  listed: ListedModel,
  more: Pick<ModelInfo, 'isSelected' | 'isLoaded' | 'roles' | 'fit'> & {
    readonly isDownloading: boolean;
    readonly folder: string;
  },
): ModelInfo {
  const { model, located } = listed;
  const isBundled = model.sources.some(({ kind }) => kind === 'bundled');
  const sizeBytes = model.files.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    id: model.id as ModelId, // from the catalogue or a note that was parsed
    name: model.name,
    task: model.task,
    licence: model.licence,
    sizeBytes,
    doneBytes: located.kind === 'present' ? sizeBytes : located.kind === 'missing' ? located.doneBytes : 0,
    contextTokens: model.contextTokens,
    memoryBytes: model.memoryBytes,
    fit: more.fit,
    state: stateOf(listed, more.isDownloading),
    problem: located.kind === 'damaged' ? located.reason : null,
    isBundled,
    isAdded: listed.isAdded,
    isRemovable: !isBundled && (listed.isAdded || isOwnCopy(listed, more.folder)),
    isSelected: more.isSelected,
    roles: more.roles,
    isLoaded: more.isLoaded,
    languages: [...model.languages],
    notes: model.notes,
    hosts: isBundled || listed.isAdded ? [] : [...listHosts(model)],
  };
}

export async function listModelInfos(ctx: LibraryCtx): Promise<readonly ModelInfo[]> {
  const selected = await selectedIds(ctx);
  const loaded = ctx.chatModel.loadedIds();
  const { modelRoles } = ctx.settings.get();
  return (await listModels(ctx.models)).map((listed) =>
    toInfo(listed, {
      fit: fitOf(listed.model.memoryBytes, readLimits(ctx)),
      roles: ModelRole.options.filter((role) => modelRoles[role] === listed.model.id),
      isLoaded: loaded.has(listed.model.id),
      isSelected: selected.has(listed.model.id),
      isDownloading: ctx.downloading.has(listed.model.id),
      folder: ctx.models.folder,
    }),
  );
}

export async function describeLibrary(ctx: LibraryCtx) {
  const device = ctx.chatModel.current()?.description;
  return {
    models: await listModelInfos(ctx),
    folder: ctx.models.folder,
    computer: { cores: cpus().length, memoryBytes: totalmem(), gpu: device?.gpuName ?? null },
    memory: { usedBytes: ctx.chatModel.usedBytes(), ...readLimits(ctx) },
  };
}

async function getListed(ctx: Ctx, id: string): Promise<ListedModel> {
  const found = (await listModels(ctx.models)).find(({ model }) => model.id === id);
  if (found) return found;
  throw new AppError('model.unknown', 'There is no model with this id. "models list" shows all.', { retry: 'never' });
}

async function getInfo(ctx: LibraryCtx, id: string): Promise<ModelInfo> {
  const info = (await listModelInfos(ctx)).find((model) => model.id === id);
  if (!info) throw new AppError('model.unknown', 'There is no model with this id.', { retry: 'never' });
  return info;
}

type FetchWatch = { readonly signal: AbortSignal; readonly push: (progress: FetchProgress) => Promise<void> };

/** The user's click: the only way in which anything is ever downloaded. */
export async function fetchChosenModel(ctx: LibraryCtx, id: string, watch: FetchWatch): Promise<ModelInfo> {
  const { model } = await getListed(ctx, id);
  // By its bytes, not by its size: whoever was told to fetch a damaged file again must get a good one.
  const located = await verifyModel(model, ctx.models, watch.signal);
  if (located.kind !== 'present') {
    await ctx.chatModel.unload(id);
    await download(ctx, model, watch);
  }
  if (model.task === 'chat' && ctx.settings.get().chatModelId === null) {
    await ctx.settings.set({ ...ctx.settings.get(), chatModelId: model.id });
  }
  ctx.emit('models.changed', {});
  ctx.emit('app.changed', {});
  return getInfo(ctx, id);
}

async function download(ctx: LibraryCtx, model: Model, watch: FetchWatch): Promise<void> {
  if (ctx.downloading.has(model.id)) throw new AppError('request.invalid', 'This model is being downloaded already.');
  ctx.downloading.add(model.id);
  ctx.emit('models.changed', {});
  ctx.emit('app.changed', {});
  const noted: Promise<void>[] = [];
  try {
    await fetchModel({
      model,
      folder: ctx.models.folder,
      env: ctx.models.env,
      clock: ctx.clock,
      signal: watch.signal,
      onProgress: (progress) => {
        watch.push(progress).catch(() => undefined); // a reader that has gone is seen by its signal
      },
      onConnection: ({ at, host, purpose, bytes }) => {
        const entry = { at, host, purpose, receivedBytes: bytes };
        noted.push(ctx.connections.set([entry, ...ctx.connections.get()].slice(0, MAX_CONNECTIONS)));
      },
    });
  } finally {
    ctx.downloading.delete(model.id);
    await Promise.allSettled(noted); // a list that could not be written is reported at its next write
    ctx.emit('models.changed', {});
    ctx.emit('app.changed', {});
  }
}

export async function selectModel(ctx: LibraryCtx, id: string): Promise<ModelInfo> {
  const { model, located } = await getListed(ctx, id);
  if (model.task !== 'chat')
    throw new AppError('model.unknown', 'Only chat models can be chosen here.', { retry: 'never' });
  if (located.kind !== 'present') throw new AppError('model.not-downloaded', located.reason);
  await ctx.settings.set({ ...ctx.settings.get(), chatModelId: id });
  ctx.emit('models.changed', {});
  ctx.emit('app.changed', {});
  return getInfo(ctx, id);
}

/** Sets a model for one kind of question, or leaves those to the chosen one again. */
export async function setModelRole(
  ctx: LibraryCtx,
  { id, role, isOn }: { readonly id: string; readonly role: ModelRole; readonly isOn: boolean },
): Promise<ModelInfo> {
  const { model, located } = await getListed(ctx, id);
  if (model.task !== 'chat')
    throw new AppError('model.unknown', 'Only chat models can be chosen here.', { retry: 'never' });
  if (isOn && located.kind !== 'present') throw new AppError('model.not-downloaded', located.reason);
  const settings = ctx.settings.get();
  const { [role]: had, ...others } = settings.modelRoles;
  const kept = had === undefined || had === id ? others : { ...others, [role]: had };
  await ctx.settings.set({ ...settings, modelRoles: isOn ? { ...others, [role]: id } : kept });
  ctx.emit('models.changed', {});
  return getInfo(ctx, id);
}

export async function deleteModel(ctx: LibraryCtx, id: string): Promise<void> {
  const listed = await getListed(ctx, id);
  const { model } = listed;
  if (model.sources.some(({ kind }) => kind === 'bundled')) {
    throw new AppError('request.invalid', 'This model is part of Palimpsest; memory needs it.', { retry: 'never' });
  }
  if (!listed.isAdded && !isOwnCopy(listed, ctx.models.folder)) {
    const says =
      'This file lies in the folder that PALIMPSEST_MODELS names. Palimpsest reads it there and never deletes it.';
    throw new AppError('request.invalid', says, { retry: 'never' });
  }
  await ctx.chatModel.unload(id);
  await removeModel(model, ctx.models.folder);
  const settings = ctx.settings.get();
  const modelRoles = Object.fromEntries(Object.entries(settings.modelRoles).filter(([, own]) => own !== id));
  const chatModelId = settings.chatModelId === id ? null : settings.chatModelId;
  await ctx.settings.set({ ...settings, chatModelId, modelRoles });
  ctx.emit('models.changed', {});
  ctx.emit('app.changed', {});
}

export async function checkModel(ctx: LibraryCtx, id: string, signal: AbortSignal): Promise<ModelInfo> {
  const { model, isAdded } = await getListed(ctx, id);
  const located = await verifyModel(model, ctx.models, signal);
  const info = await getInfo(ctx, id);
  return {
    ...info,
    state: stateOf({ model, isAdded, located }, false),
    problem: located.kind === 'present' ? null : located.reason,
  };
}

export async function addOwnModel(
  ctx: LibraryCtx,
  input: { readonly path: string; readonly mode: 'reference' | 'copy'; readonly name: string | undefined },
): Promise<ModelInfo> {
  const name = input.name === undefined ? {} : { name: input.name };
  const model = await addModel({ path: input.path, mode: input.mode, folder: ctx.models.folder, ...name });
  ctx.emit('models.changed', {});
  return getInfo(ctx, model.id);
}
