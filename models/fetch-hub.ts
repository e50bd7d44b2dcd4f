import { AppError } from '../main/contract/errors.ts';
import type { Expected, FetchSource, FileFetch } from './fetch-source.ts';
import { askHub, type HubOptions, openDownload } from './hub.ts';
import { writePart } from './partial.ts';

/** Downloads a file from the model hub, after asking which hash the hub itself states for it. */
export async function downloadFromHub(
  source: Extract<FetchSource, { kind: 'hub' }>,
  { file, part, options, onBytes }: FileFetch,
  { known, hub }: { readonly known: Expected; readonly hub: HubOptions },
): Promise<Expected> {
  const stated = await askHub({ repo: source.repo, revision: source.revision, file: file.name }, hub);
  if (known.sha256 !== null && stated.sha256 !== null && stated.sha256 !== known.sha256) {
    throw new AppError('model.damaged', 'The hub holds another file under this name than the one Palimpsest knows.', {
      details: { modelId: options.model.id },
    });
  }
  const sha256 = known.sha256 ?? stated.sha256;
  if (sha256 === null) {
    throw new AppError('model.no-source', 'The hub states no hash for this file, so it cannot be checked.', {
      details: { modelId: options.model.id },
    });
  }
  const bytes = known.sha256 === null ? (stated.bytes ?? known.bytes) : known.bytes;
  const { note } = part;
  // The same hash means the same bytes, wherever the hub's redirect leads today.
  const isSame = note?.from === 'hub' && note.sha256 === sha256 && part.sizeBytes <= bytes;
  if (isSame && part.sizeBytes === bytes) return { bytes, sha256, from: hub.hubUrl };
  const resume = isSame ? { fromByte: part.sizeBytes, etag: note.etag } : { fromByte: 0, etag: null };
  const download = await openDownload(stated.url, resume, hub);
  await writePart(part, download.chunks, {
    fromByte: download.fromByte,
    note: { from: 'hub', etag: download.etag, sha256 },
    maxBytes: bytes,
    signal: options.signal,
    onBytes,
  });
  return { bytes, sha256, from: hub.hubUrl };
}
