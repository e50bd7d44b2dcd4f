import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { AppError } from '../main/contract/errors.ts';
import { Model } from './catalogue.ts';
import { type GgufHeader, readGgufHeader } from './gguf.ts';
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
  /** What to call it, instead of the name in its header. */
  readonly name?: string;
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
  const described = describe(header, path, options.mode);
  const model = Model.parse(options.name ? { ...described, name: options.name } : described);
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
