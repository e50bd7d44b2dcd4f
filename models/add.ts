import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, statfs } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { AppError } from '../main/contract/errors.ts';
import { catalogue, findModel, Model } from './catalogue.ts';
import { type GgufHeader, readGgufHeader } from './gguf.ts';
import { type Located, locateModel, type ModelPlaces } from './locate.ts';
import { finishPart, openPart, tooFull, writePart } from './partial.ts';
import { writeJson } from './pins.ts';

/** Encoders embed text; they cannot answer. */
const ENCODERS = new Set([
  'bert',
  'nomic-bert',
  'nomic-bert-moe',
  'jina-bert-v2',
  'jina-bert-v3',
  'modern-bert',
  'neo-bert',
  't5encoder',
  'clip',
]);
const HEADROOM_BYTES = 2_000_000_000;

/** Makes a GGUF file of the user's own a model that can be chosen, where it lies or as a copy. */
export async function addModel(options: {
  readonly path: string;
  readonly mode: 'reference' | 'copy';
  readonly folder: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void;
  readonly freeBytes?: (folder: string) => Promise<number>;
}): Promise<Model> {
  const path = resolve(options.path);
  if (path.endsWith('.part')) {
    throw new AppError('model.not-gguf', 'This is an unfinished download. Finish it first.', {
      details: { reason: 'part' },
    });
  }
  const header = await readGgufHeader(path);
  if (ENCODERS.has(header.architecture)) {
    throw new AppError('model.not-gguf', 'This model finds text but cannot answer. Choose a chat model.', {
      details: { reason: 'encoder' },
    });
  }
  const model = Model.parse(describe(header, path, options.mode));
  if (options.mode === 'copy')
    await copy(path, join(options.folder, model.id, getFileName(model)), { header, ...options });
  await writeJson(join(options.folder, 'added', `${model.id}.json`), model);
  return model;
}

function getFileName(model: Model): string {
  const [file] = model.files;
  if (!file) throw new Error('bug: a model without files');
  return file.name;
}

function describe(header: GgufHeader, path: string, mode: 'reference' | 'copy'): Model {
  const fileName =
    basename(path)
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '') || 'model.gguf';
  // The same file added twice is the same model; another file of that name is another one.
  const mark = createHash('sha256').update(`${path}\u0000${header.sizeBytes}`).digest('hex').slice(0, 8);
  const stem = fileName.replace(/\.gguf$/i, '').slice(0, 80) || 'model';
  return {
    id: `${stem}-${mark}`,
    name: header.name ?? stem,
    task: 'chat',
    licence: header.licence ?? 'unknown',
    files: [{ name: fileName, bytes: header.sizeBytes, sha256: null }],
    sources: [mode === 'reference' ? { kind: 'file', path } : { kind: 'folder' }],
    dimension: null,
    pooling: null,
    normalised: null,
    queryPrefix: null,
    passagePrefix: null,
    contextTokens: header.contextTokens ?? 4096,
    // Weights, plus a fifth for the context and the rest.
    memoryBytes: Math.ceil(header.sizeBytes * 1.2) + 300_000_000,
    languages: [],
    notes: header.hasChatTemplate
      ? 'Added by you.'
      : 'Added by you. It names no chat template, so a general one is used.',
  };
}

async function copy(
  from: string,
  to: string,
  options: Parameters<typeof addModel>[0] & { readonly header: GgufHeader },
): Promise<void> {
  const { sizeBytes } = options.header;
  const part = await openPart(to);
  const neededBytes = sizeBytes + HEADROOM_BYTES;
  if ((await (options.freeBytes ?? readFreeBytes)(options.folder)) < neededBytes) throw tooFull(neededBytes);
  await writePart(part, createReadStream(from, { highWaterMark: 1 << 20 }), {
    fromByte: 0,
    note: { from: 'file', etag: null, sha256: null },
    maxBytes: sizeBytes,
    signal: options.signal,
    onBytes: (done) => options.onProgress?.(done, sizeBytes),
  });
  await finishPart(part, to, { bytes: sizeBytes, sha256: null, signal: options.signal });
}

async function readFreeBytes(folder: string): Promise<number> {
  const stats = await statfs(folder);
  return stats.bavail * stats.bsize;
}

/** Forgets an added model. A copy is deleted, the user's own file is never touched. */
export async function removeAddedModel(id: string, folder: string): Promise<void> {
  if (!(await listAddedModels(folder)).some((model) => model.id === id)) {
    throw new AppError('model.unknown', 'There is no added model of this name.');
  }
  await rm(join(folder, 'added', `${id}.json`), { force: true });
  await rm(join(folder, id), { recursive: true, force: true });
}

/** Models that the user added. A note that cannot be read is left where it is and not listed. */
export async function listAddedModels(folder: string): Promise<readonly Model[]> {
  const names = await readdir(join(folder, 'added')).catch(() => [] as string[]); // nobody has added one yet
  const models: Model[] = [];
  for (const name of names.filter((each) => each.endsWith('.json')).sort()) {
    const text = await readFile(join(folder, 'added', name), 'utf8');
    const parsed = Model.safeParse(parseJson(text));
    if (parsed.success && findModel(parsed.data.id) === null) models.push(parsed.data);
  }
  return models;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Half a note is no model; the schema refuses it.
    return null;
  }
}

export type ListedModel = { readonly model: Model; readonly isAdded: boolean; readonly located: Located };

/** Every model that can be chosen or fetched, and where each stands. */
export async function listModels(places: ModelPlaces): Promise<readonly ListedModel[]> {
  const added = await listAddedModels(places.folder);
  const all = [
    ...catalogue.map((model) => ({ model, isAdded: false })),
    ...added.map((model) => ({ model, isAdded: true })),
  ];
  return Promise.all(all.map(async (each) => ({ ...each, located: await locateModel(each.model, places) })));
}
