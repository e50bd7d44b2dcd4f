import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../main/contract/errors.ts';
import type { Expected, FileFetch } from './fetch-source.ts';
import { listSharedFolders } from './locate.ts';
import { writePart } from './partial.ts';

/** Copies a file from the folder that `PALIMPSEST_MODELS` names, continuing a copy of the same file. */
export async function copyFromFolder(
  { model, file, part, options, onBytes }: FileFetch,
  known: Expected,
): Promise<void> {
  const shared = options.env.PALIMPSEST_MODELS ?? '';
  const found = await findFile(listSharedFolders(shared, model.id).map((folder) => join(folder, file.name)));
  if (found === null) {
    throw new AppError('model.no-source', 'The folder in PALIMPSEST_MODELS does not hold this model.', {
      details: { modelId: model.id },
    });
  }
  if (found.sizeBytes !== known.bytes) {
    throw new AppError('model.damaged', 'The file in the PALIMPSEST_MODELS folder has another size than the model.', {
      details: { sizeBytes: found.sizeBytes, expectedBytes: known.bytes },
    });
  }
  // The size and time of the original stand in for an ETag.
  const etag = `${found.sizeBytes}-${found.changedMs}`;
  const mayContinue = part.note?.from === 'folder' && part.note.etag === etag && part.sizeBytes <= found.sizeBytes;
  const fromByte = mayContinue ? part.sizeBytes : 0;
  await writePart(part, createReadStream(found.path, { start: fromByte, highWaterMark: 1 << 20 }), {
    fromByte,
    note: { from: 'folder', etag, sha256: known.sha256 },
    maxBytes: known.bytes,
    signal: options.signal,
    onBytes,
  });
}

async function findFile(paths: readonly string[]) {
  for (const path of paths) {
    try {
      const stats = await stat(path);
      if (stats.isFile()) return { path, sizeBytes: stats.size, changedMs: Math.round(stats.mtimeMs) };
    } catch {
      // Not in this layout; the other one is tried.
    }
  }
  return null;
}
