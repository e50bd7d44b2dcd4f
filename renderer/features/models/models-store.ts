import { create } from 'zustand';
import type { FetchProgress, ModelId, ModelInfo, ModelRole, OutputOf } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';
import { uploadFile } from '../import/upload.ts';

type Listing = OutputOf<'models.list'>;

type ModelsState = {
  readonly listing: Loadable<Listing>;
  readonly fetching: Readonly<Record<ModelId, FetchProgress>>;
  readonly busy: Readonly<Record<ModelId, 'verifying' | 'selecting' | 'removing'>>;
  readonly failures: Readonly<Record<ModelId, Failed>>;
  readonly adding: {
    readonly name: string;
    readonly sentBytes: number;
    readonly sizeBytes: number;
    readonly failure: Failed | null;
  } | null;
};

export const useModels = create<ModelsState>(() => ({
  listing: { kind: 'loading' },
  fetching: {},
  busy: {},
  failures: {},
  adding: null,
}));

const fetches = new Map<ModelId, AbortController>();
let adding = new AbortController();

const without = <T>(record: Readonly<Record<ModelId, T>>, id: ModelId): Record<ModelId, T> => {
  const { [id]: _gone, ...rest } = record;
  return rest as Record<ModelId, T>; // the rest type forgets the brand of the key
};

/** Reads the list; what was shown before stays until the new one is here. */
export async function loadModels(): Promise<void> {
  try {
    useModels.setState({ listing: { kind: 'ready', value: await api.call('models.list', {}) } });
  } catch (error) {
    useModels.setState({ listing: { kind: 'failed', failure: toFailed(error) } });
  }
}

function fail(id: ModelId, error: unknown): void {
  const failure = toFailed(error);
  if (failure.isAborted) return;
  useModels.setState(({ failures }) => ({ failures: { ...failures, [id]: failure } }));
  announce(failure.message);
}

const clearFailure = (id: ModelId): void => useModels.setState(({ failures }) => ({ failures: without(failures, id) }));

/** Downloads, or goes on where the last try stopped. Only ever called from a click. */
export async function fetchModel(model: ModelInfo): Promise<void> {
  const { id, name } = model;
  if (fetches.has(id)) return;
  const controller = new AbortController();
  fetches.set(id, controller);
  clearFailure(id);
  const first: FetchProgress = {
    doneBytes: model.doneBytes,
    totalBytes: model.sizeBytes,
    bytesPerSecond: 0,
    source: '',
    step: 'connecting',
  };
  useModels.setState(({ fetching }) => ({ fetching: { ...fetching, [id]: first } }));
  try {
    await api.stream(
      'models.fetch',
      { id },
      {
        onChunk: (chunk) => useModels.setState(({ fetching }) => ({ fetching: { ...fetching, [id]: chunk } })),
        signal: controller.signal,
      },
    );
    announce(t('models.announce.ready', { name }));
  } catch (error) {
    fail(id, error);
  } finally {
    fetches.delete(id);
    useModels.setState(({ fetching }) => ({ fetching: without(fetching, id) }));
    await loadModels();
  }
}

/** Stops a download; what has arrived is kept and continued next time. */
export const pauseModel = (id: ModelId): void => fetches.get(id)?.abort();

async function act(id: ModelId, busy: ModelsState['busy'][ModelId], action: () => Promise<unknown>): Promise<void> {
  clearFailure(id);
  useModels.setState((state) => ({ busy: { ...state.busy, [id]: busy } }));
  try {
    await action();
  } catch (error) {
    fail(id, error);
  } finally {
    useModels.setState((state) => ({ busy: without(state.busy, id) }));
    await loadModels();
  }
}

export const selectModel = (id: ModelId): Promise<void> =>
  act(id, 'selecting', () => api.call('models.select', { id }));
/** A role belongs to one model: whoever had it gives it up. */
export async function setModelRole(id: ModelId, role: ModelRole, isOn: boolean): Promise<void> {
  clearFailure(id);
  // Shown at once; what the engine has is read afterwards.
  useModels.setState(({ listing }) => {
    if (listing.kind !== 'ready') return {};
    const models = listing.value.models.map((model) => {
      const others = model.roles.filter((each) => each !== role);
      return { ...model, roles: model.id === id && isOn ? [...others, role] : others };
    });
    return { listing: { kind: 'ready', value: { ...listing.value, models } } };
  });
  try {
    await api.call('models.setRole', { id, role, isOn });
  } catch (error) {
    fail(id, error);
  }
  await loadModels();
}

export const removeModel = (id: ModelId): Promise<void> => act(id, 'removing', () => api.call('models.remove', { id }));
export const verifyModel = (id: ModelId): Promise<void> =>
  act(id, 'verifying', () => api.call('models.verify', { id }));

/** Takes a GGUF file from this computer's disk into the models folder. */
export async function addModel(file: File): Promise<void> {
  adding = new AbortController();
  const base = { name: file.name, sizeBytes: file.size, failure: null };
  useModels.setState({ adding: { ...base, sentBytes: 0 } });
  try {
    const uploadId = await uploadFile(file, adding.signal, (sentBytes) =>
      useModels.setState({ adding: { ...base, sentBytes } }),
    );
    await api.call('models.add', { file: { uploadId }, name: file.name.replace(/\.gguf$/i, '').slice(0, 200) });
    useModels.setState({ adding: null });
    await loadModels();
  } catch (error) {
    const failure = toFailed(error);
    useModels.setState({ adding: failure.isAborted ? null : { ...base, sentBytes: 0, failure } });
  }
}

export const cancelAdding = (): void => {
  adding.abort();
  useModels.setState({ adding: null });
};
