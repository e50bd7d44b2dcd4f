import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Model, ModelFile } from './catalogue.ts';
import { findPin } from './pins.ts';
import { hashFile } from './verify.ts';

export type ModelPlaces = {
  /** Where downloads go. */
  readonly folder: string;
  /** What ships with the app, or null where nothing does. */
  readonly bundledFolder: string | null;
  /** `PALIMPSEST_MODELS` in it names a folder that is read in place and never written. */
  readonly env: Readonly<Record<string, string | undefined>>;
};

export type Located =
  | { readonly kind: 'present'; readonly paths: Readonly<Record<string, string>> }
  /** `doneBytes` of it lie there from a download that was stopped. */
  | { readonly kind: 'missing'; readonly reason: string; readonly doneBytes: number }
  | { readonly kind: 'damaged'; readonly reason: string };

/** The folder with the models that ship: in the repository, beside the built files, and unpacked from a packaged app. */
export function resolveBundledFolder(appRoot: string): string | null {
  // Native readers cannot look into app.asar; the packager unpacks the weights beside it.
  const root = appRoot.replace(/app\.asar(?=$|[\\/])/, 'app.asar.unpacked');
  const candidates = ['models/bundled', '../models/bundled', '../../models/bundled'].map((path) => resolve(root, path));
  return candidates.find((path) => existsSync(path)) ?? null;
}

/** Paths of a model's files by name, or why there are none. Sizes are checked here, hashes at download and by `verifyModel`. */
export async function locateModel(model: Model, places: ModelPlaces): Promise<Located> {
  let damaged: Located | null = null;
  for (const folder of listFolders(model, places)) {
    const found = await lookIn(model, folder, places);
    if (found.kind === 'present') return found;
    if (found.kind === 'damaged') damaged ??= found;
  }
  if (damaged) return damaged;
  const parts = await Promise.all(
    model.files.map(({ name }) => findSize(`${join(places.folder, model.id, name)}.part`)),
  );
  const doneBytes = parts.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  return { kind: 'missing', reason: missingReason(model, doneBytes), doneBytes };
}

/** Hashes every file of a model against what is known of it. */
export async function verifyModel(model: Model, places: ModelPlaces, signal?: AbortSignal): Promise<Located> {
  const located = await locateModel(model, places);
  if (located.kind !== 'present') return located;
  for (const file of model.files) {
    const expected = file.sha256 ?? (await findPin(places.folder, model.id, file))?.sha256 ?? null;
    const path = located.paths[file.name];
    if (expected === null || path === undefined) continue;
    if ((await hashFile(path, signal)) !== expected) {
      return { kind: 'damaged', reason: `${file.name} has other contents than it should. Fetch the model again.` };
    }
  }
  return located;
}

function missingReason(model: Model, doneBytes: number): string {
  const source = model.sources.find((each) => each.kind === 'file');
  if (source) return 'The file is no longer where it was when you added it.';
  return doneBytes > 0 ? 'Not wholly downloaded yet.' : 'Not downloaded yet.';
}

/** Folders that may hold the model, each with the layout `<folder>/<file>`. */
function listFolders(model: Model, { folder, bundledFolder, env }: ModelPlaces): readonly string[] {
  const shared = env.PALIMPSEST_MODELS;
  return [
    join(folder, model.id),
    ...(bundledFolder !== null && model.sources.some(({ kind }) => kind === 'bundled')
      ? [join(bundledFolder, model.id)]
      : []),
    ...(shared && model.sources.some(({ kind }) => kind === 'folder') ? listSharedFolders(shared, model.id) : []),
  ];
}

/** A folder of models may have one folder per model, or all files side by side. */
export function listSharedFolders(shared: string, modelId: string): readonly string[] {
  return [join(resolve(shared), modelId), resolve(shared)];
}

async function lookIn(model: Model, folder: string, places: ModelPlaces): Promise<Located> {
  const paths: Record<string, string> = {};
  for (const file of model.files) {
    const path = model.sources.find((source) => source.kind === 'file')?.path ?? join(folder, file.name);
    const sizeBytes = await findSize(path);
    if (sizeBytes === null) return { kind: 'missing', reason: missingReason(model, 0), doneBytes: 0 };
    const expected = await expectedBytes(model, file, places);
    if (sizeBytes !== expected) {
      const reason = `${file.name} has ${sizeBytes} bytes instead of ${expected}. Fetch the model again.`;
      return { kind: 'damaged', reason };
    }
    paths[file.name] = path;
  }
  return { kind: 'present', paths };
}

async function expectedBytes(model: Model, file: ModelFile, { folder }: ModelPlaces): Promise<number> {
  return file.sha256 === null ? ((await findPin(folder, model.id, file))?.bytes ?? file.bytes) : file.bytes;
}

async function findSize(path: string): Promise<number | null> {
  try {
    const stats = await stat(path);
    return stats.isFile() ? stats.size : null;
  } catch {
    // Not there, or not readable: to the caller both mean that it cannot be used.
    return null;
  }
}
